import type { SiteId } from '../domain/site.ts';
import type { Outcome } from '../domain/visit.ts';
import type { CompletedVisit, Failed } from '../frontier/frontier.ts';
import type { CrawlEvents, RunningCrawl } from './visit-pages.ts';

/** Event of a crawl or a recrawl run, ready for JSON. `at`: milliseconds since the epoch; `site`: short name. */
export type CrawlEvent =
  | { readonly type: 'started'; readonly at: number; readonly run: number; readonly pagesUsed: number }
  | {
      readonly type: 'visited';
      readonly at: number;
      readonly url: string;
      readonly site: string;
      readonly level: number;
      readonly outcome: Outcome;
      /** Reason why the visit brought no page, or limits that the page met; may be empty. */
      readonly reason: string;
      readonly reward: number;
      /** New links. */
      readonly newInternal: number;
      readonly newExternal: number;
      readonly newBad: number;
      readonly milliseconds: number;
    }
  | {
      readonly type: 'failed';
      readonly at: number;
      readonly url: string;
      readonly site: string;
      readonly level: number;
      readonly reason: string;
      readonly willRetry: boolean;
    }
  /**
   * Messages. `note`: a long operation; `warning`: a problem to look after; `detail`: for users who follow every page.
   */
  | { readonly type: 'note' | 'warning' | 'detail'; readonly at: number; readonly text: string }
  | { readonly type: 'ended'; readonly at: number };

/** Listener for events. A thrown error ends the crawl. */
export type CrawlWatcher = (event: CrawlEvent) => void;

/** Crawl or recrawl run in progress. */
export interface CrawlRun<S> {
  /** Number of the first run in the database; 0 if there was nothing to do. */
  readonly run: number;
  /** Summary, after all is stored and the database is closed. Rejects with the crawl's error. */
  readonly done: Promise<S>;
  /** Returns the present progress, or the final progress after the end. */
  progress(): CrawlProgress;
  /** Reports all events from now on, until the returned function is called. */
  watch(on: CrawlWatcher): () => void;
  /** Stops the crawl as interrupted. Pages in flight are finished. */
  stop(): void;
  /** Sets limits and patterns, see RunningCrawl. */
  readonly setLimits?: RunningCrawl['setLimits'];
}

interface RunOptions {
  readonly now: () => number;
  /** Internal callbacks, with the frontier's claims. */
  readonly follow?: CrawlEvents;
  /** Listener that also gets the events before the run, such as notes on the installation of a browser. */
  readonly watcher?: CrawlWatcher | undefined;
}

/**
 * Starts a crawl or a recrawl run. Resolves when the run has begun or has ended without work. Consecutive runs, such
 * as a worker's parts of a recrawl run, count as one.
 *
 * @param work does the work and reports the events
 * @throws errors of `work` before the run begins
 */
