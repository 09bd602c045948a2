import { expect, mergeTests } from '@playwright/test';
import { z } from 'zod';
import { connect } from '../../src/cluster/connection.ts';
import { pull } from '../../src/cluster/copy.ts';
import { foldEntries, keepFolded } from '../../src/cluster/log-compaction.ts';
import { readEntry, sentTables } from '../../src/cluster/row-images.ts';
import { Session } from '../../src/cluster/session.ts';
import { openInMemory } from '../../src/storage/open.ts';
import { learnableOn } from '../frontier/random-web.ts';
import { test as withFolder } from '../frontier/world.ts';
import { test as withPostgres } from './postgres.ts';
import { type Crawl, contentsOf, crawlOn, differing, Progress, worker } from './shared-crawl.ts';

const test = mergeTests(withFolder, withPostgres);

const entries = z.object({ count: z.number(), size: z.number() });
const SIZE = 'select count(*)::int as count, sum(length(rows::text))::int as size from changes';

test('a compacted log is shorter, and has the same meaning for old and new copies', async ({ folder, record }) => {
  const crawl: Crawl = { web: learnableOn(1), strategy: 'forager', workers: 3, pageLimit: undefined };
  const progress = new Progress();
  const first = await worker(record, crawl);
  await crawlOn(first, crawl, progress, { pages: 7 });
  await first.session?.mail();
  await pull(record, `${folder}/early.sqlite`);
  await crawlOn(first, crawl, progress);
  await first.leave();
  await pull(record, `${folder}/whole.sqlite`);
  const wanted = await contentsOf(`${folder}/whole.sqlite`);

  const connection = await connect(record, {});
  const [before] = await connection.rows(entries, SIZE);
  const session = await Session.open({ db: record, slots: 1, warn: () => undefined, now: () => progress.now });
  await session.leave();
  await session.set.store.close();
  const [after] = await connection.rows(entries, SIZE);
  expect(after?.count).toBeLessThan((before?.count ?? 0) / 4);
  expect(after?.size).toBeLessThan((before?.size ?? 0) / 2);
  await connection.close();

  for (const copy of ['early', 'whole', 'fresh']) {
    await pull(record, `${folder}/${copy}.sqlite`);
    const contents = await contentsOf(`${folder}/${copy}.sqlite`);
    expect(differing(wanted, contents)).toEqual({});
  }
});

type LoggedEntry = Parameters<typeof keepFolded>[1]['entries'][number];

const entry = (number: number, put: object, gone: object = {}, texts: unknown[] = [], worker = 1): LoggedEntry => {
  const rows = JSON.stringify({ put, gone, texts });
  return { site: 1, number, worker, rows, at: `2026-11-29 00:00:0${number}.5+00` };
};

test('the last image of each row is kept, with its texts; entries of two workers stay separate', async () => {
  const store = await openInMemory();
  const page = (title: string) => [1, 0, 'x'.repeat(200), title];
  const log = [
    entry(1, { hosts: [page('a')], page_links: [[1, 0, 1, 0, 0, 1]] }, {}, [
      [1, 'first'],
      [2, 'path'],
    ]),
    entry(2, { hosts: [page('b')] }, { page_links: [[1, 0, 1]] }),
    entry(3, { hosts: [page('c')], page_links: [[1, 0, 2, 1, 0, null]] }, {}, [[3, 'second']]),
    entry(4, { hosts: [page('d')] }, {}, [], 2),
  ];
  const folded = foldEntries(
    sentTables(store),
    log.map((logged) => ({ logged, entry: readEntry(logged.rows) })),
  );
  expect(folded.map(({ entries: all }) => all.map(({ number }) => number))).toEqual([[1, 2, 3]]);
  const { put, gone, texts } = readEntry(folded[0]?.rows ?? '');
  expect(put).toEqual({
    hosts: [page('c')],
    page_links: [[1, 0, 2, 1, texts.findIndex(([, text]) => text === 'second'), null]],
  });
  expect(gone).toEqual({ page_links: [[1, 0, 1]] });
  await store.close();
});

const logRow = z.object({ number: z.number(), rows: z.string(), at: z.string() });
const LOG = 'select number, rows, at::text from changes where site = 1 order by number';

test('entries compacted by another worker meanwhile, or lost by a failover, are not overwritten', async ({
  record,
}) => {
  const crawl: Crawl = { web: learnableOn(1), strategy: 'beebot', workers: 1, pageLimit: 6 };
  const one = await worker(record, crawl);
  await crawlOn(one, crawl, new Progress());
  const { session } = one;
  if (!session) throw new Error('a worker has a session');
  await session.mail();
  const connection = await connect(record, {});
  const log = (await connection.rows(logRow, LOG)).map((row) => ({ site: 1, worker: 1, ...row }));
  expect(log.length).toBeGreaterThan(6);
  const fold = (from: number, to: number, what: string) => {
    const entries = log.slice(from, to);
    return keepFolded(session.record, { entries, rows: JSON.stringify({ put: {}, gone: {}, texts: [[1, what]] }) });
  };
  // Two workers read all of it, and both compact some of the same entries: first come, first served.
  await Promise.all([fold(0, 4, 'first four'), fold(2, 6, 'third to sixth')]);
  const kept = await connection.rows(logRow, LOG);
  expect(kept.length).toBe(log.length - 3);
  const told = kept.map(({ rows }) => rows).join();
  expect(told.includes('first four') !== told.includes('third to sixth')).toBe(true);
  // An entry that was replaced meanwhile is not touched.
  const other = log.map((row) => ({ ...row, at: '2020-01-01 00:00:00+00' }));
  await keepFolded(session.record, { entries: other.slice(-2), rows: '{}' });
  expect(await connection.rows(logRow, LOG)).toEqual(kept);
  await connection.close();
  await one.leave();
});
