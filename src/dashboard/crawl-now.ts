import { z } from 'zod';
import { type SiteStatus, siteStatuses } from '../domain/site.ts';
import { lastRun } from '../reports/runs.ts';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries } from '../storage/recrawl.ts';
import { figureQueries, latestVisitQueries } from '../storage/reports/figures.ts';
import { runQueries } from '../storage/runs.ts';
import type { CrawlControls } from './crawl-controls.ts';

/** Visits used for the rate at most, and their maximum age in milliseconds. */
const RATE_OF = 200;
const RECENT = 30_000;
/** Visits in one message, at most. */
const MOST_VISITS = 50;
/** Milliseconds between two counts of the waiting links. */
const COUNT_EVERY = 1000;

/** Budget of a recrawl run. */
const budgetSchema = z.object({ pageLimit: z.number().optional(), timeLimit: z.number().optional() });

/** Reads the state of a crawl, in this process or another, from its tables. */
export class CrawlLook {
  readonly #store: Store;
  readonly #desk: CrawlControls;
  readonly #now: () => number;
  readonly #latest: ReturnType<typeof latestVisitQueries>;
  readonly #figures: ReturnType<typeof figureQueries>;
  readonly #runs: ReturnType<typeof runQueries>;
  readonly #recrawlRuns: ReturnType<typeof recrawlRunQueries>;
  #waiting = { links: 0, at: Number.NEGATIVE_INFINITY };

  constructor(store: Store, desk: CrawlControls, now: () => number) {
    this.#store = store;
    this.#desk = desk;
    this.#now = now;
    this.#latest = latestVisitQueries(store);
    this.#figures = figureQueries(store);
    this.#runs = runQueries(store);
    this.#recrawlRuns = recrawlRunQueries(store);
  }

  /** Returns the id of the last visit. */
  lastVisit(): number {
    return Number(this.#latest.last.get({})?.id ?? 0);
  }

  /** Returns the latest visits after one, oldest first. */
  visitsAfter(visit: number) {
    return this.#latest.after
      .all({ visit, limit: MOST_VISITS })
      .reverse()
      .map((row) => ({
        id: row.id,
        at: row.started_at + row.milliseconds,
        site: row.short_name,
        url: row.url,
        title: row.title,
        level: row.level,
        outcome: row.outcome,
        reason: row.reason,
        milliseconds: row.milliseconds,
        newInternal: row.new_internal,
        newExternal: row.new_external,
        reward: row.reward,
        /** Reason for the pick of the site; a score is null if the pick did not depend on the site's rewards. */
        picked: {
          score: finite(row.site_score),
          visits: row.site_visits,
          /** Number of sites that were ready. */
          ready: row.ready,
          next: row.next_name === null ? null : { site: row.next_name, score: finite(row.next_score) },
        },
      }));
  }

  /** Returns the crawl's state. Times are milliseconds since the epoch, spans milliseconds; a limit of null is none. */
  crawl() {
    const at = this.#now();
    const run = lastRun(this.#store);
    const sums = this.#figures.sites.all({});
    const total = (key: 'pages' | 'failed' | 'internal' | 'external' | 'bad' | 'resources') =>
      sums.reduce((sum, row) => sum + Number(row[key]), 0);
    const sites = Object.fromEntries(
      siteStatuses.map((status) => [status, Number(sums.find((row) => row.status === status)?.sites ?? 0)]),
    ) as Record<SiteStatus, number>;
    const config = run?.config;
    const runs = this.#runsWhere(run);
    const isRecrawl = (run?.recrawl_run ?? null) !== null;
    return {
      at,
      runs,
      isStopping: runs === 'elsewhere' ? run?.stopped !== null : this.#desk.isStopping,
      canStart: this.#desk.canStart,
      canLimit: runs === 'elsewhere' ? !isRecrawl : this.#desk.canLimit,
      /** Error of the last crawl started here; empty: none. */
      trouble: this.#desk.trouble,
      run: run?.id ?? 0,
      isRecrawl,
      strategy: {
        reward: config?.strategy.reward ?? '',
        siteRule: config?.strategy.siteRule ?? '',
        linkOrder: config?.strategy.linkOrder ?? '',
      },
      stopped: run?.stopped ?? null,
      /** Crawl time over all runs, in milliseconds. */
      milliseconds: this.#runs.totalMilliseconds.get({})?.milliseconds ?? 0,
      pages: total('pages'),
      failed: total('failed'),
      internal: total('internal'),
      external: total('external'),
      bad: total('bad'),
      resources: total('resources'),
      waiting: this.#waitingLinks(at),
      /** Recent pages per second. */
      rate: this.#rate(at),
      limits: {
        pageLimit: config?.pageLimit ?? null,
        timeLimit: config?.timeLimit ?? null,
        sitePageLimit: config?.sitePageLimit ?? null,
        depth: config?.depth ?? null,
        newSites: config?.newSites ?? null,
        newSitePages: config?.newSitePages ?? null,
      },
      /** True if external links are followed, so that found sites can be limited. */
      follows: (config?.follow ?? 'sites') !== 'sites',
      recrawlRun: run?.recrawl_run == null ? null : this.#recrawlRun(run.recrawl_run),
      sites,
    };
  }

  /** Returns `here` for a run in this process, `elsewhere` for one in another. */
  #runsWhere(run: { readonly ended_at: number | null; readonly pid: number } | undefined) {
    if (this.#desk.isRunning) return 'here' as const;
    return isElsewhere(run) ? ('elsewhere' as const) : ('nowhere' as const);
  }

  /** Returns the state of a recrawl, over all its runs. */
  #recrawlRun(step: number) {
    const found = this.#recrawlRuns.get.get({ step });
    if (!found) return null;
    const { pageLimit = null, timeLimit = null } = budgetSchema.parse(JSON.parse(found.budget));
    return {
      ...{ step, rule: found.rule, pageLimit, timeLimit },
      milliseconds: this.#runs.runMilliseconds.get({ step })?.milliseconds ?? 0,
      revisits: Object.fromEntries(
        this.#recrawlRuns.revisitsOf.all({ step }).map(({ change, revisits }) => [change, revisits]),
      ),
      newPages: Number(this.#recrawlRuns.newVisits.get({ step, after: found.last_visit })?.pages ?? 0),
    };
  }

  #waitingLinks(at: number): number {
    if (at - this.#waiting.at >= COUNT_EVERY)
      this.#waiting = { links: Number(this.#latest.waiting.get({})?.links ?? 0), at };
    return this.#waiting.links;
  }

  #rate(at: number): number {
    const { visits, first, last } = this.#latest.pace.get({ after: this.lastVisit() - RATE_OF }) ?? {};
    if (!visits || first === undefined || first === null || !last || at - last > RECENT) return 0;
    return visits / Math.max(1, (at - first) / 1000);
  }
}

/** Maps infinite scores to null, as JSON has no infinity. */
const finite = (score: number | null): number | null => (score !== null && Number.isFinite(score) ? score : null);

export type CrawlNow = ReturnType<CrawlLook['crawl']>;

/** Limit that can be changed while a crawl runs. */
export type LimitName = keyof CrawlNow['limits'];

/** Visit, with the reason for the pick of its page. */
export type VisitLine = ReturnType<CrawlLook['visitsAfter']>[number];

interface Run {
  readonly ended_at: number | null;
  readonly pid: number;
}

/** Tells whether a run is active in another process of this machine. */
export const isElsewhere = (run: Run | undefined): boolean =>
  run !== undefined && run.ended_at === null && run.pid !== process.pid && isAlive(run.pid);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
