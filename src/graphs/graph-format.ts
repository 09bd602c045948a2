import type { LinkGraph } from './link-graph.ts';

/** File format for graphs. */
export interface GraphFormat {
  readonly name: string;
  /** File name extension, with its dot. */
  readonly ending: string;
  readonly summary: string;
  text(graph: LinkGraph): Iterable<string>;
  /** Returns further files, by extensions such as `.vec`, which replace that of the requested file. */
  beside?(graph: LinkGraph): readonly { readonly ending: string; readonly text: Iterable<string> }[];
}
