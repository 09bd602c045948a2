import type { LinkGraph } from './link-graph.ts';

/** A part of what a format writes: most have one file, Pajek has its vectors and partitions beside it. */
interface GraphFile {
  /** Of the file beside the one that is asked for: `.net`; the name's own ending is left out. */
  readonly ending: string;
  readonly text: Iterable<string>;
}

/** A format that graphs are written in. */
export interface GraphFormat {
  readonly name: string;
  /** Ending of its file. */
  readonly ending: string;
  readonly summary: string;
  /** The files, that of `ending` first. */
  files(graph: LinkGraph): readonly GraphFile[];
}
