import { expect } from '@playwright/test';
import fc from 'fast-check';
import { linkRoles } from '../../src/domain/link.ts';
import type { Claim, Frontier, VisitResult } from '../../src/frontier/frontier.ts';
import { presets } from '../../src/strategies/registry.ts';
import { crawlAll, failure, frontierKinds, newSite, type OnPage, openNew, page, test } from '../frontier/world.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';

/** The claim that must be there. */
const claimed = (claim: Claim | undefined): Claim => {
  if (!claim) throw new Error('nothing was claimed');
  return claim;
};

for (const kind of frontierKinds) {
  test(`${kind}: a link is added once, visited once, breadth first`, async ({ file }) => {
    const { frontier, close } = await openNew(kind, file);
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

  test(`${kind}: a link counts once for its site, and again for another`, async ({ file }) => {
    const { frontier, close } = await openNew(kind, file);
    await frontier.addSites([newSite(A), newSite(B)], 0);
    const first = claimed(await frontier.claim(1));
    const hrefs = [
      'http://x.org/',
      'http://X.org',
      'http://x.org/#a',
      'http://y.org/p',
      'javascript:go()',
      'javascript:go()',
      '/in',
    ];
    expect(await frontier.settle(first, page(frontier, first, hrefs), 2)).toMatchObject({
      newExternal: 2,
      newInternal: 1,
      newBad: 1,
      reward: 2,
    });
    const second = claimed(await frontier.claim(3));
    expect(second.url).toBe(`${A}in`);
    expect(await frontier.settle(second, page(frontier, second, hrefs), 4)).toMatchObject({
      newExternal: 0,
      newBad: 0,
      reward: 0,
    });
    const other = claimed(await frontier.claim(5));
    expect(await frontier.settle(other, page(frontier, other, ['http://y.org/p', A]), 6)).toMatchObject({
      newExternal: 2,
    });
    await close();
  });

  test(`${kind}: a site whose session ends keeps its links, is charged nothing, and the others go on`, async ({
    file,
  }) => {
    const { frontier, close } = await openNew(kind, file, { delay: () => 10 });
    await frontier.addSites([newSite(A), newSite(B)], 0);
    const first = claimed(await frontier.claim(1));
    await frontier.settle(first, page(frontier, first, ['/x', '/y']), 1);
    const ended = claimed(await frontier.claim(20));
    expect(ended.url).toBe(`${A}x`);
    await frontier.endSession(ended, { note: 'HTTP 401', askedAt: 20 }, 21);
    const other = claimed(await frontier.claim(40));
    expect(other.url).toBe(B);
    await frontier.settle(other, page(frontier, other, []), 41);
    expect(await frontier.claim(99)).toBeUndefined();
    expect(frontier.state(99)).toEqual({ kind: 'over', reason: 'done' });
    expect(frontier.pauses(99).sites).toBe(0);
    expect(frontier.sites().map(({ visits, waiting }) => [visits, waiting])).toEqual([
      [1, 2],
      [1, 0],
    ]);
    await close();
  });

  test(`${kind}: never more than N pages, pages in flight included`, async ({ file }) => {
    const { frontier, close } = await openNew(kind, file, { pageLimit: 3 });
    await frontier.addSites([newSite(A), newSite(B), newSite('http://c.test/'), newSite('http://d.test/')], 0);
    const claims = [await frontier.claim(1), await frontier.claim(1), await frontier.claim(1)].map(claimed);
    expect(await frontier.claim(1)).toBeUndefined();
    expect(frontier.state(1)).toEqual({ kind: 'waiting', until: undefined });
    const [first, second, third] = claims;
    if (first) await frontier.settle(first, page(frontier, first, ['/a', '/b']), 2);
    if (second) await frontier.release(second, { notBefore: 0, failed: false, askedAt: undefined }, 2);
    const again = claimed(await frontier.claim(3));
    expect(await frontier.claim(3)).toBeUndefined();
    if (third) await frontier.settle(third, failure(), 4);
    await frontier.settle(again, failure(), 4);
    expect(frontier.state(4)).toEqual({ kind: 'over', reason: 'page-limit' });
    await close();
  });

  test(`${kind}: pages in flight are pulls, and only the first result of a claim counts`, async ({ file }) => {
    const { frontier, close } = await openNew(kind, file);
    await frontier.addSites([newSite(A)], 0);
    const claim = claimed(await frontier.claim(1));
    expect(frontier.sites()[0]).toMatchObject({ visits: 0, inFlight: 1 });
    await frontier.release(claim, { notBefore: 0, failed: true, askedAt: undefined }, 2);
    expect(await frontier.settle(claim, page(frontier, claim, ['/late']), 3)).toBeUndefined();
    const second = claimed(await frontier.claim(3));
    expect(second).toMatchObject({ url: A, attempts: 1 });
    expect(await frontier.settle(second, page(frontier, second, []), 4)).toBeDefined();
    expect(await frontier.settle(second, page(frontier, second, ['/late']), 5)).toBeUndefined();
    await frontier.release(second, { notBefore: 0, failed: true, askedAt: undefined }, 5);
    expect(frontier.sites()[0]).toMatchObject({ visits: 1, inFlight: 0, waiting: 0 });
    await close();
  });

  test(`${kind}: one page at a time for each host, and its delay between two`, async ({ file }) => {
    const { frontier, close } = await openNew(kind, file, { delay: (host) => (host === 'a.test' ? 1000 : 0) });
    await frontier.addSites([newSite(A), newSite(`${A}part/`, { scope: 'prefix' })], 0);
    const first = claimed(await frontier.claim(5000));
    expect(await frontier.claim(5000)).toBeUndefined();
    expect(frontier.state(5000)).toEqual({ kind: 'waiting', until: undefined });
    await frontier.settle(first, page(frontier, first, ['/b']), 5300);
    expect(await frontier.claim(5999)).toBeUndefined();
    expect(frontier.state(5999)).toEqual({ kind: 'waiting', until: 6000 });
    expect(await frontier.claim(6000)).toMatchObject({ url: `${A}b` });
    await close();
  });

  test(`${kind}: sites that must all wait are told, and until when`, async ({ file }) => {
    const { frontier, close } = await openNew(kind, file, { delay: () => 1000, sitePageLimit: 2 });
    await frontier.addSites([newSite(A), newSite('http://b.test/')], 0);
    expect(frontier.pauses(5000)).toEqual({ sites: 0, until: undefined });
    const first = claimed(await frontier.claim(5000));
    expect(frontier.pauses(5000)).toEqual({ sites: 0, until: undefined });
    await frontier.settle(first, page(frontier, first, ['/b', '/c']), 5300);
    expect(frontier.pauses(5300)).toEqual({ sites: 1, until: 6000 });
    expect(frontier.pauses(6000)).toEqual({ sites: 0, until: undefined });
    const second = claimed(await frontier.claim(6000));
    await frontier.settle(second, page(frontier, second, []), 6000);
    // Its limit is reached: it does not wait.
    expect(frontier.pauses(6000)).toEqual({ sites: 0, until: undefined });
    await close();
  });

  test(`${kind}: a retry waits for its time, others go on`, async ({ file }) => {
    const { frontier, close } = await openNew(kind, file);
    await frontier.addSites([newSite(A)], 0);
    const start = claimed(await frontier.claim(1));
    await frontier.settle(start, page(frontier, start, ['/x', '/y']), 1);
    const x = claimed(await frontier.claim(2));
    await frontier.release(x, { notBefore: 100, failed: true, askedAt: undefined }, 2);
    const y = claimed(await frontier.claim(3));
    expect(y.url).toBe(`${A}y`);
    await frontier.settle(y, failure(), 3);
    expect(await frontier.claim(99)).toBeUndefined();
    expect(frontier.state(99)).toEqual({ kind: 'waiting', until: 100 });
    expect(await frontier.claim(100)).toMatchObject({ url: `${A}x`, attempts: 1 });
    await close();
  });
}

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

/** Does one step, and answers all that can be seen of the frontier after it. */
async function take(frontier: Frontier, claims: Claim[], one: Step, now: number): Promise<unknown> {
  const seen = (answer: unknown) => ({
    answer,
    sites: frontier.sites().map(({ id, visits, inFlight, rewardSum, waiting, best }) => ({
      id,
      visits,
      inFlight,
      rewardSum,
      waiting,
      best,
    })),
    pauses: frontier.pauses(now),
    state: frontier.state(now),
  });
  if (one.kind === 'claim') {
    const claim = await frontier.claim(now);
    if (claim) claims.push(claim);
    return seen(claim);
  }
  const [claim] = 'which' in one && claims.length > 0 ? claims.splice(one.which % claims.length, 1) : [];
  if (!claim) return seen('nothing in flight');
  if (one.kind === 'release') {
    const { wait, failed } = one;
    return seen(
      await frontier.release(claim, { notBefore: now + wait, failed, askedAt: failed ? now : undefined }, now),
    );
  }
  if (one.kind === 'forbid') return seen(await frontier.forbid(claim, { reason: 'no', askedAt: undefined }, now));
  if (one.kind === 'slow') await frontier.slowDown(claim, 3, now);
  const to = 'to' in one && one.to !== null ? new URL(one.to, claim.url).href : claim.url;
  const result: VisitResult = 'on' in one ? page(frontier, claim, one.on, to) : failure();
  return seen(await frontier.settle(claim, result, now));
}

test('the two answer alike, whatever comes', async ({ folder }) => {
  let n = 0;
  const options = fc.record({
    strategy: fc.constantFrom(...presets.map(({ name }) => name)),
    pageLimit: fc.integer({ min: 1, max: 30 }),
    depth: fc.constantFrom(undefined, 2),
    sitePageLimit: fc.constantFrom(undefined, 4),
  });
  await fc.assert(
    fc.asyncProperty(options, fc.array(step, { minLength: 5, maxLength: 60 }), async (given, steps) => {
      const seen: unknown[][] = [];
      for (const kind of frontierKinds) {
        const { frontier, close } = await openNew(kind, `${folder}/${n++}.sqlite`, { ...given, delay: () => 2 });
        await frontier.addSites(
          [newSite(A), newSite(`${B}l/`, { scope: 'prefix' }), newSite(B, { scope: 'domain' })],
          0,
        );
        const claims: Claim[] = [];
        let now = 1;
        const answers: unknown[] = [];
        for (const one of steps) {
          now += 'wait' in one ? one.wait : 1;
          answers.push(await take(frontier, claims, one, now));
        }
        seen.push(answers);
        await close();
      }
      expect(seen[1]).toEqual(seen[0]);
    }),
    { numRuns: 60, seed: 7 },
  );
});
