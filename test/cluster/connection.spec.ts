import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { connect, isConnectionLost, openRecord, shownAddress } from '../../src/cluster/connection.ts';
import { migrations } from '../../src/cluster/migrations/registry.ts';
import { isPostgres } from '../../src/domain/database.ts';
import { BadInput, CommandFailed } from '../../src/domain/errors.ts';
import { certificate } from '../site/certificate.ts';
import { test } from './postgres.ts';
import { freePort, openWay, WITH_PASSWORD } from './postgres-server.ts';

const SECRET = 's3cret';

/** The error line of a refused record. */
async function refusalOf(db: string, create = true): Promise<string> {
  try {
    await (await openRecord(db, { create })).close();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    expect(error.message).not.toContain(SECRET);
    expect(error.message).not.toContain('\n');
    return error.message;
  }
  return '';
}

test('addresses of PostgreSQL are distinguished from files', () => {
  for (const db of ['postgres://a/b', 'postgresql://a/b', 'POSTGRES://a/b', 'postgres:'])
    expect(isPostgres(db)).toBe(true);
  for (const db of ['postgres.sqlite', './postgres:/a', 'data/crawl.sqlite']) expect(isPostgres(db)).toBe(false);
});

test('an address is shown without its password, at any place', () => {
  const shown = (db: string) => shownAddress(db);
  expect(shown(`postgres://ann:${SECRET}@db.test:6432/unis?sslmode=disable`)).toBe('postgres://ann@db.test:6432/unis');
  expect(shown(`postgresql://ann@db.test/unis?password=${SECRET}`)).toBe('postgres://ann@db.test:5432/unis');
  expect(shown(`postgres://ann:${SECRET}@[::1]/unis`)).toBe('postgres://ann@[::1]:5432/unis');
  expect(shown(`postgres://ann:${SECRET}@/unis?host=/run/pg`)).toBe('postgres://ann@/unis?host=/run/pg&port=5432');
});

test('an invalid address gets one line that repeats nothing of it', async () => {
  for (const db of [
    'postgres:unis',
    `postgres://ann:${SECRET}@a b:x/unis`,
    `postgres://ann:1${SECRET}/5@db.test/unis`,
    `postgres://ann:${SECRET}#5@db.test/unis`,
    `postgres://ann:12?${SECRET}@db.test/unis`,
  ]) {
    const line = await refusalOf(db);
    expect(line, db).toMatch(/^--db: not a PostgreSQL address: write [^\n]+$/);
    expect(line, db).not.toContain(SECRET);
  }
});

test('a missing server is one line; the raw error says that it may return', async () => {
  const db = `postgres://ann:${SECRET}@127.0.0.1:${await freePort()}/unis`;
  expect(await refusalOf(db)).toBe(
    `can't use ${shownAddress(db)}: no server listens there; start PostgreSQL, or correct --db`,
  );
  const localhost = db.replace('127.0.0.1', 'localhost');
  expect(await refusalOf(localhost)).toContain('no server listens there');
  expect(await refusalOf(`postgres://ann:${SECRET}@/unis?host=/nowhere`)).toContain('no server listens there');
  expect(await refusalOf(`postgres://ann:${SECRET}@nowhere.invalid/unis`)).toMatch(
    /there is no host of that name|the network does not lead there/,
  );
  for (const address of [db, localhost])
    expect(isConnectionLost(await connect(address, {}).catch((error: unknown) => error))).toBe(true);
});

test('a server of another kind that hangs up is one line', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await refusalOf(`postgres://ann@127.0.0.1:${port}/unis`)).toMatch(
    /: the server hung up; is it PostgreSQL\? Else correct --db$/,
  );
  server.close();
});

