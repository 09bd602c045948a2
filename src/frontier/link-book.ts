import type { LinkView } from '../domain/link.ts';
import { compareRanks, isRefusal, type Rank } from '../domain/rank.ts';
import type { LinkOrder } from '../link-orders/link-order.ts';
import { badLinkQueries } from '../storage/bad-links.ts';
import { externalLinkQueries } from '../storage/external-links.ts';
import { internalLinkQueries, statusCode } from '../storage/internal-links.ts';
import { leaseQueries } from '../storage/leases.ts';
import type { Store } from '../storage/open.ts';
import { pageLinkQueries } from '../storage/page-links.ts';
import { queueQueries } from '../storage/queue.ts';
import { runQueries } from '../storage/runs.ts';
import { PAGE_LINK } from '../storage/schema.ts';
import { seedQueries } from '../storage/seeds.ts';
import { visitQueries } from '../storage/visits.ts';
import { keyHash } from '../url/normalise.ts';
import type { SeenLink } from './frontier.ts';
import type { SiteState } from './site-table.ts';

export const STATUS = {
  waiting: statusCode('waiting'),
  claimed: statusCode('claimed'),
  visited: statusCode('visited'),
  redirected: statusCode('redirected'),
  failed: statusCode('failed'),
  file: statusCode('file'),
  beyondDepth: statusCode('beyond-depth'),
  refused: statusCode('refused'),
};

/** The queries of all tables that the frontier writes. */
export const frontierQueries = (store: Store) => ({
  seeds: seedQueries(store),
  internal: internalLinkQueries(store),
  external: externalLinkQueries(store),
  bad: badLinkQueries(store),
  queue: queueQueries(store),
  leases: leaseQueries(store),
  pageLinks: pageLinkQueries(store),
  visits: visitQueries(store),
  runs: runQueries(store),
});

export type FrontierQueries = ReturnType<typeof frontierQueries>;

/** Where a link goes: its status, and its rank if it is to wait. */
interface Placed {
  readonly status: number;
  readonly lane: number | null;
  readonly rank: number | null;
}

/** Adds links to the tables, each once for its site, and keeps them at their level and in their place in the queue. */
export class LinkBook {
  readonly #sql: FrontierQueries;
  readonly #order: LinkOrder;
  readonly #depth: number | undefined;

  constructor(sql: FrontierQueries, order: LinkOrder, depth: number | undefined) {
    this.#sql = sql;
    this.#order = order;
    this.#depth = depth;
  }

