import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { SiteView } from '../../../src/domain/site.ts';
import { OrderedSites, sitesToPick } from '../../../src/frontier/sites/sites-to-pick.ts';
import { bestFirst } from '../../../src/site-rules/best-first.ts';
import { expectSame } from '../../in-loops.ts';
import { test } from '../world.ts';

const CLOCK = { now: 0, visits: 0, rewardMax: 0, sites: 8, pageLimit: undefined, timeLimit: undefined };

/** Events of one of eight sites: its best rank and its visits change, or it is no longer ready. */
const step = fc.record({
  site: fc.nat(3),
  isReady: fc.boolean(),
  value: fc.nat(2),
  visits: fc.nat(1),
  milliseconds: fc.nat({ max: 3 }).map((seconds) => seconds * 1000),
});

for (const by of ['pages', 'time'])
  test(`by ${by}: the first two of an order equal those of a full scan, in any sequence of events`, () => {
    const rule = bestFirst.make({ by }, { seed: 1 });
    const order = rule.order ?? (() => 0);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const sites = Array.from({ length: 8 }, (_, id) => view(id));
        const ordered = sitesToPick<(typeof sites)[number]>(rule);
        const ready = new Set<(typeof sites)[number]>();
        for (const { site: place, isReady, value, visits, milliseconds } of steps) {
          const site = sites[place];
          if (!site) continue;
          const best = site.best?.value === value ? site.best : { tier: 0, lane: 0, value };
          Object.assign(site, { best, visits, milliseconds });
          if (isReady) {
            ordered.put(site);
            ready.add(site);
          } else {
            ordered.remove(site);
            ready.delete(site);
          }
          const first = ordered.of([...ready], CLOCK);
          expectSame(first, [...ready].sort(order).slice(0, 2));
          expectSame(rule.pick(first, CLOCK), rule.pick([...ready], CLOCK));
        }
      }),
    );
  });

test('outdated entries of sites that change often are dropped', () => {
  const ordered = new OrderedSites<SiteView, number>((a, b) => a - b);
  const sites = [view(0), view(1)];
  for (let turn = 0; turn < 10_000; turn++)
    for (const site of sites) {
      ordered.put(site, turn + site.id);
    }
  expect(ordered.firstTwo().map(({ id }) => id)).toEqual([0, 1]);
});

const view = (id: number): SiteView => ({
  ...{ id, kind: 'other', visits: 0, inFlight: 0, rewardSum: 0, rewardMax: 0, milliseconds: 0, waiting: 1 },
  best: { tier: 0, lane: 0, value: 0 },
});
