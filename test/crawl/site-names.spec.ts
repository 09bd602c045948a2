import { expect, test } from '@playwright/test';
import { SiteNames } from '../../src/crawl/site-names.ts';

test('names of sites, of those that come later too, each read once', () => {
  const sites = [1, 2, 3].map((id) => ({ id, shortName: `s${id}` }));
  let read = 0;
  const counted = () =>
    new Proxy(sites, { get: (list, key) => (/^\d+$/.test(String(key)) && read++, Reflect.get(list, key)) });
  const names = new SiteNames(counted);
  expect([names.of(2), names.of(1), names.of(3)]).toEqual(['s2', 's1', 's3']);
  const before = read;
  sites.push({ id: 5, shortName: 's5' });
  expect(names.of(5)).toBe('s5');
  expect(read - before).toBe(2);
  expect(names.of(4)).toBe('');
});
