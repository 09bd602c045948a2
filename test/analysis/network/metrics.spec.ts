import { execFileSync, spawnSync } from 'node:child_process';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { z } from 'zod';
import { measure } from '../../../src/analysis/network/metrics.ts';
import { test } from '../../plain-test.ts';

const edge = ([source, target]: readonly [number, number], weight = 1) => ({ source, target, weight });

test('metrics of a network with a known structure', () => {
  // 0 links into the triangle 1, 2, 3, which links to 4; 5 and 6 are separate.
  const pairs = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 1],
    [1, 3],
    [3, 4],
    [5, 6],
  ] as const;
  const { nodes, network } = measure(
    7,
    pairs.map((pair) => edge(pair)),
    1,
  );
  expect(nodes.map(({ bowTie }) => bowTie)).toEqual(['in', 'scc', 'scc', 'scc', 'out', 'disconnected', 'disconnected']);
  expect(nodes.map(({ core }) => core)).toEqual([1, 2, 2, 2, 1, 1, 1]);
  const ranks = nodes.map(({ pageRank }) => pageRank);
  expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 4);
  expect(ranks.indexOf(Math.max(...ranks))).toBe(3);
  // Shared by both hubs of 3; 1 also has 2.
  expect(Number(nodes[3]?.authority)).toBeGreaterThan(Number(nodes[4]?.authority));
  expect(nodes[5]?.community).toBe(nodes[6]?.community);
  expect(network).toMatchObject({ density: 7 / 42, reciprocity: 2 / 7 });
});

test('a network without edges has no rank', () => {
  expect(measure(2, [], 1)).toMatchObject({
    nodes: [{ pageRank: 0, core: 0, bowTie: 'none' }, {}],
    network: { density: 0, reciprocity: 0, modularity: 0, communities: 0 },
  });
  expect(measure(0, [], 1).nodes).toEqual([]);
});

test('metrics of a chain of pages as long as a calendar', () => {
  const count = 50_000;
  const edges = Array.from({ length: count }, (_, source) => edge([source, (source + 1) % count]));
  const { nodes } = measure(count, edges, 1);
  expect(new Set(nodes.map(({ bowTie }) => bowTie))).toEqual(new Set(['scc']));
});

const byNetworkx = `import json, sys, networkx as nx
out = []
for case in json.load(sys.stdin):
    g = nx.DiGraph()
    g.add_nodes_from(range(case['count']))
    g.add_weighted_edges_from(map(tuple, case['edges']))
    hubs, authorities = nx.hits(g, max_iter=10000, tol=1e-14)
    ranks = nx.pagerank(g, max_iter=10000, tol=1e-14)
    cores = nx.core_number(g.to_undirected())
    groups = {}
    for node, group in enumerate(case['communities']):
        groups.setdefault(group, set()).add(node)
    n = range(case['count'])
    out.append({'hub': [hubs[i] for i in n], 'authority': [authorities[i] for i in n], 'pageRank': [ranks[i] for i in n],
      'core': [cores[i] for i in n], 'density': nx.density(g), 'reciprocity': nx.overall_reciprocity(g),
      'modularity': nx.community.modularity(g, groups.values())})
json.dump(out, sys.stdout)`;
const numbers = z.array(z.number());
const told = z.array(
  z.object({
    ...{ hub: numbers, authority: numbers, pageRank: numbers, core: numbers },
    ...{ density: z.number(), reciprocity: z.number(), modularity: z.number() },
  }),
);

test('metrics equal those of networkx', () => {
  test.skip(spawnSync('python3', ['-c', 'import networkx, scipy']).status !== 0, 'networkx or scipy is not installed');
  const count = 12;
  const node = fc.nat({ max: count - 1 });
  const links = fc
    .uniqueArray(fc.tuple(node, node, fc.integer({ min: 1, max: 9 })), {
      ...{ minLength: 20, maxLength: 60 },
      selector: ([source, target]) => source * count + target,
    })
    .map((all) => all.filter(([source, target]) => source !== target));
  const cases = fc.sample(links, { numRuns: 30, seed: 5 }).map((all) => {
    const { nodes, network } = measure(
      count,
      all.map(([source, target, weight]) => ({ source, target, weight })),
      1,
    );
    return { edges: all, nodes, network, communities: nodes.map(({ community }) => community) };
  });
  const input = JSON.stringify(cases.map(({ edges, communities }) => ({ count, edges, communities })));
  const answers = told.parse(JSON.parse(execFileSync('python3', ['-c', byNetworkx], { input, encoding: 'utf8' })));
  for (const [index, answer] of answers.entries()) {
    const { nodes, network } = cases[index] ?? { nodes: [] };
    for (const metric of ['pageRank', 'hub', 'authority', 'core'] as const)
      for (const [at, value] of answer[metric].entries()) expect(nodes[at]?.[metric], metric).toBeCloseTo(value, 6);
    for (const figure of ['density', 'reciprocity', 'modularity'] as const)
      expect(network?.[figure], figure).toBeCloseTo(answer[figure], 9);
  }
});
