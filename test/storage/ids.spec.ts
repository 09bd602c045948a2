import { expect } from '@playwright/test';
import { z } from 'zod';
import { storedTables } from '../../src/frontier/queries.ts';
import { openInMemory, type Store } from '../../src/storage/open.ts';
import { revisitQueries } from '../../src/storage/recrawl.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { numberedTables } from '../../src/storage/schema.ts';
import { getOne } from '../../src/storage/statement.ts';
import { checkOf, crawlAll, everywhere, newSite, type OnPage, onTables, page, revisit } from '../frontier/world.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';
import { idsFrom } from './fresh-store.ts';

const FIRST = 1_000_000_000;

/** Tables numbered by SQLite in each working set: texts are identified by content, edits are another process's. */
const OWN = ['texts', 'site_edits'];

test('every table numbered by SQLite is known', async () => {
  const { connection } = await openInMemory();
  const rows = connection
    .prepare("select name, sql from sqlite_master where type = 'table' and name not like 'kysely%'")
    .all();
  const tables = z.array(z.object({ name: z.string(), sql: z.string() })).parse(rows);
  const numbered = tables.filter(({ sql }) => /\bid integer primary key/.test(sql)).map(({ name }) => name);
  expect(numbered.sort()).toEqual([...numberedTables, ...OWN].sort());
});

const A = 'http://a.test/';
const B = 'http://b.test/';
const day = (n: number) => `${A}calendar/${2000 + Math.floor(n / 12)}/${1 + (n % 12)}`;
const days = Array.from({ length: 60 }, (_, n): [string, OnPage[]] => [day(n), [day(n + 1), day(n + 2)]]);
const image: OnPage = { raw: '/logo.png', role: 'embedded', element: 'img' };
const web: Readonly<Record<string, readonly OnPage[]>> = {
  [A]: [day(0), 'javascript:go()', image, 'http://x.example/', `${B}deep`, '/one?a=1', 'mailto:', '/page/'],
  [`${A}one?a=1`]: ['http://y.example/', '/one?a=2', '/page'],
  [`${B}deep`]: ['/more', A],
  ...Object.fromEntries(days),
};

const limits = { follow: { ...everywhere, avoids: (host: string) => host.endsWith('.example') } };

/** Crawls so many pages. */
async function crawlSome(store: Store, pageLimit: number | undefined, at: number): Promise<string[]> {
  runQueries(store).endKilled.run({});
  const { id } = getOne(runQueries(store).start, { started_at: at, pid: 1, config: '{}' });
  const frontier = await onTables(storedTables(store), { ...limits, pageLimit }, { id, startedAt: at });
  await frontier.addSites([newSite(A)], at);
  return await crawlAll(frontier, web, at + 1);
}

/** Crawls all, and revisits a page. */
async function crawled(store: Store) {
  const order = await crawlSome(store, undefined, 0);
  const { id } = getOne(runQueries(store).start, { started_at: 8000, pid: 1, config: '{}' });
  const frontier = await onTables(storedTables(store), limits, { id, startedAt: 8000 });
  const [start, site] = store.connection
    .prepare<[], [number, number]>('select id, site from internal_links where level = 0')
    .raw()
    .all()[0] ?? [0, 0];
  await revisit(frontier, start, page(checkOf(frontier, A, site), ['/new', day(0)]), 9000);
  getOne(revisitQueries(store).insertGroup, { site, pattern: '/' });
  return order;
}

test("rows have the store's own ids if it has any, and are otherwise equal", async () => {
  const plain = await openInMemory();
  const store = { ...(await openInMemory()), ids: idsFrom(FIRST) };
  const order = await crawled(store);
  expect(order.length).toBeGreaterThan(50);
  expectSame(await crawled(plain), order);
  for (const table of numberedTables) {
    const figures = `select count(*) as rows, min(id) >= ${FIRST} as isOwn, count(distinct id) as ids from ${table}`;
    const of = ({ connection }: Store) => connection.prepare(figures).get();
    const { rows } = z.object({ rows: z.number().min(1) }).parse(of(plain), { reportInput: true });
    expectSame(of(store), { rows, isOwn: 1, ids: rows }, table);
  }
});

test('ids continue in another block, even if some known ids are larger', async () => {
  const opened = await openInMemory();
  expect(await crawlSome({ ...opened, ids: idsFrom(FIRST) }, 9, 0)).toHaveLength(9);
  const rest = await crawlSome({ ...opened, ids: idsFrom(FIRST / 2) }, undefined, 100);
  expect(rest.length).toBeGreaterThan(40);
  const ids = opened.connection.prepare<[], number>('select id from internal_links order by id').pluck().all();
  const later = ids.filter((id) => id < FIRST);
  expectSame(
    later,
    Array.from(later, (_, at) => FIRST / 2 + at),
  );
  expect(later.length).toBeGreaterThan(20);
});
