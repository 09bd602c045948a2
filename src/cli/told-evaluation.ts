import type { EvaluationReport } from '../lab/report/evaluation-report.ts';

/** What is told of runs or of crawls, in every form. */
export interface ToldEvaluation {
  readonly text: Iterable<string>;
  readonly csv: Iterable<string>;
  readonly json: object;
  readonly report: Pick<EvaluationReport, 'title' | 'topics' | 'figures' | 'columns' | 'rows'>;
}

/** A line as trec_eval prints it. */
export const figureLine = (metric: string, topic: string, value: string): string =>
  `${metric.padEnd(22)}\t${topic}\t${value}\n`;
