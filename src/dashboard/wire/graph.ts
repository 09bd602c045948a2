/** Which sites link to which hosts or domains, see storage/site-graph.ts. */
export interface GraphAnswer {
  readonly nodes: readonly GraphNodeLine[];
  readonly edges: readonly GraphEdgeLine[];
  readonly allNodes: number;
  readonly allEdges: number;
}

export interface GraphNodeLine {
  readonly id: string;
  readonly name: string;
  readonly kind: 'site' | 'outside';
  /** Of a site; empty of what is outside. */
  readonly host: string;
  readonly sites: number;
  readonly linksTo: number;
  readonly linksFrom: number;
}

export interface GraphEdgeLine {
  readonly from: string;
  readonly to: string;
  readonly links: number;
}
