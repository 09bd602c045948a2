import { expect } from '@playwright/test';
import { SiteNames } from '../../src/crawl/start-run.ts';
import { test } from '../plain-test.ts';

test('names of sites, including later ones, without rereading known ones', () => {
  const read: number[] = [];
  const named = (id: number) => ({
    id,
    get shortName() {
      read.push(id);
      return `s${id}`;
    },
  });
  const sites = [1, 2, 3].map(named);
  const names = new SiteNames(() => sites);
  expect([names.of(2), names.of(1), names.of(3)]).toEqual(['s2', 's1', 's3']);
  expect(read).toEqual([1, 2, 3]);
  read.length = 0;
  sites.push(named(5));
  expect(names.of(5)).toBe('s5');
  expect(read).toEqual([5]);
  sites.splice(0, 2);
  sites.push(named(6));
  expect(names.of(6)).toBe('s6');
  expect(names.of(4)).toBe('');
});
