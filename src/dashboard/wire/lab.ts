/** What can be compared, and how far a comparison is. */
export interface LabAnswer {
  readonly presets: readonly { readonly name: string; readonly summary: string }[];
  /** Pages that the crawl has read: replays can't visit more. */
  readonly pages: number;
  readonly comparison: LabComparison | null;
}

export interface LabComparison {
  readonly isRunning: boolean;
  readonly strategies: readonly string[];
  readonly pageLimit: number;
  readonly seeds: number;
  /** Replays, oracles among them, that are done, and how many there are. */
  readonly done: number;
  readonly tasks: number;
  readonly milliseconds: number;
  /** Why it failed; empty otherwise. */
  readonly trouble: string;
  /** What was found so far; null before the end. */
  readonly report: LabResult | null;
}

export interface LabResult {
  readonly web: {
    readonly name: string;
    readonly sites: number;
    readonly pages: number;
    readonly links: number;
  } | null;
  readonly isInterrupted: boolean;
  /** The best first. */
  readonly results: readonly LabLine[];
  /** Over the same numbers of pages; null where a strategy has none. */
  readonly pages: readonly number[];
  readonly curves: readonly { readonly strategy: string; readonly links: readonly (number | null)[] }[];
}

interface LabLine {
  readonly strategy: string;
  readonly isOracle: boolean;
  /** S(N), distinct external links: mean and standard deviation over the replays. */
  readonly mean: number;
  readonly sd: number;
  readonly seeds: number;
  readonly ratioToTrivial: number | null;
  readonly ratioToOracle: number | null;
}

export interface LabAsked {
  readonly strategies: readonly string[];
  readonly pageLimit: number;
  readonly seeds: number;
}
