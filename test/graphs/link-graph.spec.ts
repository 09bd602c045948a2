import { expect } from '@playwright/test';
import { readLinkGraph } from '../../src/graphs/link-graph.ts';
import { withMetrics } from '../../src/graphs/metrics.ts';
import { claimOf, newSite, type OnPage, open, page, test } from '../frontier/world.ts';

const WEB: Readonly<Record<string, readonly OnPage[]>> = {
  'http://a.test/': ['http://a.test/x/1', 'http://a.test/x/2', 'http://www.b.test/'],
  'http://a.test/x/1': ['http://b.test/y/1', 'http://b.test/y/2', 'http://out.co.uk/1'],
  'http://a.test/x/2': ['http://b.test/y/1', 'http://sub.out.co.uk/'],
  'http://b.test/': ['http://a.test/'],
};

test('links become weighted edges between units of a level', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites(
    [newSite('http://a.test/', { shortName: 'A', kind: 'university' }), newSite('http://b.test/', { shortName: 'B' })],
    0,
  );
  for (let now = 1000; now < 30_000; now += 1000) {
    const claim = await claimOf(frontier, now);
    if (claim) await frontier.settle(claim, page(claim, WEB[claim.url] ?? []), now);
  }
  const edgesOf = (level: string, links: 'internal' | 'external' | 'both' = 'external', leastWeight = 1) => {
    const { nodes, edges } = readLinkGraph(store, { level, links, leastWeight, withRemoved: false });
    const label = (at: number) => nodes[at]?.label;
    return edges.map(({ source, target, weight }) => `${label(source)} ${label(target)} ${weight}`).sort();
  };
  expect(edgesOf('site')).toEqual(['A B 4', 'A out.co.uk 2', 'B A 1']);
  expect(edgesOf('domain')).toEqual(['a.test b.test 4', 'a.test out.co.uk 2', 'b.test a.test 1']);
  expect(edgesOf('host')).toEqual([
    'a.test b.test 3',
    'a.test out.co.uk 1',
    'a.test sub.out.co.uk 1',
    'a.test www.b.test 1',
    'b.test a.test 1',
  ]);
  expect(edgesOf('directory', 'internal')).toEqual(['http://a.test/ http://a.test/x/ 2']);
  expect(edgesOf('page', 'both').length).toBe(9);
  expect(edgesOf('site', 'both')).toEqual(edgesOf('site'));
  expect(edgesOf('site', 'external', 2)).toEqual(['A B 4', 'A out.co.uk 2']);
  const { nodes, edges } = readLinkGraph(store, {
    level: 'site',
    links: 'external',
    leastWeight: 1,
    withRemoved: false,
  });
  expect(nodes).toEqual([
    {
      label: 'A',
      attributes: { site: 'A', kind: 'university', country: '', inDegree: 1, outDegree: 2, inWeight: 1, outWeight: 6 },
    },
    {
      label: 'B',
      attributes: { site: 'B', kind: 'other', country: '', inDegree: 1, outDegree: 1, inWeight: 4, outWeight: 1 },
    },
    {
      label: 'out.co.uk',
      attributes: { site: '', kind: 'outside', country: 'uk', inDegree: 1, outDegree: 0, inWeight: 2, outWeight: 0 },
    },
  ]);
  expect(edges.every(({ firstSeen, removed }) => Number(firstSeen) >= 1000 && removed === null)).toBe(true);
  expect(() => readLinkGraph(store, { level: 'planet', links: 'both', leastWeight: 1, withRemoved: false })).toThrow(
    '--level: must be one of page, directory, host, domain, site',
  );
  await store.close();
});

test('metrics of a graph whose parts are known', () => {
  // 0 leads into the triangle 1, 2, 3, which leads to 4; 5 and 6 are apart.
  const pairs = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 1],
    [1, 3],
    [3, 4],
    [5, 6],
  ] as const;
  const nodes = Array.from({ length: 7 }, (_, at) => ({ label: `${at}`, attributes: {} }));
  const edges = pairs.map(([source, target]) => ({ source, target, weight: 1, firstSeen: null, removed: null }));
  const { nodes: measured, attributes } = withMetrics({ nodes, edges, attributes: [] }, 1);
  const column = (name: string) => measured.map((node) => node.attributes[name]);
  expect(column('bowTie')).toEqual(['in', 'scc', 'scc', 'scc', 'out', 'disconnected', 'disconnected']);
  expect(column('core')).toEqual([1, 2, 2, 2, 1, 1, 1]);
  const ranks = column('pageRank').map(Number);
  expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 4);
  expect(ranks.indexOf(Math.max(...ranks))).toBe(3);
  // Both hubs of 3 have it in common; 1 has 2 besides.
  expect(Number(column('authority')[3])).toBeGreaterThan(Number(column('authority')[4]));
  expect(new Set(column('community').slice(5)).size).toBe(1);
  expect(attributes.map(({ name }) => name)).toEqual(['pageRank', 'hub', 'authority', 'core', 'community', 'bowTie']);
});

test('a chain of pages as long as a calendar has metrics, too', () => {
  const count = 50_000;
  const nodes = Array.from({ length: count }, (_, at) => ({ label: `${at}`, attributes: {} }));
  const edges = nodes.map((_, source) => ({
    source,
    target: (source + 1) % count,
    weight: 1,
    firstSeen: null,
    removed: null,
  }));
  const { nodes: measured } = withMetrics({ nodes, edges, attributes: [] }, 1);
  expect(new Set(measured.map(({ attributes }) => attributes.bowTie))).toEqual(new Set(['scc']));
});
