import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { serveDemo } from '../../src/demo/server.ts';
import { DatabaseHeld } from '../../src/storage/storage-error.ts';
import { WriteLock } from '../../src/storage/write-lock.ts';
import { runCrawl, test } from '../crawl/demo-web.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';

/** Another program that holds the database's lock from now on. */
function hold(file: string) {
  const other = new Database(file);
  other.exec('begin immediate');
  return () => other.exec('commit').close();
}

test('while another program locks the database, a crawl waits, reports it once and stays responsive', async ({
  file,
}) => {
  const paths = Array.from({ length: 6 }, (_, n) => `/${n}`);
  const links = paths.map((path) => `<a href=${path}>x</a>`).join('');
  const pages = Object.fromEntries(paths.map((path) => [path, html('here')]));
  const portal = site('held.test', { ...pages, '/': html(links) });
  const server = await serveDemo({ portals: [portal] });
  const warnings: string[] = [];
  let completed = 0;
  let ticks = 0;
  let release: Promise<void> | undefined;
  const summary = await runCrawl(
    file,
    [newSite(portal.start)],
    server,
    { render: 'http', delay: 0 },
    {
      warn: (line) => warnings.push(line),
      completed() {
        if (++completed !== 3) return;
        const letGo = hold(file);
        release = (async () => {
          for (; warnings.length === 0 || ticks < 20; ticks++) await sleep(50);
          letGo();
        })();
      },
    },
  );
  await release;
  await server.close();
  expect(summary).toMatchObject({ stopped: 'done', pages: 7 });
  expect(warnings).toEqual([`another program holds ${file}: waiting until it lets go`]);
  expect(brokenInvariants(file)).toEqual({});
});

/** A lock held by another program until released, and the number of messages about it. */
function held(mostPauses: number) {
  const told: string[] = [];
  let pauses = 0;
  let isHeld = true;
  const pause = async () => {
    if (++pauses === mostPauses) isHeld = false;
  };
  const lock = new WriteLock(() => told.push('held'), pause);
  const write = (what: string) =>
    lock.run(() => {
      if (isHeld) throw new DatabaseHeld('held');
      told.push(what);
    });
  return { lock, write, told, pauses: () => pauses };
}

test('writes wait in order, and a short wait is not reported', async () => {
  const { write, told, lock } = held(5);
  const writes = ['first', 'second', 'third'].map(write);
  expect(lock.isHeld).toBe(true);
  await Promise.all(writes);
  expect(told).toEqual(['first', 'second', 'third']);
  expect(lock.isHeld).toBe(false);
});

test('a wait ends after an hour, or 10 seconds after the crawl was asked to end; other errors are not retried', async () => {
  const long = held(Number.POSITIVE_INFINITY);
  await expect(long.write('never')).rejects.toThrow(DatabaseHeld);
  expect([long.pauses(), long.told]).toEqual([36_000, ['held']]);
  const ending = held(Number.POSITIVE_INFINITY);
  ending.lock.hurry();
  await expect(Promise.all([ending.write('never'), ending.write('either')])).rejects.toThrow(DatabaseHeld);
  expect(ending.pauses()).toBe(100);
  const broken = () => {
    throw new TypeError('a bug');
  };
  await expect(ending.lock.run(broken)).rejects.toThrow('a bug');
});
