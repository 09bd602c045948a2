import type { GraphFormat } from './graph-format.ts';
import { distinctLabels } from './labels.ts';

/**
 * Replaces characters that end a label: spaces, commas, quotation marks; a colon after `data` or `labels` would begin a
 * section.
 */
const allowed = (label: string): string =>
  label.replaceAll(/[\s\p{Cc}\u2028\u2029,;"'!]+/gu, '_').replace(/^(data|labels)(?=:)/i, '$1_') || '_';

/** UCINET's DL as a list of edges between node numbers. */
export const dl: GraphFormat = {
  name: 'dl',
  ending: '.dl',
  summary: 'UCINET DL, a list of edges: UCINET, Gephi, igraph',
  *text({ nodes, edges }) {
    yield `dl n=${nodes.length}\r\nformat = edgelist1\r\nlabels:\r\n`;
    const labels = distinctLabels(
      nodes.map(({ label }) => label),
      allowed,
    );
    for (const [at, label] of labels.entries()) yield `${at === 0 ? '' : ','}${label}`;
    yield '\r\ndata:\r\n';
    for (const { source, target, weight } of edges) yield `${source + 1} ${target + 1} ${weight}\r\n`;
  },
};
