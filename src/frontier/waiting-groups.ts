import type { LinkId } from '../domain/link.ts';
import type { TieredRank } from '../domain/rank.ts';
import type { SiteId } from '../domain/site.ts';

/** A group of a site's links, while some of them wait. */
export interface WaitingGroup {
  readonly id: number;
  readonly site: SiteId;
  readonly tier: number;
  readonly lane: number;
  readonly name: string;
  value: number;
  /** Those that pause included. */
  waiting: number;
  /** Undefined where all of them pause. */
  head: GroupHead | undefined;
}

/** The first link of a group that does not pause. */
export interface GroupHead {
  readonly group: WaitingGroup;
  readonly link: LinkId;
  readonly rank: TieredRank;
}

/** A link that must not be visited before a time of its own, in milliseconds since the epoch. */
export interface PausedLink {
  readonly notBefore: number;
  readonly group: number;
  readonly rank: number;
}
