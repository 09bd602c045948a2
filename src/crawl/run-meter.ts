import type { Failed, Settled } from '../frontier/frontier.ts';
import type { RunningCrawl } from './visit-pages.ts';

/** How far a crawl or a night is. Counts are those of this run, `pages` those of the whole crawl. Times are in milliseconds. */
export interface CrawlProgress {
  /** Pages charged to the budget. */
  readonly pages: number;
  /** Since this run began. */
  readonly elapsed: number;
  /** Visits that brought no page. */
  readonly failed: number;
  /** Links seen for the first time. */
  readonly found: { readonly internal: number; readonly external: number; readonly bad: number };
  readonly sites: number;
  /** Sites that must wait for their host, and how long the first of them has to. */
  readonly waiting: { readonly sites: number; readonly wait: number | undefined };
}

/** Counts what a run does. */
export class RunMeter {
  readonly #crawl: RunningCrawl;
  readonly #now: () => number;
  readonly #begin: number;
  #visited = 0;
  #failed = 0;
  #found = { internal: 0, external: 0, bad: 0 };

  constructor(crawl: RunningCrawl, now: () => number) {
    this.#crawl = crawl;
    this.#now = now;
    this.#begin = now();
  }

  /** Visits of this run that are charged. */
  get visited(): number {
    return this.#visited;
  }

  settled({ outcome, newInternal, newExternal, newBad }: Settled): void {
    this.#visited++;
    if (outcome !== 'page') this.#failed++;
    this.#found.internal += newInternal;
    this.#found.external += newExternal;
    this.#found.bad += newBad;
  }

  failed({ willRetry, givenBack }: Failed): void {
    const more = (willRetry ? 0 : 1) - givenBack;
    this.#visited += more;
    this.#failed += more;
  }

  progress(): CrawlProgress {
    const at = this.#now();
    const pauses = this.#crawl.pauses(at);
    return {
      pages: this.#crawl.charged + this.#visited,
      elapsed: at - this.#begin,
      failed: this.#failed,
      found: { ...this.#found },
      sites: this.#crawl.sites().length,
      waiting: { sites: pauses.sites, wait: pauses.until === undefined ? undefined : pauses.until - at },
    };
  }
}
