import { expect } from '@playwright/test';
import fc from 'fast-check';
import { linkRoles } from '../../src/domain/link.ts';
import type { Claim, Failure, Frontier, VisitResult } from '../../src/frontier/frontier.ts';
import { failedVisit } from '../../src/frontier/retries.ts';
import { presets } from '../../src/strategies/registry.ts';
import {
  claimed,
  claimOf,
  crawlAll,
  grouped,
  misjudged,
  newSite,
  type OnPage,
  openNew,
  page,
  test,
} from '../frontier/world.ts';
import { expectSame, must } from '../in-loops.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';

test('a link is added once, visited once, breadth first', async ({ file }) => {
  const { frontier, close } = await openNew(file);
  await frontier.addSites([newSite(A)], 0);
  const order = await crawlAll(frontier, {
    [A]: ['/x', '/y', '/X/', '#top', '/x#part'],
    [`${A}x`]: ['/z', '/', '/y'],
    [`${A}y`]: ['/w'],
    [`${A}z`]: [],
    [`${A}w`]: ['/x'],
  });
  expect(order).toEqual([A, `${A}x`, `${A}y`, `${A}z`, `${A}w`]);
  expect(frontier.state(9)).toEqual({ kind: 'over', reason: 'done' });
  await close();
});

test('a link counts once for its site, and again for another site', async ({ file }) => {
  const { frontier, close } = await openNew(file);
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const first = await claimed(frontier, 1);
  const hrefs = [
    'http://x.org/',
    'http://X.org',
    'http://x.org/#a',
    'http://y.org/p',
    'javascript:go()',
    'javascript:go()',
    '/in',
  ];
  expect(await frontier.completeVisit(first, page(first, hrefs), 2)).toMatchObject({
    newExternal: 2,
    newInternal: 1,
    newBad: 1,
    reward: 2,
  });
  const second = await claimed(frontier, 3);
  expect(second.url).toBe(`${A}in`);
  expect(await frontier.completeVisit(second, page(second, hrefs), 4)).toMatchObject({
    newExternal: 0,
    newBad: 0,
    reward: 0,
  });
  const other = await claimed(frontier, 5);
  expect(await frontier.completeVisit(other, page(other, ['http://y.org/p', A]), 6)).toMatchObject({
    newExternal: 2,
  });
  await close();
});

test('a site whose session ends keeps its links, is not charged, and the others continue', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 10 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const first = await claimed(frontier, 1);
  await frontier.completeVisit(first, page(first, ['/x', '/y']), 1);
  const ended = await claimed(frontier, 20);
  expect(ended.url).toBe(`${A}x`);
  await frontier.endSession(ended, { note: 'HTTP 401', askedAt: 20 }, 21);
  const other = await claimed(frontier, 40);
  expect(other.url).toBe(B);
  await frontier.completeVisit(other, page(other, []), 41);
  expect(await frontier.claim(99)).toEqual({ kind: 'over', reason: 'done' });
  expect(frontier.pauses(99).sites).toBe(0);
  expect(frontier.sites().map(({ visits, waiting }) => [visits, waiting])).toEqual([
    [1, 2],
    [1, 0],
  ]);
  await close();
});

test('at most N pages, pages in flight included', async ({ file }) => {
  const { frontier, close } = await openNew(file, { pageLimit: 3 });
  await frontier.addSites([newSite(A), newSite(B), newSite('http://c.test/'), newSite('http://d.test/')], 0);
  const [first, second, third] = [await claimed(frontier, 1), await claimed(frontier, 1), await claimed(frontier, 1)];
  expect(await frontier.claim(1)).toEqual({ kind: 'wait', until: undefined });
  await frontier.completeVisit(first, page(first, ['/a', '/b']), 2);
  await frontier.release(second, { notBefore: 0, failed: false, askedAt: undefined }, 2);
  const again = await claimed(frontier, 3);
  expect(await claimOf(frontier, 3)).toBeUndefined();
  await frontier.completeVisit(third, failedVisit('HTTP 404'), 4);
  await frontier.completeVisit(again, failedVisit('HTTP 404'), 4);
  expect(frontier.state(4)).toEqual({ kind: 'over', reason: 'page-limit' });
  await close();
});

