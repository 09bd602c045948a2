import type { TopicDefinition } from '../domain/topic.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import {
  type Calibration,
  CLAIRVOYANT,
  type LabReport,
  type ReportCurve,
  type ReportResult,
  SITE_ORACLE,
} from './report/report.ts';
import { calibration, deviation, mean } from './statistics.ts';
import { isMadeUp, type LabTask, type NamedStrategy, type RunTask, type TaskResult, type WebChoice } from './tasks.ts';

/** Oracles, in the report's order. */
export const ORACLES: readonly string[] = [SITE_ORACLE, CLAIRVOYANT];

/** Baseline: R1 (Pechnikov & Chernobrovkin 2012, §3). */
const TRIVIAL: NamedStrategy = { name: 'beebot-trivial', choice: { strategy: 'beebot-trivial', params: {} } };

export interface Comparison {
  readonly web: WebChoice;
  readonly strategies: readonly NamedStrategy[];
  /** Name of the reward that S(N) sums. */
  readonly measure: string;
  /** Topic of rewards that judge texts, and of the measure. */
  readonly topic?: TopicDefinition | undefined;
  readonly pageLimits: readonly number[];
  /** Number of replays per strategy, with random seeds 1, 2, 3 and so on. */
  readonly seeds: number;
  /** Number of concurrent visits. */
  readonly workers: number;
}

/** Task with the keys of its result. */
interface Job {
  readonly strategy: string;
  readonly pageLimit: number;
  /** Other page limits with the same result. */
  readonly alsoFor: readonly number[];
  /** Number of seeds with the same result. */
  readonly seeds: number;
  readonly task: LabTask;
}

/** Returns the number of a comparison's tasks. */
export const taskCount = (comparison: Comparison): number => jobsOf(comparison).length;

/**
 * Replays every strategy with every page limit and seed, and runs the oracles. On abort, finished tasks are kept:
 * `seeds` of a result is its number of replays; results without replays are left out.
 *
 * @param onDone called after each task
 * @throws BadInput for an invalid web or strategy
 */
export async function compare(
  comparison: Comparison,
  run: RunTask,
  onDone: () => void,
  signal: AbortSignal,
): Promise<Pick<LabReport, 'webs' | 'results' | 'curves' | 'calibrations' | 'losses'>> {
  const results = await Promise.all(
    jobsOf(comparison).map(async (job): Promise<readonly (Job & TaskResult)[]> => {
      try {
        const { curve, clairvoyant, web, expectations, losses } = await run(job.task, signal);
        onDone();
        const own = {
          ...job,
          curve,
          ...(web && { web }),
          ...(expectations && { expectations }),
          ...(losses && { losses }),
        };
        const shorter = job.alsoFor.map((pageLimit) => ({ ...job, pageLimit, curve: curve.slice(0, pageLimit + 1) }));
        const all = [own, ...shorter, ...(clairvoyant ? [{ ...job, strategy: CLAIRVOYANT, curve: clairvoyant }] : [])];
        return Array.from({ length: job.seeds }, () => all).flat();
      } catch (error) {
        if (signal.aborted) return [];
        throw error;
      }
    }),
  );
  const done = results.flat();
  const [web] = done.flatMap((one) => one.web ?? []);
  const curves = curvesOf(web?.name ?? '', done);
  const calibrations = calibrationsOf(Math.max(...comparison.pageLimits), done);
  const losses = done.find((one) => one.losses)?.losses ?? [];
  return { webs: web ? [web] : [], curves, results: resultsOf(comparison, curves, done), calibrations, losses };
}

/** Returns the calibrations over all replays with the largest page limit. */
function calibrationsOf(pageLimit: number, done: readonly (Job & TaskResult)[]): Calibration[] {
  const withExpectations = done.filter((job) => job.pageLimit === pageLimit && job.expectations);
  return [...new Set(withExpectations.map(({ strategy }) => strategy))].map((strategy) => {
    const own = withExpectations.filter((job) => job.strategy === strategy);
    return { strategy, rows: calibration(own.flatMap(({ expectations = [] }) => expectations)) };
  });
}

