import type { GraphEdge, GraphNode, SiteGraph } from '../../storage/reports/graphs.ts';

/** Which sites link to which hosts or domains. */
export type GraphAnswer = SiteGraph;
export type GraphNodeLine = GraphNode;
export type GraphEdgeLine = GraphEdge;