test('pages in flight count as visits, and only the first result of a claim counts', async ({ file }) => {
  const { frontier, close } = await openNew(file);
  await frontier.addSites([newSite(A)], 0);
  const claim = await claimed(frontier, 1);
  expect(frontier.sites()[0]).toMatchObject({ visits: 0, inFlight: 1 });
  await frontier.release(claim, { notBefore: 0, failed: true, askedAt: undefined }, 2);
  expect(await frontier.completeVisit(claim, page(claim, ['/late']), 3)).toBeUndefined();
  const second = await claimed(frontier, 3);
  expect(second).toMatchObject({ url: A, attempts: 1 });
  expect(await frontier.completeVisit(second, page(second, []), 4)).toBeDefined();
  expect(await frontier.completeVisit(second, page(second, ['/late']), 5)).toBeUndefined();
  await frontier.release(second, { notBefore: 0, failed: true, askedAt: undefined }, 5);
  expect(frontier.sites()[0]).toMatchObject({ visits: 1, inFlight: 0, waiting: 0 });
  await close();
});

test('one page at a time for each host, with its delay between two', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: (host) => (host === 'a.test' ? 1000 : 0) });
  await frontier.addSites([newSite(A), newSite(`${A}part/`, { scope: 'prefix' })], 0);
  const first = await claimed(frontier, 5000);
  expect(await frontier.claim(5000)).toEqual({ kind: 'wait', until: undefined });
  await frontier.completeVisit(first, page(first, ['/b']), 5300);
  expect(await frontier.claim(5999)).toEqual({ kind: 'wait', until: 6000 });
  expect(await claimOf(frontier, 6000)).toMatchObject({ url: `${A}b` });
  await close();
});

test('when all sites must wait, that is reported, and until when', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000, sitePageLimit: 2 });
  await frontier.addSites([newSite(A), newSite('http://b.test/')], 0);
  expect(frontier.pauses(5000)).toEqual({ sites: 0, until: undefined });
  const first = await claimed(frontier, 5000);
  expect(frontier.pauses(5000)).toEqual({ sites: 0, until: undefined });
  await frontier.completeVisit(first, page(first, ['/b', '/c']), 5300);
  expect(frontier.pauses(5300)).toEqual({ sites: 1, until: 6000 });
  expect(frontier.pauses(6000)).toEqual({ sites: 0, until: undefined });
  const second = await claimed(frontier, 6000);
  await frontier.completeVisit(second, page(second, []), 6000);
  // Its limit is reached: it does not wait.
  expect(frontier.pauses(6000)).toEqual({ sites: 0, until: undefined });
  await close();
});

test('a retry waits, others continue', async ({ file }) => {
  const { frontier, close } = await openNew(file);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/x', '/y']), 1);
  const x = await claimed(frontier, 2);
  await frontier.release(x, { notBefore: 100, failed: true, askedAt: undefined }, 2);
  const y = await claimed(frontier, 3);
  expect(y.url).toBe(`${A}y`);
  await frontier.completeVisit(y, failedVisit('HTTP 404'), 3);
  expect(await frontier.claim(99)).toEqual({ kind: 'wait', until: 100 });
  expect(await claimOf(frontier, 100)).toMatchObject({ url: `${A}x`, attempts: 1 });
  await close();
});

/** Result of a crawl of failing hosts: a visit takes a second, and `down` tells what fails at a time. */
async function crawlThrough(
  frontier: Frontier,
  web: Readonly<Record<string, readonly OnPage[]>>,
  down: (host: string, at: number, url: string) => Failure['kind'] | undefined,
) {
  const asked: { readonly url: string; readonly at: number }[] = [];
  const outages: string[] = [];
  let now = 1;
  for (let turns = 0; turns < 2000; turns++) {
    const next = await frontier.claim(now);
    if (next.kind === 'over') return { asked, outages, now };
    if (next.kind === 'wait') {
      now = Math.max(now, next.until ?? Number.POSITIVE_INFINITY);
      continue;
    }
    const { claim } = next;
    asked.push({ url: claim.url, at: now });
    const kind = down(claim.host, now, claim.url);
    now += 1000;
    const on = web[claim.url];
    if (kind === undefined && on) await frontier.completeVisit(claim, page(claim, on), now);
    else {
      const failure = { reason: kind ?? 'HTTP 404', kind: kind ?? 'final', isAnswer: kind === undefined } as const;
      const { outage } = await frontier.fail(claim, failure, now);
      if (outage) outages.push(`${outage.of} ${Math.round((outage.until - now) / 1000)}`);
    }
  }
  throw new Error('the crawl does not end');
}

