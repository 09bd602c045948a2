import type { GraphFormat } from './graph-format.ts';
import { distinctLabels } from './labels.ts';
import type { LinkGraph } from './link-graph.ts';

/** Replaces characters that labels can't have: quotation marks, line breaks and, for networkx, backslashes. */
const allowed = (label: string): string =>
  label
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Yields a line with the number of nodes, then a line with a number for each node. */
function* lines(nodes: LinkGraph['nodes'], of: (node: LinkGraph['nodes'][number]) => number): Generator<string> {
  yield `*Vertices ${nodes.length}\r\n`;
  for (const node of nodes) yield `${of(node)}\r\n`;
}

/** Pajek's network, with companion files: incoming links of each node (.vec), and nodes by kind (.clu). */
export const pajek: GraphFormat = {
  name: 'pajek',
  ending: '.net',
  summary: 'Pajek: .net, with .vec of links that lead to a node and .clu of its kind beside it',
  *text({ nodes, edges }) {
    yield `*Vertices ${nodes.length}\r\n`;
    const labels = distinctLabels(
      nodes.map(({ label }) => label),
      allowed,
    );
    for (const [at, label] of labels.entries()) yield `${at + 1} "${label}"\r\n`;
    yield '*Arcs\r\n';
    for (const { source, target, weight } of edges) yield `${source + 1} ${target + 1} ${weight}\r\n`;
  },
  beside({ nodes }) {
    const kinds = [...new Set(nodes.map(({ attributes }) => String(attributes.kind)))].sort();
    return [
      { ending: '.vec', text: lines(nodes, ({ attributes }) => Number(attributes.inWeight)) },
      { ending: '.clu', text: lines(nodes, ({ attributes }) => kinds.indexOf(String(attributes.kind)) + 1) },
    ];
  },
};
