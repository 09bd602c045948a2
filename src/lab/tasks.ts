import type { TopicDefinition } from '../domain/topic.ts';
import type { StrategyChoice } from '../strategies/strategy.ts';
import type { LostBy } from './missed-links.ts';
import type { Prediction } from './statistics.ts';

/** Units for splitting a recorded site; see recorded/split.ts. */
export const splits = ['host', 'prefix', 'section'] as const;
export type Split = (typeof splits)[number];

/** Web of a task. */
export interface WebChoice {
  readonly files: readonly string[];
  readonly split: Split | undefined;
  /** Name in results; undefined: by files. */
  readonly name?: string | undefined;
}

/** Tells whether a file is the spec of a synthetic web, which differs by seed. */
export const isMadeUp = (file: string): boolean => /\.(ya?ml|json)$/i.test(file);

export interface NamedStrategy {
  /** Name as typed by the user. */
  readonly name: string;
  readonly choice: StrategyChoice;
}

/** Task of one replay. */
interface ReplayTask {
  readonly kind: 'replay';
  readonly web: WebChoice;
  readonly choice: StrategyChoice;
  /** Name of the reward that S(N) sums, independent of the strategy's reward. */
  readonly measure: string;
  readonly pageLimit: number;
  readonly workers: number;
  readonly seed: number;
  /** Share of the sites, in (0, 1]. */
  readonly share?: number;
}

/** Task of a world's oracles, for all numbers of pages up to a limit. */
export interface OracleTask {
  readonly kind: 'oracles';
  readonly web: WebChoice;
  readonly measure: string;
  /** Topic of the measure, if it needs one. */
  readonly topic?: TopicDefinition | undefined;
  readonly pageLimit: number;
  readonly seed: number;
  /** Strategies whose losses against the clairvoyant are computed. */
  readonly strategies: readonly NamedStrategy[];
  readonly workers: number;
}

export type LabTask = ReplayTask | OracleTask;

/** Runs a task. Fails with the task's error or on abort. */
export type RunTask = (task: LabTask, signal: AbortSignal) => Promise<TaskResult>;

export interface TaskResult {
  /** S(n) of a replay, or F[n] of the site oracle, for n from 0 to the last visit. */
  readonly curve: Float64Array;
  /**
   * Expected and actual rewards of a replay's visits, in the strategy's reward; absent in orders without expectations.
   */
  readonly expectations?: readonly Prediction[];
  /** Curve of the clairvoyant, for external links and documents only. */
  readonly clairvoyant?: Float64Array;
  readonly losses?: readonly LostBy[];
  /** Totals of the web. `links` counts external links, or links to documents, distinct within each site. */
  readonly web?: { readonly name: string; readonly sites: number; readonly pages: number; readonly links: number };
}
