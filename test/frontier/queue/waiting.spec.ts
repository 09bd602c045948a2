import { setImmediate } from 'node:timers/promises';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { Claim, Frontier } from '../../../src/frontier/frontier.ts';
import type { LinkOrder } from '../../../src/link-orders/link-order.ts';
import { must } from '../../in-loops.ts';
import { aWeb, sitesOf } from '../random-web.ts';
import { claimed, newSite, type OpenOptions, openNew, page, test } from '../world.ts';

/** Ranks links by the number at the end of their address, start pages first. */
const byNumber: LinkOrder = {
  rank: ({ url, level }) => ({ lane: level === 0 ? 1 : 0, value: Number(/\d+$/.exec(url)?.[0] ?? 0) }),
};
const waiting: OpenOptions = { strategy: 'forager', linkOrder: byNumber, pageLimit: 100 };

const SECOND = 1000;

/** Two sites whose start pages were read: a worker holds the best link of the first one, and more wait on both. */
async function busyWithTheBest(frontier: Frontier) {
  await frontier.addSites([newSite('http://rich.test/'), newSite('http://poor.test/')], 0);
  const read = async (links: readonly string[]) => {
    const claim = await claimed(frontier, 0);
    await frontier.completeVisit(claim, page(claim, links), 0);
  };
  await read(['http://rich.test/9', 'http://rich.test/8', 'http://rich.test/7']);
  await read(['http://poor.test/5', 'http://poor.test/4']);
  const now = 5 * SECOND;
  const best = await claimed(frontier, now);
  expect(best.url).toBe('http://rich.test/9');
  return { best, now };
}

const urlOf = (next: Awaited<ReturnType<Frontier['claim']>>) => (next.kind === 'claim' ? next.claim.url : next);

test.describe('if a busy host holds much better links', () => {
  test('a worker waits for its page and its pause, and claims the next one then', async ({ file }) => {
    const { frontier, close } = await openNew(file, { ...waiting, delay: () => SECOND });
    const { best, now } = await busyWithTheBest(frontier);
    expect(await frontier.claim(now)).toEqual({ kind: 'wait', until: undefined });
    expect(await frontier.claim(now + SECOND)).toEqual({ kind: 'wait', until: undefined });
    expect(frontier.state(now + SECOND)).toEqual({ kind: 'wait', until: undefined });
    const settledAt = now + 3 * SECOND;
    await frontier.completeVisit(best, { ...page(best, []), askedAt: settledAt }, settledAt);
    expect(await frontier.claim(settledAt)).toEqual({ kind: 'wait', until: settledAt + SECOND });
    expect(urlOf(await frontier.claim(settledAt + SECOND))).toBe('http://rich.test/8');
    await close();
  });

  test('it does not wait if that is not much better, if time counts, or without a limit', async ({ folder }) => {
    const others: OpenOptions[] = [
      { ...waiting, pageLimit: undefined },
      { ...waiting, siteRuleParams: { by: 'time' } },
      { ...waiting, siteRuleParams: { margin: 4 } },
    ];
    for (const [at, options] of others.entries()) {
      const { frontier, close } = await openNew(`${folder}/${at}.sqlite`, { ...options, delay: () => SECOND });
      const { now } = await busyWithTheBest(frontier);
      expect(urlOf(await frontier.claim(now))).toBe('http://poor.test/5');
      await close();
    }
    const { frontier, close } = await openNew(`${folder}/time.sqlite`, waiting);
    const { now } = await busyWithTheBest(frontier);
    expect(await frontier.claim(now)).toEqual({ kind: 'wait', until: undefined });
    await frontier.setLimits({ timeLimit: 3600 * SECOND }, now);
    expect(urlOf(await frontier.claim(now))).toBe('http://poor.test/5');
    await close();
  });

  test('it does not wait for a host with a long pause', async ({ file }) => {
    const delay = (host: string) => (host === 'rich.test' ? 60 * SECOND : 0);
    const { frontier, close } = await openNew(file, { ...waiting, delay });
    await frontier.addSites([newSite('http://rich.test/'), newSite('http://poor.test/')], 0);
    for (const links of [['http://rich.test/9'], ['http://poor.test/5']]) {
      const claim = await claimed(frontier, 0);
      await frontier.completeVisit(claim, page(claim, links), 0);
    }
    expect(urlOf(await frontier.claim(1))).toBe('http://poor.test/5');
    await close();
  });

  test('it does not wait for an overloading host', async ({ file }) => {
    const { frontier, close } = await openNew(file, waiting);
    const { best, now } = await busyWithTheBest(frontier);
    frontier.reportOverload(best);
    await frontier.completeVisit(best, page(best, []), now + SECOND);
    expect(urlOf(await frontier.claim(now + SECOND))).toBe('http://poor.test/5');
    await close();
  });

  test('it does not wait for a page of another worker, which may never finish', async ({ file }) => {
    const { frontier, close } = await openNew(file, waiting);
    const { best, now } = await busyWithTheBest(frontier);
    await frontier.completeVisit(best, page(best, []), now);
    frontier.hosts.begin('rich.test');
    expect(urlOf(await frontier.claim(now))).toBe('http://poor.test/5');
    await close();
  });
});

