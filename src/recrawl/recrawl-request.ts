import { z } from 'zod';
import { openCrawlsOwn } from '../cluster/crawl-record.ts';
import { type CrawlOptions, plainCrawl } from '../crawl/crawl-options.ts';
import { searchSchema } from '../crawl/site-search.ts';
import { isPostgres } from '../domain/database.ts';
import { BadInput } from '../domain/errors.ts';
import type { reachOptions } from '../options/crawl.ts';
import type { RecrawlRunOptions } from '../options/recrawl.ts';
import { lastAsked, lastConfig, recordedOptions } from '../reports/runs.ts';
import { revisitRules } from '../revisit-rules/registry.ts';
import type { RevisitRule } from '../revisit-rules/revisit-rule.ts';
import { openStoreToRead, type Store } from '../storage/open.ts';
import { recrawlRunQueries } from '../storage/recrawl.ts';
import { seedQueries } from '../storage/seeds.ts';

/** Options of a recrawl run, with the web access. The limits of the crawl's last run apply to new pages. */
export type RecrawlOptions = Pick<CrawlOptions, keyof typeof reachOptions | 'db' | 'asked'> & {
  readonly recrawl: RecrawlRunOptions;
};

const recordedSearches = z.object({ searches: z.array(searchSchema).default([]) });

/** Returns crawl options for a recrawl run's new pages: those of the crawl's last run, without adding sites. */
export function crawlOptionsOf(store: Store, given: Omit<RecrawlOptions, 'recrawl'>): CrawlOptions {
  const config = lastConfig(store) ?? {};
  const { sitePageLimit, newSitePages, depth, include, exclude, follow, traps, nofollow } = recordedOptions(config);
  const limits = { sitePageLimit, newSitePages, depth, include, exclude, follow, traps, nofollow, newSites: 0 };
  const { searches } = recordedSearches.parse(config);
  return { ...plainCrawl, ...given, ...limits, searches, asked: given.asked ?? lastAsked(store), sites: [] };
}

/** Rule with its name and all its parameters, as stored with a recrawl run. */
export interface ChosenRule {
  readonly name: string;
  /** Parameters as JSON. */
  readonly params: string;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly rule: RevisitRule;
}

/**
 * Returns a rule with validated parameters.
 *
 * @throws BadInput for an invalid rule or parameter
 */
export function chosenRule(name: string, params: Readonly<Record<string, unknown>>): ChosenRule {
  const maker = revisitRules.find((member) => member.name === name);
  if (!maker) throw new BadInput(`--rule must be one of ${revisitRules.map((member) => member.name).join(', ')}`);
  const parsed = maker.params.safeParse(params);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const known = Object.keys(maker.params.shape);
    const which = known.length > 0 ? `; ${name} has ${known.join(', ')}` : `; ${name} has none`;
    const parameter = String(issue?.path[0] ?? Object.keys(params).find((key) => !known.includes(key)) ?? '');
    throw new BadInput(`--param ${parameter}: ${issue?.message ?? 'is not valid'}${which}`);
  }
  return { name, params: JSON.stringify(parsed.data), shown: parsed.data, rule: maker.make(parsed.data) };
}

/**
 * Rejects impossible options.
 *
 * @throws BadInput for an invalid rule or parameter, or a recrawl run without a limit
 */
export function refuseImpossible(asked: RecrawlRunOptions): void {
  if (asked.pageLimit === undefined && asked.timeLimit === undefined)
    throw new BadInput('recrawl needs a budget: set --page-limit or --time-limit');
  if (asked.rule !== undefined) chosenRule(asked.rule, asked.param);
}

/**
 * Rejects a database without pages.
 *
 * @throws BadInput
 */
export function refuseEmpty(store: Store, db: string): void {
  const pages = seedQueries(store)
    .all.all({})
    .reduce((sum, site) => sum + (site.removed === null ? site.pages : 0), 0);
  if (pages === 0) throw new BadInput(`nothing to recrawl: ${db} has no pages yet; run forager crawl first`);
}

/**
 * Returns the start of the last recrawl run and its state, open or ended; undefined before the first.
 *
 * @throws BadInput for impossible options, or a database without pages
 */
export async function lastRecrawlRun(db: string, options: RecrawlRunOptions) {
  refuseImpossible(options);
  const store = isPostgres(db) ? await openCrawlsOwn(db) : await openStoreToRead(db);
  try {
    if (!isPostgres(db)) refuseEmpty(store, db);
    const last = recrawlRunQueries(store).last.get({});
    return last && { startedAt: last.started_at, isOpen: last.ended_at === null };
  } finally {
    await store.close();
  }
}
