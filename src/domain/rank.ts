/**
 * Position of a link in its site's queue: by lane, then group value, then own value, larger first. The earlier link
 * wins a tie.
 */
export interface Rank {
  readonly lane: number;
  /** Group in the lane; without a group, the lane's nameless group of value 0. */
  readonly group?: RankGroup | undefined;
  readonly value: number;
}

/**
 * Links of a site that move together. `value` is the group's position in the lane; the last value given applies to
 * all.
 */
export interface RankGroup {
  /** Non-empty name; each lane of each site has its own groups. */
  readonly name: string;
  readonly value: number;
}

/** Frontier's own order above all ranks, larger first. Lanes of a link order never cross tiers. */
export const TIER = {
  page: 0,
  /** PDF documents, after all pages of their site. */
  document: -1,
  /** Links suspected of killing the crawler. */
  killer: -2,
  /** Links that no page has as links. */
  guess: -3,
  /** Links with endings of files that may be pages: last of all. */
  file: -4,
} as const;

/** Rank with a tier: the full position of a waiting link. */
export interface TieredRank extends Rank {
  /** Value of `TIER`. */
  readonly tier: number;
}

/** Rejection of a link by the link order, with the reason. */
export interface Refusal {
  readonly refused: string;
}

export const isRefusal = (rank: Rank | Refusal): rank is Refusal => 'refused' in rank;

/** Returns a negative number if `a` comes before `b`. */
export const compareRanks = (a: Rank, b: Rank): number =>
  b.lane - a.lane || (b.group?.value ?? 0) - (a.group?.value ?? 0) || b.value - a.value;

/** Returns a negative number if `a` comes before `b`, by tier, then by rank. */
export const compareTiered = (a: TieredRank, b: TieredRank): number => b.tier - a.tier || compareRanks(a, b);

/** Waiting link with its position. */
export interface WaitingAt {
  readonly link: number;
  readonly place: TieredRank;
}

/**
 * Returns a negative number if `a` is claimed before `b`. In SQL, within a group: `IN_RANK_ORDER` of storage/claim.ts.
 */
export const compareWaiting = (a: WaitingAt, b: WaitingAt): number =>
  compareTiered(a.place, b.place) || a.link - b.link;
