import type { LinkId, LinkView } from '../../domain/link.ts';
import { type Rank, TIER } from '../../domain/rank.ts';
import type { Rerank } from '../../link-orders/link-order.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { Standings } from '../sites/site-standing.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import { linkView } from './link-view.ts';
import type { MovedLink, SiteQueues } from './site-queues.ts';

/** A link's place: its status, and its rank if it is to wait. */
export interface Placed {
  readonly status: number;
  readonly tier: number;
  readonly rank: number | null;
  /** The row of `queue_groups`. */
  readonly queue_group: number | null;
  /** Why the link order refused it. */
  readonly refused?: string;
}

/** Statuses of links that the link order has a say in. */
const RANKED = new Set([STATUS.waiting, STATUS.claimed, STATUS.refused]);
/** Tiers of what kills the crawler, and of what may be a file: they stay there, whatever they are worth. */
export const BEHIND: ReadonlySet<number> = new Set([TIER.killer, TIER.file]);

/** The place of a link that waits. */
export const waitingAt = (queues: SiteQueues, site: SiteState, tier: number, { lane, group, value }: Rank) => ({
  status: STATUS.waiting,
  tier,
  rank: value,
  queue_group: queues.groupOf(site, tier, lane, group),
});

interface ReranksParts {
  readonly sql: FrontierQueries;
  readonly sites: SiteTable;
  readonly queues: SiteQueues;
  readonly standings: Standings;
  /** Asks the link order where a link goes, and keeps what it says. */
  readonly places: {
    place(view: LinkView, site: SiteState, as: { readonly isGuess: boolean }): Placed;
    keepReason(link: LinkId, placed: Placed): void;
    enqueue(site: SiteState, link: LinkId, placed: Placed, notBefore: number | undefined): void;
  };
}

/** Ranks known links again, as the link order has it by now. */
export class Reranks {
  readonly #parts: ReranksParts;

  constructor(parts: ReranksParts) {
    this.#parts = parts;
  }

  /** Inside a transaction. Links that the order has ranked are written some rows at a time: after each visit there are about a hundred. */
  rerank(stale: Iterable<Rerank>, now: number): ReadonlySet<SiteState> {
    const moved = new Set<SiteState>();
    const ranked = new Map<LinkId, Rank>();
    for (const one of stale) {
      if ('link' in one && one.rank) {
        ranked.set(one.link, one.rank);
        continue;
      }
      const site = 'group' in one ? this.#parts.sites.get(one.site) : this.#rerankLink(one.link, undefined, now);
      if (!site || site.isElsewhere) continue;
      if ('group' in one) this.#parts.queues.move(site, one.lane, one.group);
      moved.add(site);
    }
    for (const site of this.#moveRanked(ranked, now)) moved.add(site);
    return moved;
  }

  /** Gives links the ranks that they have got, most of which wait: these by some rows at a time. Returns the sites of those that moved. */
  #moveRanked(ranked: ReadonlyMap<LinkId, Rank>, now: number): readonly SiteState[] {
    const moves: MovedLink[] = [];
    const sites: SiteState[] = [];
    for (const row of this.#parts.sql.internal.some.all(Array.from(ranked.keys(), (id) => ({ id })))) {
      const rank = ranked.get(row.id);
      if (rank === undefined || !RANKED.has(row.status) || BEHIND.has(row.tier)) continue;
      if (row.status !== STATUS.waiting || row.rank === null || row.queue_group === null) {
        const site = this.#rerankLink(row.id, rank, now);
        if (site) sites.push(site);
        continue;
      }
      const site = this.#parts.sites.get(row.site);
      if (site.isElsewhere) continue;
      const to = waitingAt(this.#parts.queues, site, row.tier, rank);
      if (to.queue_group === row.queue_group && to.rank === row.rank) continue;
      moves.push({ site, link: row.id, from: { queue_group: row.queue_group, rank: row.rank }, to });
    }
    const moved = this.#parts.queues.moveLinks(moves);
    this.#parts.sql.internal.move.run(moved.map(({ link, to }) => ({ id: link, ...to })));
    return [...sites, ...moved.map(({ site }) => site)];
  }

  /** Returns the link's site, if it moved. */
  #rerankLink(link: LinkId, rank: Rank | undefined, now: number): SiteState | undefined {
    const row = this.#parts.sql.internal.get.get({ id: link });
    if (!row || !RANKED.has(row.status) || BEHIND.has(row.tier)) return undefined;
    const site = this.#parts.sites.get(row.site);
    if (site.isElsewhere) return undefined;
    const isSettled = rank !== undefined && row.status !== STATUS.refused;
    const placed = isSettled
      ? waitingAt(this.#parts.queues, site, row.tier, rank)
      : this.#parts.places.place(linkView(this.#parts.sql, row, row.level, site), site, {
          isGuess: row.tier === TIER.guess,
        });
    if (row.status === STATUS.claimed) {
      // Where it is refused by now, it is so when it waits again and is asked for.
      if (placed.status === STATUS.waiting)
        this.#parts.sql.internal.place.run({ id: link, level: row.level, ...placed, status: STATUS.claimed, at: now });
      return undefined;
    }
    this.#parts.places.keepReason(link, placed);
    if (placed.status === row.status && placed.queue_group === row.queue_group && placed.rank === row.rank)
      return undefined;
    const notBefore = site.paused?.get(link)?.notBefore;
    if (row.status === STATUS.waiting && !this.#parts.queues.remove(site, link, row)) return undefined;
    this.#parts.sql.internal.place.run({ id: link, level: row.level, ...placed, at: now });
    this.#parts.places.enqueue(site, link, placed, notBefore);
    this.#parts.standings.change(site, { kind: 'links-changed' }, now);
    return site;
  }
}
