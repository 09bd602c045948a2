import { TIER } from '../../domain/rank.ts';
import type { SiteId } from '../../domain/site.ts';
import type { Bounds } from '../bounds.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import type { LinkPlacement } from './link-placement.ts';
import { linkView } from './link-view.ts';
import type { SiteQueues } from './site-queues.ts';

/** Links that are looked at in one piece: at most some 40 ms, where all of them are moved. */
const AT_ONCE = 1000;
/** Below the hash of any identity. */
const BEFORE_ALL = -1;

/** Links that limits, scopes or the link order have a say in: those that wait, and those that do not by them. */
const UNDECIDED = new Set([STATUS.waiting, STATUS.beyondDepth, STATUS.refused, STATUS.excluded]);

interface ReconsiderParts {
  readonly sql: FrontierQueries;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly bounds: Bounds;
  readonly table: SiteTable;
}

/** A site that was looked at. */
export interface Seen {
  readonly site: SiteState;
  /** The hash of the last identity that was looked at; undefined: all of its links were. */
  readonly upTo: number | undefined;
}

type LinkOfSite = ReturnType<FrontierQueries['resumed']['ofSite']['all']>[number];

/**
 * After limits were changed, or a site's scope: links that wait and that they keep out are set aside, and those wait that
 * they let in. A piece at a time, that the crawl goes on meanwhile: each link is asked again when it is handed out, so none
 * is visited that was not looked at yet. A run that ends before all are done owes nothing to the next, which lets in what
 * its own limits let in when it begins, unless it knows that all was done (`hasSameBounds`).
 */
export class Reconsider {
  readonly #parts: ReconsiderParts;
  /** The sites that are not done, each with the hash of the last identity that was looked at. */
  readonly #left = new Map<SiteId, number>();

  constructor(parts: ReconsiderParts) {
    this.#parts = parts;
  }

  get isDone(): boolean {
    return this.#left.size === 0;
  }

  /** All links of a site are to be looked at. */
  ask(site: SiteState): void {
    this.#left.set(site.id, BEFORE_ALL);
  }

  /** Those links were looked at, and what came of it is stored. */
  looked(seen: readonly Seen[]): void {
    for (const { site, upTo } of seen)
      if (upTo === undefined) this.#left.delete(site.id);
      else this.#left.set(site.id, upTo);
  }

  /** Looks at the next links, inside a transaction; `looked` is owed once that is stored. Returns the sites that have some of them. */
  some(now: number): readonly Seen[] {
    return this.#some((site, row) => this.#place(site, row, now));
  }

  /** The same after the link order was changed: those that wait, and those that the one before refused, are ranked anew. */
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
      // It was never stored, or another worker has it.
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
    const { sql, queues, links, bounds } = this.#parts;
    const { id: link, status, level, tier } = row;
    const isIn = site.holds(row);
    if (isIn && (status === STATUS.beyondDepth || status === STATUS.excluded)) {
      links.admit(site, row, now);
      return;
    }
    const isGuess = tier === TIER.guess;
    const kept = isIn
      ? bounds.keptOut(site, { level, isGuess }, () => linkView(sql, row, level, site))
      : STATUS.excluded;
    if (kept === undefined || kept === status || (isIn && status === STATUS.refused)) return;
    if (status === STATUS.waiting) queues.remove(site, link, row);
    sql.internal.setStatus.run({ id: link, status: kept, at: now });
  }
}
