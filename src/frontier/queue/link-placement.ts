import type { LinkId, LinkView, SourceView } from '../../domain/link.ts';
import { isRefusal, TIER } from '../../domain/rank.ts';
import type { Rerank } from '../../link-orders/link-order.ts';
import { formOf } from '../../storage/visit.ts';
import { isDocument } from '../../url/file-types.ts';
import { type Identity, identityKey, keyHash, storedKey } from '../../url/normalise.ts';
import type { Trap } from '../../url/traps.ts';
import type { CrawlLimits } from '../crawl-limits.ts';
import type { Claim, VisitResult } from '../frontier.ts';
import type { Learners } from '../learners.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { SiteStatuses } from '../sites/site-status.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import { isWrittenTo, type MatchedLink } from '../visit/known-links.ts';
import { LinkHistory, textId } from '../visit/page-edges.ts';
import { proveGuesses } from '../visit/recorded-links.ts';
import { addOtherwise, keepSpelling } from '../visit/spellings.ts';
import { storedAddress } from '../visit/stored-address.ts';
import type { PageWatch, TrapWatch } from '../visit/trap-watch.ts';
import { aliasPage, findVisitedLink, passHop, type VisitedLink } from '../visit/visited-link.ts';
import { FileEndings } from './file-endings.ts';
import { linkView } from './link-view.ts';
import { BEHIND, type Placed, Reranks, waitingAt } from './reranks.ts';
import type { SiteQueues, WaitingLink } from './site-queues.ts';

/** Skipped link, which was never visited. */
interface SkippedLink {
  readonly id: number;
  readonly url: string;
  readonly level: number;
  readonly status: number;
  readonly tier: number;
}

/** New link on a page, with its place. */
interface NewLink {
  readonly seen: MatchedLink;
  readonly placed: Placed;
}

/** Returns the place of a link that does not wait; the tier tells guesses. */
const skipped = (status: number, isGuess: boolean): Placed => ({
  status,
  tier: isGuess ? TIER.guess : TIER.page,
  rank: null,
  queue_group: null,
});

/** Statuses of links that are visited now, or were. */
const HANDLED = new Set([STATUS.claimed, STATUS.visited, STATUS.redirected, STATUS.failed, STATUS.file]);
/** Statuses of links from which other links were found. */
const LEADING = new Set([STATUS.visited, STATUS.redirected]);
/** New status of a skipped link, and its trap, if any. */
export interface SkipReason {
  readonly status: number;
  readonly trap?: Trap | undefined;
}

/** Dependencies of `LinkPlacement`. */
interface LinkPlacementParts {
  readonly sql: FrontierQueries;
  readonly sites: SiteTable;
  readonly queues: SiteQueues;
  readonly traps: TrapWatch;
  readonly learners: Learners;
  readonly crawlLimits: CrawlLimits;
  readonly identity: Identity;
  readonly siteStatuses: SiteStatuses;
}

/** Adds internal links, each once for its site, and updates their level and their place in the queue. */
export class LinkPlacement {
  readonly #parts: LinkPlacementParts;
  readonly #history: LinkHistory;
  readonly #endings: FileEndings;
  readonly #ranks: Reranks;

  constructor(parts: LinkPlacementParts) {
    this.#parts = parts;
    this.#history = new LinkHistory(parts.sql);
    this.#endings = new FileEndings(parts.sql);
    this.#ranks = new Reranks({ ...parts, places: this });
  }

