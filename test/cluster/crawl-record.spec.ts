import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { connect, openRecord } from '../../src/cluster/connection.ts';
import { pull, push } from '../../src/cluster/copy.ts';
import { beginCrawl, checkCrawl, limitCrawl, openCrawlsOwn, registerSites } from '../../src/cluster/crawl-record.ts';
import { migrations } from '../../src/cluster/migrations/registry.ts';
import { Session } from '../../src/cluster/session.ts';
import { clusterStatus } from '../../src/cluster/status.ts';
import { BadInput } from '../../src/domain/errors.ts';
import { openStore } from '../../src/storage/open.ts';
import { addSites } from '../../src/storage/sites.ts';
import { siteFromUrl } from '../../src/url/named-site.ts';
import { ask } from '../recrawl/changing-web.ts';
import { test } from './postgres.ts';

const AT = 1_700_000_000_000;
const quiet = { slots: 2, warn: () => undefined, now: () => AT };

test('a crawl of a newer Forager is refused, one of an older is continued', async ({ record }) => {
  const connection = await connect(record, {});
  await expect(checkCrawl(connection)).rejects.toThrow('no crawl in this database; start one with forager crawl --db');
  await beginCrawl(connection);
  const tables = z.object({ tables: z.number() });
  const [own] = await connection.rows(tables, 'select tables from crawl');
  await connection.client.query('update crawl set tables = 0');
  await checkCrawl(connection);
  expect(await connection.rows(tables, 'select tables from crawl')).toEqual([own]);
  await connection.client.query('update crawl set tables = tables + 1');
  for (const refused of [checkCrawl(connection), beginCrawl(connection), openCrawlsOwn(record)])
    await expect(refused).rejects.toThrow('this crawl was upgraded by a newer Forager');
  await connection.close();
});

/** A recrawl run of a shared crawl, as stored before migration 0003. */
const EARLIER = `
insert into crawl (id, lease, tables, night, night_cut) values (1, 30000, 4, 2, 0.5);
insert into sites (id, domain, start_url, short_name, kind, scope, changes, checks) values
  (0, '', '', '', 'other', 'host', 2, 0), (1, 'a.test', 'http://a.test/', 'a', 'other', 'host', 1, 3);
insert into changes (site, number, worker, rows) values
  (0, 1, 1, '{"put":{"nights":[[1,5,6,"fresh","{}","{}",7,1,null,null],[2,8,null,"fresh","{}","{}",7,1,null,null]],
    "night_sums":[[2,"time","[1,2]",1],[2,"time","[3]",2]]},"gone":{},"texts":[]}'),
  (0, 2, 1, '{"put":{},"gone":{"night_sums":[[2,"time",2]]},"texts":[]}'),
  (1, 1, 1, '{"put":{"revisits":[[4,1,0,2,6,11,12,13,null,null,"\\u0001bAA=="]],
    "checks":[[2,4,1,6,1,"gone","full",1,2,3,null,0.5,1,2,3]]},"gone":{},"texts":[]}')`;

