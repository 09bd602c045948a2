import { expect } from '@playwright/test';
import fc from 'fast-check';
import { z } from 'zod';
import { linkRoles, linkStatuses } from '../../src/domain/link.ts';
import { TIER } from '../../src/domain/rank.ts';
import type { LinkOrder } from '../../src/link-orders/link-order.ts';
import type { Store } from '../../src/storage/open.ts';
import { identityKey } from '../../src/url/normalise.ts';
import { brokenInvariants } from './invariants.ts';
import { claimed, claimOf, crawlAll, FOLDED, newRuns, newSite, open, page, test } from './world.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';

test('a site whose start page fails is unavailable, other failed pages are only marked', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A), newSite(B)], 0);
  await crawlAll(frontier, { [B]: ['/gone', '/there'], [`${B}there`]: [] });
  const rows = await store.kysely
    .selectFrom('seeds')
    .select(['status', 'note', 'pages', 'failed'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { status: 'not-available', note: 'HTTP 404', pages: 0, failed: 1 },
    { status: 'finished', note: '', pages: 2, failed: 1 },
  ]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('if nothing could be reached, the next run retries the start pages', async ({ file }) => {
  const first = await open(file);
  await first.frontier.addSites([newSite(A), newSite(B)], 0);
  expect(await crawlAll(first.frontier, {})).toEqual([A, B]);
  await first.store.close();
  const second = await open(file, {}, 100);
  expect(await crawlAll(second.frontier, { [B]: [] }, 100)).toEqual([A, B]);
  await second.store.close();
  const third = await open(file, {}, 200);
  expect(await crawlAll(third.frontier, { [A]: [] }, 200)).toEqual([]);
  const rows = await third.store.kysely
    .selectFrom('seeds')
    .select(['status', 'pages', 'failed'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { status: 'not-available', pages: 0, failed: 2 },
    { status: 'finished', pages: 1, failed: 1 },
  ]);
  await third.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a site whose session ended continues in the next run', async ({ file }) => {
  const first = await open(file);
  await first.frontier.addSites([newSite(A)], 0);
  const start = await claimed(first.frontier, 1);
  await first.frontier.endSession(start, { note: 'HTTP 401', askedAt: 1 }, 2);
  const row = () => first.store.kysely.selectFrom('seeds').select(['status', 'note']).execute();
  expect(await row()).toEqual([{ status: 'session-ended', note: 'HTTP 401' }]);
  await first.store.close();
  const second = await open(file, {}, 100);
  expect(await second.store.kysely.selectFrom('seeds').select(['status', 'note']).execute()).toEqual([
    { status: 'crawling', note: '' },
  ]);
  expect(await crawlAll(second.frontier, { [A]: [] }, 100)).toEqual([A]);
  await second.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a redirect within the site leads to one page; out of the site it is an external link', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/old', '/new', '/older', '/out']), 1);
  const old = await claimed(frontier, 2);
  expect(await frontier.completeVisit(old, page(old, ['/child'], `${A}new`), 2)).toMatchObject({
    outcome: 'page',
    newInternal: 1,
  });
  const older = await claimed(frontier, 3);
  expect(older.url).toBe(`${A}older`);
  expect(await frontier.completeVisit(older, page(older, ['/child'], `${A}new/`), 3)).toMatchObject({
    outcome: 'duplicate',
  });
  const out = await claimed(frontier, 4);
  const left = {
    ...page(out, ['http://else.org/']),
    outcome: 'left-site',
    reason: 'redirects',
    address: undefined,
  } as const;
  expect(await frontier.completeVisit(out, left, 4)).toMatchObject({ outcome: 'left-site', newExternal: 1, reward: 1 });
  const child = await claimed(frontier, 5);
  await frontier.completeVisit(child, page(child, ['/fresh'], `${A}unknown`), 5);
  expect(await crawlAll(frontier, { [`${A}fresh`]: [] }, 6)).toEqual([`${A}fresh`]);
  const statuses = await store.kysely.selectFrom('seeds').select(['pages', 'failed', 'internal']).executeTakeFirst();
  expect(statuses).toEqual({ pages: 4, failed: 2, internal: 8 });
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a shorter path to a link moves it up, and the links behind it', async ({ file }) => {
  const { frontier, store } = await open(file, { depth: 3 });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/late', '/1']), 1);
  const late = await claimed(frontier, 2);
  await frontier.release(late, { notBefore: 50, failed: true, askedAt: undefined }, 2);
  expect(await crawlAll(frontier, { [`${A}1`]: ['/2'], [`${A}2`]: ['/3'], [`${A}3`]: ['/deep'] }, 3)).toEqual([
    `${A}1`,
    `${A}2`,
    `${A}3`,
  ]);
  const again = await claimed(frontier, 50);
  await frontier.completeVisit(again, page(again, ['/3']), 51);
  const levels = await store.kysely.selectFrom('internal_links').select(['url', 'level']).orderBy('id').execute();
  expect(Object.fromEntries(levels.map(({ url, level }) => [url, level]))).toEqual({
    '/': 0,
    '/late': 1,
    '/1': 1,
    '/2': 2,
    '/3': 2,
    '/deep': 3,
  });
  expect(await claimOf(frontier, 52)).toMatchObject({ url: `${A}deep`, level: 3 });
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a shorter path moves each link up once, however many paths lead on', async ({ file }) => {
  const ranked: string[] = [];
  const linkOrder: LinkOrder = {
    rank({ url, level }) {
      ranked.push(`${new URL(url).pathname} ${level}`);
      return { lane: 0, value: url.endsWith('last') ? -100 : -level };
    },
  };
  const { frontier, store } = await open(file, { linkOrder });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/late', '/1']), 1);
  await frontier.release(await claimed(frontier, 2), { notBefore: 500, failed: true, askedAt: undefined }, 2);
  // Both paths from /5 lead to the last link: a short one over /6, and a longer one over /7.
  const chain = [['/2'], ['/3'], ['/4'], ['/5'], ['/6', '/7'], ['/last'], ['/8'], ['/9'], ['/last']];
  for (const [index, on] of chain.entries()) {
    const claim = await claimed(frontier, 3 + index);
    await frontier.completeVisit(claim, page(claim, on), 3 + index);
  }
  ranked.length = 0;
  const late = await claimed(frontier, 500);
  await frontier.completeVisit(late, page(late, ['/5']), 501);
  expect(ranked.filter((one) => one.startsWith('/last'))).toEqual(['/last 4']);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('another depth admits all links beyond the one before, however many', async ({ file }) => {
  const many = Array.from({ length: 2500 }, (_, index) => `/${index}`);
  const { frontier, store } = await open(file, { depth: 0 });
  await frontier.addSites([newSite(A)], 0);
  await crawlAll(frontier, { [A]: many });
  await newRuns(store)({ depth: 1 }, 10_000);
  const waiting = store.kysely.selectFrom('internal_links').where('status', '=', linkStatuses.indexOf('waiting'));
  const { links } = await waiting.select(({ fn }) => fn.countAll<number>().as('links')).executeTakeFirstOrThrow();
  expect(links).toBe(many.length);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('the limits on depth and on pages per site', async ({ file }) => {
  const { frontier, store } = await open(file, { depth: 1, sitePageLimit: 3 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const web = { [A]: ['/1', '/2', '/3'], [`${A}1`]: ['/deep'], [`${A}2`]: [], [B]: ['/1'], [`${B}1`]: ['/deep'] };
  expect(await crawlAll(frontier, web)).toEqual([A, `${A}1`, `${A}2`, B, `${B}1`]);
  expect(frontier.state(99)).toEqual({ kind: 'over', reason: 'done' });
  await store.close();
  expect(brokenInvariants(file)).toEqual({});

  const deeper = await open(file, {}, 100);
  expect(await crawlAll(deeper.frontier, web)).toEqual([`${A}3`, `${A}deep`, `${B}deep`]);
  await deeper.store.close();
  expect(brokenInvariants(file)).toEqual({});

  const shallow = await open(file, { depth: 0 }, 200);
  expect(await shallow.frontier.addSites([newSite('http://c.test/'), newSite(A)], 200)).toBe(1);
  expect(await crawlAll(shallow.frontier, { 'http://c.test/': ['/x'] })).toEqual(['http://c.test/']);
  await shallow.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('leases of a dead process are released, last of all if that happens again', async ({ file }) => {
  const first = await open(file);
  await first.frontier.addSites([newSite(A)], 0);
  const start = await claimed(first.frontier, 1);
  await first.frontier.completeVisit(start, page(start, ['/x', '/y']), 1);
  await first.store.close();
  for (let death = 1; death <= 3; death++) {
    const run = await open(file, {}, death * 10);
    expect(await claimOf(run.frontier, death * 10)).toMatchObject({ url: `${A}x` });
    await run.store.close();
  }
  const last = await open(file, {}, 100);
  expect(brokenInvariants(file)).toEqual({});
  expect(await crawlAll(last.frontier, { [`${A}y`]: [], [`${A}x`]: [] })).toEqual([`${A}y`, `${A}x`]);
  await last.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('links skipped by the same depth and patterns are not read again, those of other limits are', async ({ file }) => {
  const first = await open(file, { depth: 1, admits: ({ url }) => !url.endsWith('/no') });
  await first.frontier.addSites([newSite(A)], 0);
  expect(await crawlAll(first.frontier, { [A]: ['/a', '/no'], [`${A}a`]: ['/deep'] })).toEqual([A, `${A}a`]);
  await first.store.close();
  const same = await open(file, { hasSameLimits: true }, 100);
  expect(await crawlAll(same.frontier, {}, 101)).toEqual([]);
  await same.store.close();
  const { frontier, store } = await open(file, {}, 200);
  expect((await crawlAll(frontier, {}, 201)).sort()).toEqual([`${A}deep`, `${A}no`]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a page that may kill the crawler waits behind all others, also after a shorter path is found', async ({
  file,
}) => {
  const first = await open(file, { linkOrder: 'depth-first' });
  await first.frontier.addSites([newSite(A)], 0);
  for (const links of [['/z', '/y', '/a'], ['/b'], ['/x']]) {
    const claim = await claimed(first.frontier, 1);
    await first.frontier.completeVisit(claim, page(claim, links), 1);
  }
  await first.store.close();
  for (let death = 1; death <= 4; death++) {
    const run = await open(file, { linkOrder: 'depth-first' }, death * 10);
    const claim = await claimOf(run.frontier, death * 10);
    if (death < 4) expect(claim).toMatchObject({ url: `${A}x`, level: 3 });
    else if (claim) await run.frontier.completeVisit(claim, page(claim, ['/x']), death * 10);
    await run.store.close();
  }
  const { frontier, store } = await open(file, { linkOrder: 'depth-first' }, 100);
  expect((await crawlAll(frontier, {}, 101)).at(-1)).toBe(`${A}x`);
  expect(store.connection.prepare("select level from internal_links where url = '/x'").pluck().get()).toBe(2);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a page that kills the crawler repeatedly is given up', async ({ file }) => {
  for (let death = 0; ; death++) {
    const run = await open(file, {}, death * 10);
    await run.frontier.addSites([newSite(A)], death * 10);
    const claim = await claimOf(run.frontier, death * 10);
    await run.store.close();
    if (!claim) break;
    expect(death).toBeLessThan(30);
  }
  expect(brokenInvariants(file)).toEqual({});
});

test('the same web and rule give the same order, also for a crawl that was interrupted', async ({ folder }) => {
  const web: Record<string, string[]> = {};
  for (const site of ['a', 'b', 'c']) {
    for (let n = 0; n < 40; n++) {
      const links = [2 * n + 1, 2 * n + 2].filter((child) => child < 40).map((child) => `/p${child}`);
      const external = (n * (site.charCodeAt(0) - 95)) % 5 === 0 ? [`http://x${n % 9}.org/${site}`] : [];
      web[`http://${site}.test/${n === 0 ? '' : `p${n}`}`] = [...links, ...external];
    }
  }
  const sites = ['a', 'b', 'c'].map((name) => newSite(`http://${name}.test/`));
  for (const strategy of ['beebot', 'beebot-universities', 'beebot-institutes', 'beebot-trivial']) {
    const whole = await open(`${folder}/${strategy}.sqlite`, { strategy, pageLimit: 60 });
    await whole.frontier.addSites(sites, 0);
    const expected = await crawlAll(whole.frontier, web);
    expect(expected.length).toBe(60);
    await whole.store.close();

    const file = `${folder}/${strategy}-stopped.sqlite`;
    const order: string[] = [];
    for (let run = 0; run < 12; run++) {
      const { frontier, store } = await open(file, { strategy, pageLimit: 60 }, run);
      await frontier.addSites(sites, run);
      for (let n = 0; n < 5; n++) {
        const claim = await claimed(frontier, run);
        order.push(claim.url);
        await frontier.completeVisit(claim, page(claim, web[claim.url] ?? []), run);
      }
      await store.close();
    }
    expect(order, strategy).toEqual(expected);
    expect(brokenInvariants(file)).toEqual({});
  }
});

const embedded = (raw: string, technique = 'dom') => ({ raw, technique, element: 'img', role: 'embedded' }) as const;
const request = (raw: string, method = 'GET') => ({ raw, technique: 'request', role: 'request', method }) as const;
const form = (raw: string, method: string) => ({ raw, element: 'form', method });
const guess = (raw: string) => ({ raw, technique: 'text', role: 'guess' }) as const;

test('a resource is recorded once per method and address, in its strongest role, and never visited', async ({
  file,
}) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  const on = [
    embedded('/Logo.png'),
    '/page',
    embedded('/page'),
    form('/page', 'POST'),
    form('/page', 'DELETE'),
    request('/page', 'DELETE'),
    request('http://api.b.example/v1'),
    request('ws://a.test/feed'),
    embedded('data:image/png;base64,AA'),
    embedded('http://'),
    embedded('#part'),
  ];
  expect(await frontier.completeVisit(start, page(start, on), 1)).toMatchObject({
    newInternal: 1,
    newExternal: 0,
    newBad: 0,
    reward: 0,
  });
  const second = await claimed(frontier, 2);
  expect(second.url).toBe(`${A}page`);
  const again = [request('/LOGO.png'), embedded('http://api.b.example/v1'), embedded('/#'), form('/', 'PUT')];
  await frontier.completeVisit(second, page(second, again), 3_600_001);
  expect(await claimOf(frontier, 3_600_002)).toBeUndefined();
  const listed = store.connection
    .prepare('select method, url, role, host, domain, source_url, technique, first_seen, last_seen from resources_view')
    .all();
  const seen = { host: 'a.test', domain: 'a.test', source_url: A, technique: 'dom', first_seen: 1, last_seen: 1 };
  const late = { source_url: `${A}page`, last_seen: 3_600_001 };
  const post = { ...seen, url: `${A}page`, role: 'write' };
  const asked = { ...seen, method: 'GET', role: 'request', technique: 'request' };
  expect(listed).toEqual([
    { ...asked, ...late, url: `${A}Logo.png` },
    { ...seen, method: 'GET', url: `${A}page`, role: 'embedded' },
    { ...post, method: 'POST' },
    { ...post, method: 'DELETE' },
    { ...asked, url: 'http://api.b.example/v1', host: 'api.b.example', domain: 'b.example', last_seen: 3_600_001 },
    { ...asked, url: 'ws://a.test/feed' },
    { ...seen, method: 'GET', url: A, role: 'embedded', last_seen: 3_600_001 },
    { ...post, ...late, method: 'PUT', url: A, first_seen: 3_600_001 },
  ]);
  expect(await store.kysely.selectFrom('seeds').select(['internal', 'external', 'bad', 'resources']).execute()).toEqual(
    [{ internal: 2, external: 0, bad: 0, resources: 8 }],
  );
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('guesses inside the site wait behind all links, others are recorded, and each is replaced by a link', async ({
  file,
}) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const roles = () =>
    store.connection
      .prepare(`select url, role, technique, level, source_url from internal_links_view where level > 0
        union all select url, role, technique, null, source_url from resources_view`)
      .all();
  const start = await claimed(frontier, 1);
  const on = [
    guess('/hidden'),
    guess('/later'),
    guess('/1'),
    guess('/a.pdf'),
    guess('http://x.example/'),
    guess('http://y.example/'),
    guess('/logo'),
    embedded('/logo'),
    '/1',
    'http://y.example/',
  ];
  expect(await frontier.completeVisit(start, page(start, on), 1)).toMatchObject({ newInternal: 3, newExternal: 1 });
  const from = { source_url: A, technique: 'text' };
  expect(roles()).toEqual([
    { ...from, url: `${A}hidden`, role: 'guess', level: 1 },
    { ...from, url: `${A}later`, role: 'guess', level: 1 },
    { ...from, url: `${A}1`, role: 'link', technique: 'dom', level: 1 },
    { ...from, url: `${A}a.pdf`, role: 'guess', level: null },
    { ...from, url: 'http://x.example/', role: 'guess', level: null },
    { ...from, url: `${A}logo`, role: 'embedded', technique: 'dom', level: null },
  ]);
  const one = await claimed(frontier, 2);
  expect(one.url).toBe(`${A}1`);
  const proof = [
    { raw: '/later', anchor: 'later on' },
    '/2',
    '/a.pdf',
    'http://x.example/',
    guess('/logo'),
    guess('/2'),
  ];
  expect(await frontier.completeVisit(one, page(one, proof), 2)).toMatchObject({ newInternal: 2, newExternal: 1 });
  const behind = { source_url: `${A}1`, technique: 'dom', role: 'link', level: 2 };
  expect(roles()).toEqual([
    { ...from, url: `${A}hidden`, role: 'guess', level: 1 },
    { ...behind, url: `${A}later` },
    { ...from, url: `${A}1`, role: 'link', technique: 'dom', level: 1 },
    { ...behind, url: `${A}2` },
    { ...behind, url: `${A}a.pdf` },
    { ...from, url: `${A}logo`, role: 'embedded', technique: 'dom', level: null },
  ]);
  expect(brokenInvariants(file)).toEqual({});

  const later = await claimed(frontier, 3);
  expect(later).toMatchObject({ url: `${A}later`, level: 2, rank: { tier: TIER.page, lane: 0 } });
  await frontier.completeVisit(later, page(later, []), 3);
  const two = await claimed(frontier, 4);
  await frontier.completeVisit(two, page(two, []), 4);
  const hidden = await claimed(frontier, 5);
  expect(hidden).toMatchObject({ url: `${A}hidden`, level: 1, rank: { tier: TIER.guess } });
  await frontier.completeVisit(hidden, page(hidden, ['/3', guess('/old')]), 5);
  const three = await claimed(frontier, 6);
  expect(three).toMatchObject({ url: `${A}3`, level: 2 });
  await frontier.completeVisit(three, page(three, []), 6);
  const old = await claimed(frontier, 7);
  await frontier.completeVisit(old, page(old, ['/4'], `${A}new`), 7);
  expect(roles()).toContainEqual({ url: `${A}new`, role: 'guess', technique: null, level: 2, source_url: `${A}old` });
  // Visited before: its links have their level from it.
  const four = await claimed(frontier, 8);
  await frontier.completeVisit(four, page(four, ['/hidden']), 8);
  expect(roles()).toContainEqual({ ...behind, url: `${A}hidden`, level: 1, source_url: `${A}4` });
  expect(frontier.state(9)).toEqual({ kind: 'over', reason: 'done' });
  await store.close();
});

test('a guess stays one when claimed, released, skipped and readmitted', async ({ file }) => {
  const first = await open(file, { admits: ({ anchor }) => anchor !== 'no' });
  await first.frontier.addSites([newSite(A, { scope: 'domain' })], 0);
  const start = await claimed(first.frontier, 1);
  const on = [guess('/a'), { ...guess('http://s.a.test/b'), anchor: 'no' }, guess('/x/y/x/y/x/y')];
  await first.frontier.completeVisit(start, page(start, on), 1);
  const roles = (store: Store) => store.connection.prepare('select url, role, status from internal_links_view').all();
  expect(roles(first.store).slice(1)).toEqual([
    { url: `${A}a`, role: 'guess', status: 'waiting' },
    { url: 'http://s.a.test/b', role: 'guess', status: 'excluded' },
    { url: `${A}x/y/x/y/x/y`, role: 'guess', status: 'trap' },
  ]);
  const a = await claimed(first.frontier, 2);
  await first.frontier.release(a, { notBefore: 0, failed: true, askedAt: undefined }, 2);
  await first.store.close();
  for (let death = 1; death <= 4; death++) {
    const run = await open(file, { admits: () => true }, death * 10);
    expect(brokenInvariants(file)).toEqual({});
    expect((await claimed(run.frontier, death * 10)).url).toBe(`${A}a`);
    await run.store.close();
  }
  const last = await open(file, {}, 100);
  const again = await claimed(last.frontier, 101);
  expect(again).toMatchObject({ url: `${A}a`, rank: { tier: TIER.guess } });
  // Found as a link while it is claimed, and then released: it waits as a link.
  const b = await claimed(last.frontier, 102);
  await last.frontier.completeVisit(b, page(b, [`${A}a`]), 102);
  await last.frontier.release(again, { notBefore: 0, failed: true, askedAt: undefined }, 103);
  expect(await claimOf(last.frontier, 104)).toMatchObject({ url: `${A}a`, rank: { tier: TIER.page, lane: 0 } });
  expect(roles(last.store).slice(1, 3)).toEqual([
    { url: `${A}a`, role: 'link', status: 'claimed' },
    { url: 'http://s.a.test/b', role: 'guess', status: 'visited' },
  ]);
  await last.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a link is identified by method and address', async ({ folder }) => {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT');
  const paths = fc.constantFrom('/a', '/A', '/b?x=1', 'http://x.example/', 'http://X.example');
  const found = fc.record({ raw: paths, method: methods, role: fc.constantFrom(...linkRoles) });
  let n = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(found, { maxLength: 6 }), { maxLength: 4 }), async (pages) => {
      const file = `${folder}/${n++}.sqlite`;
      const { frontier, store } = await open(file);
      await frontier.addSites([newSite(A)], 0);
      // Each page leads to the next.
      for (const [index, on] of pages.entries()) {
        const claim = await claimOf(frontier, index + 1);
        if (claim) await frontier.completeVisit(claim, page(claim, [...on, `/p${index}`]), index + 1);
      }
      const stored = store.connection.prepare(`select 'link' as method, url from internal_links_view
        union all select 'link', url from external_links_view union all select method, url from resources_view`);
      const rows = z.array(z.object({ method: z.string(), url: z.string() })).parse(stored.all());
      const keys = rows.map(({ method, url }) => `${method} ${identityKey(new URL(url), FOLDED)}`);
      expect(new Set(keys).size).toBe(keys.length);
      await store.close();
      expect(brokenInvariants(file)).toEqual({});
    }),
    { numRuns: 40, seed: 5 },
  );
});

test('a host given up in one run is requested again in the next', async ({ file }) => {
  const first = await open(file, { delay: () => 1000 });
  await first.frontier.addSites([newSite('http://a.test/')], 0);
  let now = 1;
  for (let claim = await claimOf(first.frontier, now); claim; claim = await claimOf(first.frontier, now)) {
    if (claim.level === 0) await first.frontier.completeVisit(claim, page(claim, ['/x', '/y']), now);
    else
      await first.frontier.fail(claim, { reason: 'ERR_CONNECTION_REFUSED', kind: 'unreachable', isAnswer: false }, now);
    now += 500_000;
  }
  expect(first.frontier.state(now)).toEqual({ kind: 'over', reason: 'done' });
  const seeds = await first.store.kysely.selectFrom('seeds').select(['status', 'note']).execute();
  expect(seeds).toEqual([{ status: 'not-available', note: 'ERR_CONNECTION_REFUSED' }]);
  await first.store.close();
  expect(brokenInvariants(file)).toEqual({});
  const second = await open(file, {}, now);
  expect(await claimOf(second.frontier, now)).toMatchObject({ url: 'http://a.test/x', attempts: 0 });
  await second.store.close();
});

test('pauses lengthened by a clock change are shortened', async ({ file }) => {
  const HOUR = 3_600_000;
  const first = await open(file, {}, 10 * HOUR);
  await first.frontier.addSites([newSite('http://a.test/')], 10 * HOUR);
  const claim = await claimed(first.frontier, 10 * HOUR);
  const refusal = { host: 'a.test', reason: 'HTTP 503', retryAfter: HOUR };
  await first.frontier.busy(claim, refusal, 10 * HOUR);
  await first.store.close();
  const second = await open(file, {}, HOUR);
  const state = second.frontier.state(HOUR);
  expect(state).toEqual({ kind: 'wait', until: HOUR + 60_000 });
  await second.store.close();
});