const names = ['a', 'b', 'c', 'd', 'e'];
const many = (host: string, pages: number) => {
  const on = Array.from({ length: pages }, (_, n) => `/${n}`);
  const all = on.map((path) => [`http://${host}.test${path}`, []] as const);
  return { [`http://${host}.test/`]: on, ...Object.fromEntries(all) };
};

for (const failing of ['unreachable', 'trouble'] as const)
  test(`a host that is down for a minute loses nothing, and costs nothing: ${failing}`, async ({ file }) => {
    const { frontier, close } = await openNew(file, { delay: () => 1000 });
    await frontier.addSites([newSite(A)], 0);
    const isDown = (_: string, at: number) => (at > 10_000 && at < 70_000 ? failing : undefined);
    const { asked } = await crawlThrough(frontier, many('a', 40), isDown);
    expect(frontier.sites()[0]).toMatchObject({ visits: 41, waiting: 0 });
    // It was requested less and less often.
    expect(asked.filter(({ at }) => at > 10_000 && at < 70_000).length).toBeLessThan(9);
    await close();
  });

test('pages that always fail are not an outage, and a host that never answered is given up', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const isDown = (host: string, _: number, url: string) =>
    host === 'b.test' ? 'unreachable' : /[13579]$/.test(url) ? 'trouble' : undefined;
  const { asked, outages } = await crawlThrough(frontier, many('a', 20), isDown);
  expect(outages).toEqual([]);
  expect(asked.filter(({ url }) => url === B).length).toBe(3);
  expect(frontier.sites()).toMatchObject([{ visits: 21 }, { visits: 1 }]);
  await close();
});

test('a failing link while its host answers others is not an outage, whatever the failure', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000 });
  await frontier.addSites([newSite(A)], 0);
  const isDown = (_: string, __: number, url: string) => (url.endsWith('/3') ? 'unreachable' : undefined);
  const { asked, outages } = await crawlThrough(frontier, many('a', 8), isDown);
  expect(frontier.sites()[0]).toMatchObject({ visits: 9, waiting: 0 });
  expect(outages, 'until the host answers the next link').toEqual(['host 2']);
  expect(asked.filter(({ url }) => url.endsWith('/3')).length).toBe(4);
  await close();
});

test('a part of a site with nothing but errors is not an outage in the end', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000 });
  await frontier.addSites([newSite(A)], 0);
  const isDown = (_: string, __: number, url: string) => (/\/1?\d$/.test(url) ? 'trouble' : undefined);
  const { now } = await crawlThrough(frontier, many('a', 40), isDown);
  expect(frontier.sites()[0]).toMatchObject({ visits: 41, waiting: 0 });
  expect(now).toBeLessThan(600_000);
  await close();
});

test('failures charged before an outage was recognised are refunded', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 30_000, pageLimit: 12 });
  await frontier.addSites([newSite(A)], 0);
  // So slow that a page fails three times before the next one is requested.
  const isDown = (_: string, at: number) => (at > 60_000 && at < 300_000 ? 'trouble' : undefined);
  await crawlThrough(frontier, many('a', 11), isDown);
  expect(frontier.sites()[0]).toMatchObject({ visits: 12, waiting: 0 });
  await close();
});

test('a host that stays down is given up with its waiting links, and others continue', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const isDown = (host: string, at: number) => (host === 'a.test' && at > 10_000 ? 'unreachable' : undefined);
  const web = { ...many('a', 40), ...many('b', 40) };
  const { outages } = await crawlThrough(frontier, web, isDown);
  expect(outages).toEqual(['host 2', 'host 8', 'host 30', 'host 60', 'host 120', 'host 240', 'host Infinity']);
  const [a, b] = frontier.sites();
  expect(b).toMatchObject({ visits: 41, waiting: 0 });
  expect(a?.waiting).toBe(41 - (a?.visits ?? 0));
  await close();
});

