import { availableParallelism } from 'node:os';
import { resumedChoice } from '../../crawl/run-record.ts';
import { ExitCode } from '../../domain/errors.ts';
import { type Advice, adviceTaskCount, advise, candidates } from '../../lab/advise.ts';
import { webFiles } from '../../lab/open-world.ts';
import type { NamedStrategy } from '../../lab/tasks.ts';
import { readStore } from '../../storage/open.ts';
import { DEFAULT_STRATEGY, makeStrategy, measuringBy, neededBy, strategyName } from '../../strategies/strategy.ts';
import { givenTopic } from '../options/strategy-options.ts';
import { makeLog } from '../progress/log.ts';
import { type Column, printedTable } from '../tables/printed-table.ts';
import type { LabAdviseOptions } from '../verbs/try-out/lab.ts';
import { inThreads } from './in-threads.ts';

/** Prints the strategy that would have served best, for each page limit. */
export async function runAdvise(given: LabAdviseOptions): Promise<number> {
  const { split, name, measure, trials, workers, pageLimit: limits } = given;
  const files = webFiles(given.web);
  const log = makeLog(given);
  const last = await lastStrategy(files);
  const topic = (await givenTopic(given.topic)) ?? last.choice.topic;
  const present = { ...last, choice: { ...last.choice, topic } };
  const needs = neededBy(
    [measuringBy(measure, topic), ...candidates(present).map(({ choice }) => choice)],
    Math.max(...limits),
  );
  const answers: { readonly pageLimit: number; readonly advice: readonly Advice[] }[] = [];
  let wasInterrupted = false;
  for (const pageLimit of limits) {
    makeStrategy(present.choice, pageLimit);
    const question = { web: { files, split, name }, measure, pageLimit, present, trials, workers };
    const { result: advice, isInterrupted } = await inThreads(
      {
        ...{ web: question.web, needs, log, choice: given },
        ...{ what: 'replays', count: adviceTaskCount(question), threads: availableParallelism() },
      },
      (run, onDone, signal) => advise(question, run, onDone, signal),
    );
    answers.push({ pageLimit, advice });
    wasInterrupted = isInterrupted;
    if (isInterrupted) break;
  }
  const text = given.json
    ? JSON.stringify({ present: present.name, answers })
    : answers.map(({ pageLimit, advice }) => adviceText(pageLimit, advice, present.name)).join('\n\n');
  process.stdout.write(`${text}\n`);
  return wasInterrupted ? ExitCode.interrupted : ExitCode.done;
}

/** Returns the strategy of the last crawl among the webs; the default if no web is a crawl's database. */
async function lastStrategy(files: readonly string[]): Promise<NamedStrategy> {
  const database = files.find((file) => !/\.(jsonl|jsonl\.gz|ya?ml|json)$/i.test(file));
  if (database === undefined) return { name: DEFAULT_STRATEGY, choice: { strategy: DEFAULT_STRATEGY, params: {} } };
  const before = await readStore(database, (store) => resumedChoice({ strategy: undefined, params: {} }, store));
  const choice = { ...before, strategy: before.strategy ?? DEFAULT_STRATEGY };
  return { name: strategyName(choice), choice };
}

const COLUMNS: readonly Column[] = [
  { head: 'strategy' },
  { head: 'S(N)', isNumber: true },
  { head: 'gain', isNumber: true },
  { head: 'on halves', isNumber: true },
  { head: 'better in', isNumber: true },
];

const percent = (share: number | null): string =>
  share === null ? '' : `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;

function adviceText(pageLimit: number, advice: readonly Advice[], present: string): string {
  const rows = advice.map(({ strategy, found, gain, trialGain, confidence }) => [
    strategy,
    found,
    strategy === present ? '' : percent(gain),
    strategy === present || !trialGain ? '' : `${percent(trialGain.low)} to ${percent(trialGain.high)}`,
    strategy === present ? '' : `${Math.round(confidence * 100)} %`,
  ]);
  return `${pageLimit.toLocaleString('en')} pages, compared with ${present}:\n${printedTable(COLUMNS, rows)}\n${verdict(advice, present)}`;
}

/** Describes the advice in one sentence. */
function verdict(advice: readonly Advice[], present: string): string {
  const [best] = advice;
  if (!best) return 'interrupted before anything was known';
  const gain = best.gain ?? 0;
  if (best.strategy === present || gain <= 0) return `${present} is as good as any of them here: keep it`;
  const sure =
    best.confidence >= 0.95
      ? 'that is safe to expect of'
      : best.confidence >= 0.75
        ? 'likely of'
        : 'by no means sure of';
  return `${best.strategy} would have found ${percent(gain)}; better on ${Math.round(best.confidence * 100)} % of the halves of the sites: ${sure} the next crawl of this set`;
}
