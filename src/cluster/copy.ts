import { existsSync } from 'node:fs';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { existing, openStore, type Store } from '../storage/open.ts';
import { numberedTables } from '../storage/schema.ts';
import { type Connection, openRecord, shownAddress } from './connection.ts';
import { beginCrawl, checkCrawl, LIMIT } from './crawl-record.ts';
import { EntryBuilder, EntryWriter, entryOfTexts, type Row, readEntry, sentTables } from './row-images.ts';
import { RowOwners } from './row-owners.ts';
import { CRAWL } from './table-owners.ts';
import { domainOf, endKilledRuns, seedFigures } from './working-set.ts';

/** Number of entries per fetch. */
const FETCHED = 100;
/** Characters of entries that are collected before a send. */
const GATHERED = 1_000_000;

/** SQL for a table of copies, with the last entry of each copied site. */
const POSITIONS = 'create table if not exists pulled (site integer primary key, number integer not null)';

const siteRow = z.object({ id: z.number(), changes: z.number() });
const entryRow = z.object({ site: z.number(), number: z.number(), rows: z.string() });
const positionRow = z.object({ site: z.number(), number: z.number() });

/** Size of a pull or a push. */
interface Copied {
  readonly sites: number;
  /** Number of entries of the record: about one for each page. */
  readonly entries: number;
}

/**
 * Updates a copy of a shared crawl in a SQLite file to one consistent state of the record; creates a missing file.
 * @throws BadInput for a file with another crawl, or a database without a crawl
 */
export async function pull(db: string, file: string): Promise<Copied> {
  const isNew = !existsSync(file);
  const connection = await openRecord(db, { create: false });
  try {
    await checkCrawl(connection);
    const store = await openStore(file);
    try {
      if (!isNew && !isCopy(store)) throw new BadInput(`${file} is a crawl, not a copy of this one; name another file`);
      return await pullInto(store, connection);
    } finally {
      await store.close();
    }
  } finally {
    await connection.close();
  }
}

async function pullInto(store: Store, connection: Connection): Promise<Copied> {
  store.connection.exec(POSITIONS);
  const { client } = connection;
  await client.query('begin isolation level repeatable read read only');
  const sites = await connection.rows(siteRow, 'select id, changes from sites order by id');
  const positions = z.array(positionRow).parse(store.connection.prepare('select site, number from pulled').all());
  const from = new Map(positions.map(({ site, number }) => [site, number]));
  const behind = sites.filter(({ id, changes }) => changes > (from.get(id) ?? 0));
  await client.query(
    `declare entries no scroll cursor for select changes.site, number, rows from changes
      join json_to_recordset($1::json) as behind (site bigint, "after" bigint)
        on behind.site = changes.site and number > behind."after"
      order by changes.site, number`.replace(
      '$1',
      quoted(behind.map(({ id }) => ({ site: id, after: from.get(id) ?? 0 }))),
    ),
  );
  const writer = new EntryWriter(store);
  const put = store.connection.prepare('insert or replace into pulled (site, number) values (?, ?)');
  let count = 0;
  for (let isMore = true; isMore; ) {
    const entries = await connection.rows(entryRow, `fetch ${FETCHED} from entries`);
    isMore = entries.length === FETCHED;
    count += entries.length;
    store.transaction(() => {
      for (const { site, number, rows } of entries) {
        writer.write(readEntry(rows));
        put.run(site, number);
      }
    });
  }
  await client.query('commit');
  store.transaction(() => {
    for (const { id } of behind) writer.enqueue(id);
  });
  endKilledRuns(store);
  return { sites: behind.length, entries: count };
}

/** Returns a value as an SQL literal, as cursors take no parameters. */
const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

const isCopy = ({ connection }: Store): boolean =>
  connection.prepare(`select 1 from sqlite_master where name = 'pulled'`).get() !== undefined;

/**
 * Copies a crawl from a SQLite file into an empty record, in one transaction, to continue there.
 * @param pageLimit limit of the crawl for all workers that join
 * @throws BadInput for a database that has a crawl, or a file that has none or is held by a crawl
 */
export async function push(db: string, file: string, pageLimit?: number): Promise<Copied> {
  existing(file);
  const connection = await openRecord(db, { create: true });
  try {
    const store = await openStore(file);
    try {
      return await pushFrom(store, connection, { shown: shownAddress(db), pageLimit });
    } finally {
      await store.close();
    }
  } finally {
    await connection.close();
  }
}

const countRow = z.object({ count: z.number() });
const seedRow = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));
const seedKey = z.object({ id: z.number(), start_url: z.string() });

