import { csvLine } from '../export/csv.ts';
import { isoTime } from '../export/table.ts';
import type { GraphFormat } from './graph-format.ts';

/** List of edges by labels, for SocSciBot, igraph and spreadsheets. */
export const csv: GraphFormat = {
  name: 'csv',
  ending: '.csv',
  summary: 'a list of edges with a header: igraph, SocSciBot, spreadsheets',
  *text({ nodes, edges }) {
    yield 'source,target,weight,firstSeen,removed\r\n';
    for (const { source, target, weight, firstSeen, removed } of edges) {
      const ends = [nodes[source]?.label ?? '', nodes[target]?.label ?? ''];
      yield csvLine([...ends, weight, isoTime(firstSeen), isoTime(removed)]);
    }
  },
};
