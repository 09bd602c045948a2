import { expect } from '@playwright/test';
import { visitCurve } from '../../src/storage/reports/figures.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { crawlAll, newSite, open, test } from '../frontier/world.ts';

test('a curve sums up all visits of all runs, at roughly even intervals; recrawl runs are left out', async ({
  file,
}) => {
  const pages = Array.from({ length: 41 }, (_, at) => `http://a.test/${at}`);
  const web = {
    'http://a.test/': pages,
    ...Object.fromEntries(pages.map((page, at) => [page, [`http://x${at}.test/`]])),
  };
  const first = await open(file, { pageLimit: 20 });
  await first.frontier.addSites([newSite('http://a.test/')], 0);
  await crawlAll(first.frontier, web);
  runQueries(first.store).end.run({ id: 1, ended_at: 30, milliseconds: 30, stopped: 'page-limit' });
  await first.store.close();
  const { frontier, store } = await open(file, {}, 1000);
  await crawlAll(frontier, web, 1000);
  const curve = visitCurve(store, 10);
  expect(curve).toHaveLength(11);
  expect(curve[0]).toEqual({ visits: 1, milliseconds: 1, internal: 41, external: 0 });
  expect(curve.at(-1)).toMatchObject({ visits: 42, internal: 41, external: 41 });
  // The second run continues where the first one ended, however long the crawl was idle.
  expect(curve.at(-1)?.milliseconds).toBe(30 + 21);
  const steps = curve.slice(1).map(({ visits }, at) => visits - (curve[at]?.visits ?? 0));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  store.connection.exec('update runs set recrawl_run = 1 where id = 2');
  expect(visitCurve(store, 10).at(-1)?.visits).toBe(20);
  await store.close();
});
