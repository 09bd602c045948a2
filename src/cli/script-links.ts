import type { Capture } from '../capture/capture.ts';
import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import type { SiteId } from '../domain/site.ts';
import { foundFirstOn } from '../storage/findings.ts';
import { openStoreToRead, type Store } from '../storage/open.ts';
import { identityKey } from '../url/normalise.ts';
import { parseUrl } from '../url/parse.ts';

/** A link that a page has once its scripts have run, and that does not stand in the documents that its servers send. */
export interface ScriptLink {
  readonly page: string;
  readonly anchor: string;
  readonly url: string;
}

export interface ScriptLinksOptions {
  /** Database of the crawl that is watched. */
  readonly db: string;
  /** Reads pages without running their scripts. */
  readonly plain: Capture;
  readonly onLink: (link: ScriptLink) => void;
}

/** How many are told in all, and of one site: a few are enough to see what scripts bring. */
const MOST = 6;
const MOST_OF_SITE = 2;

/**
 * The first links of a crawl that only scripts write. A page that the browser has read is asked for again and read without
 * its scripts: what is stored as first found on it and does not stand there was written by a script. Addresses that differ
 * in case or fragment alone are the same: one too few is told rather than one that stands there.
 */
export class ScriptLinks {
  readonly #options: ScriptLinksOptions;
  #store: Store | undefined;
  /** The sites of those that were told. */
  readonly #told: SiteId[] = [];
  #looking = Promise.resolve();
  #isOver = false;

  constructor(options: ScriptLinksOptions) {
    this.#options = options;
  }

  /** Looks at a page that was read in the browser, after those that were named before. */
  look(page: string, site: SiteId): void {
    if (this.#isOver || this.#left(site) === 0) return;
    this.#looking = this.#looking.then(() => this.#compare(page, site));
    // `close` tells.
    this.#looking.catch(() => undefined);
  }

  /** Ends it: pages that it has not looked at yet are left out. */
  async close(): Promise<void> {
    this.#isOver = true;
    try {
      await this.#looking;
    } finally {
      await this.#store?.close();
    }
  }

  async #compare(page: string, site: SiteId): Promise<void> {
    if (this.#isOver || this.#left(site) === 0) return;
    const { db, plain, onLink } = this.#options;
    const read = await plain.read({ url: page, site }).catch((error: unknown) => {
      if (error instanceof GiveUpVisit || error instanceof RetryVisit) return undefined;
      throw error;
    });
    if (!read) return;
    const sent = new Set(read.links.map(({ url, raw }) => keyOf(url ?? raw)));
    this.#store ??= await openStoreToRead(db);
    const written = foundFirstOn(this.#store, page).filter(({ url }) => !sent.has(keyOf(url)));
    for (const { anchor, url } of written.slice(0, this.#left(site))) {
      this.#told.push(site);
      onLink({ page, anchor, url });
    }
    this.#isOver ||= this.#told.length === MOST;
  }

  /** How many more may be told of a site. */
  #left(site: SiteId): number {
    return Math.min(MOST - this.#told.length, MOST_OF_SITE - this.#told.filter((one) => one === site).length);
  }
}

function keyOf(address: string): string {
  const url = parseUrl(address);
  return url ? identityKey(url, { foldCase: true, ignored: new Set() }) : address;
}
