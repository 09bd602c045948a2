import { xmlText } from '../export/xml-text.ts';
import type { GraphFormat } from './graph-format.ts';
import { XML_TYPES } from './labels.ts';

/** Formats a time as a date, as networkx does not read times of day. */
const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/**
 * GEXF 1.3 (https://gexf.net/1.3/): edges last from the day of their first link to the removal of their last one.
 * The namespace is that of 1.2, as networkx 2 opens no other.
 */
export const gexf: GraphFormat = {
  name: 'gexf',
  ending: '.gexf',
  summary: 'GEXF 1.3 with time: Gephi, networkx',
  *text({ nodes, edges, attributes }) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://www.gexf.net/1.2draft" version="1.3">\n';
    yield '<graph defaultedgetype="directed" mode="dynamic" timeformat="date" timerepresentation="interval">\n<attributes class="node" mode="static">\n';
    for (const [id, { name, type }] of attributes.entries())
      yield `<attribute id="${id}" title="${name}" type="${XML_TYPES[type]}"/>\n`;
    yield '</attributes>\n<nodes>\n';
    for (const [id, { label, attributes: values }] of nodes.entries()) {
      yield `<node id="${id}" label="${xmlText(label)}"><attvalues>`;
      for (const [at, { name }] of attributes.entries()) {
        const value = values[name];
        if (value !== undefined) yield `<attvalue for="${at}" value="${xmlText(value)}"/>`;
      }
      yield '</attvalues></node>\n';
    }
    yield '</nodes>\n<edges>\n';
    for (const [id, { source, target, weight, firstSeen, removed }] of edges.entries()) {
      const start = firstSeen === null ? '' : ` start="${day(firstSeen)}"`;
      const end = removed === null ? '' : ` end="${day(removed)}"`;
      yield `<edge id="${id}" source="${source}" target="${target}" weight="${weight}"${start}${end}/>\n`;
    }
    yield '</edges>\n</graph>\n</gexf>\n';
  },
};
