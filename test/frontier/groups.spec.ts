import { expect } from '@playwright/test';
import { linkStatuses } from '../../src/domain/link.ts';
import type { Rank } from '../../src/domain/rank.ts';
import type { LinkOrder } from '../../src/link-orders/link-order.ts';
import { keyHash } from '../../src/url/normalise.ts';
import { crawledBefore } from './earlier-database.ts';
import { brokenInvariants } from './invariants.ts';
import { claimed, claimOf, crawlAll, frontierKinds, misjudged, newSite, open, openNew, page, test } from './world.ts';

const A = 'http://a.test/';

/** Ranks by what a link's path says, `/group/value`; `values` are the groups', and may change. */
const byPath = (values: Record<string, number>, lane = 0): LinkOrder => ({
  rank({ url }): Rank {
    const [, name = '', value = '0'] = new URL(url).pathname.split('/');
    const group = values[name];
    const rank = { lane, value: Number(value) };
    return group === undefined ? rank : { ...rank, group: { name, value: group } };
  },
});

const paths = (urls: readonly string[]) => urls.map((url) => new URL(url).pathname);

for (const kind of frontierKinds) {
  test(`${kind}: links of the best group first, those of groups that stand alike by their own rank`, async ({
    file,
  }) => {
    const linkOrder = byPath({ low: -1, one: 2, two: 2, zero: 0 });
    const { frontier, close } = await openNew(kind, file, { linkOrder });
    await frontier.addSites([newSite(A)], 0);
    const on = ['/low/9', '/x/5', '/one/1', '/two/2', '/one/3', '/zero/7', '/two/1', '/y/7'];
    expect(paths(await crawlAll(frontier, { [A]: on })).slice(1)).toEqual([
      '/one/3',
      '/two/2',
      '/one/1',
      '/two/1',
      '/zero/7',
      '/y/7',
      '/x/5',
      '/low/9',
    ]);
    await close();
  });

  test(`${kind}: a rank that puts its group elsewhere moves all that waits in it`, async ({ file }) => {
    const values: Record<string, number> = { one: 1, two: 2 };
    const { frontier, close, queued } = await openNew(kind, file, { linkOrder: byPath(values) });
    await frontier.addSites([newSite(A)], 0);
    const start = await claimed(frontier, 1);
    await frontier.settle(start, page(start, ['/one/1', '/one/2', '/two/1', '/two/2']), 1);
    const first = await claimed(frontier, 2);
    expect(first).toMatchObject({ url: `${A}two/2`, rank: { group: { name: 'two', value: 2 }, value: 2 } });
    values.one = 3;
    await frontier.settle(first, page(first, ['/one/0']), 2);
    expect(misjudged(frontier, queued(2))).toEqual([]);
    expect(frontier.sites()[0]?.best).toEqual({ tier: 0, lane: 0, group: { name: 'one', value: 3 }, value: 2 });
    expect(paths(await crawlAll(frontier, {}, 3))).toEqual(['/one/2', '/one/1', '/one/0', '/two/1']);
    await close();
  });

  test(`${kind}: what is given back waits where its group stands by then, though that was empty`, async ({ file }) => {
    const values: Record<string, number> = { one: 1, two: 2 };
    const { frontier, close, queued } = await openNew(kind, file, { linkOrder: byPath(values) });
    await frontier.addSites([newSite(A, { scope: 'domain' })], 0);
    const start = await claimed(frontier, 1);
    await frontier.settle(start, page(start, ['/two/1', 'http://s.a.test/one/1', 'http://s.a.test/one/2']), 1);
    const two = await claimOf(frontier, 2);
    const one = await claimOf(frontier, 2);
    if (!two || !one) throw new Error('nothing was claimed');
    values.two = 0;
    await frontier.settle(one, page(one, ['/two/0']), 3);
    await frontier.release(two, { notBefore: 10, failed: true, askedAt: undefined }, 3);
    expect(misjudged(frontier, queued(3))).toEqual([]);
    expect(paths(await crawlAll(frontier, {}, 4))).toEqual(['/one/1', '/two/0']);
    expect(frontier.sites()[0]?.best).toBeUndefined();
    expect(paths(await crawlAll(frontier, {}, 10))).toEqual(['/two/1']);
    await close();
  });

  test(`${kind}: no lane of a link order reaches across documents and guesses`, async ({ file }) => {
    const linkOrder = byPath({}, -3_000_000);
    const { frontier, close } = await openNew(kind, file, { linkOrder, visitsDocuments: 'last' });
    await frontier.addSites([newSite(A)], 0);
    const on = [{ raw: '/guess', technique: 'text', role: 'guess' } as const, '/a.pdf', '/page'];
    expect(paths(await crawlAll(frontier, { [A]: on }))).toEqual(['/', '/page', '/a.pdf', '/guess']);
    await close();
  });

  test(`${kind}: the best rank is known again when a pause ends, also of a site that is ready`, async ({ file }) => {
    const { frontier, close, queued } = await openNew(kind, file, { linkOrder: byPath({}) });
    await frontier.addSites([newSite(A)], 0);
    const start = await claimed(frontier, 1);
    await frontier.settle(start, page(start, ['/x/9', '/x/1']), 1);
    const nine = await claimed(frontier, 2);
    await frontier.release(nine, { notBefore: 100, failed: true, askedAt: undefined }, 2);
    for (const [now, best] of [
      [3, 1],
      [99, 1],
      [100, 9],
    ] as const) {
      const next = await claimed(frontier, now);
      expect(next.url).toBe(`${A}x/${best}`);
      await frontier.release(next, { notBefore: 0, failed: false, askedAt: undefined }, now);
      expect(frontier.sites()[0]?.best?.value).toBe(best);
      expect(misjudged(frontier, queued(now))).toEqual([]);
    }
    await close();
  });
}