test('while no host answers, requests are rare, and nothing is charged', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000, pageLimit: 100 });
  await frontier.addSites(
    names.map((name) => newSite(`http://${name}.test/`)),
    0,
  );
  const web = Object.assign({}, ...names.map((name) => many(name, 30)));
  const isDown = (_: string, at: number) => (at > 20_000 && at < 1_220_000 ? 'unreachable' : undefined);
  const { asked } = await crawlThrough(frontier, web, isDown);
  expect(frontier.sites().reduce((sum, { visits }) => sum + visits, 0)).toBe(100);
  expect(asked.filter(({ at }) => at > 20_000 && at < 1_220_000).length).toBeLessThan(60);
  await close();
});

test("hosts that answer with an error are not an outage, and don't delay others", async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000 });
  const broken = names.slice(1).map((name) => `http://${name}.test/`);
  await frontier.addSites(
    [A, ...broken].map((start) => newSite(start)),
    0,
  );
  const web = { ...many('a', 40), ...Object.fromEntries(broken.map((start) => [start, ['/one']])) };
  const isDown = (_: string, __: number, url: string) => (url.endsWith('/one') ? 'trouble' : undefined);
  const { outages, now } = await crawlThrough(frontier, web, isDown);
  expect(outages).toEqual([]);
  expect(frontier.sites().map(({ visits, waiting }) => [visits, waiting])).toEqual([
    [41, 0],
    ...broken.map(() => [2, 0]),
  ]);
  expect(now).toBeLessThan(150_000);
  await close();
});

test('a past outage delays no host, nor does an unreachable host those that are up', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: (host) => (host === 'up.test' ? 30_000 : 1000) });
  await frontier.addSites(
    [...names, 'up'].map((name) => newSite(`http://${name}.test/`)),
    0,
  );
  const web = Object.assign({}, many('up', 8), ...names.map((name) => many(name, 30)));
  const isDown = (host: string, at: number) =>
    at > 40_000 && at < 140_000 && host !== 'up.test' ? 'unreachable' : undefined;
  const { asked } = await crawlThrough(frontier, web, isDown);
  const ofUp = asked.filter(({ url }) => url.startsWith('http://up.')).map(({ at }) => at);
  const waits = ofUp.slice(1).map((at, nth) => at - (ofUp[nth] ?? 0));
  expect(waits.length).toBe(8);
  expect(Math.max(...waits)).toBeLessThan(40_000);
  await close();
});

test('sites that never answer are distinguished from a network outage by one that does', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000, strategy: 'beebot', pageLimit: 1000 });
  const dead = Array.from({ length: 30 }, (_, n) => newSite(`http://dead${n}.test/`));
  await frontier.addSites([newSite(A), ...dead], 0);
  const isDown = (host: string) => (host === 'a.test' ? undefined : 'unreachable');
  const { asked, outages } = await crawlThrough(frontier, many('a', 60), isDown);
  expect(outages).toEqual([]);
  expect(asked.length).toBe(61 + 3 * 30);
  const [a, ...others] = frontier.sites();
  expect(a).toMatchObject({ visits: 61, waiting: 0 });
  expect(others.every(({ visits, waiting }) => visits === 1 && waiting === 0)).toBe(true);
  await close();
});

test('where no host answers for an hour, the crawl ends with links waiting', async ({ file }) => {
  const { frontier, close } = await openNew(file, { delay: () => 1000 });
  await frontier.addSites(
    names.map((name) => newSite(`http://${name}.test/`)),
    0,
  );
  const web = Object.assign({}, ...names.map((name) => many(name, 30)));
  const { outages, now } = await crawlThrough(frontier, web, (_, at) => (at > 20_000 ? 'unreachable' : undefined));
  expect(outages.at(-1)).toBe('all Infinity');
  expect(now).toBeGreaterThan(3_600_000);
  expect(now).toBeLessThan(4_500_000);
  await close();
});

