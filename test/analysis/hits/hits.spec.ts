import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { DirectedGraph } from 'graphology';
import type graphologyHits from 'graphology-metrics/centrality/hits.js';
import { hits, linkGraph } from '../../../src/analysis/hits.ts';
import { expectSame, must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

// Its types declare a default export; the module is itself the export.
const reference: typeof graphologyHits.default = createRequire(import.meta.url)(
  'graphology-metrics/centrality/hits.js',
);

type Links = readonly (readonly [number, number])[];

interface Web {
  readonly nodes: number;
  readonly links: Links;
}

/** Up to 15 nodes with links among them, some of them twice, some to the node itself. */
const webs = fc.integer({ min: 1, max: 15 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    links: fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 60 }),
  }),
);

const graphOf = ({ nodes, links }: Web, options: Parameters<typeof linkGraph>[3] = {}) =>
  linkGraph(
    nodes,
    Uint32Array.from(links, ([from]) => from),
    Uint32Array.from(links, ([, to]) => to),
    options,
  );

const counted = ({ links }: Web): Links => {
  const keys = new Set(links.filter(([from, to]) => from !== to).map((link) => link.join(' ')));
  return [...keys].map((key) => [Number(key.split(' ')[0]), Number(key.split(' ')[1])]);
};

const unit = (vector: readonly number[]): number[] => {
  const norm = Math.hypot(...vector);
  return vector.map((value) => (norm === 0 ? 0 : value / norm));
};

interface Dense {
  readonly authority: (from: number, to: number) => number;
  readonly hub: (from: number, to: number) => number;
  readonly start?: readonly number[];
}

/** The digest's two operations on full matrices. */
function dense(web: Web, iterations: number, { authority, hub, start }: Dense) {
  const links = counted(web);
  const nodes = Array.from({ length: web.nodes }, (_, node) => node);
  const has = (from: number, to: number) => links.some(([one, other]) => one === from && other === to);
  let authorities = nodes.map(() => 0);
  let hubs = unit(start ?? nodes.map(() => 1));
  for (let iteration = 0; iteration < iterations; iteration++) {
    const sum = (terms: readonly number[]) => terms.reduce((all, term) => all + term, 0);
    authorities = unit(nodes.map((p) => sum(nodes.map((q) => (has(q, p) ? authority(q, p) * (hubs[q] ?? 0) : 0)))));
    hubs = unit(nodes.map((p) => sum(nodes.map((q) => (has(p, q) ? hub(p, q) * (authorities[q] ?? 0) : 0)))));
  }
  return { authorities, hubs };
}

const expectClose = (given: ArrayLike<number>, expected: ArrayLike<number>, within: number) => {
  const apart = Array.from(given, (value, at) => Math.abs(value - (expected[at] ?? Number.NaN)));
  expectSame(given.length, expected.length);
  must(Math.max(0, ...apart) < within, `they are within ${within}: ${Math.max(0, ...apart)}`);
};

test("the digest's figures: two hubs, of which the better has all authorities", () => {
  // 0 and 1 link to 2; 0 also to 3. One iteration: x = (0, 0, 2, 1) / sqrt(5), y = (3, 2) / sqrt(13).
  const { authorities, hubs, iterations } = hits(
    graphOf({
      nodes: 4,
      links: [
        [0, 2],
        [1, 2],
        [0, 3],
      ],
    }),
    { iterations: 1 },
  );
  expectClose(authorities, [0, 0, 2 / Math.sqrt(5), 1 / Math.sqrt(5)], 1e-12);
  expectClose(hubs, [3 / Math.sqrt(13), 2 / Math.sqrt(13), 0, 0], 1e-12);
  expect(iterations).toBe(1);
});

test('equals full matrices, from any start, with any relevance, after any number of iterations', () => {
  fc.assert(
    fc.property(
      webs,
      fc.integer({ min: 1, max: 25 }),
      fc.array(fc.constantFrom(0, 0.5, 1, 3), { minLength: 15, maxLength: 15 }),
      fc.array(fc.constantFrom(0.25, 1, 2), { minLength: 15, maxLength: 15 }),
      (web, iterations, relevances, starts) => {
        const start = starts.slice(0, web.nodes);
        const relevance = relevances.slice(0, web.nodes);
        const given = hits(graphOf(web), {
          iterations,
          tolerance: 0,
          start: Float64Array.from(start),
          relevance: Float64Array.from(relevance),
        });
        const expected = dense(web, iterations, {
          start,
          authority: (from) => relevance[from] ?? 0,
          hub: (_, to) => relevance[to] ?? 0,
        });
        expectClose(given.authorities, expected.authorities, 1e-8);
        expectClose(given.hubs, expected.hubs, 1e-8);
      },
    ),
    { numRuns: 200, seed: 1 },
  );
});

