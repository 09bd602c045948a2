import { beyond, lookOf, type PageLook } from '../../capture/error-pages.ts';
import { keep } from '../../domain/bounded.ts';
import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import type { Claim, SpelledTwice } from '../../frontier/frontier.ts';
import type { TableFrontier } from '../../frontier/table-frontier.ts';
import { LONGEST_DELAY } from '../host-delay.ts';
import type { Web } from '../web.ts';

/** Links of a site that show the same in both spellings before no more are compared. */
const MOST_SAME = 3;
/** Links of a site that are compared, and sites. */
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

/** Finds pages at `/x` and `/x/` that differ, by plain requests that are charged to nothing. */
export class SlashPages {
  readonly #parts: SlashPagesParts;
  readonly #sites = new Map<SiteId, Known>();

  constructor(parts: SlashPagesParts) {
    this.#parts = parts;
  }

  /** Compares the pages of links that a visit has found in a second spelling; those that differ become links of their own. */
  async compare({ site, host }: Claim, found: readonly SpelledTwice[]): Promise<void> {
    const { delay, frontier, now } = this.#parts;
    if (found.length === 0 || delay(host) > LONGEST_DELAY) return;
    const known: Known = this.#sites.get(site) ?? { compared: new Set(), same: 0 };
    keep(this.#sites, site, known, MOST_SITES);
    for (const spelled of found) {
      const isEnough = known.same >= MOST_SAME || known.compared.size >= MOST_COMPARED;
      if (isEnough || known.compared.has(spelled.link)) continue;
      known.compared.add(spelled.link);
      if (await this.#differ(site, spelled)) await frontier.tellApart(site, spelled, now());
      else known.same++;
    }
  }

  /** Whether the second page shows more than what changes on the first one from one reading to the next. */
  async #differ(site: SiteId, { first, second }: SpelledTwice): Promise<boolean> {
    const before = await this.#read(first, site);
    const other = before && (await this.#read(second, site));
    const more = other ? beyond(other, before) : 0;
    const again = more > 0 ? await this.#read(first, site) : undefined;
    return before !== undefined && again !== undefined && more > Math.max(beyond(again, before), beyond(before, again));
  }

  /** What a page shows, its links as written; undefined where there is none at this very address. */
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
      // Both call themselves the same.
      return lookOf({ url: withoutSlash(url), text: [page.title, ...page.text], links });
    } catch (error) {
      if (error instanceof GiveUpVisit || error instanceof RetryVisit) return undefined;
      throw error;
    }
  }
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
