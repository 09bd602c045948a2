import type { GraphFormat } from './graph-format.ts';
import { quotedLabel } from './labels.ts';

/** UCINET's DL as a list of edges with numbers of nodes. */
export const dl: GraphFormat = {
  name: 'dl',
  ending: '.dl',
  summary: 'UCINET DL, a list of edges: UCINET, Gephi',
  files: ({ nodes, edges }) => [
    {
      ending: '.dl',
      text: (function* () {
        yield `dl n=${nodes.length} format=edgelist1\r\nlabels:\r\n`;
        for (const { label } of nodes) yield `${quotedLabel(label)}\r\n`;
        yield 'data:\r\n';
        for (const { source, target, weight } of edges) yield `${source + 1} ${target + 1} ${weight}\r\n`;
      })(),
    },
  ],
};
