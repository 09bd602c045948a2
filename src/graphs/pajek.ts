import type { GraphFormat } from './graph-format.ts';
import { distinctLabels } from './labels.ts';
import type { LinkGraph } from './link-graph.ts';

/** A label can have no quotation mark, no line break and, for networkx, no backslash. */
const allowed = (label: string): string =>
  label
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Numbers of the nodes, a line each, below their count. */
const lines = (nodes: LinkGraph['nodes'], of: (node: LinkGraph['nodes'][number]) => number): Iterable<string> =>
  (function* () {
    yield `*Vertices ${nodes.length}\r\n`;
    for (const node of nodes) yield `${of(node)}\r\n`;
  })();

/** Pajek's network; beside it the links that lead to each node (.vec), and nodes by their kind (.clu). */
export const pajek: GraphFormat = {
  name: 'pajek',
  ending: '.net',
  summary: 'Pajek: .net, with .vec of links that lead to a node and .clu of its kind beside it',
  files({ nodes, edges }) {
    const kinds = [...new Set(nodes.map(({ attributes }) => String(attributes.kind)))].sort();
    return [
      {
        ending: '.net',
        text: (function* () {
          yield `*Vertices ${nodes.length}\r\n`;
          const labels = distinctLabels(
            nodes.map(({ label }) => label),
            allowed,
          );
          for (const [at, label] of labels.entries()) yield `${at + 1} "${label}"\r\n`;
          yield '*Arcs\r\n';
          for (const { source, target, weight } of edges) yield `${source + 1} ${target + 1} ${weight}\r\n`;
        })(),
      },
      { ending: '.vec', text: lines(nodes, ({ attributes }) => Number(attributes.inWeight)) },
      { ending: '.clu', text: lines(nodes, ({ attributes }) => kinds.indexOf(String(attributes.kind)) + 1) },
    ];
  },
};
