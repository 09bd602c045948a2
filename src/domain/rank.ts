/**
 * A link's place in its site's queue: lane, then its group's value, then its own; larger first; ties go to the link
 * found earlier.
 */
export interface Rank {
  readonly lane: number;
  /** Without one the link is in the nameless group of its lane, of value 0. */
  readonly group?: RankGroup | undefined;
  readonly value: number;
}

/** Links of a site that are moved together. `value` is where they stand in their lane: what was said last holds for all of them. */
export interface RankGroup {
  /** Not empty; each lane of each site has its own groups. */
  readonly name: string;
  readonly value: number;
}

/** What comes before all ranks: the frontier's own order, larger first, so that no link order's lanes reach across it. */
export const TIER = {
  page: 0,
  /** PDF documents: behind all pages of their site. */
  document: -1,
  /** Links that may be what kills the crawler. */
  killer: -2,
  /** Links that no page has as such. */
  guess: -3,
  /** Links whose addresses end like those of files, and that may be pages: behind all else. */
  file: -4,
} as const;

/** A rank with its tier: where a link waits. */
export interface TieredRank extends Rank {
  /** One of `TIER`. */
  readonly tier: number;
}

/** The order will not have the link visited, and why. */
export interface Refusal {
  readonly refused: string;
}

export const isRefusal = (rank: Rank | Refusal): rank is Refusal => 'refused' in rank;

/** Negative when `a` comes before `b`. */
export const compareRanks = (a: Rank, b: Rank): number =>
  b.lane - a.lane || (b.group?.value ?? 0) - (a.group?.value ?? 0) || b.value - a.value;

/** Negative when `a` comes before `b`: the tier first, then the rank. */
export const compareTiered = (a: TieredRank, b: TieredRank): number => b.tier - a.tier || compareRanks(a, b);

/** A link where it waits. */
export interface WaitingAt {
  readonly link: number;
  readonly place: TieredRank;
}

/** Negative when `a` is handed out before `b`; in SQL, within a group, that is `IN_RANK_ORDER` of storage/claim.ts. */
export const compareWaiting = (a: WaitingAt, b: WaitingAt): number =>
  compareTiered(a.place, b.place) || a.link - b.link;
