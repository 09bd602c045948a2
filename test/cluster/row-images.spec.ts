import { expect } from '@playwright/test';
import fc from 'fast-check';
import { z } from 'zod';
import { ChangedRows } from '../../src/cluster/changed-rows.ts';
import { connect } from '../../src/cluster/connection.ts';
import { EntryWriter, readEntry, sentTables } from '../../src/cluster/row-images.ts';
import { Session } from '../../src/cluster/session.ts';
import { tableOwners } from '../../src/cluster/table-owners.ts';
import { letterSchema } from '../../src/frontier/worker-share.ts';
import { openInMemory, type Store } from '../../src/storage/open.ts';
import { newSite } from '../frontier/world.ts';
import { expectSame } from '../in-loops.ts';
import { test } from './postgres.ts';

/** Texts that JSON, PostgreSQL or our own escapes could change. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\u0001',
    '\u0001b',
    '\u0001nNaN',
    '\u0001t',
    '\\u0000',
    '\\',
    '"',
    '\ud83d',
    'a\udc00',
    '😀',
  ),
);
const value = fc.oneof(
  text,
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 5e-324, 2 ** 53 - 1, 1e300),
);

const ROW =
  'insert into kept_states (key, last_visit, visits, sum_of_ids, sum_of_links, state) values (?, ?, ?, ?, ?, ?)';
const EDGE = 'insert into page_links (source, kind, target, place, anchor, tag_path) values (?, 0, 1, 0, ?, ?)';

test('rows return from PostgreSQL unchanged, with any content', async ({ record }) => {
  const connection = await connect(record, {});
  const { client } = connection;
  const stores = [await openInMemory(), await openInMemory()] as const;
  const [store, other] = stores;
  // Any column may have any value.
  for (const { connection: own } of stores)
    own.exec(
      'drop table kept_states; create table kept_states (key, last_visit, visits, sum_of_ids, sum_of_links, state, primary key (key))',
    );
  const changed = new ChangedRows(store, () => undefined);
  const writer = new EntryWriter(other);
  const rowsOf = ({ connection: own }: Store) => [
    own.prepare('select * from kept_states order by key, sum_of_ids, sum_of_links').raw().all(),
    own
      .prepare(
        'select a.text, t.text from page_links l left join texts a on a.id = l.anchor left join texts t on t.id = l.tag_path order by source',
      )
      .raw()
      .all(),
  ];
  let number = 0;
  const rows = fc.record({
    key: text,
    values: fc.array(value, { minLength: 5, maxLength: 5 }),
    texts: fc.tuple(text, text),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 5 }), async (all) => {
      for (const { connection: own } of stores) own.exec('delete from kept_states; delete from page_links;');
      changed.clear();
      for (const [at, { key, values, texts }] of all.entries()) {
        store.connection.prepare(ROW.replace('insert', 'insert or replace')).run(key, ...values);
        const ids = texts.map((one) => {
          store.connection.prepare('insert or ignore into texts (text) values (?)').run(one);
          return store.connection.prepare('select id from texts where text = ?').pluck().get(one);
        });
        store.connection.prepare(EDGE).run(at, ...ids);
      }
      for (const { json } of changed.take()) {
        // As sent by a worker.
        const sent = `insert into changes (site, number, worker, rows) select 0, $1, 0, rows from json_to_recordset($2::json) as news (rows json)`;
        await client.query(sent, [++number, `[{"rows":${json}}]`]);
        const [back] = await connection.rows(
          z.object({ rows: z.string() }),
          'select rows from changes where number = $1',
          [number],
        );
        other.transaction(() => writer.write(readEntry(back?.rows ?? '')));
      }
      expectSame(rowsOf(other), rowsOf(store));
    }),
    { numRuns: 60 },
  );
  for (const one of stores) await one.close();
  await connection.close();
});

test('letters and names reach other workers with any content, except characters unknown to PostgreSQL', async ({
  record,
}) => {
  const begins = { pageLimit: undefined, sites: [newSite('http://a.test/', { shortName: 'a\0\ud83d', name: '\0' })] };
  const session = await Session.open({ db: record, slots: 1, begins, warn: () => undefined, now: () => 0 });
  const found = {
    raw: '/',
    url: 'http://a.test/1',
    role: 'link',
    method: 'GET',
    rel: '',
    element: 'a',
    tagPath: '',
    frame: '',
  };
  const letter = letterSchema.parse({
    ...{ url: 'http://a.test/1', place: 0, isNofollow: false },
    page: {
      id: 1,
      url: 'http://b.test/',
      title: '\ud83d',
      level: 0,
      reward: 0,
      external: 0,
      newExternal: 0,
      internal: 0,
    },
    found: { ...found, anchor: 'half of \ud83d', context: 'a\0b 😀 \\u0000', technique: 'dom' },
  });
  const { set } = session;
  await set.store.write(() => set.post([{ domain: 'a.test', letter }]));
  const [mail] = await session.mail();
  expect(mail?.letter.found).toMatchObject({ anchor: 'half of \ufffd', context: 'a\ufffdb 😀 \\u0000' });
  await session.leave();
  await set.store.close();
});

test('each table of the schema has an owner', async () => {
  const store = await openInMemory();
  const names = store.connection
    .prepare<[], string>(
      "select name from sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite_%'",
    )
    .pluck()
    .all();
  expect(Object.keys(tableOwners).sort()).toEqual(names.sort());
  await store.close();
});

/** Inserts a row with these values, and zeros in other required columns. */
function insert({ connection }: Store, table: string, row: Readonly<Record<string, unknown>>): void {
  const columns = z
    .array(z.object({ name: z.string(), notnull: z.number(), dflt_value: z.string().nullable(), pk: z.number() }))
    .parse(connection.pragma(`table_info(${table})`))
    .filter(
      ({ name, notnull, dflt_value: preset, pk }) => name in row || ((notnull === 1 || pk > 0) && preset === null),
    );
  connection
    .prepare(
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
    .run(...columns.map(({ name }) => row[name] ?? 0));
}

/** Sites of the test's links and hosts: link 1 of each kind is at another site. */
const SITES = { internal: 11, external: 12, bad: 13, resource: 14, family: 15, domain: 16, own: 17 } as const;

test('the rows of each table are found by their site', async () => {
  const store = await openInMemory();
  const tables = sentTables(store);
  const links = {
    internal_links: SITES.internal,
    external_links: SITES.external,
    bad_links: SITES.bad,
    resources: SITES.resource,
  };
  for (const [table, site] of Object.entries({ ...links, link_families: SITES.family }))
    insert(store, table, { id: 1, site });
  insert(store, 'texts', { text: '' });
  const changed = new ChangedRows(store, (domain) => (domain === 'd.test' ? SITES.domain : undefined));
  for (const { name } of tables) {
    const owner = tableOwners[name];
    const cases: (readonly [Readonly<Record<string, unknown>>, number])[] = [];
    if (owner.by === 'site') cases.push([{ id: 99, [owner.column]: SITES.own }, SITES.own]);
    if (owner.by === 'link') cases.push([{ [owner.column]: 1 }, SITES.internal]);
    if (owner.by === 'family') cases.push([{ [owner.column]: 1 }, SITES.family]);
    if (owner.by === 'host')
      cases.push([{ [owner.column]: 'www.d.test' }, SITES.domain], [{ [owner.column]: 'e.test' }, 0]);
    if (owner.by === 'origin') cases.push([{ [owner.column]: 'http://www.d.test:81' }, SITES.domain]);
    if (owner.by === 'crawl') cases.push([{}, 0]);
    if (owner.by === 'edge')
      cases.push(
        [{ source: 1, kind: 1, target: 1 }, SITES.internal],
        [{ source: 2, kind: 1, target: 1 }, SITES.external],
      );
    if (owner.by === 'kindAndLink')
      for (const [kind, site] of [SITES.internal, SITES.external, SITES.bad, SITES.resource].entries()) {
        // Its own id, if the table has one.
        cases.push([{ id: 90 + kind, kind, link: 1 }, site]);
      }
    expect(cases.length, name).toBeGreaterThan(0);
    for (const [row, site] of cases) {
      changed.clear();
      insert(store, name, { not_before: 1, ...(name === 'seeds' && { start_url: 'http://own.test/' }), ...row });
      expect(
        changed.take().map((one) => ({ name, site: one.site, tables: Object.keys(readEntry(one.json).put) })),
      ).toEqual([{ name, site, tables: [name] }]);
    }
  }
  await store.close();
});
