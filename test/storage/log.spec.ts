import { expect } from '@playwright/test';
import { deleteLinks } from '../../src/storage/lists/link-edits.ts';
import { loggedEvents, logQueries } from '../../src/storage/reports/figures.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { removeSites } from '../../src/storage/sites.ts';
import { crawlAll, newSite, open, test } from '../frontier/world.ts';

test('runs, outcomes of their visits, and events, newest first', async ({ file }) => {
  const { frontier, store } = await open(file, {}, 5);
  await frontier.addSites([newSite('http://a.test/', { shortName: 'A' })], 5);
  await crawlAll(frontier, { 'http://a.test/': ['/p', '/q', 'http://x.org/'], 'http://a.test/p': [] }, 6);
  runQueries(store).end.run({ id: 1, ended_at: 20, milliseconds: 15, stopped: 'done' });
  await deleteLinks(store, 'external', {}, 30);
  removeSites(store, [1], 40);
  const log = logQueries(store);
  expect(log.runs.all({ limit: 9 })).toMatchObject([{ id: 1, started_at: 5, ended_at: 20, stopped: 'done' }]);
  expect(log.config.get({ run: 1 })).toEqual({ config: '{}' });
  expect(log.outcomes.all({ run: 1 })).toMatchObject([
    { outcome: 'page', why: '', visits: 2, internal: 2, external: 1 },
    { outcome: 'failed', why: 'HTTP 404', visits: 1 },
  ]);
  const told = loggedEvents(store, 9).map(({ at, kind, what, site }) => [at, kind, what, site]);
  expect(told).toEqual([
    [40, 'site', 'removed from the crawl', 'A'],
    [30, 'deletion', '1 external link deleted', null],
    [20, 'run', 'run 1 ended: done', null],
    [5, 'run', 'run 1 started', null],
    [5, 'site', 'added: http://a.test/', 'A'],
  ]);
  expect(loggedEvents(store, 2)).toHaveLength(2);
  await store.close();
});