type Ending = 'page' | 'retry' | 'final' | 'forbidden' | 'released' | 'busy' | 'overload';
const ending = fc.constantFrom<Ending>(
  'page',
  'page',
  'page',
  'page',
  'retry',
  'final',
  'forbidden',
  'released',
  'busy',
  'overload',
);

test('in any sequence of events, it never stalls with links left, and ends', async ({ folder }) => {
  let files = 0;
  const crawls = fc.record({
    web: aWeb,
    workers: fc.integer({ min: 1, max: 5 }),
    delay: fc.constantFrom(0, 10, SECOND),
    // One in a round is a page: one released every time would return forever.
    endings: fc.array(ending, { minLength: 4, maxLength: 11 }).map((all) => [...all, 'page' as const]),
    takes: fc.array(fc.integer({ min: 0, max: 3 * SECOND }), { minLength: 3, maxLength: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(crawls, async ({ web, workers, delay, endings, takes }) => {
      const { frontier, close } = await openNew(`${folder}/${files++}`, {
        ...{ ...waiting, pageLimit: 1000, delay: () => delay },
      });
      await frontier.addSites(
        sitesOf(web).map((url) => newSite(url)),
        0,
      );
      const inFlight: { claim: Claim; until: number }[] = [];
      let now = 0;
      let ended = 0;
      // Nothing else here waits for the event loop, so that no time limit would end it.
      await setImmediate();
      for (let step = 0; ; step++) {
        must(step < 2000, 'it ends');
        const next =
          inFlight.length < workers ? await frontier.claim(now) : ({ kind: 'wait', until: undefined } as const);
        if (next.kind === 'over') break;
        if (next.kind === 'claim') {
          inFlight.push({ claim: next.claim, until: now + (takes[step % takes.length] ?? 0) });
          continue;
        }
        inFlight.sort((a, b) => a.until - b.until);
        const [first] = inFlight;
        const wake = Math.min(next.until ?? Number.POSITIVE_INFINITY, first?.until ?? Number.POSITIVE_INFINITY);
        must(wake < Number.POSITIVE_INFINITY, 'something is under way that ends');
        now = Math.max(now + 1, wake);
        if (!first || first.until > now) continue;
        inFlight.shift();
        await end(frontier, first.claim, web[first.claim.url] ?? [], endings[ended++ % endings.length] ?? 'page', now);
      }
      expect(frontier.sites().map((site) => site.waiting)).toEqual(frontier.sites().map(() => 0));
      await close();
    }),
    { numRuns: 30 },
  );
});

async function end(frontier: Frontier, claim: Claim, on: Parameters<typeof page>[1], how: Ending, now: number) {
  if (how === 'overload') frontier.reportOverload(claim);
  if (how === 'busy') await frontier.busy(claim, { host: claim.host, reason: 'HTTP 429', retryAfter: undefined }, now);
  else if (how === 'retry' || how === 'final')
    await frontier.fail(claim, { reason: 'no', kind: how, isAnswer: true }, now);
  else if (how === 'forbidden') await frontier.forbid(claim, { reason: 'robots.txt', askedAt: now }, now);
  else if (how === 'released')
    await frontier.release(claim, { notBefore: now + 20, failed: false, askedAt: undefined }, now);
  else await frontier.completeVisit(claim, { ...page(claim, on), askedAt: now }, now);
}
