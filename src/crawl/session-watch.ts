import { isLoggedOut, unlike } from '../analysis/session-look.ts';
import type { Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';
import type { Claim, Frontier } from '../frontier/frontier.ts';
import type { Store } from '../storage/open.ts';
import type { Identity } from '../url/normalise.ts';
import { isLoginPage } from '../url/session-begin.ts';
import { isRedirect, type Reading, readingOf, refusal } from './session-signs.ts';
import { type Doubt, type GoodPage, SiteSession } from './site-session.ts';

/** Pages that are asked for again to see whether a session holds. */
const MOST_ASKED = 3;
/** Most doubts that wait for it together. */
const MOST_PATIENCE = 8;
/** How long a link in doubt waits at least, in milliseconds: another page may tell. */
const LEAST_PAUSE = 500;

interface SessionWatchOptions {
  readonly store: Store;
  readonly frontier: Frontier;
  readonly identity: Identity;
  /** Milliseconds between two requests to a host. */
  readonly delay: (host: string) => number;
  /** Whether the crawl's session is one of that site; others are read as ever. */
  readonly isFor: (start: URL) => boolean;
  readonly warn: ((line: string) => void) | undefined;
  readonly detail: ((line: string) => void) | undefined;
  readonly now: () => number;
}

/** Reads an address as the crawl reads pages. */
type Ask = (url: string) => Promise<Captured>;

/**
 * Notices that a session ends. It learns what a site's pages look like while the session holds. What looks as if its
 * reader was logged out is kept back, and its link waits: pages that were read before are asked for again, each in a turn
 * of the host of its own. If they have changed in the same way, the site is left; if not, what was kept back is taken as
 * it is. So nothing is stored that was not seen to be true while the session held, and nothing is lost.
 */
export class SessionWatch {
  readonly #options: SessionWatchOptions;
  readonly #sites = new Map<SiteId, SiteSession>();

  constructor(options: SessionWatchOptions) {
    this.#options = options;
  }

  /**
   * Reads the page of a claim. Undefined where the claim is over without a visit, and its link waits again.
   *
   * @throws RetryVisit, GiveUpVisit as capture does
   */
  async read(claim: Claim, ask: Ask): Promise<Captured | undefined> {
    const { frontier, now } = this.#options;
    const session = this.#session(claim.site);
    if (!this.#options.isFor(session.start)) return await ask(claim.url);
    if (session.hasEnded) return await this.#giveBack(claim, undefined);
    const url = new URL(claim.url);
    const doubt = session.doubts.get(claim.link);
    if (doubt?.isCleared) {
      session.doubts.delete(claim.link);
      return await this.#accept(claim, session, doubt.reading, doubt.order);
    }
    const open = [...session.doubts.values()].filter((one) => !one.isCleared && new URL(one.url).origin === url.origin);
    const oldest = open[0];
    if (oldest && (doubt || open.length >= session.patience)) return await this.#lookAfter(claim, oldest, session, ask);

    const startedAt = now();
    const order = session.asks++;
    const reading = await readingOf(ask(claim.url));
    const askedAt = 'captured' in reading ? reading.captured.askedAt : startedAt;
    // It ended while this page was read.
    if (session.hasEnded) return await this.#giveBack(claim, askedAt);
    const sign = this.#signOf(session, claim, url, reading);
    if (sign?.isRefusal && session.isUnknown) return await this.#end(claim, session, sign.why, askedAt);
    if (sign === undefined || session.goodPages(url).length === 0)
      return await this.#accept(claim, session, reading, order);
    session.doubts.set(claim.link, { url: claim.url, why: sign.why, reading, order, isCleared: false });
    const pause = Math.max(LEAST_PAUSE, (1 + session.patience) * this.#options.delay(claim.host));
    await frontier.release(claim, { notBefore: now() + pause, failed: false, askedAt }, now());
    return undefined;
  }

  /** Keeps what was learned for the runs to come. */
  async save(): Promise<void> {
    for (const session of this.#sites.values()) await session.save();
  }

  #session(site: SiteId): SiteSession {
    const known = this.#sites.get(site) ?? new SiteSession(this.#options.store, site);
    this.#sites.set(site, known);
    return known;
  }

  /** Why a page may be for somebody who is logged out; `isRefusal`: it says so without a look at other pages. */
  #signOf(session: SiteSession, { level }: Claim, url: URL, reading: Reading) {
    const { identity } = this.#options;
    const refused = refusal(url, reading, identity);
    if (refused !== undefined) return { why: refused, isRefusal: true };
    if ('error' in reading || reading.captured.kind === 'file' || isLoginPage(url)) return undefined;
    const { captured, look, digest } = reading;
    const landed = new URL(captured.url);
    const isMoved = isRedirect(url, landed, identity);
    if (isMoved && level > 0 && !isRedirect(landed, session.start, identity))
      return { why: 'redirects to the start page', isRefusal: false };
    const why = look && unlike(session.common, look);
    if (why !== undefined) return { why, isRefusal: false };
    const isAlike = !isMoved && digest !== undefined && session.isAlike(captured.url, digest);
    return isAlike ? { why: 'the text of another page', isRefusal: false } : undefined;
  }

  /** Takes what was read as it is, and learns from it. */
  async #accept({ scope }: Claim, session: SiteSession, reading: Reading, order: number): Promise<Captured> {
    if ('error' in reading) throw reading.error;
    const { captured, look, digest } = reading;
    if (!look || digest === undefined || !scope(new URL(captured.url))) return captured;
    const { common } = session;
    if (look.offersLogOut && 2 * common.offersLogOut >= common.pages) session.clear(order);
    await session.learn({ url: captured.url, look, digest });
    return captured;
  }

  /** Spends the claim's turn on a page that was read before. */
  async #lookAfter(claim: Claim, doubt: Doubt, session: SiteSession, ask: Ask): Promise<undefined> {
    const { now, detail } = this.#options;
    const startedAt = now();
    const order = session.asks++;
    const left = session.asked.size < MOST_ASKED ? session.goodPages(new URL(doubt.url)) : [];
    const page = left.find(({ url }) => !session.asked.has(url));
    if (page) {
      detail?.(`${doubt.url}: ${doubt.why}; ${page.url} is asked for again: does the session hold?`);
      session.asked.add(page.url);
      const reading = await readingOf(ask(page.url));
      if (session.hasEnded) return await this.#giveBack(claim, startedAt);
      const verdict = this.#judge(page, reading, doubt, session);
      if (verdict === 'ended') return await this.#end(claim, session, doubt.why, startedAt);
      if (verdict === 'open') return await this.#giveBack(claim, startedAt);
    } else if (session.votes > 0 && session.votes === session.asked.size)
      return await this.#end(claim, session, doubt.why, undefined);
    session.clear(order);
    session.patience = Math.min(MOST_PATIENCE, 2 * session.patience);
    return await this.#giveBack(claim, page && startedAt);
  }

  /** What a page that was read before tells. `open`: not enough. */
  #judge(page: GoodPage, reading: Reading, doubt: Doubt, session: SiteSession): 'ended' | 'holds' | 'open' {
    const look = this.#isShownTo(page, reading, doubt, session);
    if (look === 'logged in') return 'holds';
    if (look === undefined) return 'open';
    if (page.look) return 'ended';
    // A page of an earlier run may have changed for reasons of its own.
    session.votes++;
    return session.votes > 1 ? 'ended' : 'open';
  }

  /** Undefined where the page does not tell. */
  #isShownTo(
    { url, look: before, digest: known }: GoodPage,
    reading: Reading,
    doubt: Doubt,
    { common }: SiteSession,
  ): 'logged in' | 'logged out' | undefined {
    const { identity } = this.#options;
    const address = new URL(url);
    if (refusal(address, reading, identity) !== undefined) return 'logged out';
    if ('error' in reading || reading.captured.kind === 'file') return undefined;
    const { captured, look, digest } = reading;
    const landed = new URL(captured.url);
    if (isRedirect(address, landed, identity)) return landedOf(doubt) === captured.url ? 'logged out' : undefined;
    if (!look) return undefined;
    if (look.offersLogOut && (before?.offersLogOut ?? common.offersLogOut > 0)) return 'logged in';
    if (isLoggedOut(look, before ?? common)) return 'logged out';
    const isAsDoubted = 'captured' in doubt.reading && doubt.reading.digest === digest;
    return known !== undefined && known !== digest && isAsDoubted ? 'logged out' : undefined;
  }

  async #end(claim: Claim, session: SiteSession, why: string, askedAt: number | undefined): Promise<undefined> {
    const { frontier, warn, now } = this.#options;
    session.hasEnded = true;
    session.doubts.clear();
    await frontier.endSession(claim, { note: why, askedAt }, now());
    const name = frontier.sites().find(({ id }) => id === claim.site)?.shortName ?? session.start.host;
    warn?.(`${name}: the session does not hold (${why}): the site is left as it is until a run with one that does`);
  }

  async #giveBack(claim: Claim, askedAt: number | undefined): Promise<undefined> {
    const { frontier, now } = this.#options;
    await frontier.release(claim, { notBefore: 0, failed: false, askedAt }, now());
  }
}

/** Where the page in doubt was read. */
const landedOf = ({ reading }: Doubt): string | undefined => ('captured' in reading ? reading.captured.url : undefined);
