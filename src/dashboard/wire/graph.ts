import type { GraphEdge, GraphNode, SiteGraph } from '../../storage/site-graph.ts';

/** Which sites link to which hosts or domains. */
export type GraphAnswer = SiteGraph;
export type GraphNodeLine = GraphNode;
export type GraphEdgeLine = GraphEdge;
