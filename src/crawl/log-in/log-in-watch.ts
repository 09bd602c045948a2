import type { Captured } from '../../domain/page.ts';
import type { SiteId } from '../../domain/site.ts';
import type { Claim, Frontier } from '../../frontier/frontier.ts';
import type { Store } from '../../storage/open.ts';
import type { Identity } from '../../url/normalise.ts';
import { LONGEST_DELAY } from '../host-delay.ts';
import { type Ask, type Reading, readingOf } from './reading.ts';
import { SiteLogIn } from './site-log-in.ts';

/** Maximum number of pages fetched again to test a session. */
const MOST_ASKED = 3;
/** Maximum number of doubtful pages kept per site. One more triggers the test of the session. */
const MOST_DOUBTS = 8;
/**
 * Wait of a doubtful link, in delays of its host and at least in milliseconds. Other pages may clear the doubt
 * meanwhile.
 */
const TURNS = 4;
const LEAST_PAUSE = 500;

interface LogInWatchOptions {
  readonly store: Store;
  readonly frontier: Frontier;
  readonly identity: Identity;
  /** Returns the milliseconds between two requests to a host. */
  readonly delay: (host: string) => number;
  /** Tells whether the crawl's log-in session belongs to a site. Other sites are not watched. */
  readonly isFor: (start: URL) => boolean;
  readonly warn: (line: string) => void;
  readonly detail: (line: string) => void;
  readonly now: () => number;
}

/**
 * Detects the end of a log-in session. Holds a page that looks logged out until its link's next claim, then fetches
 * earlier pages again. If these look logged out too, leaves the site, else accepts the held page.
 */
export class LogInWatch {
  readonly #options: LogInWatchOptions;
  readonly #sites = new Map<SiteId, SiteLogIn>();

  constructor(options: LogInWatchOptions) {
    this.#options = options;
  }

  /**
   * Captures the page of a claim. Returns undefined if the claim is released without a visit.
   *
   * @throws RetryVisit, GiveUpVisit as capture does
   */
  async read(claim: Claim, ask: Ask): Promise<Captured | undefined> {
    const { isFor, identity, delay, now } = this.#options;
    const site = this.#site(claim.site);
    if (!isFor(site.start)) return await ask(claim.url);
    if (site.hasEnded) return await this.#giveBack(claim);
    const kept = site.doubts.get(claim.link);
    const at = kept?.at ?? now();
    const reading = kept?.reading ?? (await readingOf(claim.url, ask, identity));
    const askedAt = kept ? undefined : (reading.captured?.askedAt ?? at);
    if (site.hasEnded) return await this.#giveBack(claim, askedAt);
    const why = kept?.isCleared ? undefined : site.doubtOf(reading, claim.level);
    if (why !== undefined && reading.refusal !== undefined && site.isUnknown)
      return await this.#end(claim, site, why, askedAt);
    if (why === undefined || site.goodPages(reading.asked).length === 0)
      return await this.#accept(claim, site, reading, at);
    if (!kept && site.doubts.size < MOST_DOUBTS) {
      site.doubts.set(claim.link, { reading, at, isCleared: false });
      return await this.#giveBack(claim, askedAt, now() + Math.max(LEAST_PAUSE, TURNS * delay(claim.host)));
    }
    const lookedAt = now();
    const isOver = await this.#isOver(site, reading, why, ask);
    if (site.hasEnded) return await this.#giveBack(claim, now());
    if (isOver) return await this.#end(claim, site, why, now());
    site.clear(lookedAt);
    return await this.#accept(claim, site, reading, at);
  }

  /** Stores the learned signs for later runs. */
  async save(): Promise<void> {
    for (const site of this.#sites.values()) await site.save();
  }

  #site(id: SiteId): SiteLogIn {
    const { store, identity } = this.#options;
    const known = this.#sites.get(id) ?? new SiteLogIn(store, id, identity);
    this.#sites.set(id, known);
    return known;
  }

  /** Accepts a capture and learns from the page. */
  async #accept({ link, scope }: Claim, site: SiteLogIn, reading: Reading, at: number): Promise<Captured> {
    site.doubts.delete(link);
    const { captured, error } = reading;
    if (!captured) throw error;
    if (scope(new URL(captured.url))) await site.learn(reading, at);
    return captured;
  }

  /** Fetches earlier pages again. Returns whether they look logged out now. */
  async #isOver(site: SiteLogIn, doubted: Reading, why: string, ask: Ask): Promise<boolean> {
    const { identity, delay, detail } = this.#options;
    // Visits have a time limit, so a slow host gets one request.
    const most = delay(doubted.asked.host) > LONGEST_DELAY ? 1 : MOST_ASKED;
    const pages = site.goodPages(doubted.asked).slice(0, most);
    let votes = 0;
    for (const page of pages) {
      detail(`${doubted.asked.href}: ${why}; ${page.url} is asked for again: does the session hold?`);
      const shown = site.shown(page, await readingOf(page.url, ask, identity), doubted);
      if (shown === 'logged in') return false;
      if (shown === 'logged out') votes++;
      // A page of an earlier run may have changed for other reasons.
      if (shown === 'logged out' && (page.look || votes > 1)) return true;
    }
    return votes > 0 && votes === pages.length;
  }

  async #end(claim: Claim, site: SiteLogIn, why: string, askedAt: number | undefined): Promise<undefined> {
    const { frontier, warn, now } = this.#options;
    site.hasEnded = true;
    site.doubts.clear();
    await frontier.endSession(claim, { note: why, askedAt }, now());
    const name = frontier.sites().find(({ id }) => id === claim.site)?.shortName ?? site.start.host;
    warn(`${name}: the session does not hold (${why}): the site is left as it is until a run with one that does`);
  }

  async #giveBack(claim: Claim, askedAt?: number, notBefore = 0): Promise<undefined> {
    const { frontier, now } = this.#options;
    await frontier.release(claim, { notBefore, failed: false, askedAt }, now());
  }
}
