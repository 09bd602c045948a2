import { beyond, lookOf, type PageLook } from '../../capture/error-pages.ts';
import { setCapped } from '../../domain/capped-map.ts';
import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import type { Claim, SpelledTwice } from '../../frontier/frontier.ts';
import type { TableFrontier } from '../../frontier/table-frontier.ts';
import { LONGEST_DELAY } from '../host-delay.ts';
import type { Web } from '../web-access.ts';

/** Number of equal pairs of pages after which a site's other links are not compared. */
const MOST_SAME = 3;
/** Maximum number of compared links per site, and of sites. */
const MOST_COMPARED = 100;
const MOST_SITES = 1000;

interface Known {
  readonly compared: Set<LinkId>;
  same: number;
}

interface SlashPagesParts extends Pick<Web, 'readPlain' | 'robots' | 'delay'> {
  readonly frontier: Pick<TableFrontier, 'tellApart'>;
  readonly now: () => number;
}

/** Finds pages that differ between `/x` and `/x/`, by plain requests that don't count against the budget. */
export class SlashPages {
  readonly #parts: SlashPagesParts;
  readonly #sites = new Map<SiteId, Known>();

  constructor(parts: SlashPagesParts) {
    this.#parts = parts;
  }

  /** Compares the pages of links found in two spellings. Different pages become separate links. */
  async compare({ site, host }: Claim, found: readonly SpelledTwice[]): Promise<void> {
    const { delay, frontier, now } = this.#parts;
    if (found.length === 0 || delay(host) > LONGEST_DELAY) return;
    const known: Known = this.#sites.get(site) ?? { compared: new Set(), same: 0 };
    setCapped(this.#sites, site, known, MOST_SITES);
    for (const spelled of found) {
      const isEnough = known.same >= MOST_SAME || known.compared.size >= MOST_COMPARED;
      if (isEnough || known.compared.has(spelled.link)) continue;
      known.compared.add(spelled.link);
      if (await this.#differ(site, spelled)) await frontier.tellApart(site, spelled, now());
      else known.same++;
    }
  }

  /** Tells whether the second page differs more from the first than two captures of the first differ. */
  async #differ(site: SiteId, { first, second }: SpelledTwice): Promise<boolean> {
    const before = await this.#read(first, site);
    const other = before && (await this.#read(second, site));
    const more = other ? beyond(other, before) : 0;
    const again = more > 0 ? await this.#read(first, site) : undefined;
    return before !== undefined && again !== undefined && more > Math.max(beyond(again, before), beyond(before, again));
  }

  /** Returns the content of a page with links as written; undefined without a page at exactly this address. */
  async #read(url: string, site: SiteId): Promise<PageLook | undefined> {
    const { robots, readPlain } = this.#parts;
    if ((await robots?.allows(new URL(url)))?.isAllowed === false) return undefined;
    try {
      const page = await readPlain({ url, site, mayFollow: async () => 'another page' });
      if (page.kind !== 'page' || page.url !== url) return undefined;
      const links = page.links.map((link) => ({
        ...link,
        ...{ role: 'link' as const, raw: withoutSlash(link.raw), url: undefined },
      }));
      // Each page names its own address; the comparison must ignore the slash.
      return lookOf({ url: withoutSlash(url), text: [page.title, ...page.text], links });
    } catch (error) {
      if (error instanceof GiveUpVisit || error instanceof RetryVisit) return undefined;
      throw error;
    }
  }
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
