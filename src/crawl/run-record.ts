import { isDeepStrictEqual } from 'node:util';
import { isPostgres } from '../domain/database.ts';
import { BadInput } from '../domain/errors.ts';
import { captureOf, hasSession } from '../options/crawl.ts';
import { lastRun } from '../reports/runs.ts';
import type { Store } from '../storage/open.ts';
import { runQueries, settingQueries, storedIdentity, topicQueries } from '../storage/runs.ts';
import { one } from '../storage/statement.ts';
import type { AskedParams } from '../strategies/preset.ts';
import type { Strategy, StrategyChoice } from '../strategies/strategy.ts';
import type { Identity } from '../url/normalise.ts';
import type { CrawlOptions } from './crawl-options.ts';

/**
 * What was asked for; where that names no strategy, a crawl goes on with the one of its last run. A member that is
 * replaced takes its parameters with it; those of the others stay, unless some are given. The topic stays until another is
 * given.
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

/** The setting that tells by which depth and patterns links were set aside. */
const BOUNDED_BY = 'bounded-by';

const boundsOf = (options: CrawlOptions): string => {
  const { depth, include, exclude } = options;
  return JSON.stringify([depth, include, exclude, hasSession(options)]);
};

/** Whether links were set aside by the depth and the patterns of these options, and by nothing else since. */
export const hasSameBounds = (store: Store, options: CrawlOptions): boolean =>
  settingQueries(store).get.get({ name: BOUNDED_BY })?.value === boundsOf(options);

/** Links are set aside by these and nothing else, and all that they let in wait. */
export const keepBounds = (store: Store, options: CrawlOptions): void =>
  void settingQueries(store).put.run({ name: BOUNDED_BY, value: boundsOf(options) });

/** Links may be set aside by others. */
export const forgetBounds = (store: Store): void => void settingQueries(store).put.run({ name: BOUNDED_BY, value: '' });

/** The setting that tells by which link order the waiting links of a database stand where they do. */
const RANKED_BY = 'ranked-by';

/** What the ranks of links depend on, besides what was learned. */
const orderOf = ({ names, topic }: Strategy, seed: number): string =>
  JSON.stringify([names.linkOrder, names.linkOrderParams, names.reward, topic?.definition, seed]);

/** Whether waiting links stand where another link order has put them, and are to be ranked anew; to be asked before a run begins. */
export function isRankedOtherwise(store: Store, strategy: Strategy, seed: number): boolean {
  const known = settingQueries(store).get.get({ name: RANKED_BY })?.value;
  if (known !== undefined) return known !== orderOf(strategy, seed);
  // Earlier Foragers kept the names of the last run only.
  const had = lastRun(store)?.config.strategy;
  const { linkOrder, linkOrderParams } = strategy.names;
  const isSame = had?.linkOrder === linkOrder && isDeepStrictEqual(had.linkOrderParams, linkOrderParams);
  return had !== undefined && !isSame;
}

/** All of them stand where this link order puts them. */
export const keepOrder = (store: Store, strategy: Strategy, seed: number): void =>
  void settingQueries(store).put.run({ name: RANKED_BY, value: orderOf(strategy, seed) });

/** They are about to be ranked anew. */
export const forgetOrder = (store: Store): void => void settingQueries(store).put.run({ name: RANKED_BY, value: '' });

export interface RunRecord {
  readonly id: number;
  readonly startedAt: number;
  /** What earlier runs of the crawl or the night took, in milliseconds. */
  readonly spentBefore: number;
  /** The night that it works on; undefined for a crawl. */
  readonly night: number | undefined;
}

/** Records that a run begins, of a crawl or of a night. */
export function beginRun(
  store: Store,
  options: CrawlOptions,
  strategy: Strategy,
  startedAt: number,
  night?: number,
): RunRecord {
  const runs = runQueries(store);
  runs.endKilled.run({});
  const earlier = night === undefined ? runs.totalMilliseconds.get({}) : runs.nightMilliseconds.get({ night });
  const spentBefore = earlier?.milliseconds ?? 0;
  const { choice, names } = strategy;
  const { topic } = choice;
  if (topic) topicQueries(store).put.run({ name: topic.name, definition: JSON.stringify(topic) });
  const chosen = { ...choice, topic: topic?.name };
  // The addresses of the proxy and the database may hold passwords.
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
  const { id } = one(runs.start, { started_at: startedAt, pid: process.pid, config });
  if (night !== undefined) runs.serve.run({ id: id, night });
  return { id, startedAt, spentBefore, night };
}

/**
 * Links are told apart by it, so a database keeps the identity that it was begun with.
 *
 * @throws BadInput if another one is asked for
 */
export function fixedIdentity(store: Store, asked: AskedIdentity, presetFoldCase: boolean): Identity {
  const { foldCase, ignoreInUrls } = asked;
  fix(store, 'fold-case', foldCase === undefined ? undefined : String(foldCase), String(presetFoldCase));
  fix(store, 'ignore-in-urls', ignoreInUrls && [...ignoreInUrls].sort().join(','), '');
  return storedIdentity(store);
}

type AskedIdentity = Pick<CrawlOptions, 'foldCase' | 'ignoreInUrls'>;

/** Keeps the setting as the database has it; as it is asked for, or else the default, where the database is new. */
function fix(store: Store, name: string, asked: string | undefined, preset: string): void {
  const settings = settingQueries(store);
  const known = settings.get.get({ name })?.value;
  if (known !== undefined && asked !== undefined && asked !== known)
    throw new BadInput(`--${name}: this database was created with ${known || 'none'}; use another database`);
  if (known === undefined) settings.insert.run({ name, value: asked ?? preset });
}