const paths = fc.constantFrom(
  '/',
  '/a',
  '/B',
  '/b',
  '/a/x',
  '/a/y',
  '/c.pdf',
  '/q?d=2020-01',
  '/q?d=2020-02',
  '/l/1',
  '/l/2',
);
const address = fc.oneof(paths, fc.constantFrom(A, B, 'http://x.org/', 'http://y.org/p', 'http://a.test/q?x=1&y=2'));
const onPage: fc.Arbitrary<OnPage> = fc.record({
  raw: fc.oneof({ weight: 9, arbitrary: address }, fc.constantFrom('javascript:go()', 'http://')),
  role: fc.constantFrom('link', 'link', 'link', ...linkRoles),
  method: fc.constantFrom('GET', 'GET', 'GET', 'POST'),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('claim'), wait: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('page'), which: fc.nat(), on: fc.array(onPage), to: fc.option(paths) }),
  },
  fc.record({ kind: fc.constantFrom('fail', 'forbid', 'slow'), which: fc.nat() }),
  fc.record({ kind: fc.constant('release'), which: fc.nat(), wait: fc.nat(9), failed: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Performs one step. */
async function take(frontier: Frontier, claims: Claim[], one: Step, now: number): Promise<void> {
  if (one.kind === 'claim') {
    const next = await frontier.claim(now);
    if (next.kind === 'claim') claims.push(next.claim);
    return;
  }
  const [claim] = 'which' in one && claims.length > 0 ? claims.splice(one.which % claims.length, 1) : [];
  if (!claim) return;
  if (one.kind === 'release') {
    const { wait, failed } = one;
    await frontier.release(claim, { notBefore: now + wait, failed, askedAt: failed ? now : undefined }, now);
  } else if (one.kind === 'forbid') await frontier.forbid(claim, { reason: 'no', askedAt: undefined }, now);
  else if (one.kind === 'slow')
    await frontier.busy(claim, { host: claim.host, reason: 'HTTP 503', retryAfter: 3 }, now);
  else {
    const to = 'to' in one && one.to !== null ? new URL(one.to, claim.url).href : claim.url;
    const result: VisitResult = 'on' in one ? page(claim, one.on, to) : failedVisit('HTTP 404');
    await frontier.completeVisit(claim, result, now);
  }
}

test('in any sequence of events, memory equals the tables, and no invariant is broken', async ({ folder }) => {
  let n = 0;
  const options = fc.record({
    strategy: fc.constantFrom(...presets.map(({ name }) => name)),
    pageLimit: fc.integer({ min: 1, max: 30 }),
    depth: fc.constantFrom(undefined, 2),
    sitePageLimit: fc.constantFrom(undefined, 4),
    linkOrder: fc.constantFrom(undefined, grouped),
    visitsDocuments: fc.constantFrom(undefined, 'last' as const, 'ranked' as const),
  });
  await fc.assert(
    fc.asyncProperty(options, fc.array(step, { minLength: 5, maxLength: 60 }), async (given, steps) => {
      const { frontier, close, queued } = await openNew(`${folder}/${n++}.sqlite`, { ...given, delay: () => 2 });
      await frontier.addSites([newSite(A), newSite(`${B}l/`, { scope: 'prefix' }), newSite(B, { scope: 'domain' })], 0);
      const claims: Claim[] = [];
      let now = 1;
      for (const one of steps) {
        now += 'wait' in one ? one.wait : 1;
        await take(frontier, claims, one, now);
        if (one.kind === 'claim') expectSame(misjudged(frontier, queued(now)), []);
      }
      await close();
    }),
    { numRuns: 60, seed: 7 },
  );
});

/** Possible fates of a claim of a polite crawl on unreliable servers. */
const fate = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('page'), on: fc.array(onPage) }) },
  fc.record({ kind: fc.constant('robots turn') }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retry'), wait: fc.constantFrom(0, 3, 2000, 8000) }) },
  fc.record({ kind: fc.constant('busy'), wait: fc.constantFrom(undefined, 0, 7, 90_000) }),
  { weight: 2, arbitrary: fc.record({ failure: fc.constantFrom('unreachable', 'trouble', 'retry', 'final') }) },
  fc.record({ kind: fc.constantFrom('fail', 'forbid') }),
);
type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never;

