import type { LinkId } from '../../domain/link.ts';
import { compareWaiting, type TieredRank, type WaitingAt } from '../../domain/rank.ts';
import type { SiteId } from '../../domain/site.ts';

/** Group of a site's links with at least one waiting link. */
export interface WaitingGroup {
  readonly id: number;
  readonly site: SiteId;
  readonly tier: number;
  readonly lane: number;
  readonly name: string;
  value: number;
  /** Number of waiting links, paused ones included. */
  waiting: number;
  /** First link that does not pause; undefined if all links pause. */
  head: GroupHead | undefined;
}

/** First link of a group that does not pause. */
export interface GroupHead extends WaitingAt {
  readonly group: WaitingGroup;
}

/** Link that must not be visited before `notBefore`, in milliseconds since the epoch. */
export interface PausedLink {
  readonly notBefore: number;
  readonly group: number;
  readonly rank: number;
}

/** Returns the rank of a link with this value in a group. */
export const rankIn = (
  { tier, lane, name, value: ofGroup }: Pick<WaitingGroup, 'tier' | 'lane' | 'name' | 'value'>,
  value: number,
): TieredRank => (name === '' ? { tier, lane, value } : { tier, lane, group: { name, value: ofGroup }, value });

export const headOf = (group: WaitingGroup, link: LinkId, rank: number): GroupHead => ({
  group,
  link,
  place: rankIn(group, rank),
});

/** Returns the index of a head, or the index at which to insert it. */
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
