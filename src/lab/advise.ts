import { z } from 'zod';
import type { Maker } from '../domain/maker.ts';
import { linkOrders } from '../link-orders/registry.ts';
import { rewards } from '../rewards/registry.ts';
import { siteRules } from '../site-rules/registry.ts';
import type { AskedParams } from '../strategies/preset.ts';
import { presetsFor, strategyName } from '../strategies/strategy.ts';
import type { NamedStrategy, RunTask, WebChoice } from './tasks.ts';

/** Of the sites, in each trial. */
const SHARE = 0.5;
/** Of the page limit, in each trial: as of the sites, so that each has as many pages as in the whole. */
const limitOf = (pageLimit: number): number => Math.max(1, Math.round(pageLimit * SHARE));

interface AdviceQuestion {
  readonly web: WebChoice;
  /** The reward in which S(N) of all strategies is counted. */
  readonly measure: string;
  readonly pageLimit: number;
  /** What the others are compared with, such as the strategy of the last crawl. */
  readonly present: NamedStrategy;
  /** Trials, each on another half of the sites. */
  readonly trials: number;
  readonly workers: number;
}

/** How a strategy would have served. */
export interface Advice {
  readonly strategy: string;
  /** S(N) on all sites. */
  readonly found: number;
  /** By how much that is more than what the present strategy finds, as a share of it; null where that finds nothing. */
  readonly gain: number | null;
  /** The same in the trials: the mean, and what lies between the 5th and the 95th percentile. */
  readonly trialGain: { readonly mean: number; readonly low: number; readonly high: number } | null;
  /** Share of the trials in which it found more than the present strategy; equal counts half. */
  readonly confidence: number;
}

/** Every preset, with the parameters that its members are worth trying with, those of one member at a time; each once. */
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

/** What a member is tried with beside its defaults. */
const trialsOf = (members: readonly Maker<unknown>[], name: string): readonly AskedParams[] =>
  (members.find((member) => member.name === name)?.trials ?? []).map((trial) => asked.parse(trial));

const asked = z.record(z.string(), z.union([z.number(), z.string()]));

/** How many tasks a question has. */
export const adviceTaskCount = ({ present, trials }: AdviceQuestion): number =>
  candidates(present).length * (1 + trials);

/**
 * Which strategy would have served these sites best, and how sure that is for another crawl of such sites: each is
 * replayed on all sites, and in trials on random halves of them, with half of the page limit (delete-half jackknife; Shao
 * & Wu 1989). Confident is what holds on almost every half. Best first. When the signal is given, trials that are not over
 * are left out.
 *
 * @throws BadInput for a web or a strategy that can't be
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

/** S(N) of a strategy: on all sites in round 0, on a half of them in the others. Undefined where it was interrupted. */
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

/** Mean, 5th and 95th percentile (nearest rank). */
function spread(gains: readonly number[]): Advice['trialGain'] {
  if (gains.length === 0) return null;
  const sorted = [...gains].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { mean: gains.reduce((sum, gain) => sum + gain, 0) / gains.length, low: at(0.05), high: at(0.95) };
}
