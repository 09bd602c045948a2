import { isDeepStrictEqual } from 'node:util';
import { isPostgres } from '../domain/database.ts';
import { BadInput } from '../domain/errors.ts';
import { captureOf, hasSession } from '../options/crawl.ts';
import { lastRun } from '../reports/runs.ts';
import type { Store } from '../storage/open.ts';
import { runQueries, settingQueries, storedIdentity, topicQueries } from '../storage/runs.ts';
import { getOne } from '../storage/statement.ts';
import type { AskedParams } from '../strategies/preset.ts';
import type { Strategy, StrategyChoice } from '../strategies/strategy.ts';
import type { Identity } from '../url/normalise.ts';
import type { CrawlOptions } from './crawl-options.ts';

/**
 * Returns the requested choice, with missing parts from the last run: its strategy, its topic, and the parameters of
 * each member that stays the same. A new strategy replaces all but the topic.
 */
export function resumedChoice(asked: StrategyChoice, store: Store): StrategyChoice {
  const config = lastRun(store)?.config;
  if (config === undefined) return asked;
  const { choice: last, strategy: had } = config;
  const topic = asked.topic ?? last.topic;
  if (asked.strategy !== undefined) return { ...asked, topic };
  const params = (name: string | undefined, before: string, given: AskedParams = {}, known: AskedParams = {}) =>
    Object.keys(given).length > 0 || (name !== undefined && name !== before) ? given : known;
  return {
    strategy: last.strategy,
    reward: asked.reward ?? last.reward,
    siteRule: asked.siteRule ?? last.siteRule,
    linkOrder: asked.linkOrder ?? last.linkOrder,
    rewardParams: params(asked.reward, had.reward, asked.rewardParams, last.rewardParams),
    params: params(asked.siteRule, had.siteRule, asked.params, last.params),
    linkOrderParams: params(asked.linkOrder, had.linkOrder, asked.linkOrderParams, last.linkOrderParams),
    topic,
  };
}

/** Setting with the depth and the patterns that links were skipped by. */
const BOUNDED_BY = 'bounded-by';

const boundsOf = (options: CrawlOptions): string => {
  const { depth, include, exclude } = options;
  return JSON.stringify([depth, include, exclude, hasSession(options)]);
};

/** Tells whether links were skipped by exactly the depth and the patterns of these options. */
export const hasSameLimits = (store: Store, options: CrawlOptions): boolean =>
  settingQueries(store).get.get({ name: BOUNDED_BY })?.value === boundsOf(options);

/** Records that links are skipped by exactly these options, and that all allowed links wait. */
export const keepLimits = (store: Store, options: CrawlOptions): void =>
  void settingQueries(store).put.run({ name: BOUNDED_BY, value: boundsOf(options) });

/** Records that links may be skipped by other options. */
export const forgetLimits = (store: Store): void => void settingQueries(store).put.run({ name: BOUNDED_BY, value: '' });

/** Setting with the link order that ranked the waiting links of the database. */
const RANKED_BY = 'ranked-by';

/** Returns all that determines the ranks of links, except the learned state. */
const orderOf = ({ names, topic }: Strategy, seed: number): string =>
  JSON.stringify([names.linkOrder, names.linkOrderParams, names.reward, topic?.definition, seed]);

/**
 * Tells whether another link order ranked the waiting links, which then need a new ranking. Valid only before a run
 * begins.
 */
export function isRankedOtherwise(store: Store, strategy: Strategy, seed: number): boolean {
  const known = settingQueries(store).get.get({ name: RANKED_BY })?.value;
  if (known !== undefined) return known !== orderOf(strategy, seed);
  // Older versions stored only the names of the last run.
  const had = lastRun(store)?.config.strategy;
  const { linkOrder, linkOrderParams } = strategy.names;
  const isSame = had?.linkOrder === linkOrder && isDeepStrictEqual(had.linkOrderParams, linkOrderParams);
  return had !== undefined && !isSame;
}

/** Records that this link order has ranked all waiting links. */
export const keepOrder = (store: Store, strategy: Strategy, seed: number): void =>
  void settingQueries(store).put.run({ name: RANKED_BY, value: orderOf(strategy, seed) });

/** Records that the waiting links are about to be ranked again. */
export const forgetOrder = (store: Store): void => void settingQueries(store).put.run({ name: RANKED_BY, value: '' });

export interface RunRecord {
  readonly id: number;
  readonly startedAt: number;
  /** Duration of earlier runs of the crawl or the recrawl run, in milliseconds. */
  readonly spentBefore: number;
  /** Recrawl run to work on; undefined for a crawl. */
  readonly recrawlRun: number | undefined;
}

/** Records the start of a run, for a crawl or a recrawl run. */
export function beginRun(
  store: Store,
  options: CrawlOptions,
  strategy: Strategy,
  startedAt: number,
  recrawlRun?: number,
): RunRecord {
  const runs = runQueries(store);
  runs.endKilled.run({});
  const earlier =
    recrawlRun === undefined ? runs.totalMilliseconds.get({}) : runs.runMilliseconds.get({ step: recrawlRun });
  const spentBefore = earlier?.milliseconds ?? 0;
  const { choice, names } = strategy;
  const { topic } = choice;
  if (topic) topicQueries(store).put.run({ name: topic.name, definition: JSON.stringify(topic) });
  const chosen = { ...choice, topic: topic?.name };
  // Addresses of the proxy and the database may contain passwords.
  const own = {
    sites: undefined,
    proxy: undefined,
    joins: undefined,
    isBack: undefined,
    db: isPostgres(options.db) ? undefined : options.db,
    capture: captureOf(options),
    choice: chosen,
    strategy: names,
  };
  const config = JSON.stringify({ ...options, ...own });
  const { id } = getOne(runs.start, { started_at: startedAt, pid: process.pid, config });
  if (recrawlRun !== undefined) runs.serve.run({ id, recrawl_run: recrawlRun });
  return { id, startedAt, spentBefore, recrawlRun };
}

/**
 * Returns the identity rules of a database, fixed when the database was created.
 *
 * @throws BadInput if other rules are requested
 */
export function fixedIdentity(store: Store, asked: AskedIdentity, presetFoldCase: boolean): Identity {
  const { foldCase, ignoreInUrls } = asked;
  fix(store, 'fold-case', foldCase === undefined ? undefined : String(foldCase), String(presetFoldCase));
  fix(store, 'ignore-in-urls', ignoreInUrls && [...ignoreInUrls].sort().join(','), '');
  return storedIdentity(store);
}

type AskedIdentity = Pick<CrawlOptions, 'foldCase' | 'ignoreInUrls'>;

/**
 * Stores a setting in a new database, as requested or else by default. An existing setting stays.
 *
 * @throws BadInput if another value is requested
 */
function fix(store: Store, name: string, asked: string | undefined, preset: string): void {
  const settings = settingQueries(store);
  const known = settings.get.get({ name })?.value;
  if (known !== undefined && asked !== undefined && asked !== known)
    throw new BadInput(`--${name}: this database was created with ${known || 'none'}; use another database`);
  if (known === undefined) settings.insert.run({ name, value: asked ?? preset });
}
