import { z } from 'zod';
import type { SiteStatus, SiteTotals } from '../domain/site.ts';
import { countRelevantPages } from '../storage/lists/pages.ts';
import type { Store } from '../storage/open.ts';
import { latestVisitQueries } from '../storage/reports/figures.ts';
import { runQueries } from '../storage/runs.ts';
import { seedQueries } from '../storage/seeds.ts';
import { trapQueries } from '../storage/visit.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { TrapKind } from '../url/traps.ts';
import { lastRun, topicsOfRuns } from './runs.ts';

/** What `crawl --json` and `status --json` print; totals are those of the whole crawl, over all its runs. */
export interface Summary {
  /** Number of the last run. */
  readonly run: number;
  readonly strategy: Strategy['names'];
  /** Why the last run ended; null while it goes on, or if it was killed. */
  readonly stopped: 'page-limit' | 'time-limit' | 'done' | 'interrupted' | null;
  /** Pages read. */
  readonly pages: number;
  /** Those of them that were read without a browser. */
  readonly withoutBrowser: number;
  /** Visits that brought no page; pages and failed visits are charged to the budget. */
  readonly failed: number;
  readonly internal: number;
  readonly external: number;
  readonly bad: number;
  readonly resources: number;
  readonly seconds: number;
  readonly pageLimit: number | null;
  /** Sites that the crawl found itself, those of which no page was visited among them. */
  readonly sitesFound: number;
  /** The topic of the last run with one, and the pages that have words of it; null without one. */
  readonly topic: { readonly name: string; readonly pages: number } | null;
  /** The given ones, and those that were found and visited. */
  readonly sites: readonly SiteSummary[];
}

/** Of a database that was not crawled yet. */
const NO_STRATEGY: Summary['strategy'] = {
  ...{ reward: '', siteRule: '', linkOrder: '' },
  ...{ rewardParams: {}, params: {}, linkOrderParams: {} },
};

export interface SiteSummary extends SiteTotals {
  /** Its short name. */
  readonly site: string;
  /** Whether the crawl found it itself. */
  readonly isFound: boolean;
  readonly url: string;
  readonly status: SiteStatus;
  /** Why it is not available, ended early, or its session is taken for ended; empty otherwise. */
  readonly note: string;
  /** Whether most of its pages were read without a browser and are hardly more than scripts: their links were not seen. */
  readonly writtenByScripts: boolean;
  /** Links that were set aside as endlessly many, by what they have in common. */
  readonly traps: readonly { readonly kind: TrapKind; readonly pattern: string; readonly links: number }[];
}

const stopReason = z.enum(['page-limit', 'time-limit', 'done', 'interrupted']).nullable();

/** The totals of a crawl's database, without removed sites and deleted links; zeros where nothing was crawled yet. */
export function summarise(store: Store): Summary {
  const seeds = seedQueries(store)
    .all.all({})
    .filter(({ removed }) => removed === null);
  const run = lastRun(store);
  const traps = new Map<number, SiteSummary['traps'][number][]>();
  for (const { site, kind, pattern, links } of trapQueries(store).all.all({})) {
    const ofSite = traps.get(site) ?? [];
    ofSite.push({ kind, pattern, links });
    traps.set(site, ofSite);
  }
  const awaiting = latestVisitQueries(store).awaitingScripts.all({});
  const unwritten = new Set(awaiting.flatMap((one) => (2 * one.awaiting > one.pages ? [one.site] : [])));
  const listed = seeds.filter((row) => row.found_on === null || row.pages + row.failed > 0);
  const sites = listed.map((row) => ({
    site: row.short_name,
    isFound: row.found_on !== null,
    url: row.start_url,
    status: row.status,
    note: row.note,
    pages: row.pages,
    failed: row.failed,
    internal: row.internal,
    external: row.external,
    bad: row.bad,
    resources: row.resources,
    reward: row.reward_sum,
    writtenByScripts: unwritten.has(row.id),
    traps: traps.get(row.id) ?? [],
  }));
  const [topic] = topicsOfRuns(store);
  const total = (count: (seed: (typeof seeds)[number]) => number) => seeds.reduce((sum, seed) => sum + count(seed), 0);
  return {
    run: run?.id ?? 0,
    strategy: run?.config.strategy ?? NO_STRATEGY,
    stopped: stopReason.parse(run?.stopped ?? null),
    pages: total(({ pages }) => pages),
    withoutBrowser: latestVisitQueries(store).withoutBrowser.get({})?.pages ?? 0,
    failed: total(({ failed }) => failed),
    internal: total(({ internal }) => internal),
    external: total(({ external }) => external),
    bad: total(({ bad }) => bad),
    resources: total(({ resources }) => resources),
    seconds: (runQueries(store).totalMilliseconds.get({})?.milliseconds ?? 0) / 1000,
    pageLimit: run?.config.pageLimit ?? null,
    sitesFound: seeds.filter((row) => row.found_on !== null).length,
    topic: topic ? { name: topic.name, pages: countRelevantPages(store, topic.runs) } : null,
    sites,
  };
}
