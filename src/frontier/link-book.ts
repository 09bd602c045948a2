import type { LinkView } from '../domain/link.ts';
import { compareRanks, DOCUMENTS_LANE, isRefusal, type Rank } from '../domain/rank.ts';
import type { LinkOrder } from '../link-orders/link-order.ts';
import type { QueueHead } from '../storage/queue.ts';
import { PAGE_LINK } from '../storage/schema.ts';
import { isDocument } from '../url/file-types.ts';
import { keyHash } from '../url/normalise.ts';
import type { Claim, FrontierLimits, SeenLink, VisitResult } from './frontier.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import type { SiteState } from './site-table.ts';
import type { PageWatch, TrapWatch } from './trap-watch.ts';

/** Where a link goes: its status, and its rank if it is to wait. */
interface Placed {
  readonly status: number;
  readonly lane: number | null;
  readonly rank: number | null;
}

/** A link that does not wait, though it was never visited. */
interface SetAside {
  readonly id: number;
  readonly url: string;
  readonly level: number;
  readonly status: number;
}

const NOWHERE = { lane: null, rank: null };

/** Adds links to the tables, each once for its site, and keeps them at their level and in their place in the queue. */
export class LinkBook {
  readonly #sql: FrontierQueries;
  readonly #order: LinkOrder;
  readonly #limits: Pick<FrontierLimits, 'depth' | 'admits' | 'visitsDocuments'>;
  readonly #traps: TrapWatch;

  constructor(
    sql: FrontierQueries,
    order: LinkOrder,
    limits: Pick<FrontierLimits, 'depth' | 'admits' | 'visitsDocuments'>,
    traps: TrapWatch,
  ) {
    this.#sql = sql;
    this.#order = order;
    this.#limits = limits;
    this.#traps = traps;
  }

  /** Adds the page's external links. Answers how many are new to the site. */
  addExternal(site: SiteState, source: number, links: readonly SeenLink[], page: PageWatch, now: number): number {
    let added = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'external') continue;
      const hash = keyHash(link.key);
      let id = this.#sql.external.find.get({ site: site.id, hash })?.id;
      if (id !== undefined) this.#sql.external.seen.run({ link: id, seen: now });
      else {
        const { url, host, domain } = link;
        id = this.#sql.external.insert.run({ ...found, url, host, domain, site: site.id, hash, source, seen: now }).id;
        page.external(url);
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
  addInternal(
    site: SiteState,
    source: number,
    pageLevel: number,
    links: readonly SeenLink[],
    page: PageWatch,
    now: number,
  ) {
    let added = 0;
    let queued = 0;
    const level = pageLevel + 1;
    for (const { found, link, isNofollow } of links) {
      if (link.kind !== 'internal') continue;
      const hash = keyHash(link.key);
      const known = this.#sql.internal.find.get({ site: site.id, hash });
      let id: number;
      if (known === undefined) {
        const view = { ...found, site: site.id, url: link.url, level };
        const url = storedAddress(link.url, site.origin);
        const trap = page.internal(url, level, link.isFile);
        const allowed = this.place(view, site, link.isFile);
        const isTrapped = trap !== undefined && !isNofollow && allowed.status === STATUS.waiting;
        const aside = isTrapped ? STATUS.trap : isNofollow ? STATUS.nofollow : undefined;
        const placed = aside === undefined ? allowed : { status: aside, ...NOWHERE };
        if (isTrapped) this.#traps.count(site.id, trap, url, now);
        id = this.#sql.internal.insert.run({ site: site.id, hash, url, level, source, ...placed }).id;
        this.#sql.internal.insertText.run({ ...found, link: id, seen: now });
        added++;
        if (placed.status === STATUS.waiting) queued += this.enqueue(site, id, placed);
      } else {
        id = known.id;
        if (known.level > level) queued += this.#lower(site, id, level);
        if (known.status === STATUS.nofollow && !isNofollow) {
          queued += this.admit(site, {
            id,
            url: storedAddress(link.url, site.origin),
            level: Math.min(level, known.level),
            status: known.status,
          });
        }
      }
      if (id !== source) this.#sql.pageLinks.insert.run({ source, kind: PAGE_LINK.internal, target: id });
    }
    return { added, queued };
  }

  /** Records under which other addresses a visit's page is known: the one that redirects to it, the one that it names. */
  addAliases(
    site: SiteState,
    claim: Claim,
    page: number,
    { outcome, address, canonical }: VisitResult,
    now: number,
  ): void {
    if (address && address.url !== claim.url) {
      const landed = this.#sql.internal.find.get({ site: site.id, hash: keyHash(address.key) })?.id;
      const asked = this.#sql.internal.get.get({ link: claim.link });
      if (asked && landed !== undefined && landed !== asked.id) {
        const { hash, url } = asked;
        this.#sql.aliases.insert.run({ site: site.id, hash, kind: 'redirect', link: landed, url, seen: now });
      }
    }
    if (outcome !== 'page' || !canonical || canonical.key === address?.key) return;
    const url = storedAddress(canonical.url, site.origin);
    const hash = keyHash(canonical.key);
    this.#sql.aliases.insert.run({ site: site.id, hash, kind: 'canonical', link: page, url, seen: now });
  }

  place(view: LinkView, site: SiteState, isFile: boolean): Placed {
    const { depth, admits, visitsDocuments = false } = this.#limits;
    const isPdf = isDocument(view.url);
    if (isFile && !(isPdf && visitsDocuments)) return { status: STATUS.file, ...NOWHERE };
    if (admits && view.level > 0 && !admits(view.url)) return { status: STATUS.excluded, ...NOWHERE };
    if (depth !== undefined && view.level > depth) return { status: STATUS.beyondDepth, ...NOWHERE };
    const rank = this.#order.rank(view, site);
    if (isRefusal(rank)) return { status: STATUS.refused, ...NOWHERE };
    return { status: STATUS.waiting, lane: isPdf ? DOCUMENTS_LANE : rank.lane, rank: rank.value };
  }

  /** The status of a waiting link that is not to be visited, by this run's limits or by what was learned since it was found. */
  asideNow(site: SiteState, row: QueueHead, url: string, now: number): number | undefined {
    const { depth, admits } = this.#limits;
    if (admits && row.level > 0 && !admits(url)) return STATUS.excluded;
    if (depth !== undefined && row.level > depth) return STATUS.beyondDepth;
    const trap = this.#traps.ofWaiting(site.id, row.url, row.source);
    if (!trap) return undefined;
    this.#traps.count(site.id, trap, row.url, now);
    return STATUS.trap;
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

  /** Places a link that was left aside anew. Answers by how much the queue grew. */
  admit(site: SiteState, row: SetAside): number {
    const placed = this.place(this.view(row, row.level, site), site, false);
    if (placed.status === row.status) return 0;
    this.#sql.internal.place.run({ link: row.id, level: row.level, ...placed });
    return placed.status === STATUS.waiting ? this.enqueue(site, row.id, placed) : 0;
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
