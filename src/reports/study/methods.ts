import { createRequire } from 'node:module';
import { z } from 'zod';
import { type LinkStatus, linkStatuses } from '../../domain/link.ts';
import { counted } from '../../domain/wording.ts';
import type { Store } from '../../storage/open.ts';
import { figureQueries } from '../../storage/reports/figures.ts';
import { recordedOptions } from '../runs.ts';
import { summarise } from '../summary.ts';

/** Description of a crawl for a study: counts and options over all runs, the options of the last one. */
export interface Methods {
  readonly version: string;
  /** First and last day of the crawl's runs, UTC: `2026-11-29`. */
  readonly from: string;
  readonly to: string;
  readonly runs: number;
  readonly recrawls: number;
  readonly sites: number;
  readonly pages: number;
  readonly failed: number;
  readonly options: ReturnType<typeof recordedOptions>;
  readonly strategy: string;
  /** Internal links that were not visited, by reason. */
  readonly leftOut: readonly { readonly why: string; readonly links: number }[];
}

const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('forager/package.json'));

/** Reasons why links were not visited, by status; links of other statuses were, or will be. */
const REASONS: Readonly<Partial<Record<LinkStatus, string>>> = {
  waiting: 'known and not visited when the crawl ended',
  'beyond-depth': 'deeper than the crawl was to go',
  refused: 'refused by the link order',
  forbidden: 'forbidden by robots.txt',
  nofollow: 'marked nofollow',
  trap: 'part of an endless space of addresses',
  excluded: 'excluded by the patterns of the crawl, or likely to do harm',
};

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Reads the description of a crawl; undefined before the first run. */
export function methodsOf(store: Store): Methods | undefined {
  const runs = [...figureQueries(store).runs.all({})];
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return undefined;
  const { pages, failed, sites, strategy } = summarise(store);
  const leftOut = [...figureQueries(store).statuses.all({})].flatMap(({ status, links }) => {
    const why = REASONS[linkStatuses[status] ?? 'visited'];
    return why === undefined ? [] : [{ why, links }];
  });
  return {
    version: VERSION,
    from: day(first.started_at),
    to: day(last.ended_at ?? last.started_at),
    runs: runs.length,
    recrawls: runs.filter(({ recrawl_run: step }) => step !== null).length,
    sites: sites.length,
    ...{ pages, failed, leftOut },
    options: recordedOptions(JSON.parse(last.config)),
    strategy: `site rule ${strategy.siteRule}, link order ${strategy.linkOrder}, reward ${strategy.reward}`,
  };
}

const READ = {
  browser: 'in headless Chromium, with their scripts run',
  http: 'over HTTP, without running scripts',
  adaptive: 'over HTTP, and in headless Chromium where that finds other links',
} as const;

const were = (count: number, what: string): string => `${counted(count, what)} ${count === 1 ? 'was' : 'were'}`;

/** Returns a paragraph of methods to cite. */
export function methodsText(methods: Methods): string {
  const { version, from, to, runs, recrawls, sites, pages, failed, options, strategy, leftOut } = methods;
  const { pageLimit, sitePageLimit, depth, timeLimit, robots, delay, render, seed, follow, include, exclude } = options;
  const when = from === to ? `on ${from}` : `from ${from} to ${to}`;
  const limits = [
    pageLimit !== undefined && counted(pageLimit, 'page'),
    sitePageLimit !== undefined && `${counted(sitePageLimit, 'page')} a site`,
    depth !== undefined && `${counted(depth, 'level')} below the start page`,
    timeLimit !== undefined && `${Math.round(timeLimit / 60_000).toLocaleString('en')} minutes`,
  ].filter((limit) => limit !== false);
  const patterns = [
    include.length > 0 && `only links like ${include.join(', ')} were visited`,
    exclude.length > 0 && `links like ${exclude.join(', ')} were left out`,
  ].filter((pattern) => pattern !== false);
  return [
    `${were(sites, 'site')} crawled with Forager ${version} ${when} in ${counted(runs, 'run')}${recrawls > 0 ? `, ${recrawls} of them recrawls` : ''}: ${were(pages, 'page')} read ${READ[render]}; ${counted(failed, 'visit')} brought no page.`,
    `Limits: ${limits.length === 0 ? 'none' : limits.join(', ')}. ${patterns.map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}. `).join('')}The order of pages was chosen by ${strategy}; random seed ${seed}.`,
    `robots.txt was ${robots ? 'respected' : 'not respected'}; ${delay === undefined ? 'one request a second' : `at least ${delay / 1000} s between two requests`} to a host.`,
    `External links were ${follow === 'sites' ? 'recorded and not followed' : `followed (${follow})`}.`,
    leftOut.length === 0
      ? 'Every internal link that was found was visited.'
      : `Internal links that were found and not visited: ${leftOut.map(({ why, links }) => `${links.toLocaleString('en')} ${why}`).join('; ')}.`,
  ].join(' ');
}
