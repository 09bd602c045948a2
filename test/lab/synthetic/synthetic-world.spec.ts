import { expect } from '@playwright/test';
import fc from 'fast-check';
import { replay } from '../../../src/lab/replay.ts';
import { parseSpec } from '../../../src/lab/synthetic/spec.ts';
import { syntheticWorld } from '../../../src/lab/synthetic/synthetic-world.ts';
import type { World } from '../../../src/lab/world.ts';
import { expectSame } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';
import { walk } from './walk.ts';

const site = {
  url: 'http://www.limnology.example/',
  kind: 'university',
  pages: 300,
  links: 200,
};
const world = (given: object, seed = 'a') =>
  syntheticWorld(parseSpec({ sites: [{ ...site, ...given }] }, 'test'), seed);

/** Specs of one site with space for their links. */
const specs = fc
  .record({
    kind: fc.constantFrom('university', 'institute', 'mixed'),
    url: fc.constantFrom(
      'http://www.limnology.example/',
      'http://uni.example/Inst/index.html',
      'https://a.example:8443/',
    ),
    scope: fc.constantFrom('host', 'domain', 'prefix'),
    pages: fc.integer({ min: 1, max: 150 }),
    fill: fc.double({ min: 0, max: 1, noNaN: true }),
    levels: fc.integer({ min: 1, max: 12 }),
    branching: fc.integer({ min: 1, max: 60 }),
    most: fc.integer({ min: 1, max: 30 }),
    dryShare: fc.double({ min: 0, max: 0.9, noNaN: true }),
    decline: fc.record({ power: fc.double({ min: 0, max: 10, noNaN: true }), after: fc.integer({ min: 1, max: 500 }) }),
    templates: fc.record({ count: fc.integer({ min: 1, max: 9 }), rich: fc.double({ min: 0, max: 1, noNaN: true }) }),
    pockets: fc.record({ hubs: fc.integer({ min: 0, max: 5 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    internal: fc.integer({ min: 0, max: 20 }),
    external: fc.integer({ min: 0, max: 10 }),
    failures: fc.constantFrom(0, 0.05, 0.5),
  })
  .map(({ fill, dryShare, internal, external, ...given }) => {
    const dry = Math.floor(dryShare * given.pages);
    const links = external + Math.floor(fill * (given.pages - dry) * given.most);
    return { ...given, dry, links, boilerplate: { internal, external } };
  });

for (const order of ['breadth', 'depth'] as const) {
  test(`a full walk, ${order} first, finds exactly the pages, the links and the failures of the spec`, () => {
    fc.assert(
      fc.property(specs, fc.string(), (given, seed) => {
        const { answers, externals } = walk(world(given, seed), 0, order);
        const pages = answers.filter(({ outcome }) => outcome === 'page').length;
        expectSame({ pages, links: externals.size }, { pages: given.pages, links: given.links });
        const failed = Math.round((given.pages * given.failures) / (1 - given.failures));
        expectSame(answers.length - pages, failed);
      }),
      { numRuns: 150 },
    );
  });
}

test('breadth first: at most the specified levels, nothing on empty pages, no more than the maximum on a page', () => {
  fc.assert(
    fc.property(specs, (given) => {
      const { answers, levels, gains } = walk(world(given), 0);
      expect(Math.max(...levels)).toBeLessThanOrEqual(given.levels + (given.failures > 0 ? 1 : 0));
      expect(levels.filter((level) => level === 1).length).toBeGreaterThanOrEqual(
        Math.min(given.branching, given.pages - 1),
      );
      const onPages = gains.filter((_, index) => answers[index]?.outcome === 'page');
      const tooMany = onPages.filter((gain, page) => {
        const common = page === 0 ? given.boilerplate.external : 0;
        return gain > common + (page < given.dry ? 0 : given.most);
      });
      expectSame(tooMany, []);
    }),
    { numRuns: 150 },
  );
});

test('the same seed makes the same web in any order, another seed another one', () => {
  const given = { failures: 0.1, templates: { count: 5, rich: 0.8 }, pockets: { hubs: 2, share: 0.5 } };
  const byKey = (order: 'breadth' | 'depth', seed: string) =>
    walk(world(given, seed), 0, order)
      .answers.flatMap(({ address, ...answer }) => (address ? [[address.key, answer] as const] : []))
      .sort(([a], [b]) => (a < b ? -1 : 1));
  expect(byKey('depth', 'a')).toEqual(byKey('breadth', 'a'));
  expect(byKey('breadth', 'b')).not.toEqual(byKey('breadth', 'a'));
});

test('repeated requests return the same page; a page can be requested before it is found', () => {
  const { answers } = walk(world({}), 0);
  const fresh = world({});
  const isSame = answers.map(({ address }) => {
    const answer = fresh.answer(0, address?.key ?? '');
    return answer?.address?.key === address?.key && fresh.answer(0, address?.key ?? '') === answer;
  });
  expect(isSame).toEqual(isSame.map(() => true));
});

test('missing pages have no answer', () => {
  const made = world({ calendar: { months: 5, days: 3 } });
  for (const path of ['/', '/calendar/2000/05/', '/calendar/2000/05/3/'])
    expect(made.answer(0, `http://www.limnology.example${path.replace(/\/$/, '')}`), path).toBeDefined();
  for (const path of ['/x', '/news/2001/01/1.html', '/calendar/2000/06', '/calendar/2000/05/4', '/calendar/1999/12'])
    expect(made.answer(0, `http://www.limnology.example${path}`), path).toBeUndefined();
  expect(() => made.answer(1, 'http://www.limnology.example')).toThrow(RangeError);
});

test('an additional site changes no other', () => {
  const other = { ...site, url: 'http://www.optics.example/' };
  const alone = syntheticWorld(parseSpec({ sites: [site] }, 'test'), 'a');
  const second = syntheticWorld(parseSpec({ sites: [other, site] }, 'test'), 'a');
  expect(walk(second, 1).answers).toEqual(walk(alone, 0).answers);
});

test('groups have the specified number of sites, each of its own size', () => {
  const group = { count: 12, url: 'http://www.uni{n}.example/', name: 'University {n}', kind: 'university' };
  const made = syntheticWorld(parseSpec({ sites: [{ ...group, pages: [50, 90], links: [10, 40] }] }, 'test'), 'a');
  expect(made.sites.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, n) => `University ${n + 1}`));
  expect(made.sites[2]).toMatchObject({ url: 'http://www.uni3.example/', shortName: 'uni3.example' });
  const sizes = made.sites.map((_, index) => walk(made, index));
  expect(new Set(sizes.map(({ answers }) => answers.length)).size).toBeGreaterThan(5);
  for (const { answers, externals } of sizes) {
    expect(answers.length).toBeGreaterThanOrEqual(50);
    expect(answers.length).toBeLessThanOrEqual(90);
    expect(externals.size).toBeGreaterThanOrEqual(10);
    expect(externals.size).toBeLessThanOrEqual(40);
  }
});

test('a calendar brings pages and no links', () => {
  const { answers, externals } = walk(world({ calendar: { months: 24, days: 10 } }), 0);
  expect(answers.length).toBe(300 + 24 * 11);
  expect(externals.size).toBe(200);
});

test('boilerplate is on every page, its external links are new on the start page alone', () => {
  const { answers, gains } = walk(world({ boilerplate: { internal: 5, external: 3 }, dry: 10 }), 0);
  expect(gains.slice(0, 10)).toEqual([3, ...Array(9).fill(0)]);
  const common = answers.map(({ links }) => new Set(links.map(({ link }) => (link.kind === 'bad' ? '' : link.key))));
  const shared = [...(common[0] ?? [])].filter((key) => common.every((keys) => keys.has(key)));
  expect(shared).toHaveLength(1 + 5 + 3);
});

/** The visits of an unlimited crawl, by outcome, and the links found. */
async function crawled(made: World): Promise<{ pages: number; failed: number; links: number }> {
  const outcomes: string[] = [];
  const choice = { strategy: 'beebot-sequential', params: {} };
  const { curve } = await replay(made, choice, {
    pageLimit: 100_000,
    workers: 1,
    seed: 1,
    onVisit: ({ completed }) => outcomes.push(completed.outcome),
  });
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  return { pages: count('page'), failed: count('failed'), links: curve.at(-1) ?? 0 };
}

test('a replay visits every page and takes none for a trap, but soon leaves a calendar', async () => {
  const given = { pages: 2000, links: 900, failures: 0.05, templates: { count: 9, rich: 0.3 } };
  expect(await crawled(world(given))).toEqual({ pages: 2000, failed: 105, links: 900 });
  const { pages, failed, links } = await crawled(world({ ...given, calendar: { months: 600, days: 20 } }));
  expect({ failed, links }).toEqual({ failed: 105, links: 900 });
  expect(pages).toBeGreaterThan(2010);
  expect(pages).toBeLessThan(4000);
});

/** Links of pages, grouped by the kind of list that links to them. */
function gainsByEntry(given: object): Map<string, number> {
  const { answers, gains } = walk(world({ pages: 2000, links: 1500, ...given }), 0);
  const entryOf = new Map<string, string>();
  for (const { links } of answers)
    for (const { link, found } of links)
      if (link.kind === 'internal' && !entryOf.has(link.key)) entryOf.set(link.key, found.tagPath);
  const sums = new Map<string, number>();
  for (const [index, { address }] of answers.entries()) {
    const entry = entryOf.get(address?.key ?? '') ?? '';
    sums.set(entry, (sums.get(entry) ?? 0) + (gains[index] ?? 0));
  }
  return sums;
}

test('the rich template has about its share of links, and is recognised by its links', () => {
  const shares = [0.9, 0.25].map(
    (rich) => Math.max(...gainsByEntry({ templates: { count: 4, rich } }).values()) / 1500,
  );
  expect(shares[0]).toBeGreaterThan(0.75);
  expect(shares[1]).toBeLessThan(0.6);
});

test('pockets: the pages behind a few hubs have about their share of links', () => {
  const share = (pockets: object): number => {
    const { answers, gains } = walk(world({ pages: 3000, links: 300, most: 12, pockets }), 0);
    const gainOf = new Map(answers.map(({ address }, index) => [address?.key, gains[index] ?? 0]));
    const seen = new Set<string>();
    const behind = answers.slice(1).map(({ links }) => {
      let sum = 0;
      for (const { link } of links)
        if (link.kind === 'internal' && !seen.has(link.key)) {
          seen.add(link.key);
          sum += gainOf.get(link.key) ?? 0;
        }
      return sum;
    });
    return (
      behind
        .sort((a, b) => b - a)
        .slice(0, 3)
        .reduce((a, b) => a + b) / 300
    );
  };
  expect(share({ hubs: 3, share: 0.9 })).toBeGreaterThan(0.6);
  expect(share({ hubs: 0, share: 0 })).toBeLessThan(0.4);
});

test('the kinds: an institute has its links on few pages, a university on many; decline moves them to the front', () => {
  const bearing = (given: object) => walk(world(given), 0).gains.filter((gain) => gain > 0).length;
  expect(bearing({ kind: 'university' })).toBeGreaterThan(4 * bearing({ kind: 'institute' }));
  const early = (power: number) =>
    walk(world({ decline: { power, after: 50 }, pages: 2000 }), 0)
      .gains.slice(0, 200)
      .reduce((a, b) => a + b);
  expect(early(0)).toBeLessThan(40);
  expect(early(2)).toBeGreaterThan(100);
});

test('visits take log-normal time: the median as specified, some take long', () => {
  const times = walk(world({ pages: 3000, milliseconds: { median: 400, spread: 1 } }), 0)
    .answers.map(({ milliseconds }) => milliseconds)
    .sort((a, b) => a - b);
  expect(times[1500]).toBeGreaterThan(360);
  expect(times[1500]).toBeLessThan(440);
  // ln t has a deviation of 1: 16 % are above e times the median.
  expect(times[2520]).toBeGreaterThan(950);
  expect(times[2520]).toBeLessThan(1250);
});

test("all the pages of four of the paper's sites fit in memory", () => {
  const spec = {
    count: 4,
    url: 'http://www.uni{n}.example/',
    pages: 10571,
    links: 899,
    failures: 0.02,
    kind: 'university',
  };
  const made = syntheticWorld(parseSpec({ sites: [spec] }, 'test'), 'a');
  const before = process.memoryUsage().rss;
  for (const index of made.sites.keys()) expect(walk(made, index).externals.size).toBe(899);
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(200);
});
