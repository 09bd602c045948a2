import { existsSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { BadInput, CommandFailed } from '../../src/domain/errors.ts';
import { migrations } from '../../src/storage/migrations/registry.ts';
import { openStore, openStoreToRead, removeStore, storageError } from '../../src/storage/open.ts';
import { settingQueries } from '../../src/storage/settings.ts';
import { test } from '../frontier/world.ts';

test('a database is made, marked as ours, and opened again as it is', async ({ file }) => {
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
  await (await openStore(file)).close();
  await (await openStoreToRead(file)).close();
});

test('one writer at a time, readers beside it; the lock ends with its holder', async ({ file }) => {
  const first = await openStore(file);
  await expect(openStore(file)).rejects.toThrow(/is held by another crawl/);
  expect(() => removeStore(file)).toThrow(BadInput);
  const reader = await openStoreToRead(file);
  expect(await reader.kysely.selectFrom('seeds').selectAll().execute()).toEqual([]);
  await reader.close();
  await first.close();
  await (await openStore(file)).close();
  removeStore(file);
  expect(existsSync(file)).toBe(false);
});

test('a transaction is stored whole or not at all', async ({ file }) => {
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

test('what can not be opened is bad input', async ({ file, folder }) => {
  await expect(openStoreToRead(file)).rejects.toThrow(/no database at/);
  await expect(openStore(folder)).rejects.toThrow(/is not a file/);
  writeFileSync(file, 'x'.repeat(5000));
  await expect(openStore(file)).rejects.toThrow(/is not a Forager database/);
  await expect(openStoreToRead(file)).rejects.toThrow(/is not a Forager database/);
  await expect(openStore(`${file}/inside`)).rejects.toThrow(BadInput);
});

test('a full disk is told as such, and other errors stay what they are', async ({ file }) => {
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

test('a database of an older version is brought up to date, also to look at it', async ({ file }) => {
  const old = new Database(file);
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: old }) });
  const [first = ''] = Object.keys(migrations);
  const { error } = await new Migrator({
    db: kysely,
    provider: { getMigrations: async () => ({ ...migrations }) },
  }).migrateTo(first);
  expect(error).toBeUndefined();
  old.pragma('application_id = 0x466f7267');
  old.exec("insert into crawler_settings values ('fold-case', 'true')");
  await kysely.destroy();
  const reader = await openStoreToRead(file);
  expect(await reader.kysely.selectFrom('traps').selectAll().execute()).toEqual([]);
  expect(settingQueries(reader).get.get({ name: 'ignore-in-urls' })).toEqual({ value: '' });
  await reader.close();
});
