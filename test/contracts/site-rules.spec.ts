import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { SiteView } from '../../src/domain/site.ts';
import { siteRules } from '../../src/site-rules/registry.ts';
import { expectSame, must } from '../in-loops.ts';
import { test } from '../plain-test.ts';
import { play, times, view } from '../site-rules/play.ts';

const pageCounts = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 6 });
const worlds = pageCounts.chain((counts) =>
  fc.tuple(...counts.map((n) => fc.array(fc.nat(9), { minLength: n, maxLength: n }))),
);
const views: fc.Arbitrary<SiteView[]> = fc.uniqueArray(
  fc
    .record({ id: fc.integer({ min: 1, max: 50 }), visits: fc.nat(40), inFlight: fc.nat(4), rewardSum: fc.nat(90) })
    .map(({ id, ...rest }) => view(id, { ...rest, milliseconds: rest.visits * 700 })),
  { selector: (site) => site.id, minLength: 1, maxLength: 12 },
);

for (const maker of siteRules) {
  test.describe(`site rule ${maker.name}`, () => {
    test('visits every page once if the budget allows, and never more than N', () => {
      fc.assert(
        fc.property(worlds, fc.integer({ min: 1, max: 80 }), (sites, pageLimit) => {
          const all = sites.reduce((sum, pages) => sum + pages.length, 0);
          const played = play(maker.name, sites, pageLimit);
          expectSame(played.order.length, Math.min(all, pageLimit));
          expectSame(
            played.pages.every((count, index) => count <= (sites[index]?.length ?? 0)),
            true,
          );
        }),
      );
    });

    test('picks a ready site, in any order, and changes nothing', () => {
      const rule = maker.make(maker.params.parse({}), { seed: 1 });
      const clock = { now: 5, visits: 60, rewardMax: 9, sites: 50, pageLimit: 900, timeLimit: undefined };
      fc.assert(
        fc.property(views, (ready) => {
          const before = structuredClone(ready);
          const picked = rule.pick(ready, clock);
          const ids = ready.map((site) => site.id);
          must(picked !== undefined && ids.includes(picked.site), 'the picked one is ready');
          expectSame(ids.filter((id) => id !== picked?.site).length > 0, picked?.next !== undefined);
          const others = ready.filter(({ id }) => id !== picked?.site);
          expectSame(rule.pick(others, clock)?.site, picked?.next?.site, 'the next best');
          expectSame(rule.pick([...ready].reverse(), clock), picked);
          expectSame(ready, before);
        }),
      );
    });

    test('picks nothing if nothing is ready', () => {
      const rule = maker.make(maker.params.parse({}), { seed: 1 });
      const clock = { now: 0, visits: 0, rewardMax: 0, sites: 0, pageLimit: 10, timeLimit: undefined };
      expect(rule.pick([], clock)).toBeUndefined();
    });

    test('refuses an unknown parameter', () => {
      expect(maker.params.safeParse({ nonsense: 1 }).success).toBe(false);
    });

    test('equal sites: the first in the list begins', () => {
      expect(play(maker.name, [times(3, 0), times(3, 0)], 1).order).toEqual([1]);
    });
  });
}
