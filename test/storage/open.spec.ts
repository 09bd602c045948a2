import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { type Migration, sql } from 'kysely';
import { BadInput, CommandFailed } from '../../src/domain/errors.ts';
import { migrations } from '../../src/storage/migrations/registry.ts';
import {
  openInMemory,
  openStore,
  openStoreToEdit,
  openStoreToRead,
  removeStore,
  type Store,
  storageError,
} from '../../src/storage/open.ts';
import { recrawlRunQueries, revisitQueries } from '../../src/storage/recrawl.ts';
import { runQueries, settingQueries } from '../../src/storage/runs.ts';
import { trapQueries } from '../../src/storage/visit.ts';
import { test } from '../frontier/world.ts';

const run = promisify(execFile);

test("a database is created, marked as Forager's, and reopened unchanged", async ({ file }) => {
  const first = await openStore(file);
  settingQueries(first).insert.run({ name: 'a', value: '1' });
  expect(first.connection.pragma('journal_mode', { simple: true })).toBe('wal');
  await first.close();
  const second = await openStore(file);
  expect(second.connection.pragma('synchronous', { simple: true })).toBe(1);
  expect(settingQueries(second).get.get({ name: 'a' })).toEqual({ value: '1' });
  await second.close();
});

test('an empty file becomes a database, and holds no crawl before', async ({ file }) => {
  writeFileSync(file, '');
  await expect(openStoreToRead(file)).rejects.toThrow(BadInput);
  await expect(openStoreToRead(dirname(file))).rejects.toThrow(/ is not a file; /);
  await (await openStore(file)).close();
  await (await openStoreToRead(file)).close();
});

test('one writer at a time, concurrent readers; the lock ends with its holder', async ({ file }) => {
  const first = await openStore(file);
  await expect(openStore(file)).rejects.toThrow(/is in use by another crawl/);
  expect(() => removeStore(file)).toThrow(BadInput);
  const reader = await openStoreToRead(file);
  expect(await reader.kysely.selectFrom('seeds').selectAll().execute()).toEqual([]);
  await reader.close();
  await first.close();
  await (await openStore(file)).close();
  removeStore(file);
  expect(existsSync(file)).toBe(false);
});

test('editors work next to a writer, and a version reports their writes', async ({ file }) => {
  const crawl = await openStore(file);
  const version = crawl.version();
  settingQueries(crawl).insert.run({ name: 'own', value: '1' });
  expect(crawl.version()).toBe(version);
  const editor = await openStoreToEdit(file);
  expect(crawl.version()).toBe(version);
  settingQueries(editor).insert.run({ name: 'other', value: '1' });
  expect(crawl.version()).not.toBe(version);
  await editor.close();
  await crawl.close();
});

test('many processes create one database at the same time', async ({ file }) => {
  const script = `import('${join(import.meta.dirname, '../../dist/src/storage/open.js')}').then(async ({ openStoreToEdit }) => {
    const store = await openStoreToEdit(process.argv[1]);
    process.stdout.write(String(store.connection.prepare('select count(*) from kysely_migration').pluck().get()));
    await store.close();
  })`;
  const ran = await Promise.all(Array.from({ length: 6 }, () => run(process.execPath, ['-e', script, file])));
  expect(ran.map(({ stdout }) => Number(stdout))).toEqual(Array(6).fill(Object.keys(migrations).length));
});

test('a database without the newest tables gets them, also by a reader; an older Forager then refuses it', async ({
  file,
}) => {
  await (await openStore(file)).close();
  const later: Migration = { up: (db) => sql`create table later (id integer primary key)`.execute(db).then() };
  Object.assign(migrations, { '9999-later': later });
  try {
    const reader = await openStoreToRead(file);
    for (const table of ['later', 'internal_links_view'])
      expect(reader.connection.prepare(`select count(*) from ${table}`).pluck().get()).toBe(0);
    await reader.close();
  } finally {
    Reflect.deleteProperty(migrations, '9999-later');
  }
  for (const opens of [openStore, openStoreToEdit, openStoreToRead])
    await expect(opens(file)).rejects.toThrow(
      new BadInput(`${file} was written by a newer Forager (9999-later); update Forager to use it`),
    );
});