/** The address with parameters added. */
const withParameters = (db: string, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(db);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

/** The address with another user. */
const asUser = (db: string, user: string): string => db.replace('forager@', `${user}@`);

const databaseOf = (db: string): string => new URL(db).pathname.slice(1);

test('an empty database gets its tables once, even from concurrent processes, and only on request', async ({
  database,
}) => {
  expect(await refusalOf(database, false)).toBe(
    `no crawl in ${shownAddress(database)}; start one with forager crawl --db`,
  );
  const opened = await Promise.all([1, 2, 3].map(() => openRecord(database, { create: true, pipeline: true })));
  const [first] = opened;
  const done = await first?.rows(z.object({ name: z.string() }), 'select name from forager_migrations');
  expect(done).toEqual(Object.keys(migrations).map((name) => ({ name })));
  await Promise.all(opened.map((connection) => connection.close()));
  expect(await refusalOf(database, false)).toBe('');
});

test('schemas of one database are separate records', async ({ postgres, database }) => {
  await postgres.run('create schema a; create schema b', databaseOf(database));
  const [a, b] = ['a', 'b'].map((schema) => withParameters(database, { options: `-csearch_path=${schema}` }));
  expect(await refusalOf(a ?? '')).toBe('');
  expect(await refusalOf(b ?? '', false)).toMatch(/^no crawl in/);
  expect(await refusalOf(database, false)).toMatch(/^no crawl in/);
});

test('a password may be in the address, in PGPASSWORD or in a file; each mistake with it is one line', async ({
  postgres,
  record,
}) => {
  await postgres.run(
    `create role ann login password '${SECRET}' in role ${WITH_PASSWORD};
    grant all on all tables in schema public to ann`,
    databaseOf(record),
  );
  const shown = shownAddress(asUser(record, 'ann'));
  const wrong = `can't use ${shown}: wrong password, or no such user; correct --db, PGPASSWORD or ~/.pgpass`;
  const { PGPASSWORD, PGPASSFILE } = process.env;
  const file = join(mkdtempSync(join(tmpdir(), 'forager-')), 'pgpass');
  try {
    expect(await refusalOf(asUser(record, 'ann:other'))).toBe(wrong);
    expect(await refusalOf(asUser(record, 'ann'))).toBe(
      `can't use ${shown}: the server asks for a password; give it in PGPASSWORD, ~/.pgpass or --db`,
    );
    expect(await refusalOf(asUser(record, `ann:${SECRET}`))).toBe('');
    expect(await refusalOf(withParameters(asUser(record, 'ann'), { password: SECRET }))).toBe('');
    writeFileSync(file, `*:*:*:ann:${SECRET}\n`, { mode: 0o600 });
    // pg 9 will change this, and warns all users.
    process.noDeprecation = true;
    process.env.PGPASSFILE = file;
    expect(await refusalOf(asUser(record, 'ann'))).toBe('');
    process.env.PGPASSWORD = 'other';
    expect(await refusalOf(asUser(record, 'ann'))).toBe(wrong);
  } finally {
    rmSync(dirname(file), { recursive: true });
    process.noDeprecation = false;
    for (const [name, value] of Object.entries({ PGPASSWORD, PGPASSFILE }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await postgres.run('drop owned by ann; drop role ann', databaseOf(record));
  }
});

test('an unknown user or database, and a role without login, are one line each', async ({ postgres, record }) => {
  expect(await refusalOf(asUser(record, 'nemo'))).toBe(
    `can't use ${shownAddress(asUser(record, 'nemo'))}: role "nemo" does not exist; name a user that may log in there with --db`,
  );
  expect(await refusalOf(postgres.address('atlantis'))).toBe(
    `can't use ${postgres.address('atlantis')}: there is no such database; make it with createdb, or name another with --db`,
  );
  await postgres.run('create role mute; create role crowd login connection limit 0');
  expect(await refusalOf(asUser(record, 'mute'))).toContain(': role "mute" is not permitted to log in; name a user');
  const crowded = await openRecord(asUser(record, 'crowd'), { create: true }).catch((error: unknown) => error);
  await postgres.run('drop role mute; drop role crowd');
  // Not the command's fault: it may work in a minute.
  expect(crowded).toBeInstanceOf(CommandFailed);
  expect(isConnectionLost(crowded)).toBe(false);
});

test('TLS: as in psql, and one line where it is refused', async ({ postgres, record }) => {
  const inMode = (mode: string) => withParameters(record, { sslmode: mode });
  const shown = shownAddress(record);
  for (const mode of ['require', 'verify-full'])
    expect(await refusalOf(inMode(mode))).toBe(
      `can't use ${shown}: the server has no TLS; leave sslmode out of --db and PGSSLMODE`,
    );
  expect(await refusalOf(inMode('verify-ca'))).toMatch(/^--db: not a PostgreSQL address: .*sslrootcert/);
  const key = join(postgres.data, 'server.key');
  const { uid, gid } = statSync(postgres.data);
  const hba = readFileSync(join(postgres.data, 'pg_hba.conf'), 'utf8');
  writeFileSync(key, `${certificate.key}\n`, { mode: 0o600 });
  writeFileSync(join(postgres.data, 'server.crt'), `${certificate.cert}\n`);
  chownSync(key, uid, gid);
  writeFileSync(join(postgres.data, 'pg_hba.conf'), `hostnossl ${databaseOf(record)} all all reject\n${hba}`);
  try {
    await postgres.run('alter system set ssl = on');
    await postgres.restart('fast');
    expect(await refusalOf(inMode('require'))).toBe('');
    expect(await refusalOf(inMode('verify-full'))).toBe(
      `can't use ${shown}: self-signed certificate; name the authority with sslrootcert=FILE in --db, or correct the host`,
    );
    expect(
      await refusalOf(withParameters(inMode('verify-ca'), { sslrootcert: join(postgres.data, 'server.crt') })),
    ).toBe('');
    expect(await refusalOf(record)).toMatch(/rejects connection .* no encryption; add \?sslmode=require to --db$/);
  } finally {
    writeFileSync(join(postgres.data, 'pg_hba.conf'), hba);
    await postgres.run('alter system reset ssl');
    await postgres.restart('fast');
  }
});

test('a server before version 15 is refused', async ({ postgres, database }) => {
  // The same query, answered as by an older server.
  await postgres.run(
    `create function current_setting(text) returns text language sql as $$ select case $1
      when 'server_version_num' then '140011' when 'server_version' then '14.11' else pg_catalog.current_setting($1) end $$`,
    databaseOf(database),
  );
  expect(await refusalOf(withParameters(database, { options: '-csearch_path=public,pg_catalog' }))).toBe(
    `can't use ${shownAddress(database)}: it is PostgreSQL 14.11; version 15 or later is needed`,
  );
});

test('a database with other tables is refused, and one of a newer Forager; tables of extensions are accepted', async ({
  postgres,
  database,
}) => {
  const shown = shownAddress(database);
  const run = (statements: string) => postgres.run(statements, databaseOf(database));
  await run('create table spatial_ref_sys (id int); alter extension plpgsql add table spatial_ref_sys');
  expect(await refusalOf(database, false)).toMatch(/^no crawl in/);
  await run('create table orders (id int)');
  expect(await refusalOf(database)).toBe(
    `can't use ${shown}: it has tables that are not Forager's (orders); name an empty database with --db`,
  );
  await run('drop table orders');
  expect(await refusalOf(database)).toBe('');
  await run("insert into forager_migrations (name) values ('9999-later')");
  expect(await refusalOf(database)).toBe(
    `can't use ${shown}: it was written by a newer Forager (9999-later); update Forager to use it`,
  );
});

test('missing rights of a role are named, one after the other', async ({ postgres, database }) => {
  const name = databaseOf(database);
  const db = asUser(database, 'bob');
  const line = async () => (await refusalOf(db)).replace(`can't use ${shownAddress(db)}: `, '');
  const advice = 'grant it to the role, or name another role with --db';
  await postgres.run('create role bob login');
  try {
    await postgres.run(`revoke connect on database ${name} from public`);
    expect(await line()).toBe(`permission denied for database "${name}"; ${advice}`);
    await postgres.run(`grant connect on database ${name} to bob; revoke all on schema public from public`, name);
    expect(await line()).toBe('the role may use no schema of it; grant usage, create on schema public to the role');
    await postgres.run('grant usage on schema public to bob', name);
    expect(await line()).toBe(`permission denied for schema public; ${advice}`);
    expect(await refusalOf(database)).toBe('');
    expect(await line()).toBe(`permission denied for table forager_migrations; ${advice}`);
    await postgres.run('grant select on all tables in schema public to bob', name);
    expect(await line()).toMatch(/^the role has no right to (insert|update|delete) in table \w+; grant it/);
    // A role that may write need not be able to create tables.
    await postgres.run('grant insert, update, delete on all tables in schema public to bob', name);
    expect(await line()).toBe('');
  } finally {
    await postgres.run('drop owned by bob; drop role bob', name);
  }
});

test('a standby is refused until it is promoted, and so is a read-only server', async ({ postgres, record }) => {
  test.skip(!postgres.hasStandbys, 'this PostgreSQL has no pg_basebackup');
  const standby = await postgres.standby();
  try {
    const db = standby.address(databaseOf(record));
    expect(await refusalOf(db)).toBe(`can't use ${db}: it is a standby, which is read-only; name its primary`);
    const follower = await connect(db, {});
    const write = () => follower.client.query("insert into counters (name, next) values ('link', 1)");
    expect(isConnectionLost(await write().catch((error: unknown) => error))).toBe(true);
    await standby.promote();
    await write();
    await follower.close();
    const way = await openWay(postgres.port);
    way.leadTo(standby.port);
    const moved = await connect(way.by(record), {});
    expect((await moved.client.query('select from counters')).rowCount).toBe(1);
    await moved.close();
    way.close();
    expect(await refusalOf(db, false)).toBe('');
    expect(await refusalOf(withParameters(db, { options: '-cdefault_transaction_read_only=on' }))).toBe(
      `can't use ${db}: it is read-only; name a database that may be written`,
    );
  } finally {
    await standby.stop('immediate');
  }
});

test('numbers are returned as exact numbers or not at all, JSON as its text', async ({ record }) => {
  const connection = await connect(record, { applicationName: 'forager worker' });
  const [row] = await connection.rows(
    z.unknown(),
    `select $1::bigint as large, sum(x) as sum, '{"b": 1}'::json as json, current_setting('application_name') as name
      from generate_series(1, 3) x`,
    [Number.MAX_SAFE_INTEGER],
  );
  expect(row).toEqual({ large: Number.MAX_SAFE_INTEGER, sum: 6, json: '{"b": 1}', name: 'forager worker' });
  await expect(connection.rows(z.unknown(), `select ${2n ** 53n}::bigint`)).rejects.toThrow('too large for a number');
  await connection.close();
});

test('a lost server fails the statement, not the process; a lost connection is closed without waiting', async ({
  postgres,
  record,
}) => {
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'";
  const way = await openWay(postgres.port);
  const losses = {
    cut: async () => way.cut(),
    ended: () => postgres.run(end),
    restarted: () => postgres.restart('fast'),
    crashed: () => postgres.restart('immediate'),
    killed: async () => {
      process.kill(postgres.pid ?? 0, 'SIGKILL');
      await setTimeout(100);
      await postgres.start();
    },
  };
  for (const [name, lose] of Object.entries(losses)) {
    const [idle, busy] = await Promise.all(
      [false, true].map((pipeline) => connect(way.by(record), { applicationName: 'victim', pipeline })),
    );
    const statement = busy?.client.query('select pg_sleep(60)').catch((error: unknown) => error);
    await idle?.client.query('select 1');
    await lose();
    expect(isConnectionLost(await statement), name).toBe(true);
    await expect.poll(() => [idle?.isLost, busy?.isLost], name).toEqual([true, true]);
    const next = await idle?.client.query('select 1').catch((error: unknown) => error);
    expect(isConnectionLost(next), name).toBe(true);
    await Promise.all([idle?.close(), busy?.close()]);
  }
  way.close();
  await postgres.stop('fast');
  expect(isConnectionLost(await connect(record, {}).catch((error: unknown) => error))).toBe(true);
});

test('a statement ends in time, also if the server or the network is silent', async ({ postgres, record }) => {
  const way = await openWay(postgres.port);
  for (const pipeline of [false, true]) {
    const connection = await connect(way.by(record), { statementWithin: 200, pipeline });
    const run = (text: string) => connection.client.query(text).catch((error: unknown) => error);
    expect(await run('select pg_sleep(60)')).toMatchObject({ code: '57014' });
    expect(connection.isLost).toBe(false);
    way.hush();
    expect(isConnectionLost(await run('select 1'))).toBe(true);
    await connection.close();
    way.speak();
  }
  way.close();
});

test('a refused statement is not a lost connection', () => {
  const coded = (code: string) => Object.assign(new Error('of the server'), { code });
  for (const code of ['08006', '57P01', '57P03', '53300', '53100', '25006', 'ECONNRESET', 'EPIPE', '57014'])
    expect(isConnectionLost(coded(code)), code).toBe(true);
  for (const code of ['22012', '23505', '42501', '28P01', '40001', 'ERR_INVALID_ARG_TYPE'])
    expect(isConnectionLost(coded(code)), code).toBe(false);
  expect(isConnectionLost(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isConnectionLost(new Error('column "Connection terminated" does not exist'))).toBe(false);
});

test('the process list does not show the password of --db', async () => {
  test.skip(process.platform !== 'linux', 'looks at /proc');
  const program = join(import.meta.dirname, '..', '..', 'src', 'cli', 'forager.mjs');
  for (const words of [['--db', `postgres://ann:${SECRET}@127.0.0.1:1/unis`], [`--db=postgresql://a:${SECRET}@b/c`]]) {
    const child = spawn(process.execPath, [program, 'status', ...words], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const seen: string[] = [];
    while (child.exitCode === null && child.signalCode === null) {
      try {
        const shown = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        if (shown !== '') seen.push(shown);
      } catch {
        break;
      }
      await setTimeout(2);
    }
    await ended;
    expect(seen.at(-1)).toBe('forager');
    // Once hidden it stays so.
    expect(seen.slice(seen.indexOf('forager')).filter((shown) => shown.includes(SECRET))).toEqual([]);
  }
});
