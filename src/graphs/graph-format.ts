import type { LinkGraph } from './link-graph.ts';

/** Output file of a format: most formats have one, Pajek adds vectors and partitions. */
interface GraphFile {
  /** File name extension such as `.net`, which replaces that of the requested file. */
  readonly ending: string;
  readonly text: Iterable<string>;
}

/** File format for graphs. */
export interface GraphFormat {
  readonly name: string;
  /** File name extension, with its dot. */
  readonly ending: string;
  readonly summary: string;
  /** Returns the files, with that of `ending` first. */
  files(graph: LinkGraph): readonly GraphFile[];
}
