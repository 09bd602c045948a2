import type { LinkId, LinkView } from '../../domain/link.ts';
import { type Rank, TIER } from '../../domain/rank.ts';
import type { Rerank } from '../../link-orders/link-order.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { SiteStatuses } from '../sites/site-status.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import { linkView } from './link-view.ts';
import type { MovedLink, SiteQueues } from './site-queues.ts';

/** Place of a link: its status, and its rank if the link waits. */
export interface Placed {
  readonly status: number;
  readonly tier: number;
  readonly rank: number | null;
  /** Id in `queue_groups`. */
  readonly queue_group: number | null;
  /** Reason if the link order refused the link. */
  readonly refused?: string;
}

/** Statuses of links that the link order ranks. */
const RANKED = new Set([STATUS.waiting, STATUS.claimed, STATUS.refused]);
/** Tiers of links that crash the crawler, and of possible files: such links stay in their tier, whatever their rank. */
export const BEHIND: ReadonlySet<number> = new Set([TIER.killer, TIER.file]);

/** Returns the place of a waiting link. */
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
  readonly siteStatuses: SiteStatuses;
  /** Places links by the link order, and stores its reasons. */
  readonly places: {
    place(view: LinkView, site: SiteState, as: { readonly isGuess: boolean }): Placed;
    keepReason(link: LinkId, placed: Placed): void;
    enqueue(site: SiteState, link: LinkId, placed: Placed, notBefore: number | undefined): void;
  };
}

/** Ranks known links again by the current link order. */
export class Reranks {
  readonly #parts: ReranksParts;

  constructor(parts: ReranksParts) {
    this.#parts = parts;
  }

  /** Ranks links again, inside a transaction. Given ranks are written in batches: each visit has about a hundred. */
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

  /** Writes the given ranks of links, waiting links in batches. Returns the sites of moved links. */
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

  /** Ranks a link again. Returns its site if the link moved. */
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
      // A claimed link that is refused now is refused later, if it waits again.
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
    this.#parts.siteStatuses.change(site, { kind: 'links-changed' }, now);
    return site;
  }
}