test("links within a site and shares of a site's links weigh as in full matrices", () => {
  fc.assert(
    fc.property(
      webs,
      fc.array(fc.nat(3), { minLength: 15, maxLength: 15 }),
      fc.constantFrom(0, 0.2, 1),
      fc.boolean(),
      (web, siteOf, withinSite, shared) => {
        const sites = Uint32Array.from(siteOf.slice(0, web.nodes));
        const links = counted(web);
        const own = (from: number, to: number) => (siteOf[from] === siteOf[to] ? withinSite : 1);
        const sharing = (isOne: (link: readonly [number, number]) => boolean) =>
          shared ? links.filter(isOne).length : 1;
        const given = hits(graphOf(web, { sites, withinSite, shared }), {
          iterations: 10,
          tolerance: 0,
        });
        const expected = dense(web, 10, {
          authority: (from, to) => own(from, to) / sharing(([q, p]) => p === to && siteOf[q] === siteOf[from]),
          hub: (from, to) => own(from, to) / sharing(([p, q]) => p === from && siteOf[q] === siteOf[to]),
        });
        expectClose(given.authorities, expected.authorities, 1e-5);
        expectClose(given.hubs, expected.hubs, 1e-5);
      },
    ),
    { numRuns: 200, seed: 2 },
  );
});

test('equals the implementation of graphology', () => {
  let compared = 0;
  fc.assert(
    fc.property(webs, (web) => {
      const links = counted(web);
      fc.pre(links.length > 0);
      const graph = new DirectedGraph();
      for (let node = 0; node < web.nodes; node++) graph.addNode(node);
      for (const [from, to] of links) graph.addDirectedEdge(from, to);
      // A graph whose first two eigenvalues are near each other takes very long.
      const expected = (() => {
        try {
          return reference(graph, { maxIterations: 3000, tolerance: 1e-12 });
        } catch {
          return undefined;
        }
      })();
      fc.pre(expected !== undefined);
      const given = hits(graphOf(web), { iterations: 6000, tolerance: 1e-13 });
      const nodes = Array.from({ length: web.nodes }, (_, node) => String(node));
      expectClose(given.authorities, unit(nodes.map((node) => expected?.authorities[node] ?? 0)), 1e-6);
      expectClose(given.hubs, unit(nodes.map((node) => expected?.hubs[node] ?? 0)), 1e-6);
      compared++;
    }),
    { numRuns: 150, seed: 3 },
  );
  expect(compared).toBeGreaterThan(100);
});

test('weights are at least 0, their squares sum to 1, and a page without links to or from it has none', () => {
  fc.assert(
    fc.property(webs, (web) => {
      const links = counted(web);
      const { authorities, hubs } = hits(graphOf(web));
      for (const [weights, end] of [
        [authorities, 1],
        [hubs, 0],
      ] as const) {
        expect(Math.hypot(...weights)).toBeCloseTo(links.length > 0 ? 1 : 0, 9);
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
        const linked = new Set(links.map((link) => link[end]));
        expectSame(
          [...weights].filter((weight, node) => weight > 0 && !linked.has(node)),
          [],
        );
      }
    }),
    { seed: 4 },
  );
});

test('hubs of a graph are the authorities of the reversed graph', () => {
  fc.assert(
    fc.property(webs, (web) => {
      const turned = { ...web, links: web.links.map(([from, to]) => [to, from] as const) };
      const { hubs } = hits(graphOf(web), { iterations: 2000, tolerance: 1e-14 });
      const { authorities } = hits(graphOf(turned), { iterations: 2000, tolerance: 1e-14 });
      // Both are in the first eigenspace; they may differ if it has more dimensions, or before convergence.
      const energy = (weights: Float64Array) => Math.hypot(...hitsOnce(web, weights));
      expect(energy(authorities)).toBeCloseTo(energy(hubs), 5);
    }),
    { numRuns: 100, seed: 5 },
  );
});

/** Returns authority weights for given hub weights. */
function hitsOnce(web: Web, hubs: Float64Array): number[] {
  const given = Array.from({ length: web.nodes }, () => 0);
  for (const [from, to] of counted(web)) given[to] = (given[to] ?? 0) + (hubs[from] ?? 0);
  return given;
}

test('restarted from its final weights, it converges after one iteration', () => {
  fc.assert(
    fc.property(webs, (web) => {
      const graph = graphOf(web);
      const end = hits(graph, { iterations: 5000, tolerance: 1e-14 });
      fc.pre(end.iterations < 5000);
      const again = hits(graph, { iterations: 5, tolerance: 1e-6, start: end.hubs });
      expect(again.iterations).toBeLessThanOrEqual(2);
      expectClose(again.authorities, end.authorities, 1e-6);
    }),
    { seed: 6 },
  );
});
