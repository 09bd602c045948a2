import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { BadInput, CommandFailed, messageOf, StopCommand } from '../domain/errors.ts';
import { migrate, migrations } from './migrations/registry.ts';

/** Oldest supported server, in the form of `server_version_num`. */
const OLDEST = 150_000;

/** Milliseconds that a server has to answer a new connection. */
const CONNECT_WITHIN = 10_000;

/** Milliseconds that the server has for a statement. */
const STATEMENT_WITHIN = 30_000;

/** Milliseconds that a transaction may wait for its next statement, so that a hung worker holds no locks. */
const IDLE_WITHIN = 60_000;

/** Milliseconds of silence before a keep-alive probe. */
const KEEP_ALIVE_AFTER = 10_000;

/** Milliseconds that a server has to answer a close. */
const CLOSE_WITHIN = 1_000;

/** Ids of column types: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const TYPE = { int8: 20, json: 114, numeric: 1700, jsonb: 3802 } as const;

/** Connection to a PostgreSQL server. */
export interface Connection {
  readonly client: Client;
  /** True if the server or the network is gone: all later statements fail, and the caller must connect again. */
  readonly isLost: boolean;
  /** Executes a statement and returns its rows, each parsed by the schema. */
  rows<T>(row: z.ZodType<T>, text: string, values?: readonly unknown[]): Promise<T[]>;
  /** Closes the connection; drops a lost one without waiting. */
  close(): Promise<void>;
}

interface ConnectOptions {
  /** Name in the server's list of connections. */
  readonly applicationName?: string;
  /** True to send statements before earlier ones are answered. */
  readonly pipeline?: boolean;
  /** Milliseconds that the server has for a statement; after twice as many the server counts as gone. */
  readonly statementWithin?: number;
}

/**
 * Returns the address for messages, as resolved by pg (PGHOST, PGUSER ...): user, host, port and database, no password.
 */
export function shownAddress(db: string): string {
  const { user, host, port, database } = clientFor(db, {});
  const isSocket = host.startsWith('/');
  const where = isSocket ? '' : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return `postgres://${user ? `${user}@` : ''}${where}/${database ?? ''}${isSocket ? `?host=${host}&port=${port}` : ''}`;
}

/**
 * Connects to the server.
 * @throws BadInput for an invalid address; otherwise the original error: `isConnectionLost` tells whether to retry
 */
export async function connect(db: string, options: ConnectOptions): Promise<Connection> {
  const client = clientFor(db, options);
  let isLost = false;
  // Without a listener an error would end the process.
  client.on('error', () => (isLost = true));
  client.on('end', () => (isLost = true));
  client.setTypeParser(TYPE.int8, safeInteger);
  // Sums of int8 are numeric.
  client.setTypeParser(TYPE.numeric, Number);
  // JSON stays text: readers parse the text once, or pass the text on.
  client.setTypeParser(TYPE.json, String);
  client.setTypeParser(TYPE.jsonb, String);
  const drop = () => client.connection.stream.destroy();
  try {
    await client.connect();
    // A separate statement, as poolers refuse these settings as startup parameters.
    const timeout = options.statementWithin ?? STATEMENT_WITHIN;
    await client.query(`set statement_timeout = ${timeout}; set idle_in_transaction_session_timeout = ${IDLE_WITHIN}`);
  } catch (error) {
    drop();
    throw error;
  }
  return {
    client,
    get isLost() {
      return isLost;
    },
    rows: async (row, text, values = []) => z.array(row).parse((await client.query(text, [...values])).rows),
    async close() {
      if (!isLost) await Promise.race([client.end(), setTimeout(CLOSE_WITHIN, undefined, { ref: false })]);
      drop();
    },
  };
}

/**
 * Connects to the record of a crawl and migrates its tables.
 * @param create true to create the tables in an empty database; false to refuse the database
 * @throws BadInput with one line if the address, the server or the database is unsuitable; CommandFailed for temporary
 * problems; the original error is the cause
 */