async function meet(frontier: Frontier, claim: Claim, met: Fate, now: number): Promise<void> {
  if ('on' in met) await frontier.completeVisit(claim, page(claim, met.on), now);
  else if ('failure' in met)
    await frontier.fail(claim, { reason: 'no', kind: met.failure, isAnswer: met.failure === 'final' }, now);
  else if (met.kind === 'robots turn')
    await frontier.release(claim, { notBefore: 0, failed: false, askedAt: now }, now);
  else if (met.kind === 'forbid') await frontier.forbid(claim, { reason: 'no', askedAt: undefined }, now);
  else if (met.kind === 'fail' || claim.attempts === 2)
    await frontier.completeVisit(claim, failedVisit('HTTP 404'), now);
  else {
    if (met.kind === 'busy') {
      const refusal = { host: claim.host, reason: 'HTTP 503', retryAfter: 'wait' in met ? met.wait : undefined };
      return void (await frontier.busy(claim, refusal, now));
    }
    const wait = 'wait' in met ? (met.wait ?? 0) : 0;
    await frontier.release(claim, { notBefore: now + Math.min(wait, 8000), failed: true, askedAt: now }, now);
  }
}

/** A random course of a crawl: the time of each visit, the clock jump before it, and its result. */
const walk = fc.array(
  fc.record({
    took: fc.constantFrom(0, 1, 500, 3000),
    jump: fc.constantFrom(0, 0, 0, 3_600_000),
    workers: fc.integer({ min: 1, max: 3 }),
    fate,
  }),
  { minLength: 10, maxLength: 60 },
);

test('a polite crawl ends, and never picks a site in vain', async ({ folder }) => {
  let n = 0;
  const options = fc.record({
    strategy: fc.constantFrom(...presets.map(({ name }) => name)),
    delay: fc.constantFrom(0, 1, 1000),
    pageLimit: fc.constantFrom(12, 200),
    sitePageLimit: fc.constantFrom(undefined, 4),
    linkOrder: fc.constantFrom(undefined, grouped),
  });
  await fc.assert(
    fc.asyncProperty(options, walk, async ({ delay, ...given }, steps) => {
      const { frontier, close, queued } = await openNew(`${folder}/${n++}.sqlite`, {
        ...given,
        delay: () => delay,
      });
      await frontier.addSites([newSite(A), newSite(B, { scope: 'domain' }), newSite('http://c.test/')], 0);
      const inFlight: Claim[] = [];
      let now = 1;
      let at = 0;
      // Each step ends a claim or passes a pause; links may be found as long as there are steps.
      for (let turns = 0; ; turns++) {
        must(turns < 400, 'it ends');
        const { took, jump, workers, fate } = steps[at] ?? { took: 1, jump: 0, workers: 1, fate: { kind: 'fail' } };
        const state = frontier.state(now);
        const isReady = state.kind === 'ready';
        if (inFlight.length < workers) {
          const claim = await claimOf(frontier, now);
          if (claim) inFlight.push(claim);
          // "Ready" must be followed by a claim or a change of state: otherwise callers loop forever.
          else if (isReady) must(frontier.state(now).kind !== 'ready', 'what is ready is handed out');
          const [wrong] = misjudged(frontier, queued(now));
          must(wrong === undefined, `what waits is known, and the best of it: ${wrong}`);
          const isRanked = frontier.state(now).kind !== 'ready' || frontier.sites().some(({ best }) => best);
          must(isRanked, 'what is ready has a best rank');
          if (claim && inFlight.length < workers) continue;
        }
        const [first] = inFlight.splice(0, 1);
        now += took + jump;
        if (first) {
          await meet(frontier, first, fate, now);
          at++;
          continue;
        }
        const { kind: what, ...rest } = frontier.state(now);
        if (what === 'over') break;
        const until = 'until' in rest ? rest.until : now;
        must(until !== undefined, 'something is in flight or waited for');
        now = Math.max(now, until ?? 0);
      }
      await close();
    }),
    { numRuns: 40, seed: 11 },
  );
});
