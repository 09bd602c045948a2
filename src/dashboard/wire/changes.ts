import type { Change, ChangeKind, TextChange } from '../../domain/history.ts';
import type { NumberedChange } from '../../storage/changes.ts';

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
