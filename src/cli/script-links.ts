import type { Capture } from '../capture/capture.ts';
import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import type { SiteId } from '../domain/site.ts';
import type { Claim, CompletedVisit } from '../frontier/frontier.ts';
import { readStore } from '../storage/open.ts';
import { foundFirstOn } from '../storage/reports/findings.ts';
import { identityKey } from '../url/normalise.ts';
import { parseUrl } from '../url/parse.ts';
import type { Follower } from './progress/progress.ts';

/** Link that appears only after a page's scripts have run, and not in the documents from its servers. */
export interface ScriptLink {
  readonly page: string;
  readonly anchor: string;
  readonly url: string;
}

export interface ScriptLinksOptions {
  /** Database of the observed crawl. */
  readonly db: string;
  /** Reads pages without running their scripts. */
  readonly plain: Capture;
  readonly onLink: (link: ScriptLink) => void;
}

/** Maximum number of links reported, in all and per site: a few are enough to show the effect of scripts. */
const MOST = 6;
const MOST_OF_SITE = 2;

/**
 * Reports the first links of a crawl that only scripts write: links stored as first found on a page, but missing when
 * read without scripts. Addresses that differ only in case or fragment count as the same, to avoid false reports.
 */
export class ScriptLinks implements Follower {
  readonly #options: ScriptLinksOptions;
  /** Site of each reported link. */
  readonly #shown: SiteId[] = [];
  #looking = Promise.resolve();
  #isOver = false;

  constructor(options: ScriptLinksOptions) {
    this.#options = options;
  }

  /** Compares a page captured in the browser, after the pages captured before. */
  completed(
    { url: page, site }: Pick<Claim, 'url' | 'site'>,
    { outcome, rendering }: Pick<CompletedVisit, 'outcome' | 'rendering'>,
  ): void {
    if (outcome !== 'page' || rendering !== 'browser' || this.#isOver || this.#left(site) === 0) return;
    this.#looking = this.#looking.then(() => this.#compare(page, site));
    // `done` reports the error.
    this.#looking.catch(() => undefined);
  }

  /** Skips the remaining pages: from now on only the crawl may use the database, to close it. */
  ended(): void {
    this.#isOver = true;
  }

  /** Resolves after the last comparison. @throws errors of reading the database */
  async done(): Promise<void> {
    this.ended();
    await this.#looking;
  }

  async #compare(page: string, site: SiteId): Promise<void> {
    if (this.#isOver || this.#left(site) === 0) return;
    const { db, plain, onLink } = this.#options;
    const read = await plain.read({ url: page, site }).catch((error: unknown) => {
      if (error instanceof GiveUpVisit || error instanceof RetryVisit) return undefined;
      throw error;
    });
    if (!read || this.#isOver) return;
    const sent = new Set(read.links.map(({ url, raw }) => keyOf(url ?? raw)));
    const found = await readStore(db, (store) => foundFirstOn(store, page));
    const written = found.filter(({ url }) => !sent.has(keyOf(url)));
    for (const { anchor, url } of written.slice(0, this.#left(site))) {
      this.#shown.push(site);
      onLink({ page, anchor, url });
    }
    this.#isOver ||= this.#shown.length === MOST;
  }

  /** Returns the number of links that may still be reported for a site. */
  #left(site: SiteId): number {
    return Math.min(MOST - this.#shown.length, MOST_OF_SITE - this.#shown.filter((one) => one === site).length);
  }
}

function keyOf(address: string): string {
  const url = parseUrl(address);
  return url ? identityKey(url, { foldCase: false, ignored: new Set() }) : address;
}
