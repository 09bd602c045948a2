import { TIER } from '../../domain/rank.ts';
import type { SiteId } from '../../domain/site.ts';
import type { CrawlLimits } from '../crawl-limits.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import type { LinkPlacement } from './link-placement.ts';
import { linkView } from './link-view.ts';
import type { SiteQueues } from './site-queues.ts';

/** Links to check at a time: about 40 ms at most, if all of them move. */
const AT_ONCE = 1000;
/** Value below the hash of any identity. */
const BEFORE_ALL = -1;

/** Statuses that depend on limits, scopes or the link order. */
const UNDECIDED = new Set([STATUS.waiting, STATUS['beyond-depth'], STATUS.refused, STATUS.excluded]);

interface LimitChangesParts {
  readonly sql: FrontierQueries;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly crawlLimits: CrawlLimits;
  readonly table: SiteTable;
}

/** Checked site. */
export interface Seen {
  readonly site: SiteState;
  /** Hash of the last checked identity; undefined: all links were checked. */
  readonly upTo: number | undefined;
}

type LinkOfSite = ReturnType<FrontierQueries['resumed']['ofSite']['all']>[number];

/**
 * Applies changed limits or scopes to waiting and skipped links, in batches during the crawl: `claim` checks each link
 * again before its visit. After an incomplete run the next one admits links at its start, unless `hasSameLimits`.
 */
export class LimitChanges {
  readonly #parts: LimitChangesParts;
  /** Sites that are not done, each with the hash of the last checked identity. */
  readonly #left = new Map<SiteId, number>();

  constructor(parts: LimitChangesParts) {
    this.#parts = parts;
  }

  get isDone(): boolean {
    return this.#left.size === 0;
  }

  /** Marks all links of a site as to be checked. */
  ask(site: SiteState): void {
    this.#left.set(site.id, BEFORE_ALL);
  }

  /** Notes the progress, after the result of the checks is stored. */
  looked(seen: readonly Seen[]): void {
    for (const { site, upTo } of seen)
      if (upTo === undefined) this.#left.delete(site.id);
      else this.#left.set(site.id, upTo);
  }

  /** Checks the next links, inside a transaction. Returns their sites, to pass to `looked` after the transaction. */
  some(now: number): readonly Seen[] {
    return this.#some((site, row) => this.#place(site, row, now));
  }

  /** Ranks the next waiting or refused links again, as `some`, after a change of the link order. */
  rankSome(now: number): readonly Seen[] {
    return this.#some((_, { id, status }) => {
      if (status === STATUS.waiting || status === STATUS.refused) this.#parts.links.rerank([{ link: id }], now);
    });
  }

  #some(look: (site: SiteState, row: LinkOfSite) => void): readonly Seen[] {
    const seen: Seen[] = [];
    let room = AT_ONCE;
    for (const [id, after] of this.#left) {
      const site = this.#parts.table.find(id);
      // The site was never stored, or another worker has it.
      if (!site || site.isElsewhere) {
        this.#left.delete(id);
        continue;
      }
      const rows = this.#parts.sql.resumed.ofSite.all({ site: site.id, after, limit: room });
      for (const row of rows) if (UNDECIDED.has(row.status)) look(site, row);
      const isDone = rows.length < room;
      seen.push({ site, upTo: isDone ? undefined : (rows.at(-1)?.hash ?? after) });
      room -= rows.length;
      if (!isDone) break;
    }
    return seen;
  }

  #place(site: SiteState, row: LinkOfSite, now: number): void {
    const { sql, queues, links, crawlLimits } = this.#parts;
    const { id: link, status, level, tier } = row;
    const isIn = site.holds(row);
    if (isIn && (status === STATUS['beyond-depth'] || status === STATUS.excluded)) {
      links.admit(site, row, now);
      return;
    }
    const isGuess = tier === TIER.guess;
    const kept = isIn
      ? crawlLimits.keptOut(site, { level, isGuess }, () => linkView(sql, row, level, site))
      : STATUS.excluded;
    if (kept === undefined || kept === status || (isIn && status === STATUS.refused)) return;
    if (status === STATUS.waiting) queues.remove(site, link, row);
    sql.internal.setStatus.run({ id: link, status: kept, at: now });
  }
}
