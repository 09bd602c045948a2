import type { SiteId } from '../domain/site.ts';
import type { Outcome } from '../domain/visit.ts';
import type { Failed, Settled } from '../frontier/frontier.ts';
import type { CrawlEvents, RunningCrawl } from './visit-pages.ts';

/** What happens in a crawl or a night, as JSON may have it. `at`: milliseconds since the epoch; `site`: its short name. */
export type CrawlEvent =
  | { readonly type: 'started'; readonly at: number; readonly run: number; readonly charged: number }
  | {
      readonly type: 'visited';
      readonly at: number;
      readonly url: string;
      readonly site: string;
      readonly level: number;
      readonly outcome: Outcome;
      /** Why it brought no page, or what was cut short; empty otherwise. */
      readonly reason: string;
      readonly reward: number;
      /** Links seen for the first time. */
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
  /** `note`: something that takes long; `warning`: something to look after; `detail`: for those who follow every page. */
  | { readonly type: 'note' | 'warning' | 'detail'; readonly at: number; readonly text: string }
  | { readonly type: 'ended'; readonly at: number };

/** What it throws ends the crawl. */
export type CrawlWatcher = (event: CrawlEvent) => void;

/** A crawl or a night that runs. */
export interface CrawlRun<S> {
  /** Number of its first run in the database; 0: there was nothing to do. */
  readonly run: number;
  /** Its summary, once all is stored and the database is closed; rejects as the crawl does. */
  readonly done: Promise<S>;
  /** How far it is; when it has ended, how far it was then. */
  progress(): CrawlProgress;
  /** Tells of all that happens from now on, until the function that it returns is called. */
  watch(on: CrawlWatcher): () => void;
  /** Ends it as an interrupted one: pages in flight are finished. */
  stop(): void;
  /** As RunningCrawl has it. */
  readonly setLimits?: RunningCrawl['setLimits'];
}

interface RunOptions {
  readonly now: () => number;
  /** Follows it from within, with claims as the frontier has them. */
  readonly follow?: CrawlEvents;
  /** Watches from the first, also what comes before the run begins, such as notes on the installation of a browser. */
  readonly watcher?: CrawlWatcher | undefined;
}

/**
 * Starts a crawl or a night: resolves when its run has begun, or it is over without one. Where several runs follow each
 * other, as for a worker's parts of a night, all are one.
 *
 * @param work does it and tells the events
 * @throws what `work` throws before its run begins
 */
export async function startRun<S>(
  work: (events: CrawlEvents) => Promise<S>,
  { now, follow = {}, watcher }: RunOptions,
): Promise<CrawlRun<S>> {
  const watchers = new Set(watcher ? [watcher] : []);
  const tell = (event: CrawlEvent) => {
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
          tell({ type: 'started', at: now(), run: crawl.run, charged: crawl.charged });
        },
        note(text) {
          follow.note?.(text);
          tell({ type: 'note', at: now(), text });
        },
        warn(text) {
          follow.warn?.(text);
          tell({ type: 'warning', at: now(), text });
        },
        detail(text) {
          follow.detail?.(text);
          tell({ type: 'detail', at: now(), text });
        },
        settled(claim, settled) {
          meter?.settled(settled);
          follow.settled?.(claim, settled);
          const { url, site, level, claimedAt } = claim;
          const { outcome, reason, reward, newInternal, newExternal, newBad } = settled;
          const found = { reward, newInternal, newExternal, newBad };
          const at = now();
          const visit = { url, site: names.of(site), level, outcome, reason, milliseconds: at - claimedAt };
          tell({ type: 'visited', at, ...visit, ...found });
        },
        failed(claim, reason, failed) {
          meter?.failed(failed);
          follow.failed?.(claim, reason, failed);
          const { url, site, level } = claim;
          tell({ type: 'failed', at: now(), url, site: names.of(site), level, reason, willRetry: failed.willRetry });
        },
        ended() {
          ending = meter?.progress();
          follow.ended?.();
          tell({ type: 'ended', at: now() });
        },
      }),
    );
    done.then(() => hand(0), reject);
  });
}

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

const NOTHING: CrawlProgress = {
  ...{ pages: 0, elapsed: 0, failed: 0, sites: 0 },
  found: { internal: 0, external: 0, bad: 0 },
  waiting: { sites: 0, wait: undefined },
};

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

interface Named {
  readonly id: SiteId;
  readonly shortName: string;
}

/** The short names of a crawl's sites, which grow in number where it finds some itself. */
export class SiteNames {
  readonly #sites: () => readonly Named[];
  readonly #names = new Map<SiteId, string>();
  /** Sites that were there when names were learned last. */
  #seen = 0;

  constructor(sites: () => readonly Named[]) {
    this.#sites = sites;
  }

  /** Empty where there is no such site. */
  of(site: SiteId): string {
    if (!this.#names.has(site)) this.#learn(this.#seen);
    // Some were removed, and the others stand further ahead.
    if (!this.#names.has(site)) this.#learn(0);
    return this.#names.get(site) ?? '';
  }

  #learn(from: number): void {
    const sites = this.#sites();
    for (const { id, shortName } of sites.slice(from)) this.#names.set(id, shortName);
    this.#seen = sites.length;
  }
}
