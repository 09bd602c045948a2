import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { BadInput, CommandFailed, messageOf, StopCommand } from '../domain/errors.ts';
import { migrate, migrations } from './migrations/registry.ts';

/** The oldest server that is supported, as `server_version_num` has it. */
const OLDEST = 150_000;

/** Milliseconds within which a server must answer a new connection. */
const CONNECT_WITHIN = 10_000;

/** Milliseconds within which the server must have done a statement. */
const STATEMENT_WITHIN = 30_000;

/** Milliseconds for which a transaction may wait for its next statement: a worker that hangs holds no locks. */
const IDLE_WITHIN = 60_000;

/** Milliseconds of silence after which the way to the server is tested. */
const KEEP_ALIVE_AFTER = 10_000;

/** Milliseconds that a server gets to hear a goodbye. */
const CLOSE_WITHIN = 1_000;

/** Numbers of column types: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const TYPE = { int8: 20, json: 114, numeric: 1700, jsonb: 3802 } as const;

/** A connection to a PostgreSQL server. */
export interface Connection {
  readonly client: Client;
  /** Whether the server, or the way to it, is gone: all statements fail from then on. Connect again. */
  readonly isLost: boolean;
  /** The rows of a statement, each as the schema has it. */
  rows<T>(row: z.ZodType<T>, text: string, values?: readonly unknown[]): Promise<T[]>;
  /** Closes the connection; one that is lost is dropped without waiting. */
  close(): Promise<void>;
}

interface ConnectOptions {
  /** The name that the server's list of connections shows. */
  readonly applicationName?: string;
  /** Whether statements are sent before earlier ones are answered. */
  readonly pipeline?: boolean;
  /** Milliseconds within which the server must have done a statement; after twice as many it counts as gone. */
  readonly statementWithin?: number;
}

/** The address as messages show it, as pg resolves it (PGHOST, PGUSER ...): user, host, port and database, no password. */
export function shownAddress(db: string): string {
  const { user, host, port, database } = clientFor(db, {});
  const isSocket = host.startsWith('/');
  const where = isSocket ? '' : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return `postgres://${user ? `${user}@` : ''}${where}/${database ?? ''}${isSocket ? `?host=${host}&port=${port}` : ''}`;
}

/**
 * Connects to the server.
 * @throws BadInput for an address that is none; else the error as it is: `isConnectionLost` says whether to try again
 */
export async function connect(db: string, options: ConnectOptions): Promise<Connection> {
  const client = clientFor(db, options);
  let isLost = false;
  // Without a listener the process would end.
  client.on('error', () => (isLost = true));
  client.on('end', () => (isLost = true));
  client.setTypeParser(TYPE.int8, safeInteger);
  // Sums of int8 are numeric.
  client.setTypeParser(TYPE.numeric, Number);
  // As text: a reader parses it once, or passes it on.
  client.setTypeParser(TYPE.json, String);
  client.setTypeParser(TYPE.jsonb, String);
  const drop = () => client.connection.stream.destroy();
  try {
    await client.connect();
    // Not when it starts: a pooler between refuses that.
    const within = options.statementWithin ?? STATEMENT_WITHIN;
    await client.query(`set statement_timeout = ${within}; set idle_in_transaction_session_timeout = ${IDLE_WITHIN}`);
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
 * Connects to the record of a crawl and brings its tables up to date.
 * @param create whether an empty database gets the tables; else it is refused
 * @throws BadInput with one line where the address, the server or the database won't do; CommandFailed where it may do later
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
 * Whether an error says that the server or the way to it is gone, or that the server takes nothing now (it starts, its
 * disk is full, it became a standby), so that the statement may be sent again later; else the statement was refused.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isConnectionLost)) return true;
  // 25006: read-only; 25P03, 57014: took too long; 53: no room, memory or connection left; 57P: it stops or starts.
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

/** @throws BadInput; its message repeats nothing of the address, as a password may be anywhere in a wrong one */
function clientFor(db: string, options: ConnectOptions): Client {
  const { applicationName = 'forager', pipeline = false, statementWithin: within = STATEMENT_WITHIN } = options;
  const [, authority, after = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/is.exec(db) ?? [];
  if (authority === undefined) throw notAnAddress('write postgres://USER@HOST:PORT/DATABASE');
  if (after.includes('@')) throw notAnAddress('write / ? # @ in a name or password as %2F %3F %23 %40');
  // pg has other meanings of sslmode than psql, and warns that it will change them.
  const asPsql = /[?&]sslmode=/.test(db) && !/[?&]uselibpqcompat=/.test(db) ? '&uselibpqcompat=true' : '';
  try {
    return new Client({
      connectionString: `${db}${asPsql}`,
      application_name: applicationName,
      pipeline,
      connectionTimeoutMillis: CONNECT_WITHIN,
      // The server, or the way to it, may be gone without a word.
      query_timeout: 2 * within,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    });
  } catch (error) {
    // A file of certificates that can't be read, or a bad way to use them.
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
 * The names of the migrations that the database has behind it.
 * @throws BadInput where it has tables that are not ours, or of a newer Forager
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

/** The tables of the current schema without those that extensions bring. */
const OWN_TABLES = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`;

/** @throws BadInput where the role may not read and write all tables */
async function checkRights(connection: Connection, shown: string): Promise<void> {
  const [denied] = await connection.rows(
    z.object({ name: z.string(), right: z.string() }),
    `select t.name, r.right from (${OWN_TABLES}) t, unnest(array['select', 'insert', 'update', 'delete']) as r("right")
      where not has_table_privilege(quote_ident(current_schema()) || '.' || quote_ident(t.name), r.right) limit 1`,
  );
  if (denied) throw bad(shown, `the role has no right to ${denied.right} in table ${denied.name}`, ASK_FOR_RIGHTS);
}

const ASK_FOR_RIGHTS = 'grant it to the role, or name another role with --db';

const bad = (shown: string, reason: string, advice: string) => new BadInput(`can't use ${shown}: ${reason}; ${advice}`);

const oneLine = (error: unknown): string => messageOf(error).replaceAll(/\s+/g, ' ');

/** The reason and the advice for errors that mean bad input: by their codes, or their messages where they have none. */
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

/** The line for an error of opening. */
function refusal(error: unknown, shown: string): StopCommand {
  const message = oneLine(error);
  // Node tries all addresses of a host, and reports several failures as one without a message.
  const [, reason, advice] = REFUSALS.find(([sign]) => sign.test(codeOf(error) || message)) ?? [];
  if (advice === undefined)
    return new CommandFailed(`can't use ${shown}: ${message}; run the same command again when that is mended`);
  const isWithoutTls = /no encryption|SSL off/.test(message);
  return bad(shown, reason ?? message, isWithoutTls ? 'add ?sslmode=require to --db' : advice);
}
