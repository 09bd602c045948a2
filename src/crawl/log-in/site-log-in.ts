import { z } from 'zod';
import {
  type CommonLook,
  isLoggedOut,
  noLook,
  type SessionLook,
  unlike,
  withLook,
} from '../../analysis/log-in-signs.ts';
import { setCapped } from '../../domain/capped-map.ts';
import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { STATUS } from '../../frontier/queries.ts';
import { fullAddress } from '../../frontier/visit/stored-address.ts';
import type { Store } from '../../storage/open.ts';
import { seedQueries, sessionPageQueries } from '../../storage/seeds.ts';
import { isLoginPage } from '../../url/log-in-address.ts';
import { type Identity, identityKey } from '../../url/normalise.ts';
import { patternOf } from '../../url/page-pattern.ts';
import { parseUrl } from '../../url/parse.ts';
import type { Reading } from './reading.ts';

/** Maximum number of remembered pages, and of candidates from earlier runs. */
const MOST_PAGES = 64;
const MOST_KNOWN = 200;
/** Number of different pages needed before a repeated text is suspicious. */
const LEAST_TEXTS = 3;

/** Captured page with its signs. The signs of pages from earlier runs are unknown. */
interface GoodPage {
  readonly url: string;
  readonly look?: SessionLook;
  readonly digest?: number | undefined;
}

/** Page that may be for logged-out readers, held until the doubt is resolved. */
interface Doubt {
  readonly reading: Reading;
  /** Time of the request. */
  readonly at: number;
  /** True if the session was valid after the request. */
  isCleared: boolean;
}

const blocksSchema = z.array(z.string());

/** Signs of a site's pages while the crawl is logged in. */
export class SiteLogIn {
  readonly start: URL;
  readonly doubts = new Map<LinkId, Doubt>();
  hasEnded = false;
  readonly #store: Store;
  readonly #site: SiteId;
  readonly #identity: Identity;
  readonly #sql: ReturnType<typeof sessionPageQueries>;
  #common: CommonLook = noLook;
  /** Captured pages, oldest first. */
  readonly #pages = new Map<string, GoodPage>();
  /** True if two pages had the same text. */
  #hasRepeats = false;
  #earlier: readonly string[] | undefined;
  #saved = 0;

  constructor(store: Store, site: SiteId, identity: Identity) {
    this.#store = store;
    this.#site = site;
    this.#identity = identity;
    this.#sql = sessionPageQueries(store);
    const seed = seedQueries(store).get.get({ id: site });
    if (!seed) throw new Error(`no site ${site} in this crawl`);
    this.start = new URL(seed.start_url);
    const row = this.#sql.get.get({ site });
    if (!row) return;
    const { pages, asks_password: asksPassword, offers_log_in: offersLogIn, offers_log_out: offersLogOut } = row;
    const blocks = blocksSchema.catch([]).parse(JSON.parse(row.blocks));
    this.#common = { pages, asksPassword, offersLogIn, offersLogOut, blocks };
    this.#saved = pages;
  }

  /** Returns why a page may be for logged-out readers; undefined without a doubt. */
  doubtOf({ asked, captured, isMoved, refusal, look, digest }: Reading, level: number): string | undefined {
    if (refusal !== undefined) return refusal;
    if (captured?.kind !== 'page' || isLoginPage(asked)) return undefined;
    const keyOf = (url: URL) => identityKey(url, this.#identity);
    if (isMoved && level > 0 && keyOf(new URL(captured.url)) === keyOf(this.start))
      return 'redirects to the start page';
    const why = look && unlike(this.#common, look);
    if (why !== undefined || isMoved || this.#pages.size < LEAST_TEXTS || this.#hasRepeats) return why;
    return this.#hasText(digest, captured.url) ? 'the text of another page' : undefined;
  }

  /**
   * Learns from a page captured during a valid session, and clears earlier doubts if the page offers to log out.
   *
   * @param at time of the request
   */
  async learn({ captured, look, digest }: Reading, at: number): Promise<void> {
    if (!captured || !look) return;
    const { offersLogOut, pages } = this.#common;
    if (look.offersLogOut && 2 * offersLogOut >= pages) this.clear(at);
    this.#common = withLook(this.#common, look);
    const { url } = captured;
    this.#hasRepeats ||= this.#hasText(digest, url);
    // Only the blocks common to all pages are compared.
    const page = { url, look: { ...look, blocks: [] }, digest };
    if (!isLoginPage(new URL(url))) setCapped(this.#pages, url, page, MOST_PAGES);
    if (this.#common.pages >= 2 * this.#saved) await this.save();
  }

  /** Clears the doubts from before a time at which the session was valid. */
  clear(at: number): void {
    for (const doubt of this.doubts.values()) doubt.isCleared ||= doubt.at < at;
  }

  /** Returns the pages for testing the session, those most similar to the doubtful page first. */
  goodPages(doubted: URL): GoodPage[] {
    const pattern = patternOf(doubted);
    const earlier = this.#pagesBefore().filter((url) => !this.#pages.has(url));
    const all: GoodPage[] = [...[...this.#pages.values()].reverse(), ...earlier.map((url) => ({ url }))];
    const isLike = ({ url }: GoodPage) => Number(patternOf(new URL(url)) === pattern);
    return all
      .filter(({ url }) => url !== doubted.href && new URL(url).origin === doubted.origin)
      .sort((a, b) => isLike(b) - isLike(a));
  }

  /** True if no page of the site was ever captured. */
  get isUnknown(): boolean {
    return this.#pages.size === 0 && this.#pagesBefore().length === 0;
  }

  /** Tells whether an earlier page looks logged in or out now; undefined if unclear. */
  shown(page: GoodPage, now: Reading, doubted: Reading): 'logged in' | 'logged out' | undefined {
    const { captured, isMoved, refusal, look, digest } = now;
    if (refusal !== undefined) return 'logged out';
    if (isMoved) return captured?.url === doubted.captured?.url ? 'logged out' : undefined;
    if (!look) return undefined;
    if (look.offersLogOut && (page.look?.offersLogOut ?? this.#common.offersLogOut > 0)) return 'logged in';
    if (isLoggedOut(look, page.look ?? this.#common)) return 'logged out';
    const hasChanged = page.digest !== undefined && page.digest !== digest;
    return hasChanged && digest === doubted.digest ? 'logged out' : undefined;
  }

  async save(): Promise<void> {
    const { blocks, pages, asksPassword, offersLogIn, offersLogOut } = this.#common;
    if (pages === this.#saved) return;
    this.#saved = pages;
    const counts = { pages, asks_password: asksPassword, offers_log_in: offersLogIn, offers_log_out: offersLogOut };
    const row = { site: this.#site, ...counts, blocks: JSON.stringify(blocks) };
    await this.#store.write(() => this.#sql.put.run(row));
  }

  #hasText(digest: number | undefined, except: string): boolean {
    return [...this.#pages.values()].some((page) => page.digest === digest && page.url !== except);
  }

  /** Returns the pages captured by earlier runs. */
  #pagesBefore(): readonly string[] {
    this.#earlier ??= this.#sql.known
      .all({ site: this.#site, status: STATUS.visited, limit: MOST_KNOWN })
      .map(({ url }) => fullAddress(url, this.start.origin))
      .filter((url) => {
        const parsed = parseUrl(url);
        return parsed !== undefined && !isLoginPage(parsed);
      });
    return this.#earlier;
  }
}
