import type { Capture } from '../capture/capture.ts';
import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import type { SiteId } from '../domain/site.ts';
import type { Claim, Settled } from '../frontier/frontier.ts';
import { openStoreToRead } from '../storage/open.ts';
import { foundFirstOn } from '../storage/reports/findings.ts';
import { identityKey } from '../url/normalise.ts';
import { parseUrl } from '../url/parse.ts';
import type { Follower } from './progress/progress.ts';

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
export class ScriptLinks implements Follower {
  readonly #options: ScriptLinksOptions;
  /** The sites of those that were told. */
  readonly #told: SiteId[] = [];
  #looking = Promise.resolve();
  #isOver = false;

  constructor(options: ScriptLinksOptions) {
    this.#options = options;
  }

  /** A page that was read in the browser is looked at, after those that were read before. */
  settled(
    { url: page, site }: Pick<Claim, 'url' | 'site'>,
    { outcome, rendering }: Pick<Settled, 'outcome' | 'rendering'>,
  ): void {
    if (outcome !== 'page' || rendering !== 'browser' || this.#isOver || this.#left(site) === 0) return;
    this.#looking = this.#looking.then(() => this.#compare(page, site));
    // `done` tells.
    this.#looking.catch(() => undefined);
  }

  /** Pages that it has not looked at yet are left out: from now on the database is the crawl's alone, to close it. */
  ended(): void {
    this.#isOver = true;
  }

  /** Resolves once it has done. @throws what reading the database throws */
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
    const store = await openStoreToRead(db);
    const found = foundFirstOn(store, page);
    await store.close();
    const written = found.filter(({ url }) => !sent.has(keyOf(url)));
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
  return url ? identityKey(url, { foldCase: false, ignored: new Set() }) : address;
}