/** Opens a database like a Forager with only the first migrations. */
async function openWith(file: string, last: string): Promise<Store> {
  const later = Object.entries(migrations).filter(([name]) => name > last);
  for (const [name] of later) Reflect.deleteProperty(migrations, name);
  try {
    return await openStore(file);
  } finally {
    Object.assign(migrations, Object.fromEntries(later));
  }
}

const VISIT = `insert into visits (run, site, link, started_at, milliseconds, outcome, reason, content_type, title,
  new_internal, new_external, reward, lane, rank, site_pulls, site_reward, pulls)
  values (1, 1, 1, 5, 1, 'page', '', '', '', 0, 0, 3, 0, 0, 4, 0, 9)`;

test('a crawl from before shared crawls, and its recrawl runs, continue', async ({ file }) => {
  const earlier = await openWith(file, '0001-tables');
  earlier.connection.exec(`${VISIT}; insert into night_sums (step, scope, numbers) values (1, 'time', '[1,2]')`);
  await earlier.close();
  const store = await openStoreToRead(file);
  expect(store.connection.prepare('select started_at, reward, view_age from visits').all()).toEqual([
    { started_at: 5, reward: 3, view_age: null },
  ]);
  const sum = { step: 1, scope: 'time', run: 0 };
  expect(recrawlRunQueries(store).sum.get(sum)).toEqual({ numbers: '[1,2]' });
  await store.close();
});

test('a crawl with old names of tables and columns keeps its rows and indexes', async ({ file }) => {
  const earlier = await openWith(file, '0004-link-checks');
  earlier.connection.exec(`${VISIT};
    insert into runs (id, started_at, pid, config, night, milliseconds) values (1, 5, 1, '{}', 2, 30);
    insert into nights values (2, 6, 7, 'fresh', '{}', '{"pageLimit":9}', 8, 1, null, '{}');
    insert into night_sums values (2, 'time', '[1,2]', 1);
    insert into revisits values (4, 1, 0, 2, 6, 11, 12, 13, 14, 15, x'00');
    insert into checks values (2, 4, 1, 6, 1, 'gone', 'full', 1, 2, 3, null, 0.5, 1, 2, 3);
    insert into link_families (site, pattern, barren, parameters) values (1, '/a/*', 70, 0)`);
  await earlier.close();
  const store = await openStore(file);
  const [runs, revisits] = [recrawlRunQueries(store), revisitQueries(store)];
  expect(runs.last.get({})).toMatchObject({ step: 2, rule: 'fresh', last_visit: 8, left_pool: '{}' });
  expect(runs.sum.get({ step: 2, scope: 'time', run: 1 })).toEqual({ numbers: '[1,2]' });
  expect(runs.revisitsOf.all({ step: 2 })).toEqual([{ change: 'gone', revisits: 1 }]);
  expect(runQueries(store).runMilliseconds.get({ step: 2 })).toEqual({ milliseconds: 30 });
  expect(revisits.get.get({ page: 4 })).toMatchObject({ site: 1, revisits: 11, changes: 12, failures: 13, due: 14 });
  expect(revisits.revisitsOf.all({ step: 2 })).toMatchObject([{ page: 4, run: 1, kept: 1, returned_links: 3 }]);
  expect(trapQueries(store).family.get({ site: 1, pattern: '/a/*' })).toMatchObject({ unproductive: 70 });
  expect(store.connection.prepare('select site_visits, all_visits from visits').all()).toEqual([
    { site_visits: 4, all_visits: 9 },
  ]);
  const structure = (connection: Database.Database) =>
    connection.prepare("select type, name, sql is null from sqlite_master where name not like 'sqlite_%'").raw().all();
  const fresh = await openInMemory();
  expect(structure(store.connection)).toEqual(structure(fresh.connection));
  expect(store.connection.pragma('integrity_check', { simple: true })).toBe('ok');
  await fresh.close();
  await store.close();
});

