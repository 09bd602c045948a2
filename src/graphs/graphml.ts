import { xmlText } from '../export/xml-text.ts';
import type { GraphFormat } from './graph-format.ts';
import { XML_TYPES } from './labels.ts';

/** GraphML (http://graphml.graphdrawing.org/specification.html); times are ISO 8601 in UTC. */
export const graphml: GraphFormat = {
  name: 'graphml',
  ending: '.graphml',
  summary: 'GraphML: igraph, networkx, Cytoscape, yEd',
  *text({ nodes, edges, attributes }) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
    yield '<key id="label" for="node" attr.name="label" attr.type="string"/>\n';
    for (const { name, type } of attributes)
      yield `<key id="${name}" for="node" attr.name="${name}" attr.type="${XML_TYPES[type]}"/>\n`;
    yield '<key id="weight" for="edge" attr.name="weight" attr.type="long"/>\n';
    for (const name of ['firstSeen', 'removed'])
      yield `<key id="${name}" for="edge" attr.name="${name}" attr.type="string"/>\n`;
    yield '<graph edgedefault="directed">\n';
    for (const [id, { label, attributes: values }] of nodes.entries()) {
      yield `<node id="n${id}"><data key="label">${xmlText(label)}</data>`;
      for (const { name } of attributes) {
        const value = values[name];
        if (value !== undefined) yield `<data key="${name}">${xmlText(value)}</data>`;
      }
      yield '</node>\n';
    }
    for (const { source, target, weight, firstSeen, removed } of edges) {
      yield `<edge source="n${source}" target="n${target}"><data key="weight">${weight}</data>`;
      if (firstSeen !== null) yield `<data key="firstSeen">${new Date(firstSeen).toISOString()}</data>`;
      if (removed !== null) yield `<data key="removed">${new Date(removed).toISOString()}</data>`;
      yield '</edge>\n';
    }
    yield '</graph>\n</graphml>\n';
  },
};