test('groups are as they were when the crawl goes on, and those that emptied are swept out', async ({ file }) => {
  const linkOrder = byPath({ one: 1, two: 2, gone: 9 });
  const first = await open(file, { linkOrder });
  await first.frontier.addSites([newSite(A)], 0);
  const on = ['/one/1', '/one/2', '/two/1', '/gone/1', '/x/1'];
  const order: string[] = [];
  for (let now = 1; now < 4; now++) {
    const claim = await claimed(first.frontier, now);
    order.push(claim.url);
    // The third one dies with the process.
    if (now < 3) await first.frontier.settle(claim, page(claim, now === 1 ? on : []), now);
  }
  expect(paths(order)).toEqual(['/', '/gone/1', '/two/1']);
  await first.store.close();
  const second = await open(file, { linkOrder }, 10);
  const names = second.store.connection.prepare('select name from queue_groups order by name').pluck().all();
  expect(names).toEqual(['', 'one', 'two']);
  expect(paths(await crawlAll(second.frontier, {}, 10))).toEqual(['/two/1', '/one/2', '/one/1', '/x/1']);
  await second.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a database from before the groups goes on in the same order', async ({ file }) => {
  const waiting = linkStatuses.indexOf('waiting');
  const claimed = linkStatuses.indexOf('claimed');
  // url, lane, rank, status, not before: pages, documents, what may kill the crawler, guesses.
  const links = [
    ['/deep', 0, -3, waiting, 0],
    ['/guess', -2_000_000, -1, waiting, 0],
    ['/a.pdf', -500_000, -1, waiting, 0],
    ['/killer', -1_000_000, -1, waiting, 0],
    ['/near', 0, -1, waiting, 0],
    ['/paused', 0, -1, waiting, 50],
    ['/lane', 2, -9, waiting, 0],
    ['/b.pdf', -500_000, -2, waiting, 0],
    ['/near-too', 0, -1, waiting, 0],
    ['/dead', 0, -2, claimed, 0],
    ['/deleted', 0, -1, waiting, 0],
    ['/aside-guess', -2_000_000, null, linkStatuses.indexOf('trap'), 0],
  ] as const;
  await crawledBefore(file, '0013', (connection) => {
    connection.exec(`update seeds set internal = ${links.length}`);
    connection.exec(`insert into internal_links (id, site, hash, url, level, source, status, lane, rank)
    values (1, 1, 1, '/', 0, null, ${linkStatuses.indexOf('visited')}, 0, 0)`);
    connection.exec(`insert into visits (run, site, link, page, started_at, milliseconds, outcome, reason, content_type, title,
    new_internal, new_external, reward, lane, rank, site_pulls, site_reward)
    values (1, 1, 1, 1, 0, 0, 'page', '', '', '', 0, 0, 0, 0, 0, 0, 0), (1, 1, 9, null, 0, 0, 'failed', 'x', '', '', 0, 0, 0, -2000000, -1, 0, 0)`);
    for (const [index, [url, lane, rank, status, notBefore]] of links.entries()) {
      const id = index + 2;
      connection
        .prepare(
          'insert into internal_links (id, site, hash, url, level, source, status, lane, rank) values (?, 1, ?, ?, 1, 1, ?, ?, ?)',
        )
        .run(id, keyHash(url), url, status, lane, rank);
      if (url === '/deleted') connection.prepare('insert into deletions values (0, ?, 1, 0)').run(id);
      else if (status === waiting)
        connection.prepare('insert into queue values (1, ?, ?, ?, ?)').run(lane, rank, id, notBefore);
      if (status === claimed) connection.prepare('insert into leases values (?, 1, 1, 0)').run(id);
    }
  });

  const { frontier, store } = await open(file, { visitsDocuments: 'last' }, 10);
  const rows = store.connection.prepare(
    `select l.tier, g.lane, count(*) as links from internal_links l left join queue_groups g on g.id = l.queue_group
      where l.id > 1 group by l.tier, g.lane order by l.tier, g.lane`,
  );
  expect(rows.all()).toEqual([
    { tier: -3, lane: null, links: 1 },
    { tier: -3, lane: 0, links: 1 },
    { tier: -2, lane: 0, links: 1 },
    { tier: -1, lane: 0, links: 2 },
    { tier: 0, lane: 0, links: 6 },
    { tier: 0, lane: 2, links: 1 },
  ]);
  expect(store.connection.prepare('select tier, lane from visits order by id').all()).toEqual([
    { tier: 0, lane: 0 },
    { tier: -3, lane: 0 },
  ]);
  const roles = store.connection.prepare("select url from internal_links_view where role = 'guess'").pluck();
  expect(roles.all()).toEqual([`${A}guess`, `${A}aside-guess`]);
  const order = await crawlAll(frontier, {}, 10);
  expect(paths(order)).toEqual([
    '/lane',
    '/near',
    '/near-too',
    '/dead',
    '/deep',
    '/a.pdf',
    '/b.pdf',
    '/killer',
    '/guess',
  ]);
  expect(paths(await crawlAll(frontier, {}, 60))).toEqual(['/paused']);
  await store.close();
});

