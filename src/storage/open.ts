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

/** "Forg": marks a SQLite file as ours. */
const APPLICATION_ID = 0x466f7267;

/** What SQLite and we keep beside a database, behind its name. */
const COMPANIONS = ['-wal', '-shm', '-journal', '.lock'] as const;

/** Milliseconds for which a crawl's event loop may wait for another program; then `write` waits without blocking it. */
const BLOCKED_FOR = 20;

/** The largest database that is read into memory where SQLite can't open the file, in bytes. */
const MOST_IN_MEMORY = 2 ** 29;

/** When a worker tells the record that it shares with others: before later writes are stored, or together with the next. */
export type Sent = 'unawaited' | 'later';

/** An open database. */
export interface Store {
  readonly file: string;
  /** Undefined: SQLite numbers the rows. */
  readonly ids?: Ids | undefined;
  /** For queries that run now and then; those on the hot path are compiled once, by `statement`. */
  readonly kysely: Kysely<Schema>;
  readonly connection: Database.Database;
  /** A number that is another one when another process has written since. */
  version(): number;
  /** Runs `work` in one transaction that takes the write lock at once; it must not await. All or nothing is stored. */
  transaction<T>(work: () => T): T;
  /**
   * The same; a crawl's store waits up to an hour while another program's transaction holds the database.
   * @param sent not given: it waits until the record of a shared crawl has it
   * @throws DatabaseHeld
   */
  write<T>(work: () => T, sent?: Sent): Promise<T>;
  close(): Promise<void>;
}

/** The database of a crawl that runs. */
export interface CrawlStore extends Store {
  /** Whether a `write` waits for another program. */
  readonly isHeld: boolean;
  /** Lets each `write` wait for 10 seconds at most, as the crawl is to end. */
  hurry(): void;
}

/**
 * Opens a crawl's database for writing; makes it where it does not exist, and brings an older one up to date. One
 * process at a time: the lock lives in FILE.lock and dies with the process.
 *
 * @param isPrivate whether others of the machine may not read it: what a session showed is not for all
 * @param warn is given the line to show when another program keeps the database from being written
 * @throws BadInput for a file that is no database of ours, is of a newer version, is damaged, is held by another crawl,
 * or can't be written; CommandFailed if its disk is full
 */
export async function openStore(
  file: string,
  { isPrivate = false, warn }: { isPrivate?: boolean; warn?: ((line: string) => void) | undefined } = {},
): Promise<CrawlStore> {
  const path = sqliteFile(file);
  makeFolder(path);
  // Before anything is made beside a file that is none of ours.
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
 * Opens a database to edit sites and links, also while a crawl holds it: transactions must be short. Makes it where it
 * does not exist.
 * @throws BadInput for a file that is no database of ours, is of a newer version, or can't be written
 */
export async function openStoreToEdit(file: string): Promise<Store> {
  const path = sqliteFile(file);
  makeFolder(path);
  return await openToWrite(path, () => undefined);
}

/** Opens an empty database in memory, which is gone when it is closed. */
export async function openInMemory(): Promise<Store> {
  return await openToWrite(':memory:', () => undefined);
}

/** Opens a database that nothing is lost with: it is not safe from a crash, and so costs less. Makes it where it does not exist. */
export async function openTemporary(file: string): Promise<Store> {
  return await openToWrite(file, () => undefined, { journal: 'MEMORY', synchronous: 'OFF' });
}

/** Opens a database to edit, lets `work` edit it, and closes it. @throws what openStoreToEdit does; CommandFailed */
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
 * Opens a database to look at, also while a crawl holds it; brings an older one up to date. One that lies where nothing can
 * be written is read into memory.
 * @throws BadInput if it does not exist or is not ours
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

/** @throws BadInput if there is no such file */
export function existing(file: string): string {
  const path = sqliteFile(file);
  if (!existsSync(path))
    throw new BadInput(`no database at ${path}; run forager crawl first, or name another file with --db`);
  if (!statSync(path).isFile()) throw notAFile(path);
  return path;
}

/** The database of ours that a file is, or beside which it belongs; undefined: there is none. */
export function databaseOf(file: string): string | undefined {
  const stems = COMPANIONS.flatMap((suffix) => (file.endsWith(suffix) ? file.slice(0, -suffix.length) : []));
  // A lock is a database, too, that lets nobody look while it is held.
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

/** @throws CommandFailed where the package has no binding for this Node.js */
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

/** Makes a new, empty SQLite file that is none of ours: for exports. Nothing of it is kept if the process dies. */
export function createSqliteFile(path: string): Store['connection'] {
  const connection = openDatabase(path);
  connection.pragma('journal_mode = OFF');
  connection.pragma('synchronous = OFF');
  return connection;
}

async function openToWrite(
  path: string,
  release: () => void,
  { journal, synchronous } = { journal: 'WAL', synchronous: 'NORMAL' },
): Promise<Store> {
  const connection = connect(path, false);
  try {
    await useJournal(connection, journal);
    connection.pragma(`synchronous = ${synchronous}`);
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

/** Two processes that make a database together: the one that finds it locked waits and looks again. */
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
  // Made once: to make one costs as much as a statement.
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
      // SQLite writes beside a database with a log to read it, but not if that is in memory.
      if (!readonly || !/^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(error))) throw error;
      return connectTo(withoutLog(path, error), path, false);
    }
  } catch (error) {
    throw sqliteCode(error) === 'SQLITE_NOTADB' ? notOurs(path) : fileError(error, path);
  }
}

/** A database that was closed well, as one that has no log beside it. @throws BadInput where there is one, or no memory for it */
function withoutLog(path: string, error: unknown): Buffer {
  const copyIt = `can't open ${path}: ${messageOf(error)}; copy it to a folder that can be written`;
  const log = `${path}-wal`;
  if (existsSync(log) && statSync(log).size > 0) throw new BadInput(`${copyIt}, together with ${log}`);
  if (statSync(path).size > MOST_IN_MEMORY) throw new BadInput(copyIt);
  // The bytes that say so: https://www.sqlite.org/fileformat.html#file_format_version_numbers
  return readFileSync(path).fill(1, 18, 20);
}

/** @param source the file at the path, or its bytes */
function connectTo(source: string | Buffer, path: string, readonly: boolean): Database.Database {
  let connection: Database.Database | undefined;
  try {
    const isNew = !existsSync(path) || statSync(path).size === 0;
    connection = openDatabase(source, { readonly, timeout: 10_000 });
    // SQLite's own knows ASCII letters only.
    connection.function('lower', { deterministic: true }, (text) =>
      typeof text === 'string' ? smallLetters(text) : text,
    );
    if (!isNew && applicationOf(connection) !== APPLICATION_ID) {
      // The tables first: another process that makes them now commits them and the number together.
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

/** Lets nobody but their owner read the database and what stands beside it; makes it so where it is not there. */
function keepPrivate(path: string): void {
  for (const file of ['', ...COMPANIONS].map((suffix) => path + suffix)) {
    try {
      // SQLite gives the files that it makes beside a database the database's own mode.
      if (existsSync(file)) chmodSync(file, 0o600);
      else if (file === path || file.endsWith('.lock')) closeSync(openSync(file, 'a', 0o600));
    } catch (error) {
      throw fileError(error, file);
    }
  }
}

/** Whether a database is its owner's alone, as one of a session is: then so is what is made of it. */
export const isPrivate = (file: string): boolean => (statSync(file).mode & 0o077) === 0;

/** Brings the tables up to date, in one transaction: of two processes that begin together the second finds it done. */
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
