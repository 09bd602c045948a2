import type { LinkId, LinkView, SourceView } from '../../domain/link.ts';
import { isRefusal, TIER } from '../../domain/rank.ts';
import type { Rerank } from '../../link-orders/link-order.ts';
import { formOf } from '../../storage/visit.ts';
import { isDocument } from '../../url/file-types.ts';
import { type Identity, identityKey, keyHash, storedKey } from '../../url/normalise.ts';
import type { Trap } from '../../url/traps.ts';
import type { Bounds } from '../bounds.ts';
import type { Claim, VisitResult } from '../frontier.ts';
import type { Learners } from '../learners.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { Standings } from '../sites/site-standing.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import { aliasPage, type Landing, land, passHop } from '../visit/landing.ts';
import { LinkHistory, textId } from '../visit/page-edges.ts';
import { proveGuesses } from '../visit/recorded-links.ts';
import { addOtherwise, keepSpelling } from '../visit/spellings.ts';
import { storedAddress } from '../visit/stored-address.ts';
import { isWrittenTo, type Surveyed } from '../visit/survey.ts';
import type { PageWatch, TrapWatch } from '../visit/trap-watch.ts';
import { FileEndings } from './file-endings.ts';
import { linkView } from './link-view.ts';
import { BEHIND, type Placed, Reranks, waitingAt } from './reranks.ts';
import type { SiteQueues, WaitingLink } from './site-queues.ts';

/** A link that does not wait, though it was never visited. */
interface SetAside {
  readonly id: number;
  readonly url: string;
  readonly level: number;
  readonly status: number;
  readonly tier: number;
}

/** A link that is new on a page, and where it goes. */
interface NewLink {
  readonly seen: Surveyed;
  readonly placed: Placed;
}

/** The place of a link that does not wait; a guess is known by its tier. */
const aside = (status: number, isGuess: boolean): Placed => ({
  status,
  tier: isGuess ? TIER.guess : TIER.page,
  rank: null,
  queue_group: null,
});

/** Statuses of links that are being visited, or were. */
const DEALT_WITH = new Set([STATUS.claimed, STATUS.visited, STATUS.redirected, STATUS.failed, STATUS.file]);
/** Those from which other links were found. */
const LEADING = new Set([STATUS.visited, STATUS.redirected]);
/** What becomes of a waiting link that is not to be visited, and the trap that it is part of. */
export interface Aside {
  readonly status: number;
  readonly trap?: Trap | undefined;
}

/** What links are placed with. */
interface LinkPlacementParts {
  readonly sql: FrontierQueries;
  readonly sites: SiteTable;
  readonly queues: SiteQueues;
  readonly traps: TrapWatch;
  readonly learners: Learners;
  readonly bounds: Bounds;
  readonly identity: Identity;
  readonly standings: Standings;
}