export async function openRecord(
  db: string,
  { create, ...options }: ConnectOptions & { readonly create: boolean },
): Promise<Connection> {
  const shown = shownAddress(db);
  let connection: Connection | undefined;
  try {
    connection = await connect(db, options);
    await checkServer(connection, shown);
    const done = await migrationsDone(connection, shown);
    if (done.length === 0 && !create) throw new BadInput(`no crawl in ${shown}; start one with forager crawl --db`);
    await migrate(connection.client, done);
    await checkRights(connection, shown);
    return connection;
  } catch (error) {
    await connection?.close();
    throw error instanceof StopCommand ? error : refusal(error, shown);
  }
}

/**
 * Tells whether an error means that the server or the network is gone, or that the server accepts nothing for now
 * (start, full disk, now a standby), so that the statement can be sent again; otherwise the statement was refused.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isConnectionLost)) return true;
  // 25006: read-only; 25P03, 57014: took too long; 53: no room, memory or connection left; 57P: server stops or starts.
  const codes =
    /^(08...|25006|25P03|53...|57014|57P0[1235]|E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|(HOST|NET)UNREACH|NETDOWN|NOTFOUND|AI_AGAIN|NOENT))$/;
  const messages = /^(Connection terminated|timeout expired|Query read timeout|Client (has encountered|was closed))/;
  return codes.test(codeOf(error)) || (codeOf(error) === '' && messages.test(messageOf(error)));
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number`);
  return number;
}

/** Creates a client. @throws BadInput; the message omits the address, as a wrong one can have a password anywhere */
function clientFor(db: string, options: ConnectOptions): Client {
  const { applicationName = 'forager', pipeline = false, statementWithin: timeout = STATEMENT_WITHIN } = options;
  const [, authority, after = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/is.exec(db) ?? [];
  if (authority === undefined) throw notAnAddress('write postgres://USER@HOST:PORT/DATABASE');
  if (after.includes('@')) throw notAnAddress('write / ? # @ in a name or password as %2F %3F %23 %40');
  // pg interprets sslmode differently from psql, and warns of a future change.
  const asPsql = /[?&]sslmode=/.test(db) && !/[?&]uselibpqcompat=/.test(db) ? '&uselibpqcompat=true' : '';
  try {
    return new Client({
      connectionString: `${db}${asPsql}`,
      application_name: applicationName,
      pipeline,
      connectionTimeoutMillis: CONNECT_WITHIN,
      // The server or the network can disappear without an error.
      query_timeout: 2 * timeout,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    });
  } catch (error) {
    // Otherwise an unreadable certificate file, or invalid options for it.
    if (codeOf(error) === 'ERR_INVALID_URL' || error instanceof URIError)
      throw notAnAddress('write postgres://USER@HOST:PORT/DATABASE');
    throw notAnAddress(oneLine(error));
  }
}

const notAnAddress = (advice: string) => new BadInput(`--db: not a PostgreSQL address: ${advice}`);

const serverState = z.object({
  version: z.coerce.number(),
  name: z.string(),
  isStandby: z.boolean(),
  isReadOnly: z.boolean(),
  schema: z.string().nullable(),
});

async function checkServer(connection: Connection, shown: string): Promise<void> {
  const [state] = await connection.rows(
    serverState,
    `select current_setting('server_version_num') as version, current_setting('server_version') as name,
      pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_schema() as schema`,
  );
  if (!state) throw new CommandFailed(`can't use ${shown}: it does not say what it is`);
  if (state.version < OLDEST)
    throw bad(shown, `it is PostgreSQL ${state.name}`, `version ${OLDEST / 10_000} or later is needed`);
  if (state.isStandby) throw bad(shown, 'it is a standby, which is read-only', 'name its primary');
  if (state.isReadOnly) throw bad(shown, 'it is read-only', 'name a database that may be written');
  if (state.schema === null)
    throw bad(shown, 'the role may use no schema of it', 'grant usage, create on schema public to the role');
}

/**
 * Returns the names of the executed migrations.
 * @throws BadInput for tables that are not Forager's, or of a newer Forager
 */
async function migrationsDone(connection: Connection, shown: string): Promise<readonly string[]> {
  const tables = await connection.rows(z.object({ name: z.string() }), OWN_TABLES);
  if (tables.length === 0) return [];
  if (!tables.some(({ name }) => name === 'forager_migrations'))
    throw bad(shown, `it has tables that are not Forager's (${tables[0]?.name})`, 'name an empty database with --db');
  const done = await connection.rows(z.object({ name: z.string() }), 'select name from forager_migrations');
  const newer = done.find(({ name }) => !(name in migrations));
  if (newer) throw bad(shown, `it was written by a newer Forager (${newer.name})`, 'update Forager to use it');
  return done.map(({ name }) => name);
}

/** Selects the tables of the current schema, without those of extensions. */
const OWN_TABLES = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`;

/** Checks the rights of the role. @throws BadInput if the role may not read and write all tables */
async function checkRights(connection: Connection, shown: string): Promise<void> {
  const [denied] = await connection.rows(
    z.object({ name: z.string(), right: z.string() }),
    `select t.name, r.right from (${OWN_TABLES}) t, unnest(array['select', 'insert', 'update', 'delete']) as r("right")
      where not has_table_privilege(quote_ident(current_schema()) || '.' || quote_ident(t.name), r.right) limit 1`,
  );
  if (denied) throw bad(shown, `the role has no right to ${denied.right} in table ${denied.name}`, ASK_FOR_RIGHTS);
}

const ASK_FOR_RIGHTS = 'grant it to the role, or name another role with --db';

const bad = (shown: string, reason: string, advice: string, cause?: unknown) =>
  new BadInput(`can't use ${shown}: ${reason}; ${advice}`, { cause });

const oneLine = (error: unknown): string => messageOf(error).replaceAll(/\s+/g, ' ');

/** Reasons and advice for errors that mean bad input, by code, or by message for errors without a code. */
const REFUSALS: readonly (readonly [RegExp, string | undefined, string])[] = [
  [/^28P01$/, 'wrong password, or no such user', 'correct --db, PGPASSWORD or ~/.pgpass'],
  [/^SASL: .*client password/, 'the server asks for a password', 'give it in PGPASSWORD, ~/.pgpass or --db'],
  [/^28000$/, undefined, 'name a user that may log in there with --db'],
  [/^3D000$/, 'there is no such database', 'make it with createdb, or name another with --db'],
  [/^42501$/, undefined, ASK_FOR_RIGHTS],
  [/^ENOTFOUND$/, 'there is no host of that name', 'correct --db'],
  [/^(ECONNREFUSED|ENOENT)$/, 'no server listens there', 'start PostgreSQL, or correct --db'],
  [/^(EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/, 'the network does not lead there', 'mend it, or correct --db'],
  [/^(ETIMEDOUT|timeout expired)$/, 'no answer', 'is it PostgreSQL, and the way to it open? Else correct --db'],
  [/^(ECONNRESET|EPIPE|Connection terminated.*)$/, 'the server hung up', 'is it PostgreSQL? Else correct --db'],
  [/^The server does not support SSL/, 'the server has no TLS', 'leave sslmode out of --db and PGSSLMODE'],
  [/CERT|^UNABLE_TO_|SIGNATURE$/, undefined, 'name the authority with sslrootcert=FILE in --db, or correct the host'],
  [/SSL|^EPROTO$/, undefined, 'no TLS with that server: correct sslmode in --db'],
];

/** Converts an error from opening to one with a message for the user. */
function refusal(cause: unknown, shown: string): StopCommand {
  const message = oneLine(cause);
  // Node.js tries all addresses of a host, and reports several failures as one error without a message.
  const [, reason, advice] = REFUSALS.find(([sign]) => sign.test(codeOf(cause) || message)) ?? [];
  if (advice === undefined)
    return new CommandFailed(`can't use ${shown}: ${message}; run the same command again when that is mended`, {
      cause,
    });
  const isWithoutTls = /no encryption|SSL off/.test(message);
  return bad(shown, reason ?? message, isWithoutTls ? 'add ?sslmode=require to --db' : advice, cause);
}
