import type { LostBy } from '../lost.ts';
import type { CalibrationRow } from '../statistics.ts';

/** Names of the oracles' curves. */
export const SITE_ORACLE = 'site oracle';
export const CLAIRVOYANT = 'clairvoyant';

/** A web that strategies were replayed on. */
interface ReportWeb {
  readonly name: string;
  readonly sites: number;
  readonly pages: number;
  /** Distinct external links, each counted once for its site. */
  readonly links: number;
}

/** What a strategy found on a web with a number of pages. */
export interface ReportResult {
  readonly web: string;
  readonly strategy: string;
  /** N: pages that might be visited in all. */
  readonly pageLimit: number;
  /** Replays with different random seeds. */
  readonly seeds: number;
  /** S(N), distinct external links, over the seeds: mean and standard deviation. */
  readonly mean: number;
  readonly sd: number;
  /** The mean over that of `beebot-trivial` (R1); null where that was not replayed. */
  readonly ratioToTrivial: number | null;
  /** The mean over the site oracle's. */
  readonly ratioToOracle: number | null;
  /** The site oracle's links less the mean. */
  readonly regret: number | null;
  /** Of a recrawl, whose other figures leave the first nights out: mean and ratio to the oracle over all nights. */
  readonly allNights?: { readonly mean: number; readonly ratioToOracle: number | null };
}

/** How far what a strategy expected of pages may be taken at its word. */
export interface Calibration {
  readonly strategy: string;
  readonly rows: readonly CalibrationRow[];
}

/** S(n) of a strategy, or of an oracle under its name, in the replays with one page limit. */
export interface ReportCurve {
  readonly web: string;
  readonly strategy: string;
  readonly pageLimit: number;
  /** n, ascending; `mean` and `sd` are as long. */
  readonly pages: readonly number[];
  readonly mean: readonly number[];
  readonly sd: readonly number[];
}

/** What a report calls its figures. In captions `{web}`, `{limit}` and `{oracle}` stand for the reader's choice. */
export interface ReportWords {
  readonly limit: string;
  readonly strategy: string;
  readonly xLabel: string;
  readonly found: { readonly column: string; readonly yLabel: string; readonly caption: string };
  readonly regret: { readonly column: string; readonly yLabel: string; readonly caption: string };
  readonly ratio: { readonly column: string; readonly yLabel: string; readonly caption: string };
  /** What `ratioToTrivial` compares with. */
  readonly trivial: string;
  readonly webs: readonly [name: string, sites: string, pages: string, links: string];
  readonly note: string;
  /** Digits behind the point of what was found. */
  readonly digits: number;
  /** Whether its scale begins at 0; otherwise where the lowest curve does. */
  readonly fromZero: boolean;
}

/** What a report of strategies calls its figures, by the reward in which S(N) is counted. */
export function wordsOf(measure: string): ReportWords {
  const what = measure === 'new-external-links' ? 'external links' : measure;
  return {
    limit: 'Pages N',
    strategy: 'Strategy',
    xLabel: 'pages visited, n',
    found: {
      column: 'S(N)',
      yLabel: `${what} found`,
      caption: `S(n) on {web}: ${what} found after n pages by crawls that were given N = {limit}. A strategy that plans with N may do otherwise with another one: S(N) of each stands in the table.`,
    },
    regret: {
      column: 'Regret',
      yLabel: `regret, ${what}`,
      caption:
        'Regret on {web}: how much more the {oracle} finds with as many pages. Below 0 a strategy is ahead of it.',
    },
    ratio: {
      column: 'S / oracle',
      yLabel: `share of the oracle’s ${what}`,
      caption: 'What is found on {web} as a share of what the {oracle} finds with as many pages.',
    },
    trivial: 'S / R1',
    webs: ['Web', 'Sites', 'Pages', measure === 'documents' ? 'Documents' : 'External links'],
    note: `S(N): ${what}, each counted once for its site, that were found with N visits. R1: the trivial site rule under link order level. Oracle, regret: against the best allocation of pages over sites under link order level. In bold the best strategy for its web and N.`,
    digits: 0,
    fromZero: true,
  };
}

/** All that `forager lab` tells. */
export interface LabReport {
  readonly title: string;
  readonly words: ReportWords;
  /** Names of the curves that strategies are compared with, the first one unless the reader chooses. */
  readonly oracles: readonly string[];
  readonly webs: readonly ReportWeb[];
  /** The command that made it, as typed. */
  readonly command: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly results: readonly ReportResult[];
  /** Of the strategies whose link order expects something of links, in their replays with the largest page limit. */
  readonly calibrations?: readonly Calibration[];
  /** Where the strategies lost external links, beside the clairvoyant with the largest page limit. */
  readonly losses?: readonly LostBy[];
  readonly curves: readonly ReportCurve[];
}