  /**
   * Adds a page's internal links, ranked. Returns the number of new links that were guessed as files before, and the
   * number of known links that returned.
   *
   * @param site of the links
   * @param watch undefined: the links are on another site than the page, and can't be part of the page's trap
   */
  addInternal(
    site: SiteState,
    page: SourceView,
    matchedLinks: readonly MatchedLink[],
    watch: PageWatch | undefined,
    now: number,
  ) {
    let returned = 0;
    const level = page.level + 1;
    const added: NewLink[] = [];
    const files: number[] = [];
    for (const seen of matchedLinks) {
      const { link, isNofollow, hash, known, id } = seen;
      if (id !== page.id) keepSpelling(this.#parts.sql, site, seen, now);
      if (known === undefined) {
        const placed = this.#placeFound(site, seen, page, watch, now);
        added.push({ seen, placed });
        if (link.isFile) files.push(hash);
        continue;
      }
      // A link of a page to itself is no edge, and proves no guess.
      if (id !== page.id && this.#history.comeBack('internal', known, now)) returned++;
      if (known.tier === TIER.guess && id !== page.id) this.#promoteGuess(site, seen, page, watch, now);
      if (known.level > level) this.#shortenWay(id, level, now);
      if (known.status === STATUS.waiting) this.#leaveIfHarmful(site, seen, now);
      if (known.status === STATUS.nofollow && !isNofollow && known.tier !== TIER.guess)
        this.admit(site, { ...known, url: link.url, level: Math.min(level, known.level) }, now);
    }
    this.#insert(site, page, added, now);
    return { guessed: proveGuesses(this.#parts.sql, site, files, now), returned };
  }

  /** Stores the new links of a page, and queues those to visit. */
  #insert(site: SiteState, page: SourceView, added: readonly NewLink[], now: number): void {
    const level = page.level + 1;
    const links = [];
    const texts = [];
    const waiting = [];
    for (const { seen, placed } of added) {
      const { id, hash, found } = seen;
      const { status, tier, rank, queue_group } = placed;
      const url = storedAddress(seen.link.url, site.origin);
      links.push({ id, site: site.id, hash, url, level, source: page.id, status, tier, rank, queue_group });
      texts.push({ link: id, ...formOf(found), role: found.role, first_seen: now });
      this.keepReason(id, placed);
      if (status === STATUS.waiting && queue_group !== null && rank !== null)
        waiting.push({ link: id, queue_group, rank, not_before: 0 });
    }
    this.#parts.sql.internal.insert.run(links);
    this.#parts.sql.internal.insertText.run(texts);
    this.#parts.queues.addNew(site, waiting);
  }

  /** Records that the page of a claim's target link was captured. */
  findVisitedLink(site: SiteState, claim: Claim, visitedLink: VisitedLink, now: number): void {
    findVisitedLink(this.#parts.sql, this.#parts.queues, site, claim, visitedLink, now);
  }

  /** Queues the other spelling of a link, if any, as a separate link. Returns the number of added links. */
  addOtherwise(
    site: SiteState,
    { link, url, ...given }: { readonly link: LinkId; readonly url: string; readonly other?: string },
    now: number,
  ): number {
    const { sql, identity } = this.#parts;
    const other = addOtherwise(sql, site, { link, key: storedKey(new URL(url), identity), ...given }, now);
    if (other) this.admit(site, other, now);
    return other ? 1 : 0;
  }

  /** Records the aliases of a visit's page: redirects to the page, and its canonical URL. */
  addAliases(
    site: SiteState,
    claim: Pick<Claim, 'link' | 'url'>,
    page: number,
    result: VisitResult,
    now: number,
  ): void {
    const { address, hops = [] } = result;
    const isElsewhere = address !== undefined && address.url !== claim.url;
    const end = isElsewhere && this.#parts.sql.internal.find.get({ site: site.id, hash: keyHash(address.key) });
    const landed = end ? end.id : undefined;
    for (const hop of hops) {
      const link = landed ?? claim.link;
      const passed = passHop(this.#parts.sql, this.#parts.queues, site, { hop, claimed: claim.link, link }, now);
      if (passed !== undefined) this.#shortenWay(link, passed.level, now);
    }
    aliasPage(this.#parts.sql, this.#parts.identity, site, { claim, landed, page, result }, now);
  }

  place(view: LinkView, site: SiteState, { isFile = false, isGuess = false } = {}): Placed {
    const { visitsDocuments, asksFiles } = this.#parts.crawlLimits.ofRun;
    const isPdf = isDocument(view.url);
    const isRead = isPdf && visitsDocuments !== undefined;
    const ofEnding = isFile && !isRead && asksFiles && !isGuess ? this.#endings.kindOf(site.id, view.url) : 'file';
    if (isFile && !isRead && ofEnding === 'file') return skipped(STATUS.file, isGuess);
    const kept = this.#parts.crawlLimits.keptOut(site, { level: view.level, isGuess }, () => view);
    if (kept !== undefined) return skipped(kept, isGuess);
    const rank = this.#parts.learners.linkOrder.rank(view, site);
    if (isRefusal(rank)) return { ...skipped(STATUS.refused, isGuess), ...rank };
    if (isGuess) return waitingAt(this.#parts.queues, site, TIER.guess, rank);
    if (ofEnding === 'first') return waitingAt(this.#parts.queues, site, TIER.file, rank);
    return waitingAt(
      this.#parts.queues,
      site,
      isRead && visitsDocuments !== 'ranked' ? TIER.document : TIER.page,
      rank,
    );
  }

  /** Places a link that is new to the site, with its data on the page. */
  #placeFound(
    site: SiteState,
    seen: MatchedLink,
    source: SourceView,
    watch: PageWatch | undefined,
    now: number,
  ): Placed {
    const { found, link, isNofollow, isForbidden, leadsTo, id, place } = seen;
    const { isFile } = link;
    const level = source.level + 1;
    const url = storedAddress(link.url, site.origin);
    const isGuess = found.role === 'guess';
    const trap = isGuess ? watch?.guess(url) : watch?.internal(url, level, isFile);
    const { anchor, context, rel, element, technique, tagPath, role } = found;
    // Written out: an object with a spread takes 1 to 2 µs in Node 20, and lives until a full garbage collection.
    const view = {
      id,
      site: site.id,
      url: link.url,
      level,
      anchor,
      context,
      rel,
      element,
      technique,
      tagPath,
      role,
      place,
      source,
    };
    const allowed = this.place(view, site, { isFile, isGuess });
    if (isForbidden) return skipped(STATUS.forbidden, isGuess);
    if (leadsTo !== undefined) {
      this.#shortenWay(leadsTo, level, now);
      return skipped(STATUS.redirected, isGuess);
    }
    if (isNofollow) return skipped(STATUS.nofollow, isGuess);
    if (trap === undefined || allowed.status !== STATUS.waiting) {
      if (allowed.tier === TIER.file) this.#endings.begin(site.id, link.url);
      return allowed;
    }
    this.#parts.traps.count(site.id, trap, url, now);
    return skipped(STATUS.trap, isGuess);
  }

  /**
   * Turns a guess that is found as a link into a link, with its page, level and text. A guess with a visit keeps its
   * status, and also its level if other links have their level from the guess.
   */
  #promoteGuess(
    site: SiteState,
    seen: MatchedLink,
    source: SourceView,
    watch: PageWatch | undefined,
    now: number,
  ): void {
    const { id } = seen;
    const row = this.#parts.sql.internal.get.get({ id: id });
    if (!row) return;
    const placed = this.#placeFound(site, seen, source, watch, now);
    const isOver = HANDLED.has(row.status);
    const level = LEADING.has(row.status) ? row.level : source.level + 1;
    // Needs a place in the queue, as a claimed link may be released.
    const kept =
      isOver && placed.queue_group === null
        ? waitingAt(this.#parts.queues, site, TIER.page, { lane: 0, value: 0 })
        : placed;
    const status = isOver ? row.status : placed.status;
    this.#parts.sql.internal.place.run({ id: id, level, ...kept, status, at: now });
    this.keepReason(id, placed);
    this.#parts.sql.internal.setSource.run({ id: id, source: source.id });
    this.#parts.sql.internal.updateText.run({ ...formOf(seen.found), role: seen.found.role, link: id });
    if (isOver) return;
    if (row.status === STATUS.waiting) this.#parts.queues.remove(site, id, row);
    this.enqueue(site, id, placed);
  }

  /** Returns the reason to skip a waiting link, by this run's limits or by facts learned since it was found. */
  skipReason(site: SiteState, row: WaitingLink, url: string): SkipReason | undefined {
    const isGuess = row.place.tier === TIER.guess;
    const view = () => linkView(this.#parts.sql, { id: row.link, url }, row.level, site);
    const kept = this.#parts.crawlLimits.keptOut(site, { level: row.level, isGuess }, view);
    if (kept !== undefined) return { status: kept };
    const isWritten = () =>
      isGuess && isWrittenTo(this.#parts.sql, site, identityKey(new URL(url), this.#parts.identity));
    if (!site.holds(row) || isWritten()) return { status: STATUS.excluded };
    const trap = this.#parts.traps.ofWaiting(site, row);
    return trap && { status: STATUS.trap, trap };
  }

  /** Skips a waiting link whose text on another page is excluded, such as harmful words, and stores this text. */
  #leaveIfHarmful(site: SiteState, { id, link: { url }, found }: MatchedLink, now: number): void {
    const { sql, crawlLimits, queues } = this.#parts;
    const view = () => ({ site: site.id, url, anchor: found.anchor, rel: found.rel });
    if (crawlLimits.keptOut(site, { level: 1, isGuess: false }, view) !== STATUS.excluded) return;
    const row = sql.internal.get.get({ id: id });
    if (row?.status !== STATUS.waiting || !queues.remove(site, id, row)) return;
    sql.internal.updateText.run({ ...formOf(found), role: found.role, link: id });
    sql.internal.setStatus.run({ id: id, status: STATUS.excluded, at: now });
  }

  /** Marks a link that was removed from the queue as skipped. */
  skip(site: SiteState, { link, url }: WaitingLink, { status, trap }: SkipReason, now: number): void {
    if (trap) this.#parts.traps.count(site.id, trap, url, now);
    this.#parts.sql.internal.setStatus.run({ id: link, status, at: now });
  }

  /** Stores the reason if the link order refused a link. */
  keepReason(link: LinkId, { refused }: Placed): void {
    if (refused !== undefined)
      this.#parts.sql.refusals.put.run({ link, reason: textId(this.#parts.sql.texts, refused) });
  }

  /** Adds a link to the queue, if its status is `waiting`. */
  enqueue(site: SiteState, link: number, { status, queue_group, rank }: Placed, notBefore?: number): void {
    if (status === STATUS.waiting) this.#parts.queues.add(site, link, { queue_group, rank }, notBefore);
  }

  /**
   * Lowers the level of a link and the links behind it, after a shorter path was found. Happens with several hosts or
   * retries, as pages are not visited strictly by level. Breadth-first, so that each link moves once.
   */
  #shortenWay(first: number, firstLevel: number, now: number): void {
    const closer = [{ link: first, level: firstLevel }];
    // The loop includes the links that it adds.
    for (const { link, level } of closer) {
      const row = this.#parts.sql.internal.get.get({ id: link });
      if (!row || row.level <= level) continue;
      const site = this.#parts.sites.get(row.site);
      if (site.isElsewhere) continue;
      if (row.status === STATUS.waiting || row.status === STATUS['beyond-depth']) {
        const isGuess = row.tier === TIER.guess;
        const ranked = this.place(linkView(this.#parts.sql, row, level, site), site, { isGuess });
        const placed = this.#behind(site, row, ranked);
        if (row.status === STATUS.waiting) this.#parts.queues.remove(site, link, row);
        this.#parts.sql.internal.place.run({ id: link, level, ...placed, at: now });
        this.keepReason(link, placed);
        this.enqueue(site, link, placed);
        continue;
      }
      const { status, tier, rank, queue_group } = row;
      this.#parts.sql.internal.place.run({ id: link, level, status, tier, rank, queue_group, at: now });
      for (const target of this.#parts.sql.pageLinks.deeperTargets.all({ source: link, level: level + 1 })) {
        closer.push({ link: target.id, level: level + 1 });
      }
    }
  }

  /** Admits all links of a file ending, after a link of this ending turned out to be a page. */
  provePage(site: SiteState, url: string, now: number): void {
    for (const row of this.#endings.prove(site.id, url, STATUS.file)) this.admit(site, row, now);
  }

  /** Keeps a link of a tier in `BEHIND` in its tier, whatever its rank. */
  #behind(site: SiteState, { tier }: { readonly tier: number }, placed: Placed): Placed {
    if (!BEHIND.has(tier) || placed.status !== STATUS.waiting) return placed;
    return { ...placed, tier, queue_group: this.#parts.queues.groupInTier(site, placed, tier) };
  }

  /** Places a skipped link again. */
  admit(site: SiteState, row: SkippedLink, now: number): void {
    const isGuess = row.tier === TIER.guess;
    const ranked = this.place(linkView(this.#parts.sql, row, row.level, site), site, { isGuess });
    if (ranked.status === row.status) return;
    const placed = this.#behind(site, row, ranked);
    this.#parts.sql.internal.place.run({ id: row.id, level: row.level, ...placed, at: now });
    this.keepReason(row.id, placed);
    this.enqueue(site, row.id, placed);
  }

  /** Ranks links with an outdated rank again, and moves groups. Returns the sites whose next link may have changed. */
  rerank(stale: Iterable<Rerank>, now: number): ReadonlySet<SiteState> {
    return this.#ranks.rerank(stale, now);
  }

  /** Ranks a link of a dead run again, as the link order may count it as in flight. */
  comeBack(link: LinkId, now: number): void {
    if (this.#parts.learners.linkOrder.inFlight) this.rerank([{ link }], now);
  }
}
