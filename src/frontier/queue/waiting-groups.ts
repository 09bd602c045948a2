import type { LinkId } from '../../domain/link.ts';
import { compareWaiting, type TieredRank, type WaitingAt } from '../../domain/rank.ts';
import type { SiteId } from '../../domain/site.ts';

/** A group of a site's links, while some of them wait. */
export interface WaitingGroup {
  readonly id: number;
  readonly site: SiteId;
  readonly tier: number;
  readonly lane: number;
  readonly name: string;
  value: number;
  /** Number of links, paused ones included. */
  waiting: number;
  /** Undefined where all of them pause. */
  head: GroupHead | undefined;
}

/** The first link of a group that does not pause. */
export interface GroupHead extends WaitingAt {
  readonly group: WaitingGroup;
}

/** A link that must not be visited before a time of its own, in milliseconds since the epoch. */
export interface PausedLink {
  readonly notBefore: number;
  readonly group: number;
  readonly rank: number;
}

/** The rank of a link with that number in a group. */
export const rankIn = (
  { tier, lane, name, value: ofGroup }: Pick<WaitingGroup, 'tier' | 'lane' | 'name' | 'value'>,
  value: number,
): TieredRank => (name === '' ? { tier, lane, value } : { tier, lane, group: { name, value: ofGroup }, value });

export const headOf = (group: WaitingGroup, link: LinkId, rank: number): GroupHead => ({
  group,
  link,
  place: rankIn(group, rank),
});

/** Returns the index at which a head is, or belongs. */
export function placeOf(heads: readonly GroupHead[], head: GroupHead): number {
  let low = 0;
  for (let high = heads.length; low < high; ) {
    const middle = (low + high) >>> 1;
    const other = heads[middle];
    if (other && compareWaiting(other, head) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
