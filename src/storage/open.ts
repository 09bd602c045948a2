import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { BadInput, CommandFailed } from '../domain/errors.ts';
import { migrations } from './migrations/registry.ts';
import type { Schema } from './schema.ts';
import { createViews } from './views.ts';

/** "Forg": marks a SQLite file as ours. */
const APPLICATION_ID = 0x466f7267;

/** An open database. */
export interface Store {
  readonly file: string;
  /** For queries that run now and then; those on the hot path are compiled once, by `statement`. */
  readonly kysely: Kysely<Schema>;
  readonly connection: Database.Database;
  /** Runs `work` in one transaction that takes the write lock at once; it must not await. All or nothing is stored. */
  transaction<T>(work: () => T): T;
  close(): Promise<void>;
}

/**
 * Opens a crawl's database for writing; makes it where it does not exist, and brings an older one up to date. One
 * process at a time: the lock lives in FILE.lock and dies with the process.
 *
 * @throws BadInput for a file that is no database of ours, is of a newer version, is held by another crawl, or can't be written
 */
export async function openStore(file: string): Promise<Store> {
  const path = sqliteFile(file);
  const lock = takeLock(path);
  try {
    const connection = connect(path, false);
    if (Number(connection.pragma('application_id', { simple: true })) === 0)
      connection.pragma(`application_id = ${APPLICATION_ID}`);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('cache_size = -32768');
    connection.pragma('wal_autocheckpoint = 16000');
    const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
    await migrate(kysely, path);
    return store(path, connection, kysely, () => lock.close());
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * Opens a database to look at, also while a crawl holds it. An older one is brought up to date first.
 * @throws BadInput if it does not exist, is not ours, or is an older one that is held
 */
export async function openStoreToRead(file: string): Promise<Store> {
  const path = sqliteFile(file);
  if (!existsSync(path)) throw new BadInput(`no database at ${path}: crawl first, or name another with --db`);
  const connection = connect(path, true);
  if (Number(connection.pragma('application_id', { simple: true })) !== APPLICATION_ID) throw notOurs(path);
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  const done = await refuseNewer(kysely, path);
  if (done === 0) throw new BadInput(`${path} holds no crawl yet`);
  if (done < Object.keys(migrations).length) await (await openStore(path)).close();
  return store(path, connection, kysely, () => undefined);
}

/**
 * Deletes a database.
 * @throws BadInput if a crawl holds it
 */
export function removeStore(file: string): void {
  const lock = takeLock(file);
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  lock.close();
}

function store(file: string, connection: Database.Database, kysely: Kysely<Schema>, release: () => void): Store {
  return {
    file,
    kysely,
    connection,
    transaction: (work) => connection.transaction(work).immediate(),
    async close() {
      await kysely.destroy();
      release();
    },
  };
}

function sqliteFile(file: string): string {
  if (/^postgres(ql)?:/.test(file)) throw new BadInput('--db: PostgreSQL is not supported yet; name a file');
  return file;
}

const notOurs = (path: string) => new BadInput(`${path} is not a Forager database; name another with --db`);

function connect(path: string, readonly: boolean): Database.Database {
  let connection: Database.Database | undefined;
  try {
    const isNew = !existsSync(path) || statSync(path).size === 0;
    connection = new Database(path, { readonly, timeout: 10_000 });
    const application = Number(connection.pragma('application_id', { simple: true }));
    const tables = connection.prepare('select count(*) from sqlite_master').pluck().get();
    if (!isNew && application !== APPLICATION_ID && tables !== 0) throw notOurs(path);
    return connection;
  } catch (error) {
    connection?.close();
    if (error instanceof BadInput) throw error;
    throw sqliteCode(error) === 'SQLITE_NOTADB' ? notOurs(path) : new BadInput(`can't open ${path}: ${message(error)}`);
  }
}

function takeLock(path: string): Database.Database {
  let lock: Database.Database | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path) && !statSync(path).isFile())
      throw new BadInput(`${path} is not a file; name another with --db`);
    lock = new Database(`${path}.lock`, { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof BadInput) throw error;
    throw sqliteCode(error) === 'SQLITE_BUSY'
      ? new BadInput(`${path} is held by another crawl: wait for it, or name another database with --db`)
      : new BadInput(`can't open ${path}: ${message(error)}`);
  }
}

async function migrate(kysely: Kysely<Schema>, path: string): Promise<void> {
  await refuseNewer(kysely, path);
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw storageError(error, path);
  if (results.length > 0) await createViews(kysely);
}

/** Answers how many of the migrations the database has. */
async function refuseNewer(kysely: Kysely<Schema>, path: string): Promise<number> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return 0;
  const done = await kysely
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const newer = done.find(({ name }) => !(name in migrations));
  if (newer) throw new BadInput(`${path} was written by a newer Forager (${newer.name}): update Forager to use it`);
  return done.length;
}

const sqliteCode = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '');
const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a failed write means to the user: everything stored before it is safe. */
export function storageError(error: unknown, path: string): unknown {
  switch (sqliteCode(error)) {
    case 'SQLITE_FULL':
      return new CommandFailed(
        `the disk of ${path} is full: make room and run the same command again; nothing stored is lost`,
      );
    case '':
      return error;
    default:
      return new CommandFailed(
        `can't write ${path}: ${message(error)}; run the same command again when that is mended`,
      );
  }
}
