/** A link's place in its site's queue: the lane first, then the number, larger first; ties go to the link found earlier. */
export interface Rank {
  readonly lane: number;
  readonly value: number;
}

/** The lane of guesses: below those of all link orders, and of links that may be what kills the crawler. */
export const GUESS_LANE = -2_000_000;

/** The order will not have the link visited, and why. */
export interface Refusal {
  readonly refused: string;
}

export const isRefusal = (rank: Rank | Refusal): rank is Refusal => 'refused' in rank;

/** Negative when `a` comes before `b`. */
export const compareRanks = (a: Rank, b: Rank): number => b.lane - a.lane || b.value - a.value;

/** The lane of PDF documents: behind all pages of their site. */
export const DOCUMENTS_LANE = -500_000;
