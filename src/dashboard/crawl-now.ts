import { z } from 'zod';
import { type SiteStatus, siteStatuses } from '../domain/site.ts';
import { lastRun } from '../reports/runs.ts';
import type { Store } from '../storage/open.ts';
import { nightQueries } from '../storage/recrawl.ts';
import { figureQueries, latestVisitQueries } from '../storage/reports/figures.ts';
import { runQueries } from '../storage/runs.ts';
import type { CrawlDesk } from './crawl-desk.ts';

/** Visits that the rate is taken of, and how old they may be, in milliseconds. */
const RATE_OF = 200;
const RECENT = 30_000;
/** Most visits in one message. */
const MOST_VISITS = 50;
/** Milliseconds between two counts of the waiting links. */
const COUNT_EVERY = 1000;

/** The budget of a recrawl run. */
const budgetSchema = z.object({ pageLimit: z.number().optional(), timeLimit: z.number().optional() });

/** Reads the state of a crawl from its tables, which are the same for one in this process and in another. */
export class CrawlLook {
  readonly #store: Store;
  readonly #desk: CrawlDesk;
  readonly #now: () => number;
  readonly #latest: ReturnType<typeof latestVisitQueries>;
  readonly #figures: ReturnType<typeof figureQueries>;
  readonly #runs: ReturnType<typeof runQueries>;
  readonly #nights: ReturnType<typeof nightQueries>;
  #waiting = { links: 0, at: Number.NEGATIVE_INFINITY };

  constructor(store: Store, desk: CrawlDesk, now: () => number) {
    this.#store = store;
    this.#desk = desk;
    this.#now = now;
    this.#latest = latestVisitQueries(store);
    this.#figures = figureQueries(store);
    this.#runs = runQueries(store);
    this.#nights = nightQueries(store);
  }

  /** Number of the last visit. */
  lastVisit(): number {
    return Number(this.#latest.last.get({})?.id ?? 0);
  }

  /** The visits after one, oldest first; where they are many, the last of them. */
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
        /** Why its site was picked; a score is null if the pick did not depend on the site's rewards. */
        picked: {
          score: finite(row.site_score),
          pulls: row.site_pulls,
          /** Sites that could be picked from. */
          ready: row.ready,
          next: row.next_name === null ? null : { site: row.next_name, score: finite(row.next_score) },
        },
      }));
  }

  /** The state of the crawl. Times are milliseconds since the epoch, spans milliseconds; a limit of null is none. */
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
    const isNight = (run?.night ?? null) !== null;
    return {
      at,
      runs,
      isStopping: runs === 'elsewhere' ? run?.stopped !== null : this.#desk.isStopping,
      canStart: this.#desk.canStart,
      canLimit: runs === 'elsewhere' ? !isNight : this.#desk.canLimit,
      /** Why the last crawl that was started here failed; empty otherwise. */
      trouble: this.#desk.trouble,
      run: run?.id ?? 0,
      isNight,
      strategy: {
        reward: config?.strategy.reward ?? '',
        siteRule: config?.strategy.siteRule ?? '',
        linkOrder: config?.strategy.linkOrder ?? '',
      },
      stopped: run?.stopped ?? null,
      /** Of the whole crawl, over all its runs, as its totals are. */
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
      /** Whether external links are followed: then sites that are found may be limited. */
      follows: (config?.follow ?? 'sites') !== 'sites',
      night: run?.night == null ? null : this.#night(run.night),
      sites,
    };
  }

  /** `here`: in this process; `elsewhere`: in another. */
  #runsWhere(run: { readonly ended_at: number | null; readonly pid: number } | undefined) {
    if (this.#desk.isRunning) return 'here' as const;
    return isElsewhere(run) ? ('elsewhere' as const) : ('nowhere' as const);
  }

  /** The state of a recrawl, over all its runs. */
  #night(step: number) {
    const night = this.#nights.get.get({ step });
    if (!night) return null;
    const { pageLimit = null, timeLimit = null } = budgetSchema.parse(JSON.parse(night.budget));
    return {
      ...{ step, rule: night.rule, pageLimit, timeLimit },
      milliseconds: this.#runs.nightMilliseconds.get({ night: step })?.milliseconds ?? 0,
      checks: Object.fromEntries(this.#nights.checksOf.all({ step }).map(({ change, checks }) => [change, checks])),
      newPages: Number(this.#nights.newVisits.get({ night: step, after: night.last_visit })?.pages ?? 0),
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

/** JSON knows no infinity. */
const finite = (score: number | null): number | null => (score !== null && Number.isFinite(score) ? score : null);

export type CrawlNow = ReturnType<CrawlLook['crawl']>;

/** A limit that may change while a crawl runs. */
export type LimitName = keyof CrawlNow['limits'];

/** A visit, and why its page was picked. */
export type VisitLine = ReturnType<CrawlLook['visitsAfter']>[number];

interface Run {
  readonly ended_at: number | null;
  readonly pid: number;
}

/** Whether a run is active in another process of this machine. */
export const isElsewhere = (run: Run | undefined): boolean =>
  run !== undefined && run.ended_at === null && run.pid !== process.pid && isAlive(run.pid);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
