import { basename } from 'node:path';
import {
  type Evaluated,
  evaluateAll,
  evaluateTopics,
  metrics,
  RECALL_LEVELS,
  rankedTopics,
} from '../../analysis/trec/evaluation.ts';
import { type Qrels, readRun } from '../../analysis/trec/files.ts';
import { BadInput } from '../../domain/errors.ts';
import { csvLine } from '../../export/csv.ts';
import type { EvaluationReport } from '../../lab/report/evaluation-page.ts';
import { decoded, readInput } from '../sites-file.ts';

/** Figures of runs or of crawls, in every form of output. */
export interface EvaluationOutput {
  readonly text: Iterable<string>;
  readonly csv: Iterable<string>;
  readonly json: object;
  readonly report: Pick<EvaluationReport, 'title' | 'topics' | 'figures' | 'columns' | 'rows'>;
}

/** Returns a line in the format of trec_eval. */
export const figureLine = (metric: string, topic: string, value: string): string =>
  `${metric.padEnd(22)}\t${topic}\t${value}\n`;

interface EvaluatedRun {
  /** Tag of the run; includes the file's name if another run has the same tag. */
  readonly name: string;
  readonly topics: readonly Evaluated[];
}

/** Evaluates runs. @throws BadInput for a file that can't be read, or has none of the topics */
export function evaluatedRuns(qrels: Qrels, files: readonly string[]): EvaluationOutput {
  const read = files.map((file) => ({
    file,
    run: readRun(decoded(readInput(file, '--run'), `--run: ${file}`), `--run: ${file}`),
  }));
  const runs = read.map(({ file, run }): EvaluatedRun => {
    const topics = evaluateTopics(rankedTopics(qrels, run));
    if (topics.length === 0) throw new BadInput(`--run: ${file} has no results for the judged topics`);
    const missing = [...qrels.keys()].filter((topic) => !run.topics.has(topic));
    if (missing.length > 0)
      process.stderr.write(`forager: ${file} has nothing for ${missing.join(', ')}: means leave that out\n`);
    const hasTwin = read.some((other) => other.file !== file && other.run.tag === run.tag);
    return { name: hasTwin ? `${run.tag} (${basename(file)})` : run.tag, topics: [...topics, evaluateAll(topics)] };
  });
  return { text: texts(runs), csv: csvRows(runs), json: { runs: runs.map(runJson) }, report: reportOf(runs) };
}

const shown = (name: string, value: number): string =>
  metrics.find((metric) => metric.name === name)?.isCount ? String(value) : value.toFixed(4);

/** Yields lines in the format of `trec_eval -q`. */
function* texts(runs: readonly EvaluatedRun[]): Generator<string> {
  for (const { name, topics } of runs)
    for (const { topic, figures } of topics) {
      if (topic === 'all') {
        yield figureLine('runid', topic, name);
        yield figureLine('num_q', topic, String(topics.length - 1));
      }
      for (const [metric, value] of figures) yield figureLine(metric, topic, shown(metric, value));
    }
}

function* csvRows(runs: readonly EvaluatedRun[]): Generator<string> {
  yield 'run,topic,metric,value\r\n';
  for (const { name, topics } of runs)
    for (const { topic, figures } of topics)
      for (const [metric, value] of figures) yield csvLine([name, topic, metric, value]);
}

const runJson = ({ name, topics }: EvaluatedRun) => ({
  run: name,
  topics: topics.map(({ topic, figures }) => ({ topic, ...Object.fromEntries(figures) })),
});

const TABLE = ['map', 'ndcg', 'P_5', 'P_10', 'P_20', 'set_P', 'set_recall', 'num_ret', 'num_rel', 'num_rel_ret'];

function reportOf(runs: readonly EvaluatedRun[]): EvaluationOutput['report'] {
  const topics = [...new Set(runs.flatMap((run) => run.topics.map(({ topic }) => topic)))];
  const each = runs.flatMap(({ name, topics: own }) => own.map((one) => ({ name, ...one })));
  return {
    title: `Precision and recall of ${runs.map(({ name }) => name).join(', ')}`,
    topics: ['all', ...topics.filter((topic) => topic !== 'all')],
    figures: [
      {
        caption: 'The 11-point curve: the largest precision where at least that share of the relevant pages is found.',
        xLabel: 'Recall, %',
        xName: 'Recall, %',
        yLabel: 'Interpolated precision',
        curves: each.map(({ name, topic, figures }) => ({
          name,
          topic,
          points: RECALL_LEVELS.map((level) => ({
            n: Math.round(100 * level),
            value: figures.get(`iprec_at_recall_${level.toFixed(2)}`) ?? 0,
            sd: 0,
          })),
        })),
      },
    ],
    columns: ['run', ...TABLE],
    rows: each.map(({ name, topic, figures }) => ({
      topic,
      cells: [name, ...TABLE.map((metric) => Number((figures.get(metric) ?? 0).toFixed(4)))],
    })),
  };
}
