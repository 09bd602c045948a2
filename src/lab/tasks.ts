import type { TopicDefinition } from '../domain/topic.ts';
import type { StrategyChoice } from '../strategies/strategy.ts';
import type { LostBy } from './lost.ts';
import type { Foretold } from './statistics.ts';

/** By what a recorded site can be split into several; see recorded/split.ts. */
export const splits = ['host', 'prefix', 'section'] as const;
export type Split = (typeof splits)[number];

/** The web of a task. */
export interface WebChoice {
  readonly files: readonly string[];
  readonly split: Split | undefined;
  /** What results call it; undefined: by its files. */
  readonly name?: string | undefined;
}

/** Whether one of these files is the spec of a web that is made up: by another seed it is another web. */
export const isMadeUp = (file: string): boolean => /\.(ya?ml|json)$/i.test(file);

export interface NamedStrategy {
  /** As its user wrote it. */
  readonly name: string;
  readonly choice: StrategyChoice;
}

/** One replay. */
interface ReplayTask {
  readonly kind: 'replay';
  readonly web: WebChoice;
  readonly choice: StrategyChoice;
  /** The reward in which S(N) is counted, whatever the strategy's own is. */
  readonly measure: string;
  readonly pageLimit: number;
  readonly workers: number;
  readonly seed: number;
  /** Share of the sites, in (0, 1]. */
  readonly share?: number;
}

/** The oracles of one world, for all numbers of pages up to a limit. */
export interface OracleTask {
  readonly kind: 'oracles';
  readonly web: WebChoice;
  readonly measure: string;
  /** What the measure judges by, if it does. */
  readonly topic?: TopicDefinition | undefined;
  readonly pageLimit: number;
  readonly seed: number;
  /** Strategies whose losses beside the clairvoyant are wanted. */
  readonly strategies: readonly NamedStrategy[];
  readonly workers: number;
}

export type LabTask = ReplayTask | OracleTask;

/** Where the tasks are done; fails with the task's error, or when the signal is given. */
export type RunTask = (task: LabTask, signal: AbortSignal) => Promise<TaskResult>;

export interface TaskResult {
  /** S(n) of a replay, F[n] of the site oracle, for n from 0; it ends where nothing is left to visit. */
  readonly curve: Float64Array;
  /** Of a replay whose link order expects something of links: what it expected of each visit, and what that brought, in the strategy's own reward. */
  readonly expectations?: readonly Foretold[];
  /** Of the oracles' task: the same of the clairvoyant, which knows external links and documents only … */
  readonly clairvoyant?: Float64Array;
  readonly losses?: readonly LostBy[];
  /** … and what there is in all. `links` are distinct external ones, or those to documents where these are counted, each counted once for its site. */
  readonly web?: { readonly name: string; readonly sites: number; readonly pages: number; readonly links: number };
}
