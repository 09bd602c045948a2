import { z } from 'zod';
import { type CommonLook, noLook, type SessionLook, withLook } from '../analysis/session-look.ts';
import { keep } from '../domain/bounded.ts';
import type { LinkId } from '../domain/link.ts';
import type { SiteId } from '../domain/site.ts';
import { STATUS } from '../frontier/queries.ts';
import { fullAddress } from '../frontier/visit/stored-address.ts';
import type { Store } from '../storage/open.ts';
import { seedQueries, sessionPageQueries } from '../storage/seeds.ts';
import { patternOf } from '../url/page-pattern.ts';
import { parseUrl } from '../url/parse.ts';
import { isLoginPage } from '../url/session-begin.ts';
import type { Reading } from './session-signs.ts';

/** Pages that are remembered as they were … */
const MOST_PAGES = 64;
/** … and those of earlier runs that one is chosen from. */
const MOST_KNOWN = 200;

/** Pages that must differ before one that does not is strange. */
const LEAST_TEXTS = 3;

/** A page that was read, and what it looked like; not known where an earlier run read it. */
export interface GoodPage {
  readonly url: string;
  readonly look: SessionLook | undefined;
  readonly digest: number | undefined;
}

/** What a link's visit brought that may be for somebody who is logged out: it is kept until that is known. */
export interface Doubt {
  readonly url: string;
  readonly why: string;
  readonly reading: Reading;
  /** When it was asked for, by the count of what the site was asked for. */
  readonly order: number;
  /** The session was seen to hold after it. */
  isCleared: boolean;
}

const blocksSchema = z.array(z.string());

/** What is known of a site in its session. */
export class SiteSession {
  readonly start: URL;
  readonly doubts = new Map<LinkId, Doubt>();
  common: CommonLook = noLook;
  /** Doubts that come together before the session is looked after. */
  patience = 1;
  /** Pages that were asked for again since the first doubt. */
  readonly asked = new Set<string>();
  /** Pages of earlier runs that look now as if their reader was logged out. */
  votes = 0;
  hasEnded = false;
  /** Pages that the site was asked for. */
  asks = 0;
  readonly #store: Store;
  readonly #site: SiteId;
  readonly #sql: ReturnType<typeof sessionPageQueries>;
  /** Oldest first. */
  readonly #pages = new Map<string, GoodPage>();
  /** Whether two pages had the same text. */
  #hasRepeats = false;
  #known: readonly string[] | undefined;
  #saved = 0;

  constructor(store: Store, site: SiteId) {
    this.#store = store;
    this.#site = site;
    this.#sql = sessionPageQueries(store);
    const seed = seedQueries(store).get.get({ id: site });
    if (!seed) throw new Error(`no site ${site} in this crawl`);
    this.start = new URL(seed.start_url);
    const row = this.#sql.get.get({ site });
    if (!row) return;
    const { pages, asks_password: asksPassword, offers_log_in: offersLogIn, offers_log_out: offersLogOut } = row;
    const blocks = blocksSchema.catch([]).parse(JSON.parse(row.blocks));
    this.common = { pages, asksPassword, offersLogIn, offersLogOut, blocks };
    this.#saved = pages;
  }

  /** A page was read while the session held. */
  async learn(page: { readonly url: string; readonly look: SessionLook; readonly digest: number }): Promise<void> {
    this.common = withLook(this.common, page.look);
    this.#hasRepeats ||= this.#hasText(page.digest, page.url);
    // Only what all pages have in common is asked of their blocks.
    const known = { ...page, look: { ...page.look, blocks: [] } };
    if (!isLoginPage(new URL(page.url))) keep(this.#pages, page.url, known, MOST_PAGES);
    if (this.common.pages >= 2 * this.#saved) await this.save();
  }

  /** Whether a page has the text of another one, where no two had so far. */
  isAlike(url: string, digest: number): boolean {
    return this.#pages.size >= LEAST_TEXTS && !this.#hasRepeats && this.#hasText(digest, url);
  }

  /** The pages that tell whether the session holds, those first that are most like the one in doubt. */
  goodPages(doubted: URL): GoodPage[] {
    const pattern = patternOf(doubted);
    const known = this.#knownPages().filter((url) => !this.#pages.has(url));
    const all = [
      ...[...this.#pages.values()].reverse(),
      ...known.map((url): GoodPage => ({ url, look: undefined, digest: undefined })),
    ];
    const fit = all.filter(({ url }) => url !== doubted.href && new URL(url).origin === doubted.origin);
    const isLike = ({ url }: GoodPage) => Number(patternOf(new URL(url)) === pattern);
    return fit.sort((a, b) => isLike(b) - isLike(a));
  }

  /** Whether no page of the site was ever read. */
  get isUnknown(): boolean {
    return this.#pages.size === 0 && this.#knownPages().length === 0;
  }

  /** The session held when the site was asked for a page: what was in doubt before is what it is. */
  clear(order: number): void {
    for (const doubt of this.doubts.values()) if (doubt.order < order) doubt.isCleared = true;
    this.asked.clear();
    this.votes = 0;
  }

  async save(): Promise<void> {
    const { blocks, pages, asksPassword, offersLogIn, offersLogOut } = this.common;
    if (pages === this.#saved) return;
    this.#saved = pages;
    const counts = { pages, asks_password: asksPassword, offers_log_in: offersLogIn, offers_log_out: offersLogOut };
    const row = { site: this.#site, ...counts, blocks: JSON.stringify(blocks) };
    await this.#store.write(() => this.#sql.put.run(row));
  }

  #hasText(digest: number, except: string): boolean {
    return [...this.#pages.values()].some((page) => page.digest === digest && page.url !== except);
  }

  #knownPages(): readonly string[] {
    this.#known ??= this.#sql.known
      .all({ site: this.#site, status: STATUS.visited, limit: MOST_KNOWN })
      .map(({ url }) => fullAddress(url, this.start.origin))
      .filter((url) => {
        const parsed = parseUrl(url);
        return parsed !== undefined && !isLoginPage(parsed);
      });
    return this.#known;
  }
}