test('a database from before the first release is refused, and stays unchanged', async ({ file }) => {
  const earlier = gunzipSync(readFileSync(join(import.meta.dirname, 'earlier/before-the-first-release.sqlite.gz')));
  writeFileSync(file, earlier);
  for (const opens of [openStore, openStoreToEdit, openStoreToRead])
    await expect(opens(file)).rejects.toThrow(
      new BadInput(`${file} was written by a development version before Forager 0.1; name another file with --db`),
    );
  expect(readFileSync(file).equals(earlier)).toBe(true);
});

test('the columns of each key come first, as required by the integrity check of SQLite 3.40', async ({ file }) => {
  const { connection, close } = await openStore(file);
  const misplaced = connection.prepare(`select t.name, c.name as column from pragma_table_list t
    join pragma_table_info(t.name) c where t.wr = 1 and c.pk > 0 and c.pk <> c.cid + 1`);
  expect(misplaced.all()).toEqual([]);
  await close();
});

test('a transaction is stored completely or not at all', async ({ file }) => {
  const store = await openStore(file);
  const settings = settingQueries(store);
  const breaks = () =>
    store.transaction(() => {
      settings.insert.run({ name: 'a', value: '1' });
      throw new Error('in the middle');
    });
  expect(breaks).toThrow('in the middle');
  expect(settings.get.get({ name: 'a' })).toBeUndefined();
  await store.close();
});

test('a path that cannot be opened is bad input', async ({ file, folder }) => {
  await expect(openStoreToRead(file)).rejects.toThrow(/no database at/);
  await expect(openStore(folder)).rejects.toThrow(/is not a file/);
  writeFileSync(file, 'x'.repeat(5000));
  await expect(openStore(file)).rejects.toThrow(/is not a Forager database/);
  await expect(openStoreToRead(file)).rejects.toThrow(/is not a Forager database/);
  await expect(openStore(`${file}/inside`)).rejects.toThrow(BadInput);
});

test('no files are created next to a file that is not a Forager database', async ({ file, folder }) => {
  const other = `${folder}/other.sqlite`;
  new Database(other).exec('create table a (b)').close();
  writeFileSync(file, '{ "name": "x" }');
  for (const foreign of [file, other])
    await expect(openStore(foreign, { isPrivate: true })).rejects.toThrow(/is not a Forager database/);
  expect(readdirSync(folder).sort()).toEqual(['crawl.sqlite', 'other.sqlite']);
});

test('a foreign lock is named, with instructions', async ({ file }) => {
  await (await openStore(file)).close();
  writeFileSync(`${file}.lock`, 'x'.repeat(5000));
  await expect(openStore(file)).rejects.toThrow(
    `${file}.lock exists, but is not a lock of Forager; delete it, or name another database with --db`,
  );
});

test('a full disk is reported as such, and other errors stay unchanged', async ({ file }) => {
  const store = await openStore(file);
  store.connection.pragma(`max_page_count = ${Number(store.connection.pragma('page_count', { simple: true }))}`);
  const settings = settingQueries(store);
  let thrown: unknown;
  try {
    for (let n = 0; n < 1000; n++) settings.insert.run({ name: `name ${n}`, value: 'v'.repeat(500) });
  } catch (error) {
    thrown = error;
  }
  expect(storageError(thrown, file)).toBeInstanceOf(CommandFailed);
  expect(String(storageError(thrown, file))).toMatch(/the disk of .* is full/);
  const other = new Error('else');
  expect(storageError(other, file)).toBe(other);
  await store.close();
});
