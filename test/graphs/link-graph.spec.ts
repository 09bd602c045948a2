import { expect } from '@playwright/test';
import { readLinkGraph, withMetrics } from '../../src/graphs/link-graph.ts';
import type { Target } from '../../src/webometrics/target-list.ts';
import { claimOf, newSite, type OnPage, open, page, test } from '../frontier/world.ts';

const ASKED = {
  level: 'site',
  links: 'external',
  leastWeight: 1,
  withRemoved: false,
  targets: [],
  asOf: undefined,
} as const;

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
    if (claim) await frontier.completeVisit(claim, page(claim, WEB[claim.url] ?? []), now);
  }
  const edgesOf = (level: string, links: 'internal' | 'external' | 'both' = 'external', leastWeight = 1) => {
    const { nodes, edges } = readLinkGraph(store, { ...ASKED, level, links, leastWeight });
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
  const { nodes, edges } = readLinkGraph(store, ASKED);
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
  const target: Target = {
    ...{ name: 'Out', kind: 'ministry', country: 'fr', line: 2 },
    scope: { kind: 'domain', domain: 'sub.out.co.uk' },
  };
  const withTarget = readLinkGraph(store, { ...ASKED, targets: [target] });
  expect(withTarget.nodes.map(({ label }) => label)).toEqual(['A', 'B', 'out.co.uk', 'Out']);
  expect(withTarget.nodes[3]?.attributes).toMatchObject({ site: 'Out', kind: 'ministry', country: 'fr', inWeight: 1 });
  // At first the pages of A were read, then the one of B.
  const first = Math.min(...edges.map(({ firstSeen }) => Number(firstSeen)));
  expect(readLinkGraph(store, { ...ASKED, asOf: first + 1 }).nodes.map(({ label }) => label)).toEqual(['A', 'B']);
  expect(() => readLinkGraph(store, { ...ASKED, asOf: 1 })).toThrow('has no external links at that date');
  expect(edges.every(({ firstSeen, removed }) => Number(firstSeen) >= 1000 && removed === null)).toBe(true);
  expect(() => readLinkGraph(store, { ...ASKED, level: 'planet' })).toThrow(
    '--level must be one of page, directory, host, domain, site',
  );
  await store.close();
});

test('metrics are attributes of the nodes', () => {
  const nodes = ['a', 'b'].map((label) => ({ label, attributes: { kind: 'other' } }));
  const edges = [{ source: 0, target: 1, weight: 1, firstSeen: null, removed: null }];
  const measured = withMetrics({ nodes, edges, attributes: [{ name: 'kind', type: 'text' }] }, 1);
  expect(measured.nodes[1]).toMatchObject({ label: 'b', attributes: { kind: 'other', core: 1, bowTie: 'none' } });
  expect(measured.attributes.map(({ name }) => name)).toEqual([
    ...['kind', 'pageRank', 'hub', 'authority', 'core', 'community', 'bowTie'],
  ]);
});
