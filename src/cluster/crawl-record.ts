import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import type { NewSite } from '../domain/site.ts';
import { migrations } from '../storage/migrations/registry.ts';
import { openInMemory, type Store } from '../storage/open.ts';
import { numberedTables } from '../storage/schema.ts';
import { newSeed, seedQueries, uniquelyNamed } from '../storage/seeds.ts';
import { ChangedRows } from './changed-rows.ts';
import { type Connection, openRecord } from './connection.ts';
import { EntryWriter, readEntry } from './row-images.ts';
import { CRAWL } from './table-owners.ts';
import { seedFigures } from './working-set.ts';

/** Milliseconds without a heartbeat after which a worker counts as dead. */
const LEASE = 30_000;

/** Version of the tables that rows belong to: number of their migrations. */
const TABLES = Object.keys(migrations).length;

/** SQL that starts a crawl unless one exists: its row, site 0 for rows without a site, and counters of ids. */
const BEGIN = `
with begun as (
  insert into crawl (id, lease, tables) values (1, $1, $3) on conflict do nothing returning id),
own as (
  insert into sites (id, domain, start_url, short_name, kind, scope)
  select 0, '', '', '', 'other', 'host' from begun)
insert into counters (name, next) select name, 1 from unnest($2::text[]) as names (name), begun`;

/** SQL that sets another page limit, now or after the current recrawl run; used and granted pages stay. */
export const LIMIT = `
update crawl set page_limit = case when recrawl_run is null then $1 else page_limit end,
  limit_after = case when recrawl_run is null then limit_after else $1 end,
  granted = case when recrawl_run is null then (select coalesce(sum(pages + failed), 0) from sites)
    + (select coalesce(sum(open_grant), 0) from workers where is_alive) else granted end
where id = 1 and case when recrawl_run is null then page_limit else limit_after end is distinct from $1`;

const ADD = `
with news as (
  select * from json_to_recordset($1::json) as news (
    site bigint, rows json, domain text, start_url text, short_name text, kind text, scope text)),
opened as (
  insert into sites (id, domain, start_url, short_name, kind, scope, changes, waiting)
  select site, domain, start_url, short_name, kind, scope, 1, 1 from news
  on conflict (start_url) do nothing returning id, domain),
placed as (
  insert into domains (name) select distinct domain from opened on conflict do nothing),
logged as (
  insert into changes (site, number, worker, rows) select id, 1, 0, rows from opened join news on site = id)
select count(*)::int as added from opened`;

const knownSite = z.object({ start_url: z.string(), short_name: z.string() });
const added = z.object({ added: z.number() });
const entry = z.object({ rows: z.string() });

/** Starts a crawl in an empty record, or checks the existing one. */
export async function beginCrawl(connection: Connection, lease = LEASE): Promise<void> {
  await connection.client.query(BEGIN, [lease, numberedTables, TABLES]);
  await checkCrawl(connection);
}

/** Sets another page limit for all workers together. */
export const limitCrawl = (connection: Connection, pageLimit: number | undefined): Promise<void> =>
  inCrawl(connection, async () => void (await connection.client.query(LIMIT, [pageLimit ?? null])));

/**
 * Runs `act` in a transaction that first locks the crawl's row: a statement that waited for the lock itself would see
 * old workers and grants.
 */
export async function inCrawl<T>({ client }: Connection, act: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select id from crawl for update');
    const done = await act();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const tablesRow = z.object({ tables: z.number() });

/**
 * Checks that the record's rows fit the tables of this Forager, and upgrades the version; older Foragers can't read new
 * rows.
 * @throws BadInput if there is no crawl, or for a crawl of a newer Forager
 */
export async function checkCrawl(connection: Connection): Promise<void> {
  const [there] = await connection.rows(tablesRow, 'select tables from crawl');
  if (!there) throw new BadInput('no crawl in this database; start one with forager crawl --db');
  if (there.tables > TABLES)
    throw new BadInput('this crawl was upgraded by a newer Forager; update Forager to join or copy it');
  if (there.tables < TABLES) await connection.client.query('update crawl set tables = $1 where tables < $1', [TABLES]);
}

/** Adds sites with new start addresses. Returns the number of added sites. */
export async function registerSites(connection: Connection, sites: readonly NewSite[], now: number): Promise<number> {
  if (sites.length === 0) return 0;
  const store = await openInMemory();
  try {
    const queries = seedQueries(store);
    const known = await connection.rows(knownSite, 'select start_url, short_name from sites where id > 0');
    for (const { start_url: url, short_name: shortName } of known)
      queries.insert.get(newSeed({ url, name: '', shortName, kind: 'other', scope: 'host' }, now));
    const fresh = sites.filter(
      ({ url }, place) => !queries.find.get({ start_url: url }) && sites.findIndex((one) => one.url === url) === place,
    );
    if (fresh.length === 0) return 0;
    const changed = new ChangedRows(store, () => undefined);
    // One transaction, so that taken ids and sites become visible together.
    await connection.client.query('begin');
    const first = await takeNumbers(connection, fresh.length);
    for (const [place, site] of fresh.entries())
      queries.insertFound.run({ ...newSeed(uniquelyNamed(site, queries), now), id: first + place, found_on: null });
    const news = changed
      .take()
      .map(
        ({ site, json, seed }) =>
          `${JSON.stringify({ ...(seed && seedFigures(seed)), site }).slice(0, -1)},"rows":${json}}`,
      );
    const [row] = await connection.rows(added, ADD, [`[${news.join(',')}]`]);
    await connection.client.query('commit');
    return row?.added ?? 0;
  } finally {
    await store.close();
  }
}

async function takeNumbers(connection: Connection, count: number): Promise<number> {
  const text = `update counters set next = next + $1 where name = 'seeds' returning next - $1 as first`;
  const first = z.object({ first: z.number() });
  return first.parse((await connection.rows(first, text, [count]))[0]).first;
}

/**
 * Loads the rows of a crawl's record without a site, such as runs and settings, into a database in memory.
 * @throws BadInput if there is no crawl
 */
export async function openCrawlsOwn(db: string): Promise<Store> {
  const connection = await openRecord(db, { create: false });
  try {
    await checkCrawl(connection);
    const entries = await connection.rows(entry, 'select rows from changes where site = $1 order by number', [CRAWL]);
    const store = await openInMemory();
    const writer = new EntryWriter(store);
    store.transaction(() => {
      for (const { rows } of entries) writer.write(readEntry(rows));
    });
    return store;
  } finally {
    await connection.close();
  }
}

/** Returns the start pages of a shared crawl's sites, and the number of used pages. */
export async function recordedSites(db: string): Promise<{ readonly sites: string[]; readonly pages: number }> {
  const connection = await openRecord(db, { create: false });
  try {
    const rows = await connection.rows(
      z.object({ url: z.string(), pages: z.number() }),
      'select start_url as url, pages + failed as pages from sites where id > 0 and not is_removed order by id',
    );
    return { sites: rows.map(({ url }) => url), pages: rows.reduce((sum, { pages }) => sum + pages, 0) };
  } finally {
    await connection.close();
  }
}
