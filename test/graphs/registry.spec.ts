import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { z } from 'zod';
import type { LinkGraph } from '../../src/graphs/link-graph.ts';
import { formatOfGraph, graphFormats } from '../../src/graphs/registry.ts';
import { test } from '../frontier/world.ts';

/**
 * Labels that could break formats: markup, quotation marks, line breaks, characters forbidden by XML, halves of
 * surrogate pairs.
 */
const HOSTILE = [
  'plain',
  'a"b\'c',
  '<x>&amp;]]>',
  'line\r\nbreak\ttab',
  'nul\0bell\u0007',
  'half\ud83d',
  '=1+1',
  '\u202eright',
  '*Arcs',
  '',
  'plain',
  'two words',
];
const graph: LinkGraph = {
  nodes: HOSTILE.map((label, at) => ({
    label,
    attributes: { kind: at % 2 === 0 ? 'university' : 'outside', inWeight: at },
  })),
  edges: HOSTILE.map((_, at) => ({
    ...{ source: at, target: (at + 1) % HOSTILE.length, weight: at + 1 },
    ...{ firstSeen: at === 0 ? null : 1_700_000_000_000, removed: at === 1 ? 1_800_000_000_000 : null },
  })),
  attributes: [
    { name: 'kind', type: 'text' },
    { name: 'inWeight', type: 'integer' },
  ],
};

const hasNetworkx = spawnSync('python3', ['-c', 'import networkx']).status === 0;
const read = z.object({ nodes: z.number(), edges: z.number(), weight: z.number(), labels: z.array(z.string()) });

for (const format of graphFormats)
  test(`${format.name}: a graph with hostile labels is whole`, async ({ folder }) => {
    const text = [...format.text(graph)].join('');
    writeFileSync(`${folder}/g${format.ending}`, text);
    // A table's cells are unchanged.
    if (format.name !== 'csv') expect(text).not.toMatch(/[^\P{Cc}\t\n\r]|\p{Surrogate}/u);
    const reader = { gexf: 'read_gexf', graphml: 'read_graphml', pajek: 'read_pajek' }[format.name];
    if (reader === undefined) return;
    if (!hasNetworkx)
      process.stderr.write('networkx is missing: apt-get install python3-networkx; the file is not read back\n');
    test.skip(!hasNetworkx, 'networkx is not installed: apt-get install python3-networkx');
    const script = `import networkx as nx, json
g = nx.${reader}('${folder}/g${format.ending}')
print(json.dumps({'nodes': g.number_of_nodes(), 'edges': g.number_of_edges(), 'weight': sum(d['weight'] for _, _, d in g.edges(data=True)),
  'labels': [d.get('label', n) for n, d in g.nodes(data=True)]}))`;
    const back = read.parse(JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' })));
    expect(back).toMatchObject({ edges: HOSTILE.length, weight: 78 });
    expect(back.nodes).toBe(HOSTILE.length);
    if (format.name !== 'pajek') expect(back.labels.slice(0, 3)).toEqual(HOSTILE.slice(0, 3));
  });

const pythonWithIgraph = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import igraph']).status === 0,
);

for (const format of graphFormats) {
  const reader = { graphml: 'Read_GraphML', pajek: 'Read_Pajek', dl: 'Read_DL' }[format.name];
  if (reader === undefined) continue;
  test(`${format.name}: igraph reads it`, async ({ folder }) => {
    test.skip(!pythonWithIgraph, 'igraph is not installed: apt-get install python3-igraph');
    writeFileSync(`${folder}/g${format.ending}`, [...format.text(graph)].join(''));
    const script = `import igraph
g = igraph.Graph.${reader}('${folder}/g${format.ending}')
print(g.vcount(), g.ecount(), int(sum(g.es['weight'])), g.is_directed())`;
    const said = execFileSync(pythonWithIgraph ?? '', ['-c', script], { encoding: 'utf8' });
    expect(said.trim()).toBe(`${HOSTILE.length} ${HOSTILE.length} 78 True`);
  });
}

test('gexf: edges begin and end, csv: formulas are defused, pajek: kinds and vectors in the order of the nodes', () => {
  const textOf = (name: string, beside?: number) => {
    const format = graphFormats.find((one) => one.name === name);
    const text = beside === undefined ? format?.text(graph) : format?.beside?.(graph)[beside]?.text;
    return [...(text ?? [])].join('');
  };
  expect(textOf('gexf')).toContain(
    '<edge id="1" source="1" target="2" weight="2" start="2023-11-14" end="2027-01-15"/>',
  );
  expect(textOf('gexf')).toContain('<edge id="0" source="0" target="1" weight="1"/>');
  expect(textOf('csv')).toContain("'=1+1,");
  expect(textOf('pajek', 0)).toBe(`*Vertices 12\r\n${HOSTILE.map((_, at) => `${at}\r\n`).join('')}`);
  expect(textOf('pajek', 1)).toBe(`*Vertices 12\r\n${HOSTILE.map((_, at) => `${at % 2 === 0 ? 2 : 1}\r\n`).join('')}`);
  expect(textOf('dl').split('\r\n').slice(0, 3)).toEqual(['dl n=12', 'format = edgelist1', 'labels:']);
});

test('the file extension selects the format, and must not contradict it', () => {
  for (const format of graphFormats)
    expect(formatOfGraph(`a/b.c/G${format.ending.toUpperCase()}`, undefined)).toBe(format);
  expect(formatOfGraph('-', undefined).name).toBe('gexf');
  expect(formatOfGraph('-', 'dl').name).toBe('dl');
  expect(() => formatOfGraph('g.gexf', 'pajek')).toThrow(
    '--out: g.gexf is not the name of a pajek file; it must end in .net',
  );
  expect(() => formatOfGraph('g.xlsx', undefined)).toThrow(
    '--out: g.xlsx is not the name of a graph file; it must end in .gexf, .graphml, .net, .dl, .csv',
  );
});