/** Adds internal links, each once for its site, and keeps them at their level and in their place in the queue. */
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
   * Adds a page's internal links, ranked: how many of the new ones were guessed to be files before, and how many of the known
   * ones came back.
   *
   * @param site theirs
   * @param watch undefined: they are on another site than the page, and can't be more of the same
   */
  addInternal(
    site: SiteState,
    page: SourceView,
    surveyed: readonly Surveyed[],
    watch: PageWatch | undefined,
    now: number,
  ) {
    let returned = 0;
    const level = page.level + 1;
    const added: NewLink[] = [];
    const files: number[] = [];
    for (const seen of surveyed) {
      const { link, isNofollow, hash, known, id } = seen;
      if (id !== page.id) keepSpelling(this.#parts.sql, site, seen, now);
      if (known === undefined) {
        const placed = this.#placeFound(site, seen, page, watch, now);
        added.push({ seen, placed });
        if (link.isFile) files.push(hash);
        continue;
      }
      // A page's link to itself is no edge, and proves no guess.
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

  /** Writes links down that are new on a page, and lets those wait that are to be visited. */
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

  /** Writes down that the page of the link that a claim led to was read. */
  land(site: SiteState, claim: Claim, landing: Landing, now: number): void {
    land(this.#parts.sql, this.#parts.queues, site, claim, landing, now);
  }

  /** Lets a link wait in another spelling, if it has one: as a link of its own. Returns how many links are added. */
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

  /** Records under which other addresses a visit's page is known: those that redirect to it, the one that it names. */
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
    const { visitsDocuments, asksFiles } = this.#parts.bounds.ofRun;
    const isPdf = isDocument(view.url);
    const isRead = isPdf && visitsDocuments !== undefined;
    const ofEnding = isFile && !isRead && asksFiles && !isGuess ? this.#endings.kindOf(site.id, view.url) : 'file';
    if (isFile && !isRead && ofEnding === 'file') return aside(STATUS.file, isGuess);
    const kept = this.#parts.bounds.keptOut(site, { level: view.level, isGuess }, () => view);
    if (kept !== undefined) return aside(kept, isGuess);
    const rank = this.#parts.learners.linkOrder.rank(view, site);
    if (isRefusal(rank)) return { ...aside(STATUS.refused, isGuess), ...rank };
    if (isGuess) return waitingAt(this.#parts.queues, site, TIER.guess, rank);
    if (ofEnding === 'first') return waitingAt(this.#parts.queues, site, TIER.file, rank);
    return waitingAt(
      this.#parts.queues,
      site,
      isRead && visitsDocuments !== 'ranked' ? TIER.document : TIER.page,
      rank,
    );
  }

  /** Places a link that is new to the site as it stands on a page. */
  #placeFound(site: SiteState, seen: Surveyed, source: SourceView, watch: PageWatch | undefined, now: number): Placed {
    const { found, link, isNofollow, isForbidden, leadsTo, id, place } = seen;
    const { isFile } = link;
    const level = source.level + 1;
    const url = storedAddress(link.url, site.origin);
    const isGuess = found.role === 'guess';
    const trap = isGuess ? watch?.guess(url) : watch?.internal(url, level, isFile);
    const { anchor, context, rel, element, technique, tagPath, role } = found;
    // Written out: an object that begins with a spread takes 1 to 2 µs in Node 20, and lives until old ones are collected.
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
    if (isForbidden) return aside(STATUS.forbidden, isGuess);
    if (leadsTo !== undefined) {
      this.#shortenWay(leadsTo, level, now);
      return aside(STATUS.redirected, isGuess);
    }
    if (isNofollow) return aside(STATUS.nofollow, isGuess);
    if (trap === undefined || allowed.status !== STATUS.waiting) {
      if (allowed.tier === TIER.file) this.#endings.begin(site.id, link.url);
      return allowed;
    }
    this.#parts.traps.count(site.id, trap, url, now);
    return aside(STATUS.trap, isGuess);
  }

  /**
   * A guess is found as a link: it is placed as one, with the link's page, level and text. Where it is being visited, or
   * was, it keeps its status, and its level if other links have theirs from it.
   */
  #promoteGuess(site: SiteState, seen: Surveyed, source: SourceView, watch: PageWatch | undefined, now: number): void {
    const { id } = seen;
    const row = this.#parts.sql.internal.get.get({ id: id });
    if (!row) return;
    const placed = this.#placeFound(site, seen, source, watch, now);
    const isOver = DEALT_WITH.has(row.status);
    const level = LEADING.has(row.status) ? row.level : source.level + 1;
    // Claimed, it may be given back.
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

  /** Why a waiting link is not to be visited, by this run's limits or by what was learned since it was found. */
  whyAside(site: SiteState, row: WaitingLink, url: string): Aside | undefined {
    const isGuess = row.place.tier === TIER.guess;
    const view = () => linkView(this.#parts.sql, { id: row.link, url }, row.level, site);
    const kept = this.#parts.bounds.keptOut(site, { level: row.level, isGuess }, view);
    if (kept !== undefined) return { status: kept };
    const isWritten = () =>
      isGuess && isWrittenTo(this.#parts.sql, site, identityKey(new URL(url), this.#parts.identity));
    if (!site.holds(row) || isWritten()) return { status: STATUS.excluded };
    const trap = this.#parts.traps.ofWaiting(site, row);
    return trap && { status: STATUS.trap, trap };
  }

  /** Leaves a waiting link that may do harm by what it says on another page than the first, and keeps these words of it. */
  #leaveIfHarmful(site: SiteState, { id, link: { url }, found }: Surveyed, now: number): void {
    const { sql, bounds, queues } = this.#parts;
    const view = () => ({ site: site.id, url, anchor: found.anchor, rel: found.rel });
    if (bounds.keptOut(site, { level: 1, isGuess: false }, view) !== STATUS.excluded) return;
    const row = sql.internal.get.get({ id: id });
    if (row?.status !== STATUS.waiting || !queues.remove(site, id, row)) return;
    sql.internal.updateText.run({ ...formOf(found), role: found.role, link: id });
    sql.internal.setStatus.run({ id: id, status: STATUS.excluded, at: now });
  }

  /** Notes that a link that does not wait any more is not visited. */
  setAside(site: SiteState, { link, url }: WaitingLink, { status, trap }: Aside, now: number): void {
    if (trap) this.#parts.traps.count(site.id, trap, url, now);
    this.#parts.sql.internal.setStatus.run({ id: link, status, at: now });
  }

  /** Keeps why the link order refused a link, if it did. */
  keepReason(link: LinkId, { refused }: Placed): void {
    if (refused !== undefined)
      this.#parts.sql.refusals.put.run({ link, reason: textId(this.#parts.sql.texts, refused) });
  }

  /** Lets a link wait, if that is its place. */
  enqueue(site: SiteState, link: number, { status, queue_group, rank }: Placed, notBefore?: number): void {
    if (status === STATUS.waiting) this.#parts.queues.add(site, link, { queue_group, rank }, notBefore);
  }

  /**
   * A shorter way to a known link was found: it, and what lies behind it, moves up. Happens where pages are not read
   * strictly by level: several hosts at once, or a page that was tried again later. Goes level by level, so that each link
   * moves once.
   */
  #shortenWay(first: number, firstLevel: number, now: number): void {
    const closer = [{ link: first, level: firstLevel }];
    // What is added meanwhile is gone through, too.
    for (const { link, level } of closer) {
      const row = this.#parts.sql.internal.get.get({ id: link });
      if (!row || row.level <= level) continue;
      const site = this.#parts.sites.get(row.site);
      if (site.isElsewhere) continue;
      if (row.status === STATUS.waiting || row.status === STATUS.beyondDepth) {
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

  /** A link whose address ended like a file's is a page: so are the others of its ending. */
  provePage(site: SiteState, url: string, now: number): void {
    for (const row of this.#endings.prove(site.id, url, STATUS.file)) this.admit(site, row, now);
  }

  /** What is to stay behind all else does, whatever it is worth. */
  #behind(site: SiteState, { tier }: { readonly tier: number }, placed: Placed): Placed {
    if (!BEHIND.has(tier) || placed.status !== STATUS.waiting) return placed;
    return { ...placed, tier, queue_group: this.#parts.queues.groupInTier(site, placed, tier) };
  }

  /** Places a link that was left aside anew. */
  admit(site: SiteState, row: SetAside, now: number): void {
    const isGuess = row.tier === TIER.guess;
    const ranked = this.place(linkView(this.#parts.sql, row, row.level, site), site, { isGuess });
    if (ranked.status === row.status) return;
    const placed = this.#behind(site, row, ranked);
    this.#parts.sql.internal.place.run({ id: row.id, level: row.level, ...placed, at: now });
    this.keepReason(row.id, placed);
    this.enqueue(site, row.id, placed);
  }

  /** Ranks links whose rank went stale again, and moves groups. Returns sites that may have other links to hand out now. */
  rerank(stale: Iterable<Rerank>, now: number): ReadonlySet<SiteState> {
    return this.#ranks.rerank(stale, now);
  }

  /** A link waits again that was in flight when its run died: so its group may stand where that put it. */
  comeBack(link: LinkId, now: number): void {
    if (this.#parts.learners.linkOrder.inFlight) this.rerank([{ link }], now);
  }
}
