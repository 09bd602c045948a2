import { expect } from '@playwright/test';
import { crawlTable } from '../../src/cli/tables/crawl-table.ts';
import { test } from '../plain-test.ts';

test('sites written by scripts and traps are listed below the table, those with most links first', () => {
  const counts = { pages: 1, failed: 0, internal: 2, external: 0, bad: 0, resources: 0 };
  const traps = [1, 1200, 30, 4, 5, 6].map(
    (links) => ({ kind: 'calendar', pattern: `/c${links}/(date)`, links }) as const,
  );
  const site = {
    ...counts,
    site: 'Uni',
    isFound: false,
    url: 'http://uni.edu/',
    status: 'finished',
    note: '',
    reward: 0,
    writtenByScripts: true,
    traps,
  } as const;
  const strategy = { reward: '', siteRule: '', linkOrder: '', rewardParams: {}, params: {}, linkOrderParams: {} };
  const table = crawlTable({
    ...counts,
    withoutBrowser: 0,
    run: 1,
    strategy,
    stopped: 'done',
    seconds: 1,
    pageLimit: null,
    sitesFound: 0,
    topic: null,
    sites: [site],
  });
  // Files such as sitemaps, and redirects, are counted next to failed pages.
  const heads = table.split('\n').find((line) => line.includes('pages'));
  expect(heads).toContain('failed');
  expect(table.split('\n').slice(-7)).toEqual([
    'Uni needs scripts to show its links: use --render browser or adaptive',
    'trap in Uni: /c1200/(date) (calendar), 1,200 links skipped',
    'trap in Uni: /c30/(date) (calendar), 30 links skipped',
    'trap in Uni: /c6/(date) (calendar), 6 links skipped',
    'trap in Uni: /c5/(date) (calendar), 5 links skipped',
    'trap in Uni: /c4/(date) (calendar), 4 links skipped',
    'and 1 more in Uni',
  ]);
});

test('of the sites found, those with the largest reward are named, and all are counted', () => {
  const counts = { pages: 1, failed: 0, internal: 2, external: 0, bad: 0, resources: 0 };
  const siteOf = (name: string, reward: number, isFound: boolean) => ({
    ...{ ...counts, site: name, isFound, url: `http://${name}/`, status: 'crawling' as const, note: '', reward },
    ...{ writtenByScripts: false, traps: [] },
  });
  const found = Array.from({ length: 30 }, (_, at) => siteOf(`found${at}.test`, at, true));
  const strategy = { reward: '', siteRule: '', linkOrder: '', rewardParams: {}, params: {}, linkOrderParams: {} };
  const table = crawlTable({
    ...{ ...counts, pages: 31, withoutBrowser: 0, run: 1, strategy, stopped: 'page-limit', seconds: 1, pageLimit: 31 },
    sitesFound: 1234,
    topic: null,
    sites: [siteOf('given.test', 0, false), ...found],
  });
  expect(table.match(/\b(given|found\d+)\.test/g)).toEqual([
    'given.test',
    ...Array.from({ length: 20 }, (_, at) => `found${29 - at}.test`),
  ]);
  expect(table).toContain(
    '1,234 sites found beyond the given ones, 30 of them visited; the table shows the 20 with the largest reward',
  );
});

test('a site at its page limit is distinguished from one without waiting links, and from one left at the end of the crawl', () => {
  const counts = { pages: 1, failed: 0, internal: 2, external: 0, bad: 0, resources: 0 };
  const site = { ...counts, isFound: false, url: 'http://uni.edu/', reward: 0, writtenByScripts: false, traps: [] };
  const strategy = { reward: '', siteRule: '', linkOrder: '', rewardParams: {}, params: {}, linkOrderParams: {} };
  const run = { run: 1, strategy, stopped: 'time-limit', seconds: 1, pageLimit: null, withoutBrowser: 0 } as const;
  const table = crawlTable({
    ...{ ...counts, ...run, sitesFound: 0, topic: null },
    sites: [
      { ...site, site: 'All', status: 'finished', note: '' },
      { ...site, site: 'Used', status: 'finished', note: 'its own limit of pages' },
      { ...site, site: 'Met', status: 'crawling', note: '' },
    ],
  });
  const rows = table.split('\n').map((line) => line.split(/ {2,}/));
  expect(rows.flatMap((cells) => [cells[0], cells.at(-1)])).toEqual([
    'site',
    'status',
    expect.stringMatching(/^─+$/),
    expect.stringMatching(/^─+$/),
    'All',
    'finished',
    'Used',
    'its own limit',
    'Met',
    'time-limit',
    'all',
    'time-limit',
  ]);
});

for (const [found, line] of [
  [3, 'courses: 3 pages contain words of the topic'],
  [0, 'courses: no page contains words of the topic. Is it in their language? Try forager topics test URL'],
] as const)
  test(`a crawl by topic reports how many pages have words of the topic: ${found}`, () => {
    const counts = { pages: 31, failed: 0, internal: 2, external: 0, bad: 0, resources: 0 };
    const strategy = { reward: '', siteRule: '', linkOrder: '', rewardParams: {}, params: {}, linkOrderParams: {} };
    const run = { run: 1, strategy, stopped: 'page-limit', seconds: 1, pageLimit: 31, withoutBrowser: 0 } as const;
    const table = crawlTable({ ...counts, ...run, sitesFound: 0, topic: { name: 'courses', pages: found }, sites: [] });
    expect(table.split('\n').at(-1)).toBe(line);
  });
