import { expect } from '@playwright/test';
import { SoftErrors } from '../../src/crawl/probes/soft-errors.ts';
import { RunRequests } from '../../src/crawl/run-requests.ts';
import { visit } from '../../src/crawl/visit.ts';
import { visitPages } from '../../src/crawl/visit-pages.ts';
import { FOLDED, newSite, open, page, test } from '../frontier/world.ts';

test('an internal error costs its page one visit and no other page, and is reported once and counted', async ({
  file,
}) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite('http://a.test/')], 0);
  const tried: string[] = [];
  const warnings: string[] = [];
  const failures: string[] = [];
  const now = () => 1000;
  const capture = {
    start: async () => undefined,
    close: async () => undefined,
    read: async (): Promise<never> => {
      throw new TypeError('x is not a function');
    },
  };
  const asking = () => Promise.reject(new Error('not asked'));
  const tools = {
    web: { capture, robots: undefined, delay: () => 0, isPageAt: asking, lookForSitemap: asking },
    ...{ frontier, logIn: undefined, now },
    rules: { identity: FOLDED, nofollow: [], searches: new Map(), isInSession: false, seeksSitemaps: false },
    probes: { softErrors: new SoftErrors(), needless: undefined },
    note: () => undefined,
  };
  const visiting = {
    ...{ frontier, workers: 1, now },
    begun: { run: 1, strategy: undefined, pagesUsed: 0, pageLimit: undefined, timeLeft: undefined },
    store: { isHeld: false, hurry: () => undefined },
    requests: new RunRequests(store, 1),
  };
  const stopped = await visitPages(
    async (claim, onOverload) => {
      tried.push(new URL(claim.url).pathname);
      if (claim.level > 0 && !claim.url.endsWith('/good')) return await visit(claim, tools, onOverload);
      const links = claim.level === 0 ? ['/one', '/two', '/good'] : [];
      return await frontier.completeVisit(claim, page(claim, links), now());
    },
    visiting,
    { warn: (line) => warnings.push(line), failed: (_, reason) => failures.push(reason) },
  );
  await store.close();
  expect([stopped, tried.sort()]).toEqual(['done', ['/', '/good', '/one', '/two']]);
  const fault = /TypeError: x is not a function \(visit-pages\.spec\.ts:\d+\)$/;
  expect(failures).toEqual([expect.stringMatching(fault), expect.stringMatching(fault)]);
  expect(warnings).toEqual([
    expect.stringMatching(/^a fault of Forager at http:\/\/a\.test\/\w+, please report it: TypeError/),
    '2 visits met faults of Forager',
  ]);
});

test('an overloading page does not keep its worker from the others', async ({ file }) => {
  const { frontier, store } = await open(file);
  const sites = ['a', 'b', 'good', 'other'].map((name) => newSite(`http://${name}.test/`));
  await frontier.addSites(sites, 0);
  const now = () => 1000;
  const ends: (() => void)[] = [];
  let [reading, most] = [0, 0];
  const stopped = await visitPages(
    async (claim, onOverload) => {
      reading++;
      most = Math.max(most, reading);
      if (ends.length < 2 && claim.host !== 'good.test') {
        // Both workers are blocked, until another page has been read.
        await new Promise<void>((done) => {
          ends.push(done);
          onOverload();
        });
      } else for (const done of ends) done();
      reading--;
      return await frontier.completeVisit(claim, page(claim, []), now());
    },
    {
      ...{ frontier, workers: 2, now },
      begun: { run: 1, strategy: undefined, pagesUsed: 0, pageLimit: undefined, timeLeft: undefined },
      store: { isHeld: false, hurry: () => undefined },
      requests: new RunRequests(store, 1),
    },
    {},
  );
  await store.close();
  expect(stopped).toBe('done');
  expect(most).toBeGreaterThan(2);
});
