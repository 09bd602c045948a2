import { beyond, lookOf, type PageLook } from '../capture/error-pages.ts';
import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import { keep } from '../domain/keep.ts';
import { type Captured, type CapturedPage, WRITTEN_BY_SCRIPTS } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';
import { keyHash } from '../url/normalise.ts';
import { parseUrl } from '../url/parse.ts';

/** Pages of a site that look alike before a made-up address is asked. */
const ALIKE = 3;
/** Letters of a page below which its look says nothing. */
const FEW_LETTERS = 12;
/** Links of a page above which it is no error page. */
const MOST_LINKS = 1000;
/** Looks that are remembered of a site, and sites. */
const MOST_LOOKS = 1000;
const MOST_SITES = 1000;

interface Known {
  /** How many pages looked so, by the looks' hashes. */
  readonly alike: Map<number, number>;
  /** What a made-up address shows; missing until it is asked, undefined where it is an error by its status. */
  error?: Promise<PageLook | undefined>;
}

/** Tells error pages that are sent with status 200. */
export class SoftErrors {
  readonly #sites = new Map<SiteId, Known>();

  /**
   * Whether a page is its site's error page. Once some pages of the site look alike, a made-up address beside this one is
   * asked, once a site.
   *
   * @param ask asks the made-up address; undefined where it may not be asked
   */
  async isOne(page: CapturedPage, site: SiteId, ask: (url: URL) => Promise<Captured | undefined>): Promise<boolean> {
    // Without scripts, all pages of an application may look like its shell.
    if (page.limits.includes(WRITTEN_BY_SCRIPTS) || page.links.length > MOST_LINKS) return false;
    const known: Known = this.#sites.get(site) ?? { alike: new Map() };
    keep(this.#sites, site, known, MOST_SITES);
    if (known.error && !(await known.error)) return false;
    const look = lookAt(page);
    if (!known.error) {
      const hash = keyHash([...look].sort().join('\n'));
      const alike = (known.alike.get(hash) ?? 0) + 1;
      known.alike.delete(hash);
      keep(known.alike, hash, alike, MOST_LOOKS);
      const letters = page.text.join('').replace(/[^\p{L}]/gu, '').length;
      if (alike < ALIKE || letters < FEW_LETTERS) return false;
    }
    known.error ??= this.#ask(parseUrl('no-such-page', page.url), ask);
    const error = await known.error;
    return error !== undefined && beyond(look, error) === 0 && beyond(error, look) === 0;
  }

  async #ask(url: URL | undefined, ask: (url: URL) => Promise<Captured | undefined>): Promise<PageLook | undefined> {
    if (!url) return undefined;
    try {
      const captured = await ask(url);
      const isThere = captured?.kind === 'page' && captured.url === url.href;
      return isThere ? lookAt(captured) : undefined;
    } catch (error) {
      if (error instanceof GiveUpVisit || error instanceof RetryVisit) return undefined;
      throw error;
    }
  }
}

/** A page's look, with its title and all that it links to, as written: relative links lead elsewhere from each address. */
const lookAt = ({ url, title, text, links }: CapturedPage): PageLook =>
  lookOf({ url, text: [title, ...text], links: links.map((link) => ({ ...link, role: 'link', url: undefined })) });
