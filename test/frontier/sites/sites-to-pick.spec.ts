import { expect } from '@playwright/test';
import fc from 'fast-check';
import { type SiteView, visitsBegun } from '../../../src/domain/site.ts';
import { sitesToPick } from '../../../src/frontier/sites/sites-to-pick.ts';
import { siteRules } from '../../../src/site-rules/registry.ts';
import { expectSame } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

/** Above the number of sites that are always all examined. */
const SITES = 400;

/** Events between two picks: a page returns from a site, a site is no longer ready or is again, the budget changes. */
const step = fc.oneof(
  { weight: 60, arbitrary: fc.record({ kind: fc.constant('settled' as const), at: fc.nat(), reward: fc.nat(9) }) },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('turned' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('budget' as const), pages: fc.integer({ min: 1, max: 9 }) }) },
);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

for (const maker of siteRules)
  test(`${maker.name}: picks the same among few sites as among all, in any sequence of events`, () => {
    let fewest = SITES;
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 150 }), fc.nat(), (steps, seed) => {
        const rule = maker.make(maker.params.parse({}), { seed });
        const toPick = sitesToPick<SiteView>(rule);
        const sites = Array.from({ length: SITES }, (_, at) => siteOf(at + 1, seed));
        const ready = new Set(sites);
        for (const site of sites) toPick.put(site);
        let [pageLimit, rewardMax] = [4000, 0];
        for (const one of steps) {
          const pulled = sites.reduce((sum, site) => sum + visitsBegun(site), 0);
          const clock = { now: 0, visits: pulled, rewardMax, sites: SITES, pageLimit, timeLimit: undefined };
          const few = toPick.of([...ready], clock);
          const pick = rule.pick(few, clock);
          expectSame(pick, rule.pick([...ready], clock));
          fewest = Math.min(fewest, few.length);
          const picked = sites.find(({ id }) => id === pick?.site);
          if (picked) toPick.put(Object.assign(picked, { inFlight: picked.inFlight + 1 }));
          if (one.kind === 'budget') pageLimit = one.pages * 1000;
          const site = one.kind === 'budget' ? undefined : sites[one.at % SITES];
          if (one.kind === 'turned' && site) {
            if (ready.delete(site)) toPick.remove(site);
            else {
              ready.add(site);
              toPick.put(site);
            }
          }
          if (one.kind !== 'settled') continue;
          const flown = picked && one.at % 3 > 0 ? picked : sites.find(({ inFlight }) => inFlight > 0);
          if (!flown) continue;
          rewardMax = Math.max(rewardMax, one.reward);
          rule.learn?.({ site: flown.id, reward: one.reward, external: [one.at % 50] });
          flown.inFlight--;
          flown.visits++;
          flown.rewardSum += one.reward;
          flown.milliseconds += 500 * one.reward;
          if (ready.has(flown)) toPick.put(flown);
        }
      }),
      { numRuns: 15 },
    );
    expect(fewest).toBeLessThan(SITES / 4);
  });

test('the first of the held sites is reported, until it is added or removed', () => {
  const maker = siteRules.find(({ name }) => name === 'best-first');
  const toPick = sitesToPick<SiteView>(maker?.make({ margin: 1 }, { seed: 1 }) ?? {});
  const [first, second, third] = [siteOf(5, 1), siteOf(6, 1), siteOf(9, 1)];
  for (const site of [third, first, second]) toPick.hold(site);
  expect(toPick.firstHeld()).toBe(first);
  toPick.put(first);
  expect(toPick.firstHeld()).toBe(second);
  toPick.remove(second);
  expect(toPick.firstHeld()).toBe(third);
});

/** A site some way into its crawl. */
const siteOf = (id: number, seed: number): Mutable<SiteView> => {
  const visits = (id * 7 + seed) % 12;
  const best = { tier: 0, lane: 0, value: -(id % 5) };
  const figures = { visits, inFlight: 0, rewardSum: (id * 13) % (9 * visits + 1), milliseconds: 700 * visits };
  return { id, kind: 'other', ...figures, rewardMax: 9, waiting: 1, best };
};