async function pushFrom(
  store: Store,
  connection: Connection,
  { shown, pageLimit }: { readonly shown: string; readonly pageLimit: number | undefined },
): Promise<Copied> {
  const { client } = connection;
  await client.query('begin');
  const [there] = await connection.rows(countRow, 'select count(*)::int as count from crawl');
  if ((there?.count ?? 0) > 0) throw new BadInput(`${shown} already contains a crawl; push into an empty database`);
  await beginCrawl(connection);
  const gathered = new Gathered(store, connection);
  await gathered.all();
  const seeds = z.array(seedRow).parse(store.connection.prepare('select * from seeds order by id').all());
  const waiting = store.connection.prepare(`select count(*) from internal_links where site = ? and status = 0`).pluck();
  const sites = seeds.map((seed) => ({
    ...seedFigures(seed),
    id: Number(seed.id),
    waiting: /^(finished|not-available|session-ended)$/.test(String(seed.status))
      ? 0
      : Number(waiting.get(seed.id)) || 1,
    changes: gathered.entriesOf(Number(seed.id)),
  }));
  await client.query(
    `insert into sites (id, domain, start_url, short_name, kind, scope, home, found_on, is_removed, pages, failed,
      reward_sum, reward_max, milliseconds, waiting, changes)
    select id, domain, start_url, short_name, kind, scope, home, found_on, is_removed, pages, failed,
      reward_sum, reward_max, milliseconds, waiting, changes from json_populate_recordset(null::sites, $1::json)`,
    [JSON.stringify(sites)],
  );
  await client.query('update sites set changes = $1 where id = 0', [gathered.entriesOf(CRAWL)]);
  await client.query('insert into domains (name) select distinct domain from sites where id > 0');
  for (const table of numberedTables) {
    const last = z.number().parse(store.connection.prepare(`select coalesce(max(id), 0) from ${table}`).pluck().get());
    await client.query('update counters set next = $2 where name = $1', [table, last + 1]);
  }
  await client.query(LIMIT, [pageLimit ?? null]);
  await client.query('commit');
  return { sites: sites.length, entries: gathered.count };
}

/** Sends the rows of a database to the record as entries. */
class Gathered {
  readonly #store: Store;
  readonly #connection: Connection;
  readonly #numbers = new Map<number, number>();
  #builders = new Map<number, EntryBuilder>();
  #size = 0;
  count = 0;

  constructor(store: Store, connection: Connection) {
    this.#store = store;
    this.#connection = connection;
  }

  entriesOf(site: number): number {
    return this.#numbers.get(site) ?? 0;
  }

  async all(): Promise<void> {
    const { connection } = this.#store;
    const siteOf = new Map(
      z
        .array(seedKey)
        .parse(connection.prepare('select id, start_url from seeds').all())
        .map(({ id, start_url: url }) => [domainOf(url), id]),
    );
    const owners = new RowOwners(this.#store, (domain) => siteOf.get(domain));
    const text = connection.prepare('select text from texts where id = ?').pluck();
    const textOf = (id: number) => z.string().parse(text.get(id));
    // Texts are sent before the rows that refer to texts, so that each text keeps its id.
    const texts = connection.prepare('select id, text from texts').raw().iterate();
    const some: [number, string][] = [];
    for (const row of texts) {
      some.push(textRow.parse(row));
      if (some.length === 10_000) await this.#send(CRAWL, entryOfTexts(some.splice(0)));
    }
    if (some.length > 0) await this.#send(CRAWL, entryOfTexts(some));
    for (const table of sentTables(this.#store)) {
      const rows = connection
        .prepare(`select ${table.columns.join(', ')} from ${table.name}`)
        .raw()
        .iterate();
      for (const row of rows) {
        const values = row as Row;
        const site = owners.of(table, values);
        const builder = this.#builders.get(site) ?? new EntryBuilder(textOf);
        this.#builders.set(site, builder);
        builder.put(table, values);
        this.#size +=
          50 +
          values.reduce(
            (sum: number, value) => sum + (typeof value === 'object' ? (value?.length ?? 0) : String(value).length),
            0,
          );
        if (this.#size > GATHERED) await this.#flush();
      }
      await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const builders = this.#builders;
    this.#builders = new Map();
    this.#size = 0;
    for (const [site, builder] of builders) await this.#send(site, builder.json());
  }

  async #send(site: number, rows: string): Promise<void> {
    const number = this.entriesOf(site) + 1;
    this.#numbers.set(site, number);
    this.count++;
    await this.#connection.client.query({
      name: 'push',
      text: 'insert into changes (site, number, worker, rows) values ($1, $2, 0, $3::json)',
      values: [site, number, rows],
    });
  }
}

const textRow = z.tuple([z.number(), z.string()]);