test('a queue whose rows told their site and lane goes on in its order, by what its groups tell', async ({ file }) => {
  const statuses = { waiting: linkStatuses.indexOf('waiting'), claimed: linkStatuses.indexOf('claimed') };
  await crawledBefore(file, '0026', (connection) => {
    connection.exec(`update seeds set origin = 'http://a.test', internal = 6;
      insert into seeds (id, full_name, short_name, start_url, origin, host, kind, scope, status, added_at, pages, internal)
        values (2, 'b', 'b', 'http://b.test/', 'http://b.test', 'b.test', 'other', 'host', 'crawling', 0, 0, 1);
      insert into queue_groups (id, site, tier, lane, name, value, waiting)
        values (7, 2, 0, 0, '', 0, 1), (8, 1, 0, 0, 'few', 1, 2), (9, 1, 0, 3, '', 0, 1), (10, 1, 0, 0, '', 0, 1)`);
    const link = connection.prepare(`insert into internal_links (id, site, hash, url, level, source, status, lane, rank,
      queue_group) values (?, ?, ?, ?, 1, null, ?, ?, ?, ?)`);
    const wait = connection.prepare('insert into queue values (?, ?, ?, ?, ?)');
    const links = [
      [1, '/few', 0, 2, 8, 0],
      [1, '/few-too', 0, 2.5, 8, 0],
      [1, '/lane', 3, -9, 9, 0],
      [1, '/paused', 0, 5, 10, 50],
      [2, '/other', 0, 0, 7, 0],
    ] as const;
    for (const [index, [site, url, lane, rank, group, notBefore]] of links.entries()) {
      link.run(index + 1, site, keyHash(url), url, statuses.waiting, lane, rank, group);
      wait.run(site, group, rank, index + 1, notBefore);
    }
    // Its visitor died: it comes back to its lane.
    link.run(6, 1, keyHash('/dead'), '/dead', statuses.claimed, 3, -10, 9);
    connection.exec('insert into leases (link, site, token, claimed_at) values (6, 1, 1, 0)');
  });
  const { frontier, store } = await open(file, {}, 10);
  expect(paths(await crawlAll(frontier, {}, 10))).toEqual(['/lane', '/dead', '/few-too', '/few', '/other']);
  expect(paths(await crawlAll(frontier, {}, 60))).toEqual(['/paused']);
  await store.close();
});
