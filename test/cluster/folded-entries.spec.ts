import { expect, mergeTests } from '@playwright/test';
import { z } from 'zod';
import { connect } from '../../src/cluster/connection.ts';
import { pull } from '../../src/cluster/copy.ts';
import { foldEntries, keepFolded } from '../../src/cluster/folded-entries.ts';
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

test('a log that is folded when it is read is shorter, and says the same to old copies and new ones', async ({
  folder,
  record,
}) => {
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

type LoggedEntry = Parameters<typeof keepFolded>[1]['last'];

const entry = (number: number, put: object, gone: object = {}, texts: unknown[] = [], worker = 1): LoggedEntry => {
  const rows = JSON.stringify({ put, gone, texts });
  return { site: 1, number, worker, rows, at: `2026-11-29 00:00:0${number}.5+00` };
};

test('of each row the last image is kept, with its texts; entries of two workers stay apart', async () => {
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
  expect(folded.map(({ first, last }) => [first.number, last.number])).toEqual([[1, 3]]);
  const { put, gone, texts } = readEntry(folded[0]?.rows ?? '');
  expect(put).toEqual({
    hosts: [page('c')],
    page_links: [[1, 0, 2, 1, texts.findIndex(([, text]) => text === 'second'), null]],
  });
  expect(gone).toEqual({ page_links: [[1, 0, 1]] });
  await store.close();
});

test('after a failover that lost entries, those in their places are not written over', async ({ record }) => {
  const crawl: Crawl = { web: learnableOn(1), strategy: 'beebot', workers: 1, pageLimit: 3 };
  const one = await worker(record, crawl);
  const connection = await connect(record, {});
  const rowsOf = () =>
    connection.rows(
      z.object({ number: z.number(), rows: z.string() }),
      'select number, rows from changes where site = 1 order by number',
    );
  const before = await rowsOf();
  const other = (number: number) => ({ ...entry(number, {}), at: '2020-01-01 00:00:00+00' });
  const { session } = one;
  if (!session) throw new Error('a worker has a session');
  await keepFolded(session.record, { first: other(0), last: other(1), rows: '{}' });
  expect(await rowsOf()).toEqual(before);
  await connection.close();
  await one.leave();
});
