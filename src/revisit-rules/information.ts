/** How the text of a page now differs from the text that is stored of it, in characters of visible text. */
export interface Difference {
  /** Stored and still there: ActualSize. */
  readonly kept: number;
  /** Stored, but no longer there. */
  readonly gone: number;
  /** There, but not stored. */
  readonly fresh: number;
}

/** What a check gathers, in nats: CalcInfo(d) = ln(1 + d), d the characters that are gone or fresh (Sotnik, SCENT, CalcInfo). 0 for an unchanged page. */
export const harvest = ({ gone, fresh }: Difference): number => Math.log1p(gone + fresh);

/**
 * The value of what is stored of a page, in nats: V(p) = max(0, ln(1 + ActualSize) - ln(1 + DeletedSize)), DeletedSize
 * the characters that are in one of the two texts only (Sotnik, SCENT, eq. 1; our reading, as the print is lost).
 */
export const value = ({ kept, gone, fresh }: Difference): number =>
  Math.max(0, Math.log1p(kept) - Math.log1p(gone + fresh));

/** The value that a check wins back, in nats: that of a copy just made, less that of the copy that was there. */
export const loss = (difference: Difference): number =>
  Math.log1p(difference.kept + difference.fresh) - value(difference);
