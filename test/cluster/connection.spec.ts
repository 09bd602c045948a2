import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { connect, isConnectionLost, isPostgres, openRecord, shownAddress } from '../../src/cluster/connection.ts';
import { BadInput } from '../../src/domain/errors.ts';
import { test } from '../plain-test.ts';

const SECRET = 's3cret';

/** A port of this machine at which no program listens. */
async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** The line with which a record is refused. */
async function refusalOf(db: string, create = true): Promise<string> {
  try {
    await (await openRecord(db, { create })).close();
  } catch (error) {
    if (error instanceof BadInput) return error.message;
    throw error;
  }
  return '';
}

test('addresses of PostgreSQL are told from files', () => {
  for (const db of ['postgres://a/b', 'postgresql://a/b', 'POSTGRES://a/b', 'postgres:'])
    expect(isPostgres(db)).toBe(true);
  for (const db of ['postgres.sqlite', './postgres:/a', 'data/crawl.sqlite']) expect(isPostgres(db)).toBe(false);
});

test('an address is shown without its password, wherever that stands', () => {
  const shown = (db: string) => shownAddress(db);
  expect(shown(`postgres://ann:${SECRET}@db.test:6432/unis?sslmode=disable`)).toBe('postgres://ann@db.test:6432/unis');
  expect(shown(`postgresql://ann@db.test/unis?password=${SECRET}`)).toBe('postgres://ann@db.test:5432/unis');
  expect(shown(`postgres://ann:${SECRET}@[::1]/unis`)).toBe('postgres://ann@[::1]:5432/unis');
  expect(shown(`postgres://ann:${SECRET}@/unis?host=/run/pg`)).toBe('postgres://ann@/unis?host=/run/pg&port=5432');
});

test('an address that is none gets one line that repeats nothing of it', async () => {
  for (const db of [
    'postgres:unis',
    `postgres://ann:${SECRET}@a b:x/unis`,
    `postgres://ann:1${SECRET}/5@db.test/unis`,
    `postgres://ann:${SECRET}#5@db.test/unis`,
    `postgres://ann:12?${SECRET}@db.test/unis`,
  ]) {
    const line = await refusalOf(db);
    expect(line, db).toMatch(/^--db: not an address of PostgreSQL: write [^\n]+$/);
    expect(line, db).not.toContain(SECRET);
  }
});

test('a server that is not there is one line; the raw error says that it may come back', async () => {
  const db = `postgres://ann:${SECRET}@127.0.0.1:${await unusedPort()}/unis`;
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

test('a server that is none, and hangs up, is one line', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await refusalOf(`postgres://ann@127.0.0.1:${port}/unis`)).toMatch(
    /: the server hung up; is it PostgreSQL\? Else correct --db$/,
  );
  server.close();
});

test('a refused statement is no lost connection', () => {
  const coded = (code: string) => Object.assign(new Error('of the server'), { code });
  for (const code of ['08006', '57P01', '57P03', '53300', '53100', '25006', 'ECONNRESET', 'EPIPE', '57014'])
    expect(isConnectionLost(coded(code)), code).toBe(true);
  for (const code of ['22012', '23505', '42501', '28P01', '40001', 'ERR_INVALID_ARG_TYPE'])
    expect(isConnectionLost(coded(code)), code).toBe(false);
  expect(isConnectionLost(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isConnectionLost(new Error('column "Connection terminated" does not exist'))).toBe(false);
});

test('the list of processes does not show the password of --db', async () => {
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
    // From the moment on that it hides it, it stays so.
    expect(seen.slice(seen.indexOf('forager')).filter((shown) => shown.includes(SECRET))).toEqual([]);
  }
});
