import type { LostBy } from '../missed-links.ts';
import type { CalibrationRow } from '../statistics.ts';

/** Names of the oracles' curves. */
export const SITE_ORACLE = 'site oracle';
export const CLAIRVOYANT = 'clairvoyant';

/** Web that strategies were replayed on. */
interface ReportWeb {
  readonly name: string;
  readonly sites: number;
  readonly pages: number;
  /** Number of external links, distinct within each site. */
  readonly links: number;
}

/** Result of a strategy on a web with one page limit. */
export interface ReportResult {
  readonly web: string;
  readonly strategy: string;
  /** Page limit, N. */
  readonly pageLimit: number;
  /** Number of replays with different random seeds. */
  readonly seeds: number;
  /** Mean and standard deviation over the seeds of S(N), the number of distinct external links. */
  readonly mean: number;
  readonly sd: number;
  /** Mean divided by that of `beebot-trivial` (R1); null without a replay of R1. */
  readonly ratioToTrivial: number | null;
  /** Mean divided by the site oracle's. */
  readonly ratioToOracle: number | null;
  /** Site oracle's links minus the mean. */
  readonly regret: number | null;
  /** Recrawl reports only: mean and ratio to the oracle over all recrawl runs, with the warm-up. */
  readonly allSteps?: { readonly mean: number; readonly ratioToOracle: number | null };
}

/** Calibration of a strategy's expectations. */
export interface Calibration {
  readonly strategy: string;
  readonly rows: readonly CalibrationRow[];
}

/** Curve S(n) of a strategy or an oracle, over replays with one page limit. */
export interface ReportCurve {
  readonly web: string;
  readonly strategy: string;
  readonly pageLimit: number;
  /** Values of n, ascending; as long as `mean` and `sd`. */
  readonly pages: readonly number[];
  readonly mean: readonly number[];
  readonly sd: readonly number[];
}

/** Labels of a report. In captions, `{web}`, `{limit}` and `{oracle}` are placeholders for the reader's choice. */
export interface ReportWords {
  readonly limit: string;
  readonly strategy: string;
  readonly xLabel: string;
  readonly found: { readonly column: string; readonly yLabel: string; readonly caption: string };
  readonly regret: { readonly column: string; readonly yLabel: string; readonly caption: string };
  readonly ratio: { readonly column: string; readonly yLabel: string; readonly caption: string };
  /** Label of `ratioToTrivial`. */
  readonly trivial: string;
  readonly webs: readonly [name: string, sites: string, pages: string, links: string];
  readonly note: string;
  /** Decimal places of `found`. */
  readonly digits: number;
  /** True if the scale of `found` starts at 0; otherwise at the lowest curve. */
  readonly fromZero: boolean;
}

/** Returns the labels of a strategy report for a reward. */
export function wordsOf(measure: string): ReportWords {
  const what = measure === 'new-external-links' ? 'external links' : measure;
  return {
    limit: 'Pages N',
    strategy: 'Strategy',
    xLabel: 'pages visited, n',
    found: {
      column: 'S(N)',
      yLabel: `${what} found`,
      caption: `S(n) on {web}: ${what} found after n pages by crawls that were given N = {limit}. A strategy that plans with N may choose differently for another N; the table has S(N) of each.`,
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

/** Report of `forager lab`. */
export interface LabReport {
  readonly title: string;
  readonly words: ReportWords;
  /** Names of the reference curves; the first is the default. */
  readonly oracles: readonly string[];
  readonly webs: readonly ReportWeb[];
  /** Command as typed. */
  readonly command: string;
  /** Creation time in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly results: readonly ReportResult[];
  /** Calibrations of strategies with expectations, in replays with the largest page limit. */
  readonly calibrations?: readonly Calibration[];
  /** External links lost by the strategies, compared with the clairvoyant, at the largest page limit. */
  readonly losses?: readonly LostBy[];
  readonly curves: readonly ReportCurve[];
}
