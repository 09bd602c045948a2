import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { isPostgres } from '../domain/database.ts';
import { BadInput, CommandFailed, messageOf } from '../domain/errors.ts';
import { createViews, dropViews, migrations, migrationsDone } from './migrations/registry.ts';
import type { Ids, Schema } from './schema.ts';
import { smallLetters } from './sql-texts.ts';
import { fileError, sqliteCode, storageError } from './storage-error.ts';
import { WriteLock } from './write-lock.ts';

export { storageError } from './storage-error.ts';

/** Bytes "Forg", which mark a SQLite file as a Forager database. */
const APPLICATION_ID = 0x466f7267;

/** Suffixes of the files that SQLite and Forager keep next to a database. */
const COMPANIONS = ['-wal', '-shm', '-journal', '.lock'] as const;

/** Milliseconds that a crawl's event loop may block for another program, before `write` waits asynchronously. */
const BLOCKED_FOR = 20;

/** Largest database, in bytes, that is read into memory if SQLite can't open the file. */
const MOST_IN_MEMORY = 2 ** 29;

/** Time at which a worker sends a write to the record: before later writes are stored, or with the next one. */
export type Sent = 'unawaited' | 'later';

/** Open database. */
export interface Store {
  readonly file: string;
  /** Source of row ids; undefined: SQLite numbers the rows. */
  readonly ids?: Ids | undefined;
  /** Query builder for rare queries; `statement` compiles those on the hot path once. */
  readonly kysely: Kysely<Schema>;
  readonly connection: Database.Database;
  /** Returns a number that changes when another process writes. */
  version(): number;
  /** Runs `work` in one atomic transaction that takes the write lock at once; `work` must not await. */
  transaction<T>(work: () => T): T;
  /**
   * Runs `work` like `transaction`; a crawl's store waits up to an hour for other programs' transactions.
   * @param sent if left out, waits until the record of a shared crawl has the write
   * @throws DatabaseHeld
   */
  write<T>(work: () => T, sent?: Sent): Promise<T>;
  close(): Promise<void>;
}

/** Database of a running crawl. */
export interface CrawlStore extends Store {
  /** True if a `write` waits for another program. */
  readonly isHeld: boolean;
  /** Limits the wait of each `write` to 10 seconds, as the crawl is to end. */
  hurry(): void;
}

/**
 * Opens a crawl's database for writing; creates a missing database and migrates an older one. One process at a time:
 * the lock is in FILE.lock and ends with the process.
 * @param isPrivate true if other users of the machine may not read the database, as pages of a session are confidential
 * @param warn gets a line to show when another program blocks writes
 * @throws BadInput for a file that is not a Forager database, has a newer version, is damaged, is held by another
 * crawl, or can't be written; CommandFailed if the disk is full
 */
