import type { Change, ChangeKind, TextChange } from '../../domain/history.ts';
import type { NumberedChange } from '../../storage/lists/history.ts';

/** A night of recrawling. Times are milliseconds since the epoch. */
export interface NightLine {
  readonly step: number;
  readonly startedAt: number;
  /** Null for one that is to go on. */
  readonly endedAt: number | null;
  readonly rule: string;
  /** Pages that could be checked when it began. */
  readonly pages: number;
  /** Checks by what they found. */
  readonly checks: Readonly<Record<string, number>>;
  readonly newPages: number;
}

export interface NightsAnswer {
  /** The last first. */
  readonly nights: readonly NightLine[];
  /** When the first run began; null before it. */
  readonly begun: number | null;
  /** Short names of the sites. */
  readonly sites: readonly string[];
}

export interface ChangeCounts {
  readonly counts: readonly { readonly kind: ChangeKind; readonly change: Change; readonly changes: number }[];
}

export type ChangeLine = NumberedChange;

/** How a page's text changed; null where nothing is kept of it. */
export interface TextDifferenceAnswer {
  readonly difference: {
    readonly changes: readonly TextChange[];
    /** There is more than is kept. */
    readonly isCut: boolean;
  } | null;
}

/** What a night may be told. */
export interface NightChoices {
  readonly rules: readonly {
    readonly name: string;
    readonly summary: string;
    readonly params: readonly { readonly name: string; readonly summary: string; readonly usual: string }[];
  }[];
  /** Share of a night that new pages may have, where nothing else is said. */
  readonly newShare: number;
  readonly budgets: readonly string[];
  readonly overs: readonly string[];
  readonly renders: readonly string[];
}

/** What a night is started with; what is left out is as ever. Times are in milliseconds. */
export interface NightOptions {
  readonly pageLimit?: number;
  readonly timeLimit?: number;
  readonly newShare?: number;
  readonly rule?: string;
  /** `NAME=VALUE` */
  readonly param?: readonly string[];
  readonly budgetBy?: string;
  readonly over?: string;
  readonly render?: string;
}
