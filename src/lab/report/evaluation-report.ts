import type { Point } from './draw-figure.ts';

/** A figure of an evaluation's report. */
export interface EvaluationFigure {
  readonly caption: string;
  readonly xLabel: string;
  /** What stands in front of x in a tip. */
  readonly xName: string;
  readonly yLabel: string;
  readonly curves: readonly EvaluationCurve[];
}

export interface EvaluationCurve {
  readonly topic: string;
  /** Of what: a run, a crawl. */
  readonly name: string;
  readonly points: readonly Point[];
}

export interface EvaluationReport {
  readonly title: string;
  readonly command: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The first is shown first. */
  readonly topics: readonly string[];
  readonly figures: readonly EvaluationFigure[];
  /** The table: its header, and rows, each of a topic. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly topic: string; readonly cells: readonly (string | number)[] }[];
}