export async function openStore(
  file: string,
  { isPrivate = false, warn }: { isPrivate?: boolean; warn?: ((line: string) => void) | undefined } = {},
): Promise<CrawlStore> {
  const path = sqliteFile(file);
  makeFolder(path);
  // Fails before any file is created next to a file that is not a Forager database.
  if (existsSync(path)) connect(path, false).close();
  if (isPrivate) keepPrivate(path);
  const lock = takeLock(path);
  try {
    const opened = await openToWrite(path, () => lock.close());
    opened.connection.pragma(`busy_timeout = ${BLOCKED_FOR}`);
    const writeLock = new WriteLock(() => warn?.(`another program holds ${path}: waiting until it lets go`));
    return {
      ...opened,
      write: (work) => writeLock.run(() => opened.transaction(work)),
      get isHeld() {
        return writeLock.isHeld;
      },
      hurry: () => writeLock.hurry(),
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * Opens a database to edit sites and links, also while a crawl holds the database: transactions must be short. Creates
 * a missing database.
 * @throws BadInput for a file that is not a Forager database, has a newer version, or can't be written
 */
export async function openStoreToEdit(file: string): Promise<Store> {
  const path = sqliteFile(file);
  makeFolder(path);
  return await openToWrite(path);
}

/** Opens an empty database in memory; closing deletes the database. */
export const openInMemory = (): Promise<Store> => openToWrite(':memory:');

/** Opens or creates a disposable database: faster than others, but not safe from crashes. */
export const openTemporary = (file: string): Promise<Store> => openToWrite(file, undefined, false);

/** Opens a database for editing, runs `work`, and closes the database. @throws like `openStoreToEdit`; CommandFailed */
export async function editStore<T>(file: string, work: (store: Store) => T | Promise<T>): Promise<T> {
  const store = await openStoreToEdit(file);
  try {
    return await work(store);
  } catch (error) {
    throw storageError(error, file);
  } finally {
    await store.close();
  }
}

/**
 * Opens a database for reading, also while a crawl holds the database; migrates an older one. Reads a database in a
 * read-only folder into memory.
 * @throws BadInput if the file does not exist or is not a Forager database
 */
export async function openStoreToRead(file: string): Promise<Store> {
  const path = existing(file);
  const connection = connect(path, true);
  try {
    if (applicationOf(connection) !== APPLICATION_ID) throw notOurs(path);
    const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
    const done = await migrationsDone(kysely, path);
    if (done === 0) throw new BadInput(`${path} holds no crawl yet`);
    if (connection.memory) {
      await migrate(kysely, connection, path);
      connection.pragma('query_only = on');
    }
    if (!connection.memory && done < Object.keys(migrations).length) await (await openStoreToEdit(path)).close();
    return store(path, connection, kysely, () => undefined);
  } catch (error) {
    connection.close();
    throw storageError(error, path);
  }
}

/** Opens a database for reading, runs `work` in one transaction, and closes it. @throws like `openStoreToRead` */
export async function readStore<T>(file: string, work: (store: Store) => T | Promise<T>): Promise<T> {
  const store = await openStoreToRead(file);
  try {
    store.connection.exec('begin');
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Returns the path of an existing SQLite file. @throws BadInput if there is no such file */
export function existing(file: string): string {
  const path = sqliteFile(file);
  if (!existsSync(path))
    throw new BadInput(`no database at ${path}; run forager crawl first, or name another file with --db`);
  if (!statSync(path).isFile()) throw notAFile(path);
  return path;
}

/** Returns the path of the Forager database that a file is or belongs to; undefined if there is none. */
export function databaseOf(file: string): string | undefined {
  const stems = COMPANIONS.flatMap((suffix) => (file.endsWith(suffix) ? file.slice(0, -suffix.length) : []));
  // Companions first: the lock is also a SQLite file, but can't be read while a crawl holds it.
  return [...stems, file].find(isOurs);
}

function isOurs(path: string): boolean {
  if (!existsSync(path)) return false;
  let connection: Database.Database | undefined;
  try {
    connection = openDatabase(path, { readonly: true });
    return applicationOf(connection) === APPLICATION_ID;
  } catch (error) {
    if (sqliteCode(error) === '') throw error;
    return false;
  } finally {
    connection?.close();
  }
}

const applicationOf = (connection: Database.Database): number =>
  Number(connection.pragma('application_id', { simple: true }));

/** Opens a SQLite file. @throws CommandFailed if the package has no binding for this Node.js */
function openDatabase(source: string | Buffer, options?: Database.Options): Database.Database {
  try {
    return new Database(source, options);
  } catch (error) {
    const isLost = /^Could not locate the bindings file/.test(messageOf(error));
    if (isLost || (error instanceof Error && 'code' in error && error.code === 'ERR_DLOPEN_FAILED'))
      throw new CommandFailed(
        'the binding of better-sqlite3 is missing or was built for another Node.js: run npm rebuild better-sqlite3',
      );
    throw error;
  }
}

/** Creates an empty SQLite file for an export, not a Forager database. The file is lost if the process dies. */
export function createSqliteFile(path: string): Store['connection'] {
  const connection = openDatabase(path);
  connection.pragma('journal_mode = OFF');
  connection.pragma('synchronous = OFF');
  return connection;
}

async function openToWrite(path: string, release: () => void = () => {}, isCrashSafe = true): Promise<Store> {
  const connection = connect(path, false);
  try {
    await useJournal(connection, isCrashSafe ? 'WAL' : 'MEMORY');
    connection.pragma(`synchronous = ${isCrashSafe ? 'NORMAL' : 'OFF'}`);
    connection.pragma('cache_size = -32768');
    connection.pragma('wal_autocheckpoint = 16000');
    const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
    await migrate(kysely, connection, path);
    return store(path, connection, kysely, release);
  } catch (error) {
    connection.close();
    throw storageError(error, path);
  }
}

/** Sets the journal mode; waits and retries if another process that creates the same database holds the lock. */
async function useJournal(connection: Database.Database, mode: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      connection.pragma(`journal_mode = ${mode}`);
      return;
    } catch (error) {
      if (!sqliteCode(error).startsWith('SQLITE_BUSY') || attempt === 200) throw error;
      await setTimeout(20);
    }
  }
}

/** Deletes a database. @throws BadInput if a crawl holds it */
export function removeStore(file: string): void {
  makeFolder(file);
  const lock = takeLock(file);
  for (const suffix of ['', ...COMPANIONS.filter((one) => one !== '.lock')]) rmSync(file + suffix, { force: true });
  lock.close();
}

function store(file: string, connection: Database.Database, kysely: Kysely<Schema>, release: () => void): Store {
  const version = connection.prepare('pragma data_version').pluck();
  // Creating a transaction function costs as much as a statement, so there is one for all.
  const inOne = connection.transaction((work: () => unknown) => work());
  const transaction = <T>(work: () => T): T => {
    let done!: T;
    try {
      inOne.immediate(() => {
        done = work();
        return done;
      });
      return done;
    } catch (error) {
      throw storageError(error, file);
    }
  };
  return {
    file,
    kysely,
    connection,
    version: () => Number(version.get()),
    transaction,
    write: async (work) => transaction(work),
    async close() {
      await kysely.destroy();
      release();
    },
  };
}

function sqliteFile(file: string): string {
  if (isPostgres(file))
    throw new BadInput('--db: this command needs a SQLite file; copy a shared crawl with forager pull');
  return file;
}

const notAFile = (path: string) => new BadInput(`${path} is not a file; name another with --db`);
const notOurs = (path: string) => new BadInput(`${path} is not a Forager database; name another with --db`);

function connect(path: string, readonly: boolean): Database.Database {
  try {
    try {
      return connectTo(path, path, readonly);
    } catch (error) {
      // SQLite writes files next to a database with a log, even to read the database, unless all is in memory.
      if (!readonly || !/^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(error))) throw error;
      return connectTo(withoutLog(path, error), path, false);
    }
  } catch (error) {
    throw sqliteCode(error) === 'SQLITE_NOTADB' ? notOurs(path) : fileError(error, path);
  }
}

/** Returns a cleanly closed database, marked as without a log. @throws BadInput if there is a log, or if too large */
function withoutLog(path: string, error: unknown): Buffer {
  const copyIt = `can't open ${path}: ${messageOf(error)}; copy it to a folder that can be written`;
  const log = `${path}-wal`;
  if (existsSync(log) && statSync(log).size > 0) throw new BadInput(`${copyIt}, together with ${log}`);
  if (statSync(path).size > MOST_IN_MEMORY) throw new BadInput(copyIt);
  // Bytes 18 and 19 are the version numbers: https://www.sqlite.org/fileformat.html#file_format_version_numbers
  return readFileSync(path).fill(1, 18, 20);
}

/** Connects to a database and adds the function `lower`. @param source file at the path, or the bytes of that file */
function connectTo(source: string | Buffer, path: string, readonly: boolean): Database.Database {
  let connection: Database.Database | undefined;
  try {
    const isNew = !existsSync(path) || statSync(path).size === 0;
    connection = openDatabase(source, { readonly, timeout: 10_000 });
    // The built-in `lower` of SQLite handles only ASCII letters.
    connection.function('lower', { deterministic: true }, (text) =>
      typeof text === 'string' ? smallLetters(text) : text,
    );
    if (!isNew && applicationOf(connection) !== APPLICATION_ID) {
      // Reads the tables first: another process that creates the database commits tables and number together.
      const tables = connection.prepare('select count(*) from sqlite_master').pluck().get();
      if (tables !== 0 && applicationOf(connection) !== APPLICATION_ID) throw notOurs(path);
    }
    return connection;
  } catch (error) {
    connection?.close();
    throw error;
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw fileError(error, path);
  }
  if (existsSync(path) && !statSync(path).isFile()) throw notAFile(path);
}

function takeLock(path: string): Database.Database {
  let lock: Database.Database | undefined;
  try {
    lock = openDatabase(`${path}.lock`, { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if (sqliteCode(error) === 'SQLITE_BUSY')
      throw new BadInput(`${path} is in use by another crawl; wait for it, or name another database with --db`);
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode(error)))
      throw new BadInput(
        `${path}.lock exists, but is not a lock of Forager; delete it, or name another database with --db`,
      );
    throw fileError(error, `${path}.lock`);
  }
}

/** Restricts a database and its companions to the owner; creates a missing database and lock that way. */
function keepPrivate(path: string): void {
  for (const file of ['', ...COMPANIONS].map((suffix) => path + suffix)) {
    try {
      // SQLite gives companion files the database's own mode.
      if (existsSync(file)) chmodSync(file, 0o600);
      else if (file === path || file.endsWith('.lock')) closeSync(openSync(file, 'a', 0o600));
    } catch (error) {
      throw fileError(error, file);
    }
  }
}

/** Tells whether only the owner can read a database, as with a session; exports get the same mode. */
export const isPrivate = (file: string): boolean => (statSync(file).mode & 0o077) === 0;

/** Migrates the tables in one transaction; the second of two simultaneous processes finds them migrated. */
async function migrate(kysely: Kysely<Schema>, connection: Database.Database, path: string): Promise<void> {
  if ((await migrationsDone(kysely, path)) === Object.keys(migrations).length) return;
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => ({ ...migrations }) } });
  try {
    connection.exec('begin immediate');
    connection.pragma(`application_id = ${APPLICATION_ID}`);
    await dropViews(kysely);
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    await createViews(kysely);
    connection.exec('commit');
  } catch (error) {
    throw storageError(error, path);
  }
}
