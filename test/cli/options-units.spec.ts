import { expect } from '@playwright/test';
import { editedLinks } from '../../src/cli/verbs/links.ts';
import { seconds } from '../../src/options/kinds.ts';
import { linkFilter } from '../../src/storage/lists/link-filter.ts';
import { test } from '../plain-test.ts';

test('a pause is a number of seconds, kept in milliseconds, with or without its unit', () => {
  expect(['1', '1s', '1.5 s', '500ms', 0].map((given) => Number(seconds.parse(given)))).toEqual([
    1000, 1000, 1500, 500, 0,
  ]);
  for (const given of ['', '1m', 's', '-1']) expect(seconds.safeParse(given).success, given).toBe(false);
});

test('hosts and domains of filters may have international names', async () => {
  const filter = linkFilter.parse({ host: 'WWW.Bücher.test', domain: 'bücher.test' });
  expect(filter).toMatchObject({ host: 'www.xn--bcher-kva.test', domain: 'xn--bcher-kva.test' });
});

test('an edit that meets no link says so', () => {
  const none = { kind: 'external', links: 0, sites: [] } as const;
  expect(editedLinks(none, 'deleted', false)).toBe('no external link matches: nothing is deleted\n');
});
