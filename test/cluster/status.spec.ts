import { expect } from '@playwright/test';
import { z } from 'zod';
import { clusterTable } from '../../src/cli/tables/cluster-table.ts';
import { connect } from '../../src/cluster/connection.ts';
import { Membership } from '../../src/cluster/membership.ts';
import { clusterStatus } from '../../src/cluster/status.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { foragerIn, PASSIVE, start } from '../cli/forager.ts';
import { html, site } from '../site/site.ts';
import { test } from './postgres.ts';

const SITES = `insert into sites
  (id, domain, start_url, short_name, kind, scope, waiting, in_flight, is_removed, pages, failed, milliseconds)
  select n, n || '.test', 'http://' || n || '.test/', n, 'other', 'host', 10 * (n % 2), n % 3, n = 5, 4, 1, 1000
  from generate_series(0, 6) n`;

test('status lists the workers that are alive and the rest of the budget', async ({ record }) => {
  const connection = await connect(record, {});
  const run = async (text: string) => void (await connection.client.query(text));
  try {
    expect(await clusterStatus(connection)).toMatchObject({ pageLimit: null, pagesUsed: 0, sites: 0, workers: [] });
    expect(clusterTable(await clusterStatus(connection))).toContain('no workers running');
    await run(SITES);
    await run('insert into crawl (id, lease, page_limit, granted) values (1, 30000, 1000, 40)');
    await run(`insert into workers (name, version, slots, open_grant, is_alive, pages, beat_at) values
      ('a:1', '0', 8, 7, true, 20, now() - interval '5 s'), ('b:2', '0', 4, 3, true, 10, now()), ('c:3', '0', 4, 9, false, 0, now())`);
    await run(
      `insert into domains (name, worker) values ('1.test', 1), ('2.test', 1), ('3.test', 2), ('4.test', null)`,
    );
    await run(`insert into inbox (domain, letter) values ('4.test', '[]')`);
    const status = await clusterStatus(connection);
    // Site 0 is the crawl itself, and site 5 is removed.
    expect(status).toMatchObject({
      ...{ pageLimit: 1000, granted: 40, openGrants: 10, pagesUsed: 30, sites: 5, readySites: 2, waitingLinks: 20 },
      ...{ pages: 20, failed: 5, milliseconds: 5000, letters: 1, pagesPerSecond: 0, inFlight: 6 },
      workers: [
        { id: 1, name: 'a:1', slots: 8, domains: 2, pages: 20, openGrant: 7 },
        { id: 2, name: 'b:2', slots: 4, domains: 1, pages: 10, openGrant: 3 },
      ],
    });
    expect(status.workers[0]?.secondsSinceBeat).toBeGreaterThanOrEqual(5);
    expect(status.workers[1]?.secondsSinceBeat).toBeLessThan(5);
    const lines = clusterTable(status).split('\n').slice(-5);
    expect(lines).toContain('pages: 30 used of 1,000, 10 more granted; 5 failed');
    expect(lines).toContain('links: 20 waiting, 6 pages in flight, 1 letter to other workers');
    await run('update crawl set page_limit = null');
    expect(await clusterStatus(connection)).toMatchObject({ pageLimit: null, pagesUsed: 30 });
  } finally {
    await connection.close();
  }
});

const joinedRow = z.object({ joinedAt: z.string() });

test('heartbeats keep the pages per second of the last minute', async ({ record }) => {
  const connection = await connect(record, {});
  await connection.client.query('insert into crawl (id, lease) values (1, 3600000)');
  await connection.client.query(`insert into workers (name, version, slots) values ('a:1', '0', 8)`);
  const rate = async () => (await clusterStatus(connection)).workers[0]?.pagesPerSecond ?? Number.NaN;
  /** The worker reads pages for some time, and sends heartbeats. */
  const live = async (seconds: number, pages: number) => {
    const past = `update workers set pages = pages + ${pages}, beat_at = beat_at - interval '${seconds} s', started_at = started_at - interval '${seconds} s'`;
    const [joined] = await connection.rows(joinedRow, `${past} returning started_at::text as "joinedAt"`);
    const { joinedAt } = joinedRow.parse(joined);
    const open = () => connect(record, {});
    const member = new Membership(
      { open, worker: 1, joinedAt, lost: (why) => Promise.reject(new Error(why)) },
      await open(),
    );
    await member.begin();
    member.close();
  };
  try {
    expect(await rate()).toBe(0);
    await live(10, 50);
    expect(await rate()).toBeCloseTo(5, 0);
    for (let at = 0; at < 12; at++) await live(10, 20);
    expect(await rate()).toBeGreaterThan(1.8);
    expect(await rate()).toBeLessThan(2.6);
    await live(600, 0);
    expect(await rate()).toBeLessThan(0.1);
  } finally {
    await connection.close();
  }
});

const statusShape = z.looseObject({ workers: z.array(z.looseObject({})) });

/** The unlabelled values of a text in Prometheus' format, by name. */
const valuesOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/^(forager_\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );

test('status and /metrics report a shared crawl while it runs and afterwards, and a lost record', async ({
  postgres,
  record,
}) => {
  let goOn: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const portal = site('small.test', {
    '/': html('<a href=/a>a</a><a href=/none>none</a>'),
    '/a': () => isAsked.then(() => html('a')),
    '/none': () => isAsked.then(() => ({ status: 404, headers: {}, body: '' })),
  });
  const server = await serveDemo({ portals: [portal] });
  const common = ['--render', 'http', '--host-rules', server.hostRules, '--workers', '1', ...PASSIVE];
  const env = { FORAGER_DB: record };
  const status = async (...words: string[]) => await foragerIn(process.cwd(), ['status', ...words], env);
  const told = async () => statusShape.parse(JSON.parse((await status('--json')).stdout));
  try {
    const crawl = start(['crawl', '--url', 'http://small.test/', '--page-limit', '10', '--metrics', '0', ...common], {
      env,
    });
    let url = '';
    await expect
      .poll(() => {
        [, url = ''] = /metrics: (http:\S+)/.exec(crawl.stderr()) ?? [];
        return url;
      })
      .not.toBe('');
    const ask = async () => valuesOf(await (await fetch(url)).text());
    await expect.poll(async () => (await ask()).forager_pages).toBe(1);
    expect(await ask()).toMatchObject({
      ...{ forager_record_up: 1, forager_workers: 1, forager_slots: 1, forager_page_limit: 10 },
      ...{ forager_ready_sites: 1, forager_undelivered_links: 0 },
    });
    expect((await told()).workers).toMatchObject([{ slots: 1, domains: 1 }]);
    expect((await status()).stdout).toMatch(/pages: [12] used of 10, /);
    await postgres.stop('fast');
    await expect.poll(ask).toMatchObject({ forager_record_up: 0 });
    await postgres.start();
    goOn();
    expect((await crawl.ended).code).toBe(0);
    expect(await told()).toMatchObject({ workers: [], pages: 2, failed: 1, pagesUsed: 3, openGrants: 0, inFlight: 0 });
    expect(await status('--why', 'http://small.test/')).toMatchObject({ code: 4 });
  } finally {
    goOn();
    await server.close();
  }
});
