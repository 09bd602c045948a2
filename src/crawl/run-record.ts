import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import type { Store } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';
import { settingQueries } from '../storage/settings.ts';
import type { Strategy, StrategyChoice } from '../strategies/strategy.ts';
import type { CrawlOptions } from './crawl-options.ts';

/** What a run's record says of its options. */
const runConfig = z.object({
  pageLimit: z.number().optional(),
  choice: z.object({
    strategy: z.string(),
    reward: z.string().optional(),
    siteRule: z.string().optional(),
    linkOrder: z.string().optional(),
    params: z.record(z.string(), z.number()),
  }),
  strategy: z.object({
    reward: z.string(),
    siteRule: z.string(),
    linkOrder: z.string(),
    params: z.record(z.string(), z.unknown()),
  }),
});

/** The last run of a crawl's database, and its options; undefined before the first. */
export function lastRun(store: Store) {
  const run = runQueries(store).last.get({});
  return run && { ...run, config: runConfig.parse(JSON.parse(run.config)) };
}

/** What was asked for; where that names no strategy, a crawl goes on with the one of its last run. */
export function goOnWith(asked: StrategyChoice, store: Store): StrategyChoice {
  const last = lastRun(store)?.config.choice;
  if (asked.strategy !== undefined || last === undefined) return asked;
  const keepsParams = asked.siteRule === undefined && Object.keys(asked.params).length === 0;
  return {
    strategy: last.strategy,
    reward: asked.reward ?? last.reward,
    siteRule: asked.siteRule ?? last.siteRule,
    linkOrder: asked.linkOrder ?? last.linkOrder,
    params: keepsParams ? last.params : asked.params,
  };
}

/** Records that a run begins; `spentBefore` is what earlier runs took, in milliseconds. */
export function beginRun(store: Store, options: CrawlOptions, strategy: Strategy, startedAt: number) {
  const runs = runQueries(store);
  runs.endKilled.run({});
  const spentBefore = runs.totalMilliseconds.get({})?.milliseconds ?? 0;
  const { choice, names } = strategy;
  // The proxy's address may hold a password.
  const config = JSON.stringify({ ...options, sites: undefined, proxy: undefined, choice, strategy: names });
  const { id } = runs.start.run({ startedAt, pid: process.pid, config });
  return { id, startedAt, spentBefore };
}

/** Identities depend on it, so a database keeps the choice that it was begun with. */
export function fixedFoldCase(store: Store, asked: boolean | undefined, preset: boolean): boolean {
  const settings = settingQueries(store);
  const known = settings.get.get({ name: 'fold-case' });
  if (known) {
    const value = known.value === 'true';
    if (asked !== undefined && asked !== value) {
      throw new BadInput(`--fold-case: this database was begun with ${known.value}; use another database`);
    }
    return value;
  }
  const value = asked ?? preset;
  settings.insert.run({ name: 'fold-case', value: String(value) });
  return value;
}