  /** Adds the page's external links. Answers how many are new to the site. */
  addExternal(site: SiteState, source: number, links: readonly SeenLink[], now: number): number {
    let added = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'external') continue;
      const hash = keyHash(link.key);
      let id = this.#sql.external.find.get({ site: site.id, hash })?.id;
      if (id !== undefined) this.#sql.external.seen.run({ link: id, seen: now });
      else {
        const { url, host, domain } = link;
        id = this.#sql.external.insert.run({ ...found, url, host, domain, site: site.id, hash, source, seen: now }).id;
        added++;
      }
      this.#sql.pageLinks.insert.run({ source, kind: PAGE_LINK.external, target: id });
    }
    return added;
  }

  /** Adds the page's bad links. Answers how many are new to the site. */
  addBad(site: SiteState, source: number, links: readonly SeenLink[], now: number): number {
    let added = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'bad') continue;
      const { raw, reason } = link;
      const { anchor, element, technique } = found;
      const row = { site: site.id, hash: keyHash(raw), raw, reason, source, anchor, element, technique, seen: now };
      added += this.#sql.bad.insert.run(row).changes;
    }
    return added;
  }

  /** Adds the page's internal links: how many were new, and by how much the site's queue grew. */
  addInternal(site: SiteState, source: number, pageLevel: number, links: readonly SeenLink[], now: number) {
    let added = 0;
    let queued = 0;
    const level = pageLevel + 1;
    for (const { found, link } of links) {
      if (link.kind !== 'internal') continue;
      const hash = keyHash(link.key);
      const known = this.#sql.internal.find.get({ site: site.id, hash });
      let id: number;
      if (known === undefined) {
        const view = { ...found, site: site.id, url: link.url, level };
        const placed = this.place(view, site, link.isFile);
        const url = storedAddress(link.url, site.origin);
        id = this.#sql.internal.insert.run({ site: site.id, hash, url, level, source, ...placed }).id;
        this.#sql.internal.insertText.run({ ...found, link: id, seen: now });
        added++;
        if (placed.status === STATUS.waiting) queued += this.enqueue(site, id, placed);
      } else {
        id = known.id;
        if (known.level > level) queued += this.#lower(site, id, level);
      }
      if (id !== source) this.#sql.pageLinks.insert.run({ source, kind: PAGE_LINK.internal, target: id });
    }
    return { added, queued };
  }

  place(view: LinkView, site: SiteState, isFile: boolean): Placed {
    const nowhere = { lane: null, rank: null };
    if (isFile) return { status: STATUS.file, ...nowhere };
    if (this.#depth !== undefined && view.level > this.#depth) return { status: STATUS.beyondDepth, ...nowhere };
    const rank = this.#order.rank(view, site);
    if (isRefusal(rank)) return { status: STATUS.refused, ...nowhere };
    return { status: STATUS.waiting, lane: rank.lane, rank: rank.value };
  }

  /** Lets a placed link wait. Answers by how much the queue grew: 1, or 0 if the link has no rank or was deleted. */
  enqueue(site: SiteState, link: number, placed: Placed): number {
    if (placed.lane === null || placed.rank === null) return 0;
    const rank: Rank = { lane: placed.lane, value: placed.rank };
    const place = { site: site.id, lane: rank.lane, rank: rank.value, link, notBefore: 0 };
    if (this.#sql.queue.insert.run(place).changes === 0) return 0;
    if (!site.best || compareRanks(rank, site.best) < 0) site.best = rank;
    return 1;
  }

  /**
   * A shorter way to a known link was found: it, and what lies behind it, moves up. Happens where pages are not read
   * strictly by level: several hosts at once, or a page that was tried again later. Answers by how much the queue grew.
   */
  #lower(site: SiteState, first: number, firstLevel: number): number {
    let queued = 0;
    const closer = [{ link: first, level: firstLevel }];
    for (let next = closer.pop(); next; next = closer.pop()) {
      const { link, level } = next;
      const row = this.#sql.internal.get.get({ link });
      if (!row || row.level <= level) continue;
      if (row.status === STATUS.waiting || row.status === STATUS.beyondDepth) {
        const placed = this.place(this.view(row, level, site), site, false);
        if (row.status === STATUS.waiting && row.lane !== null && row.rank !== null) {
          queued -= this.#sql.queue.remove.run({ site: site.id, lane: row.lane, rank: row.rank, link }).changes;
        }
        this.#sql.internal.place.run({ link, level, ...placed });
        if (placed.status === STATUS.waiting) queued += this.enqueue(site, link, placed);
        continue;
      }
      this.#sql.internal.place.run({ link, level, status: row.status, lane: row.lane, rank: row.rank });
      for (const target of this.#sql.pageLinks.deeperTargets.all({ source: link, level: level + 1 })) {
        closer.push({ link: target.id, level: level + 1 });
      }
    }
    return queued;
  }

  /** What the link order sees of a stored link, at a level that may be new. */
  view(row: { readonly id: number; readonly url: string }, level: number, site: SiteState): LinkView {
    const text = this.#sql.internal.text.get({ link: row.id });
    const { anchor = '', context = '', tag_path: tagPath = '' } = text ?? {};
    return { site: site.id, url: fullAddress(row.url, site.origin), level, anchor, context, tagPath };
  }
}

/** An address as the table `internal_links` keeps it: without the site's scheme and host. */
export const storedAddress = (url: string, origin: string): string =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;

/** The address that was stored. */
export const fullAddress = (stored: string, origin: string): string =>
  stored.startsWith('/') ? origin + stored : stored;
