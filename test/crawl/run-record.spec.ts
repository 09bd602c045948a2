import { expect } from '@playwright/test';
import type { CrawlOptions } from '../../src/crawl/crawl-options.ts';
import type { CrawlEvents } from '../../src/crawl/visit-pages.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { runCrawl, test } from './demo-web.ts';

test('a run with another depth, or other patterns, admits links that the one before excluded', async ({
  web,
  file,
}) => {
  const crawl = (given: Partial<CrawlOptions>) =>
    runCrawl(file, web.sites('hist'), web.server, { render: 'http', workers: 1, ...given });
  const pages = [];
  for (const given of [{ depth: 0 }, { depth: 0 }, { depth: 1, exclude: ['**'] }, { depth: 1 }, { depth: 1 }, {}])
    pages.push((await crawl(given)).pages);
  const [start, same, without, some, again, all = 0] = pages;
  expect([start, same, without]).toEqual([1, 1, 1]);
  expect(some).toBeGreaterThan(1);
  expect(again).toBe(some);
  expect(all).toBeGreaterThan(again ?? all);
});

test('the limits by which links were skipped are known only after a run that ended normally', async ({ web, file }) => {
  const known = async () => {
    const store = await openStoreToRead(file);
    const value = store.connection
      .prepare("select value from crawler_settings where name = 'bounded-by'")
      .pluck()
      .get();
    await store.close();
    return value;
  };
  const crawl = (pageLimit: number, events: CrawlEvents = {}) =>
    runCrawl(file, web.sites('hist'), web.server, { render: 'http', workers: 1, depth: 2, pageLimit }, events);
  await crawl(2);
  expect(await known()).toBe('[2,[],[],false]');
  const completed = () => {
    throw new Error('as if it were killed');
  };
  await expect(crawl(4, { completed })).rejects.toThrow('killed');
  expect(await known()).toBe('');
  await crawl(6);
  expect(await known()).toBe('[2,[],[],false]');
});

test('a run with another link order reranks links; one with the same continues', async ({ web, file }) => {
  const crawl = (linkOrder: string | undefined, pageLimit: number) =>
    runCrawl(file, web.sites('hist'), web.server, {
      ...{ render: 'http', workers: 1, pageLimit },
      choice: { strategy: 'beebot-sequential', linkOrder, params: {} },
    });
  await crawl('depth-first', 6);
  await crawl('level', 14);
  await crawl('level', 18);
  const store = await openStoreToRead(file);
  const levels = (run: number): unknown[] =>
    store.connection.prepare('select level from visits where run = ? order by id').pluck().all(run);
  expect(levels(1)).toContain(2);
  const others = [...levels(2), ...levels(3)];
  expect(others).toEqual(others.toSorted());
  expect(others[0]).toBe(1);
  const kept = store.connection.prepare("select value from crawler_settings where name = 'ranked-by'").pluck().get();
  expect(kept).toMatch(/"level"/);
  await store.close();
});
