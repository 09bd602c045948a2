import { z } from 'zod';
import type { SiteStatus, SiteTotals } from '../domain/site.ts';
import { countRelevantPages } from '../storage/lists/pages.ts';
import type { Store } from '../storage/open.ts';
import { latestVisitQueries } from '../storage/reports/figures.ts';
import { runQueries } from '../storage/runs.ts';
import { seedQueries } from '../storage/seeds.ts';
import { totalsOf } from '../storage/sites.ts';
import { trapQueries } from '../storage/visit.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { TrapKind } from '../url/traps.ts';
import { lastRun, topicsOfRuns } from './runs.ts';

/** Output of `crawl --json` and `status --json`; totals are those of the whole crawl, over all its runs. */
export interface Summary {
  /** Number of the last run. */
  readonly run: number;
  readonly strategy: Strategy['names'];
  /** Reason why the last run ended; null while running, or if killed. */
  readonly stopped: 'page-limit' | 'time-limit' | 'done' | 'interrupted' | null;
  /** Number of captured pages. */
  readonly pages: number;
  /** Number of pages captured without a browser. */
  readonly withoutBrowser: number;
  /** Number of visits without a page; both pages and failed visits count towards the budget. */
  readonly failed: number;
  readonly internal: number;
  readonly external: number;
  readonly bad: number;
  readonly resources: number;
  readonly seconds: number;
  readonly pageLimit: number | null;
  /** Number of sites that the crawl itself found, including those without a visited page. */
  readonly sitesFound: number;
  /** Topic of the last run with a topic, and the number of pages with words of the topic; null without one. */
  readonly topic: { readonly name: string; readonly pages: number } | null;
  /** Given sites, and found sites that were visited. */
  readonly sites: readonly SiteSummary[];
}

/** Strategy of a database that was not crawled yet. */
const NO_STRATEGY: Summary['strategy'] = {
  ...{ reward: '', siteRule: '', linkOrder: '' },
  ...{ rewardParams: {}, params: {}, linkOrderParams: {} },
};

export interface SiteSummary extends SiteTotals {
  /** Short name. */
  readonly site: string;
  /** True if the crawl itself found the site. */
  readonly isFound: boolean;
  readonly url: string;
  readonly status: SiteStatus;
  /** Reason why the site is not available, ended early, or seems logged out; empty otherwise. */
  readonly note: string;
  /**
   * True if most of the site's pages were captured without a browser and consist mainly of scripts, so that links were
   * missed.
   */
  readonly writtenByScripts: boolean;
  /** Number of links skipped as endless, by their common pattern. */
  readonly traps: readonly { readonly kind: TrapKind; readonly pattern: string; readonly links: number }[];
}

const stopReason = z.enum(['page-limit', 'time-limit', 'done', 'interrupted']).nullable();

/** Returns the totals of a crawl's database, without removed sites and deleted links; zeros before the first crawl. */
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
  const unwritten = new Set(
    latestVisitQueries(store)
      .awaitingScripts.all({})
      .map(({ site }) => site),
  );
  const listed = seeds.filter((row) => row.found_on === null || row.pages + row.failed > 0);
  const sites = listed.map((row) => ({
    site: row.short_name,
    isFound: row.found_on !== null,
    url: row.start_url,
    status: row.status,
    note: row.note,
    ...totalsOf(row),
    writtenByScripts: unwritten.has(row.id),
    traps: traps.get(row.id) ?? [],
  }));
  const [topic] = topicsOfRuns(store);
  const total = (figure: keyof SiteTotals & keyof (typeof seeds)[number]) =>
    seeds.reduce((sum, seed) => sum + seed[figure], 0);
  return {
    run: run?.id ?? 0,
    strategy: run?.config.strategy ?? NO_STRATEGY,
    stopped: stopReason.parse(run?.stopped ?? null),
    pages: total('pages'),
    withoutBrowser: latestVisitQueries(store).withoutBrowser.get({})?.pages ?? 0,
    failed: total('failed'),
    internal: total('internal'),
    external: total('external'),
    bad: total('bad'),
    resources: total('resources'),
    seconds: (runQueries(store).totalMilliseconds.get({})?.milliseconds ?? 0) / 1000,
    pageLimit: run?.config.pageLimit ?? null,
    sitesFound: seeds.filter((row) => row.found_on !== null).length,
    topic: topic ? { name: topic.name, pages: countRelevantPages(store, topic.runs) } : null,
    sites,
  };
}
