import { expect } from '@playwright/test';
import { askOfRun, askToStop, type RunChange } from '../../src/crawl/run-requests.ts';
import { lastAsked, lastConfig, recordedOptions } from '../../src/reports/runs.ts';
import { editStore, openStoreToRead, type Store } from '../../src/storage/open.ts';
import { ask, crawlFirst, runRecrawl, test as withChangingWeb } from '../recrawl/changing-web.ts';
import { runCrawl, test } from './demo-web.ts';

/** Slow enough to be still running when a request arrives, read as if another process had written it. */
const slowly = { render: 'http', delay: 60 } as const;

/** Edits the database, over a separate connection, after the crawl's run has started. */
const whenBegun = (file: string, work: (store: Store, run: number) => void) => ({
  started: ({ run }: { readonly run: number }) => void editStore(file, (store) => work(store, run)),
});

const changing = (file: string, change: RunChange) => whenBegun(file, (store, run) => askOfRun(store, run, change));

test('requested limits apply to a running crawl, and to later runs', async ({ file, web }) => {
  const sites = web.sites('music', 'hist');
  const first = await runCrawl(file, sites, web.server, slowly, changing(file, { pageLimit: 5, depth: 2 }));
  expect(first).toMatchObject({ stopped: 'page-limit', pageLimit: 5 });
  const next = await runCrawl(file, sites, web.server, slowly, changing(file, { timeLimit: 1 }));
  expect(next.stopped).toBe('time-limit');
  const store = await openStoreToRead(file);
  expect(lastAsked(store)).toMatchObject({ timeLimit: 0.001 });
  await store.close();
});

test('requested patterns exclude waiting links of a running crawl, and readmit them', async ({ file, web }) => {
  const sites = web.sites('music', 'hist');
  const exclude = ['http://hist.uni.test/**'];
  const count = (status: string) =>
    Number(
      ask(
        file,
        `select count(*) as links from internal_links_view where site = 'hist.uni.test' and status = '${status}'`,
      )[0]?.links,
    );
  const slower = { ...slowly, delay: 250 };
  await runCrawl(file, sites, web.server, { ...slower, pageLimit: 16 }, changing(file, { exclude }));
  expect(count('waiting')).toBe(0);
  const excluded = count('excluded');
  expect(excluded).toBeGreaterThan(5);
  const store = await openStoreToRead(file);
  expect(recordedOptions(lastConfig(store))).toMatchObject({ include: [], exclude });
  await store.close();
  const begun = changing(file, { exclude: [], pageLimit: 1 });
  await runCrawl(file, sites, web.server, { ...slower, exclude, pageLimit: 500 }, begun);
  expect(count('excluded')).toBeLessThan(excluded / 2);
  expect(count('waiting')).toBeGreaterThan(2);
});

test('a crawl that is asked to end finishes the pages in flight', async ({ file, web }) => {
  const summary = await runCrawl(file, web.sites('music'), web.server, slowly, whenBegun(file, askToStop));
  expect(summary.stopped).toBe('interrupted');
  expect(ask(file, 'select count(*) as leases from leases')).toEqual([{ leases: 0 }]);
});

withChangingWeb('a recrawl run that is asked to end continues when started again', async ({ file, changingWeb }) => {
  await crawlFirst(file, changingWeb, ['music'], { pageLimit: 40 });
  const summary = await runRecrawl(file, changingWeb, { pageLimit: 400 }, whenBegun(file, askToStop), { delay: 200 });
  expect(summary.stopped).toBe('interrupted');
  expect(ask(file, 'select ended_at from recrawl_runs')).toEqual([{ ended_at: null }]);
});