test('a recrawl run stored before tables were renamed is read with the current names', async ({ database }) => {
  const { '0003-plain-names': later = '' } = migrations;
  Reflect.deleteProperty(migrations, '0003-plain-names');
  try {
    const earlier = await openRecord(database, { create: true });
    await earlier.client.query(EARLIER);
    await earlier.close();
  } finally {
    Object.assign(migrations, { '0003-plain-names': later });
  }
  const folder = mkdtempSync(join(tmpdir(), 'forager-pull-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    await pull(database, copy);
    expect(ask(copy, 'select step from recrawl_runs')).toEqual([{ step: 1 }, { step: 2 }]);
    expect(ask(copy, 'select numbers, run from recrawl_sums')).toEqual([{ numbers: '[1,2]', run: 1 }]);
    expect(ask(copy, 'select page, revisits, hex(facts) as facts from recrawl_pages')).toEqual([
      { page: 4, revisits: 11, facts: '00' },
    ]);
    expect(ask(copy, 'select page, change from page_revisits')).toEqual([{ page: 4, change: 'gone' }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const connection = await openRecord(database, { create: false });
  expect(await clusterStatus(connection)).toMatchObject({ recrawlRun: 2, readySites: 1 });
  await connection.close();
});

test('sites are added once, by several concurrent workers, each with its own name', async ({ record }) => {
  const connection = await connect(record, {});
  await beginCrawl(connection);
  const sites = ['http://a.test/', 'http://b.test/', 'http://a.test/'].map((url) => siteFromUrl(url, 'host'));
  expect(await registerSites(connection, sites, AT)).toBe(2);
  expect(await registerSites(connection, sites, AT)).toBe(0);
  const more = ['http://b.test/', 'http://c.test/'].map((url) => siteFromUrl(url, 'host'));
  const others = await connect(record, {});
  const both = await Promise.all([registerSites(connection, more, AT), registerSites(others, more, AT)]);
  expect(both[0] + both[1]).toBe(1);
  const row = z.object({ start_url: z.string(), changes: z.number() });
  expect(await connection.rows(row, 'select start_url, changes from sites where id > 0 order by start_url')).toEqual(
    ['a', 'b', 'c'].map((name) => ({ start_url: `http://${name}.test/`, changes: 1 })),
  );
  await others.close();
  await connection.close();
});

test('a new limit does not lose pages that a worker is booking', async ({ record }) => {
  const connection = await connect(record, {});
  await beginCrawl(connection);
  await limitCrawl(connection, 100);
  const booking = await connect(record, {});
  await booking.client.query('begin');
  await booking.client.query('update crawl set granted = granted + 16');
  await booking.client.query(`insert into workers (name, version, slots, open_grant) values ('a', '0', 2, 16)`);
  const limited = limitCrawl(connection, 50);
  const waits = z.object({ count: z.number() });
  const watching = await connect(record, {});
  const isWaiting = async () => {
    const text = `select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    return (await watching.rows(waits, text))[0]?.count;
  };
  await expect.poll(isWaiting).toBe(1);
  await booking.client.query('commit');
  await limited;
  const row = z.object({ page_limit: z.number(), granted: z.number() });
  expect(await connection.rows(row, 'select page_limit, granted from crawl')).toEqual([
    { page_limit: 50, granted: 16 },
  ]);
  for (const one of [connection, booking, watching]) await one.close();
});

test('a pushed crawl keeps its limit for workers that join', async ({ record }) => {
  const folder = mkdtempSync(join(tmpdir(), 'forager-push-'));
  try {
    const file = join(folder, 'crawl.sqlite');
    const store = await openStore(file);
    addSites(store, [siteFromUrl('http://a.test/', 'host')], AT);
    store.connection.exec('update seeds set pages = 7');
    await store.close();
    await push(record, file, 20);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const connection = await connect(record, {});
  const row = z.object({ page_limit: z.number(), granted: z.number() });
  expect(await connection.rows(row, 'select page_limit, granted from crawl')).toEqual([{ page_limit: 20, granted: 7 }]);
  await connection.close();
});

test('work that needs every page runs in one worker, which a second one reports', async ({ record }) => {
  const begins = { pageLimit: 10, sites: [siteFromUrl('http://a.test/', 'host')] };
  const first = await Session.open({ ...quiet, db: record, begins });
  await first.workAlone('the link order hits');
  const second = Session.open({ ...quiet, db: record });
  await expect(second).rejects.toThrow(BadInput);
  await expect(second).rejects.toThrow('the link order hits needs a single worker, and one is running');
  await first.leave();
  await first.set.store.close();
  // Once it has left, others work again, and none can be alone.
  const third = await Session.open({ ...quiet, db: record });
  await expect(Session.open({ ...quiet, db: record, alone: 'a recrawl run' })).rejects.toThrow(
    'a recrawl run needs a single worker',
  );
  await third.leave();
  await third.set.store.close();
  const connection = await connect(record, {});
  const row = z.object({ count: z.number() });
  expect(await connection.rows(row, 'select count(*)::int as count from workers where is_alive')).toEqual([
    { count: 0 },
  ]);
  expect(await connection.rows(row, 'select count(*)::int as count from domains where worker is not null')).toEqual([
    { count: 0 },
  ]);
  await connection.close();
});