export async function startRun<S>(
  work: (events: CrawlEvents) => Promise<S>,
  { now, follow = {}, watcher }: RunOptions,
): Promise<CrawlRun<S>> {
  const watchers = new Set(watcher ? [watcher] : []);
  const report = (event: CrawlEvent) => {
    for (const on of watchers) on(event);
  };
  return await new Promise((resolve, reject) => {
    let running: RunningCrawl | undefined;
    let meter: RunMeter | undefined;
    let ending: CrawlProgress | undefined;
    let isStopping = false;
    const names = new SiteNames(() => running?.sites() ?? []);
    const begin = (crawl: RunningCrawl) => {
      const counting = new RunMeter(crawl, now);
      running = crawl;
      meter = counting;
      if (isStopping) crawl.stop();
      hand(crawl.run, crawl.setLimits);
    };
    const hand = (number: number, setLimits?: RunningCrawl['setLimits']) =>
      resolve({
        run: number,
        done,
        progress: () => ending ?? meter?.progress() ?? NOTHING,
        watch(on) {
          watchers.add(on);
          return () => void watchers.delete(on);
        },
        stop() {
          isStopping = true;
          running?.stop();
        },
        setLimits,
      });
    const done = Promise.resolve().then(() =>
      work({
        isStopping: () => isStopping,
        started(crawl) {
          begin(crawl);
          follow.started?.(crawl);
          report({ type: 'started', at: now(), run: crawl.run, pagesUsed: crawl.pagesUsed });
        },
        note(text) {
          follow.note?.(text);
          report({ type: 'note', at: now(), text });
        },
        warn(text) {
          follow.warn?.(text);
          report({ type: 'warning', at: now(), text });
        },
        detail(text) {
          follow.detail?.(text);
          report({ type: 'detail', at: now(), text });
        },
        completed(claim, completed) {
          meter?.completed(completed);
          follow.completed?.(claim, completed);
          const { url, site, level, claimedAt } = claim;
          const { outcome, reason, reward, newInternal, newExternal, newBad } = completed;
          const found = { reward, newInternal, newExternal, newBad };
          const at = now();
          const visit = { url, site: names.of(site), level, outcome, reason, milliseconds: at - claimedAt };
          report({ type: 'visited', at, ...visit, ...found });
        },
        failed(claim, reason, failed) {
          meter?.failed(failed);
          follow.failed?.(claim, reason, failed);
          const { url, site, level } = claim;
          report({ type: 'failed', at: now(), url, site: names.of(site), level, reason, willRetry: failed.willRetry });
        },
        ended() {
          ending = meter?.progress();
          follow.ended?.();
          report({ type: 'ended', at: now() });
        },
      }),
    );
    done.then(() => hand(0), reject);
  });
}

/**
 * Progress of a crawl or a recrawl run. Counts are of this run, `pages` of the whole crawl. Times are in milliseconds.
 */
export interface CrawlProgress {
  /** Pages counted against the budget. */
  readonly pages: number;
  /** Time since the start of the run. */
  readonly elapsed: number;
  /** Visits without a page. */
  readonly failed: number;
  /** New links. */
  readonly found: { readonly internal: number; readonly external: number; readonly bad: number };
  readonly sites: number;
  /** Number of sites that wait for their host, and the shortest wait. */
  readonly waiting: { readonly sites: number; readonly wait: number | undefined };
}

const NOTHING: CrawlProgress = {
  ...{ pages: 0, elapsed: 0, failed: 0, sites: 0 },
  found: { internal: 0, external: 0, bad: 0 },
  waiting: { sites: 0, wait: undefined },
};

/** Counts the visits and links of a run. */
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

  /** Visits of this run counted against the budget. */
  get visited(): number {
    return this.#visited;
  }

  completed({ outcome, newInternal, newExternal, newBad }: CompletedVisit): void {
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
      pages: this.#crawl.pagesUsed + this.#visited,
      elapsed: at - this.#begin,
      failed: this.#failed,
      found: { ...this.#found },
      sites: this.#crawl.sites().length,
      waiting: { sites: pauses.sites, wait: pauses.until === undefined ? undefined : pauses.until - at },
    };
  }
}

interface Named {
  readonly id: SiteId;
  readonly shortName: string;
}

/** Short names of a crawl's sites. A crawl may add sites. */
export class SiteNames {
  readonly #sites: () => readonly Named[];
  readonly #names = new Map<SiteId, string>();
  /** Number of sites at the last update of the names. */
  #seen = 0;

  constructor(sites: () => readonly Named[]) {
    this.#sites = sites;
  }

  /** Returns the short name of a site; empty for an unknown site. */
  of(site: SiteId): string {
    if (!this.#names.has(site)) this.#learn(this.#seen);
    // Removed sites have moved the others forward in the list.
    if (!this.#names.has(site)) this.#learn(0);
    return this.#names.get(site) ?? '';
  }

  #learn(from: number): void {
    const sites = this.#sites();
    for (const { id, shortName } of sites.slice(from)) this.#names.set(id, shortName);
    this.#seen = sites.length;
  }
}
