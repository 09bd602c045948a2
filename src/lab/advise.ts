import { z } from 'zod';
import type { Maker } from '../domain/rule-factory.ts';
import { linkOrders } from '../link-orders/registry.ts';
import { rewards } from '../rewards/registry.ts';
import { siteRules } from '../site-rules/registry.ts';
import type { AskedParams } from '../strategies/preset.ts';
import { presetsFor, strategyName } from '../strategies/strategy.ts';
import type { NamedStrategy, RunTask, WebChoice } from './tasks.ts';

/** Share of the sites in each trial. */
const SHARE = 0.5;
/** Scales the page limit like the sites, for an equal number of pages per site. */
const limitOf = (pageLimit: number): number => Math.max(1, Math.round(pageLimit * SHARE));

interface AdviceQuestion {
  readonly web: WebChoice;
  /** Name of the reward that S(N) sums for all strategies. */
  readonly measure: string;
  readonly pageLimit: number;
  /** Strategy to compare with, such as that of the last crawl. */
  readonly present: NamedStrategy;
  /** Number of trials, each on a random half of the sites. */
  readonly trials: number;
  readonly workers: number;
}

/** Estimated result of a strategy. */
export interface Advice {
  readonly strategy: string;
  /** S(N) on all sites. */
  readonly found: number;
  /** Relative gain over the present strategy; null if that finds nothing. */
  readonly gain: number | null;
  /** Relative gain in the trials: mean, and 5th and 95th percentile. */
  readonly trialGain: { readonly mean: number; readonly low: number; readonly high: number } | null;
  /** Share of trials with more finds than the present strategy; ties count half. */
  readonly confidence: number;
}

/** Returns all presets with their default and trial parameters, varying one member at a time, without duplicates. */
export function candidates(present: NamedStrategy): NamedStrategy[] {
  const { topic } = present.choice;
  const all = presetsFor(topic).flatMap(({ name: strategy, reward, siteRule, linkOrder }) => {
    const plain = { strategy, params: {}, topic };
    const choices = [
      plain,
      ...trialsOf(rewards, reward).map((rewardParams) => ({ ...plain, rewardParams })),
      ...trialsOf(siteRules, siteRule).map((params) => ({ ...plain, params })),
      ...trialsOf(linkOrders, linkOrder).map((linkOrderParams) => ({ ...plain, linkOrderParams })),
    ];
    return choices.map((choice) => ({ name: strategyName(choice), choice }));
  });
  return [present, ...all.filter(({ name }) => name !== present.name)];
}

/** Returns the trial parameters of a member. */
const trialsOf = (members: readonly Maker<unknown>[], name: string): readonly AskedParams[] =>
  (members.find((member) => member.name === name)?.trials ?? []).map((trial) => asked.parse(trial));

const asked = z.record(z.string(), z.union([z.number(), z.string()]));

/** Returns the number of a question's tasks. */
export const adviceTaskCount = ({ present, trials }: AdviceQuestion): number =>
  candidates(present).length * (1 + trials);

/**
 * Compares strategies on these sites and estimates the confidence for similar sites. Replays each strategy on all sites
 * and on random halves with half of the page limit (delete-half jackknife; Shao & Wu 1989). Best first. On abort,
 * unfinished trials are left out.
 *
 * @throws BadInput for an invalid web or strategy
 */
export async function advise(
  question: AdviceQuestion,
  run: RunTask,
  onDone: () => void,
  signal: AbortSignal,
): Promise<Advice[]> {
  const { present, trials } = question;
  const all = candidates(present);
  const rounds = await Promise.all(
    Array.from({ length: trials + 1 }, (_, round) =>
      Promise.all(all.map((strategy) => found(question, strategy, round, run, onDone, signal))),
    ),
  );
  const [whole = [], ...halves] = rounds;
  const advice = all.flatMap(({ name: strategy }, place) => {
    const total = whole[place];
    if (total === undefined) return [];
    const pairs = halves.flatMap((round) => {
      const [mine, other] = [round[place], round[0]];
      return mine === undefined || other === undefined ? [] : [{ mine, other }];
    });
    const wins = pairs.reduce((sum, { mine, other }) => sum + (mine > other ? 1 : mine === other ? 0.5 : 0), 0);
    return [
      {
        strategy,
        found: total,
        gain: gainOf(total, whole[0]),
        trialGain: spread(pairs.flatMap(({ mine, other }) => gainOf(mine, other) ?? [])),
        confidence: pairs.length === 0 ? 0.5 : wins / pairs.length,
      },
    ];
  });
  return advice.sort(
    (a, b) =>
      b.found - a.found ||
      all.findIndex(({ name }) => name === a.strategy) - all.findIndex(({ name }) => name === b.strategy),
  );
}

/** Returns S(N) of a strategy, on all sites in round 0, on half of them in other rounds; undefined on abort. */
async function found(
  { web, measure, pageLimit, workers }: AdviceQuestion,
  { choice }: NamedStrategy,
  round: number,
  run: RunTask,
  onDone: () => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  const size = round === 0 ? { pageLimit, share: 1 } : { pageLimit: limitOf(pageLimit), share: SHARE };
  try {
    const { curve } = await run({ kind: 'replay', web, choice, measure, workers, seed: round + 1, ...size }, signal);
    onDone();
    return curve.at(-1) ?? 0;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

const gainOf = (found: number, present: number | undefined): number | null => (present ? found / present - 1 : null);

/** Returns mean, 5th and 95th percentile (nearest rank). */
function spread(gains: readonly number[]): Advice['trialGain'] {
  if (gains.length === 0) return null;
  const sorted = [...gains].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { mean: gains.reduce((sum, gain) => sum + gain, 0) / gains.length, low: at(0.05), high: at(0.95) };
}
