import { deserialize, serialize } from 'node:v8';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { Observation } from '../../src/domain/observation.ts';
import { linkGroup } from '../../src/link-orders/link-group.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';
import { view } from '../site-rules/play.ts';
import { linkView } from './link-view.ts';

const NEWS = 'html body main ul li a';
const NAV = 'html body nav a';

/** A visit of a link with that tag path, and the tag paths of the new links on its page. */
const seen = (tagPath: string, reward: number, found: readonly string[], level = 1): Observation => ({
  visit: {
    site: 1,
    link: 1,
    outcome: 'page',
    at: 0,
    title: '',
    reward,
    newExternal: reward,
    newInternal: found.length,
  },
  claimed: linkView({ level, tagPath }),
  links: found.map((path, place) => ({
    ...{ id: place + 2, site: 1, url: `http://a.test/${place}`, anchor: '', context: '', tagPath: path },
    ...{ place, isNew: true },
  })),
  external: [],
});

const group = (name: string, value: number) => ({ site: 1, lane: 0, group: { name, value } });

test('an arm scores (k m + S) / (k + n), shrunk towards its site, and its site towards all', () => {
  const order = linkGroup.make({ k: 2, c: 0 }, { seed: 1 });
  expect([...(order.learn?.(seen('', 0, [NEWS, NAV], 0)) ?? [])]).toEqual([group(NEWS, 0), group(NAV, 0)]);
  // The mean of all is 3, that of the site (2 * 3 + 6) / (2 + 2) = 3: NEWS (2 * 3 + 6) / (2 + 1), NAV 2 * 3 / 2.
  expect([...(order.learn?.(seen(NEWS, 6, [])) ?? [])]).toEqual([group(NEWS, 4), group(NAV, 3)]);
  const link = linkView({ tagPath: NAV, url: 'http://a.test/x' });
  expect(order.rank(link, view(1))).toMatchObject({ lane: 0, group: { name: NAV, value: 3 } });
  expect(order.rank(linkView({ level: 0 }), view(1))).toEqual({ lane: 1, value: 0 });
});

test('the bound is c standard deviations above the mean, smaller for well-known arms', () => {
  const order = linkGroup.make({ k: 2, c: 1 }, { seed: 1 });
  order.learn?.(seen('', 0, [NEWS, NAV], 0));
  // phi = ((0 + 36) / 2 - 3 * 3) / 3 = 3: NEWS 4 + sqrt(3 * 4 / 3), NAV 3 + sqrt(3 * 3 / 2).
  expect([...(order.learn?.(seen(NEWS, 6, [])) ?? [])]).toEqual([group(NEWS, 6), group(NAV, 3 + Math.sqrt(4.5))]);
});

test('links in flight narrow the variance without changing the mean, until they complete', () => {
  const order = linkGroup.make({ k: 2, c: 1 }, { seed: 1 });
  order.learn?.(seen('', 0, [NEWS, NAV], 0));
  order.learn?.(seen(NEWS, 6, []));
  const news = { site: 1, lane: 0, name: NEWS };
  // Mean 4, phi 3, k + n = 3 as above.
  expect(order.inFlight?.(news, 1)).toEqual(group(NEWS, 4 + Math.sqrt(12 / 4)));
  expect(order.inFlight?.(news, 1)).toEqual(group(NEWS, 4 + Math.sqrt(12 / 5)));
  expect(order.rank(linkView({ tagPath: NEWS }), view(1))).toMatchObject({
    group: { value: 4 + Math.sqrt(12 / 5) },
  });
  expect(order.inFlight?.(news, -1)).toEqual(group(NEWS, 4 + Math.sqrt(12 / 4)));
  expect(order.inFlight?.(news, -1)).toEqual(group(NEWS, 6));
});

test('an arm not seen on any page, such as that of a guess, learns from its visits too', () => {
  const order = linkGroup.make({ k: 2, c: 0 }, { seed: 1 });
  order.learn?.(seen('', 0, [NAV], 0));
  expect([...(order.learn?.(seen(NEWS, 6, [])) ?? [])]).toContainEqual(group(NEWS, 4));
});

test('between two full updates only the pulled arm moves', () => {
  const order = linkGroup.make({ k: 2, c: 1 }, { seed: 1 });
  const moved = [seen('', 0, [NEWS, NAV], 0), ...Array.from({ length: 40 }, (_, n) => seen(n % 2 ? NAV : NEWS, 1, []))]
    .map((one) => [...(order.learn?.(one) ?? [])].length)
    .join('');
  expect(moved).toMatch(/^2+(1+2)+1*$/);
  expect(moved.match(/1+$/)?.[0].length ?? 0, 'seldom in the end').toBeLessThan(9);
  expect(moved.slice(-12).match(/2/g)?.length).toBeLessThan(3);
});

const visits = fc.array(
  fc.record({
    arm: fc.constantFrom(NEWS, NAV, 'html body a', ''),
    reward: fc.oneof(fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true })),
    found: fc.array(fc.constantFrom(NEWS, NAV, 'html body footer a'), { maxLength: 3 }),
    level: fc.nat(2),
  }),
  { maxLength: 40 },
);

test('it continues from saved state as if it had observed all visits again, whatever is in flight', () => {
  fc.assert(
    fc.property(visits, fc.nat(40), (all, stop) => {
      const observations = all.map(({ arm, reward, found, level }) => seen(arm, reward, found, level));
      const [folded, saved, loaded] = [0, 1, 2].map(() => linkGroup.make({ k: 2, c: 1 }, { seed: 1 }));
      for (const one of observations.slice(0, stop)) {
        folded?.learn?.(one);
        saved?.learn?.(one);
      }
      saved?.inFlight?.({ site: 1, lane: 0, name: NEWS }, 1);
      expect(loaded?.kept?.load(saved?.kept?.save() ?? new Uint8Array())).toBe(true);
      for (const one of observations.slice(stop)) {
        expectSame([...(loaded?.learn?.(one) ?? [])], [...(folded?.learn?.(one) ?? [])]);
        const link = linkView({ tagPath: NAV, url: 'http://a.test/x' });
        expectSame(loaded?.rank(link, view(1)), folded?.rank(link, view(1)));
      }
    }),
    { numRuns: 50 },
  );
});

test('the saved state, by its hash: if this changes, VERSION must change', () => {
  const order = linkGroup.make({ k: 2, c: 1 }, { seed: 1 });
  order.learn?.(seen('', 0, [NEWS, NAV], 0));
  order.learn?.(seen(NEWS, 6, []));
  const arms = new Map([
    [NEWS, { visits: 1, sum: 6, mean: 4, dispersion: 3 }],
    [NAV, { visits: 0, sum: 0, mean: 3, dispersion: 3 }],
  ]);
  const fresh = { visits: 0, sum: 0, mean: 3, dispersion: 3 };
  expect(order.kept?.key).toBe(`link-group 1 ${process.versions.v8} k=2`);
  expect(deserialize(order.kept?.save() ?? new Uint8Array())).toEqual({
    all: { visits: 2, sum: 6, squares: 36 },
    sites: new Map([[1, { visits: 2, sum: 6, byName: arms, next: 3, fresh }]]),
  });
});

test('invalid state is not read, and changes nothing', () => {
  const order = linkGroup.make({ k: 2, c: 1 }, { seed: 1 });
  const before = order.kept?.save();
  for (const bytes of [new Uint8Array(), new TextEncoder().encode('nonsense'), serialize({ all: 1 })])
    expect(order.kept?.load(bytes)).toBe(false);
  expect(order.kept?.save()).toEqual(before);
});
