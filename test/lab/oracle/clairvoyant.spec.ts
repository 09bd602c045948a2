import { expect } from '@playwright/test';
import fc from 'fast-check';
import { createRandom } from '../../../src/domain/random.ts';
import { clairvoyant } from '../../../src/lab/oracle/clairvoyant.ts';
import type { LabGraph } from '../../../src/lab/oracle/graph.ts';
import { test } from '../../plain-test.ts';
import { type MadeNode, madeGraph } from './made-world.ts';

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/**
 * Start page 0 links to small pages 1 to 4 of one link each and to page 5, from which two empty hubs lead to ten links.
 */
const pocket = madeGraph([
  { to: [1, 2, 3, 4, 5] },
  ...range(0, 4).map((link) => ({ links: [link] })),
  { to: [6] },
  { to: [7] },
  { links: range(4, 10) },
]);

test('passes empty hubs to a pocket of links behind them', () => {
  expect([...clairvoyant(pocket, { pageLimit: 9 })]).toEqual([0, 0, 0, 0, 10, 11, 12, 13, 14, 14]);
});

test('looks no farther than allowed, and takes no path longer than the remaining budget', () => {
  expect([...clairvoyant(pocket, { pageLimit: 8, lookAhead: 3 })]).toEqual([0, 0, 1, 1, 1, 11, 12, 13, 14]);
  expect([...clairvoyant(pocket, { pageLimit: 3 })]).toEqual([0, 0, 1, 2]);
});

test('looks farther if nothing in sight brings anything', () => {
  const chain = madeGraph([...range(1, 9).map((page) => ({ to: [page] })), { links: [0] }]);
  expect([...clairvoyant(chain, { pageLimit: 12, lookAhead: 2 })]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
});

test('a link on all pages counts once', () => {
  const graph = madeGraph([{ to: [1, 2] }, { to: [3], links: [0, 1, 2] }, { links: [3, 4] }, { links: [0, 1, 2] }]);
  expect([...clairvoyant(graph, { pageLimit: 4 })]).toEqual([0, 0, 3, 5, 5]);
});

/** Pages link to later pages and, less often, to any page: numbered breadth first. */
function randomGraph(key: string): LabGraph {
  const random = createRandom(key);
  const pages = 300;
  const nodes = range(0, pages).map(() => ({ to: new Set<number>(), links: new Set<number>() }));
  for (const [page, { to, links }] of nodes.entries()) {
    for (let links = 0; links < 3; links++) to.add(random.below(pages));
    // Three pages in four are empty.
    if (random.chance(0.25)) for (let some = random.below(20); some >= 0; some--) links.add(random.below(1000));
    to.delete(page);
  }
  return inBreadthFirstOrder(nodes.map(({ to, links }) => ({ to: [...to], links: [...links] })));
}

function inBreadthFirstOrder(nodes: readonly MadeNode[]): LabGraph {
  const order = [0];
  const place = new Map([[0, 0]]);
  for (const page of order)
    for (const target of nodes[page]?.to ?? []) {
      if (place.has(target)) continue;
      place.set(target, order.length);
      order.push(target);
    }
  return madeGraph(
    order.map((page) => ({
      to: (nodes[page]?.to ?? []).map((target) => place.get(target) ?? 0),
      links: nodes[page]?.links ?? [],
    })),
  );
}

test('finds more than breadth first on each of 50 random graphs, far more with few pages, and all with all pages', () => {
  const ratios = range(0, 50).map((key) => {
    const graph = randomGraph(`graph ${key}`);
    const curve = clairvoyant(graph, { pageLimit: graph.pages });
    const [gains = new Float64Array()] = graph.levelGains;
    const breadthFirst = (n: number) => gains.subarray(0, n).reduce((sum, gain) => sum + gain, 0);
    expect(curve[graph.pages]).toBe(breadthFirst(graph.pages));
    return [30, 100, 200].map((n) => (curve[n] ?? 0) / breadthFirst(n));
  });
  const lowest = [0, 1, 2].map((at) => Math.min(...ratios.map((row) => row[at] ?? 0)));
  expect(lowest[0]).toBeGreaterThan(1.5);
  expect(lowest[1]).toBeGreaterThan(1.3);
  expect(lowest[2]).toBeGreaterThan(1);
});

/** The oracle by definition, recomputed at each step; shortest paths are unique in trees. */
function asDefined(nodes: readonly MadeNode[], pageLimit: number, lookAhead: number): number[] {
  const before = new Map<number, number>();
  for (const [page, { to = [] }] of nodes.entries()) for (const target of to) before.set(target, page);
  const visited = new Set<number>();
  const found = new Set<number>();
  const curve = [0];
  while (curve.length <= pageLimit) {
    let best: { path: number[]; value: number } | undefined;
    for (const page of nodes.keys()) {
      const path: number[] = [];
      for (let at: number | undefined = page; at !== undefined && !visited.has(at); at = before.get(at))
        path.unshift(at);
      if (path.length === 0 || path.length > Math.min(lookAhead, pageLimit + 1 - curve.length)) continue;
      const brought = new Set(path.flatMap((one) => nodes[one]?.links ?? []).filter((link) => !found.has(link)));
      const value = brought.size / path.length;
      if (value > (best?.value ?? 0) || (value === best?.value && path.length < best.path.length))
        best = { path, value };
    }
    for (const page of best?.path ?? []) {
      visited.add(page);
      for (const link of nodes[page]?.links ?? []) found.add(link);
      curve.push(found.size);
    }
    if (!best) curve.push(found.size);
  }
  return curve;
}

test('on trees it finds the links of its definition, step by step', () => {
  const trees = fc
    .array(fc.record({ parent: fc.nat(), links: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 15,
    })
    .map((rows) => {
      const parents = rows.map(({ parent }, page) => (page === 0 ? -1 : parent % page));
      return rows.map(({ links }, page) => ({
        links,
        to: range(0, rows.length).filter((child) => parents[child] === page),
      }));
    });
  fc.assert(
    fc.property(trees, fc.integer({ min: 0, max: 16 }), (nodes, pageLimit) => {
      expect([...clairvoyant(madeGraph(nodes), { pageLimit })]).toEqual(asDefined(nodes, pageLimit, 20));
    }),
  );
});
