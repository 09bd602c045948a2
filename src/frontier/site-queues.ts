import type { LinkId } from '../domain/link.ts';
import { compareRanks, type Rank } from '../domain/rank.ts';
import type { QueuePlace, queueQueries } from '../storage/queue.ts';
import type { SiteState, SiteTable } from './site-table.ts';

/** No pause of a link is longer, in milliseconds: one that was stored before the machine's clock was set back is cut to it. */
const LONGEST_PAUSE = 60_000;

/**
 * The waiting links, site by site. Every change of the table `queue` in a running crawl is made here, and what a site's
 * state says of its queue (how many links wait, which of them pause, the best rank) is brought up to date with it: so
 * the two can't drift apart.
 */
export class SiteQueues {
  readonly #sql: ReturnType<typeof queueQueries>;

  constructor(sql: ReturnType<typeof queueQueries>) {
    this.#sql = sql;
  }

  /** Lets a link wait, not to be visited before `notBefore` (milliseconds since the epoch; 0: at any time). */
  add(site: SiteState, link: LinkId, { lane, value }: Rank, notBefore = 0): void {
    const place = { site: site.id, lane, rank: value, link, notBefore };
    // None is added where its user deleted the link.
    if (this.#sql.insert.run(place).changes === 0) return;
    site.waiting++;
    if (notBefore > 0) site.paused.set(link, notBefore);
    if (!site.best || compareRanks({ lane, value }, site.best) < 0) site.best = { lane, value };
  }

  /** Takes a waiting link out. Returns false where it does not wait there. */
  remove(site: SiteState, place: QueuePlace): boolean {
    if (this.#sql.remove.run(place).changes === 0) return false;
    site.waiting--;
    site.paused.delete(place.link);
    return true;
  }

  /** The first links of a site that do not pause. */
  head(site: SiteState, now: number, limit: number) {
    return this.#sql.head.all({ site: site.id, now, limit });
  }

  /** Whether a link of the site waits that does not pause, and when the next pause is over; infinity: none pauses. */
  pausing(site: SiteState, now: number): { readonly isFree: boolean; readonly until: number } {
    let until = Number.POSITIVE_INFINITY;
    for (const [link, notBefore] of site.paused) {
      if (notBefore <= now) site.paused.delete(link);
      else until = Math.min(until, notBefore);
    }
    return { isFree: site.waiting > site.paused.size, until };
  }

  /** Counts the queues of all sites, as they are in the table. */
  count(sites: SiteTable, now: number): void {
    this.#sql.shorten.run({ latest: now + LONGEST_PAUSE });
    for (const { site, waiting } of this.#sql.counts.all({})) sites.get(site).waiting = waiting;
    for (const { site, link, not_before } of this.#sql.paused.all({})) sites.get(site).paused.set(link, not_before);
  }

  /** Counts one site's queue: other processes may have deleted links. */
  recount(site: SiteState): void {
    site.waiting = this.#sql.count.get({ site: site.id })?.waiting ?? 0;
    site.paused.clear();
    const paused = this.#sql.paused.all({}).filter((row) => row.site === site.id);
    for (const { link, not_before } of paused) site.paused.set(link, not_before);
  }
}