/**
 * Returns the tasks seed by seed, so that an interrupted comparison covers all strategies. Skips equal results: smaller
 * N for strategies that do not plan with N (one worker only), and oracles of recorded webs for other seeds.
 */
function jobsOf({ web, strategies, measure, topic, pageLimits, seeds, workers }: Comparison): Job[] {
  const trivial = { ...TRIVIAL, choice: { ...TRIVIAL.choice, topic } };
  const all = strategies.some(({ name }) => name === TRIVIAL.name) ? strategies : [trivial, ...strategies];
  const most = Math.max(...pageLimits);
  const plans = new Map(
    all.map(({ name, choice }) => [name, workers > 1 || makeStrategy(choice, most).plansWithLimit] as const),
  );
  const webs = web.files.some(isMadeUp) ? Array.from({ length: seeds }, (_, at) => at + 1) : [1];
  const jobs: Job[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const compared = seed === 1 ? all : [];
    const oracles = {
      kind: 'oracles',
      web,
      measure,
      topic,
      pageLimit: most,
      seed,
      strategies: compared,
      workers,
    } as const;
    if (webs.includes(seed))
      jobs.push({ strategy: SITE_ORACLE, pageLimit: most, alsoFor: [], seeds: seeds / webs.length, task: oracles });
    for (const pageLimit of pageLimits)
      for (const { name, choice } of all) {
        if (pageLimit !== most && !plans.get(name)) continue;
        const alsoFor = plans.get(name) ? [] : pageLimits.filter((limit) => limit !== most);
        const task = { kind: 'replay', web, choice, measure, pageLimit, workers, seed } as const;
        jobs.push({ strategy: name, pageLimit, alsoFor, seeds: 1, task });
      }
  }
  return jobs;
}

const isSame = (a: Pick<Job, 'strategy' | 'pageLimit'>, b: Pick<Job, 'strategy' | 'pageLimit'>): boolean =>
  a.strategy === b.strategy && a.pageLimit === b.pageLimit;

/** Returns means and deviations over the seeds. A replay that ran out of pages keeps its last value. */
function curvesOf(web: string, done: readonly (Job & TaskResult)[]): ReportCurve[] {
  const isFirst = (job: Job, place: number) => done.findIndex((other) => isSame(other, job)) === place;
  return done.filter(isFirst).map(({ strategy, pageLimit }) => {
    const group = done.filter((job) => isSame(job, { strategy, pageLimit }));
    const length = Math.max(...group.map(({ curve }) => curve.length));
    const pages = Array.from({ length }, (_, n) => n);
    const at = pages.map((n) => group.map(({ curve }) => curve[Math.min(n, curve.length - 1)] ?? 0));
    return { web, strategy, pageLimit, pages, mean: at.map(mean), sd: at.map(deviation) };
  });
}

function resultsOf({ pageLimits }: Comparison, curves: readonly ReportCurve[], done: readonly Job[]): ReportResult[] {
  const best = curves.find(({ strategy }) => strategy === SITE_ORACLE);
  return pageLimits.flatMap((pageLimit) => {
    const trivial = curves.find((one) => one.strategy === TRIVIAL.name && one.pageLimit === pageLimit);
    const asked = curves.filter((one) => ORACLES.includes(one.strategy) || one.pageLimit === pageLimit);
    return asked.map(({ web, strategy, pageLimit: own, mean, sd }) => {
      const found = at(mean, pageLimit) ?? 0;
      const oracle = best && at(best.mean, pageLimit);
      return {
        web,
        strategy,
        pageLimit,
        seeds: done.filter((job) => isSame(job, { strategy, pageLimit: own })).length,
        mean: found,
        sd: at(sd, pageLimit) ?? 0,
        ratioToTrivial: ratio(found, trivial && at(trivial.mean, pageLimit)),
        ratioToOracle: ratio(found, oracle),
        regret: oracle === undefined ? null : oracle - found,
      };
    });
  });
}

const at = (values: readonly number[], n: number): number | undefined => values[Math.min(n, values.length - 1)];

const ratio = (found: number, of: number | undefined): number | null => (of ? found / of : null);
