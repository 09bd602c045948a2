import { expect } from '@playwright/test';
import { z } from 'zod';
import { connect } from '../../src/cluster/connection.ts';
import { beginCrawl, checkCrawl, openCrawlsOwn, registerSites } from '../../src/cluster/crawl-record.ts';
import { Session } from '../../src/cluster/session.ts';
import { BadInput } from '../../src/domain/errors.ts';
import { siteFromUrl } from '../../src/url/named-site.ts';
import { test } from './postgres.ts';

const AT = 1_700_000_000_000;
const quiet = { slots: 2, warn: () => undefined, now: () => AT };

test('a crawl of a newer Forager is refused, one of an older is taken up', async ({ record }) => {
  const connection = await connect(record, {});
  await expect(checkCrawl(connection)).rejects.toThrow('no crawl in this database: begin one with forager crawl --db');
  await beginCrawl(connection, 10);
  const tables = z.object({ tables: z.number() });
  const [own] = await connection.rows(tables, 'select tables from crawl');
  await connection.client.query('update crawl set tables = 0');
  await checkCrawl(connection);
  expect(await connection.rows(tables, 'select tables from crawl')).toEqual([own]);
  await connection.client.query('update crawl set tables = tables + 1');
  for (const refused of [checkCrawl(connection), beginCrawl(connection, 10), openCrawlsOwn(record)])
    await expect(refused).rejects.toThrow('a newer Forager works on this crawl');
  await connection.close();
});

test('sites are added once, from several workers at a time, each under a name of its own', async ({ record }) => {
  const connection = await connect(record, {});
  await beginCrawl(connection, undefined);
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

test('what needs every page works alone, and says so to a second worker', async ({ record }) => {
  const begins = { pageLimit: 10, sites: [siteFromUrl('http://a.test/', 'host')] };
  const first = await Session.open({ ...quiet, db: record, begins });
  await first.workAlone('the link order hits');
  const second = Session.open({ ...quiet, db: record });
  await expect(second).rejects.toThrow(BadInput);
  await expect(second).rejects.toThrow('the link order hits works on one worker, and one is there');
  await first.leave();
  await first.set.store.close();
  // Once it has left, others work again, and none can be alone among them.
  const third = await Session.open({ ...quiet, db: record });
  await expect(Session.open({ ...quiet, db: record, alone: 'a night' })).rejects.toThrow('a night works on one worker');
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
