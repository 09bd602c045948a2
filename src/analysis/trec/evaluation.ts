import { averagePrecision } from './average-precision.ts';
import { interpolatedPrecision, RECALL_LEVELS } from './interpolated-precision.ts';
import { ndcg } from './ndcg.ts';
import { precision } from './precision.ts';
import { precisionAt } from './precision-at.ts';
import { type RankedTopic, relevantFound } from './ranked-topic.ts';
import { recall } from './recall.ts';

interface Metric {
  /** As trec_eval calls it. */
  readonly name: string;
  /** A count is summed over topics, all else averaged. */
  readonly isCount?: boolean;
  of(topic: RankedTopic): number;
}

const CUTS = [5, 10, 15, 20, 30, 100, 200, 500, 1000] as const;

/** In the order in which trec_eval prints them. */
export const metrics: readonly Metric[] = [
  { name: 'num_ret', isCount: true, of: ({ gains }) => gains.length },
  { name: 'num_rel', isCount: true, of: ({ ideal }) => ideal.length },
  { name: 'num_rel_ret', isCount: true, of: (topic) => relevantFound(topic) },
  { name: 'map', of: averagePrecision },
  ...RECALL_LEVELS.map((level) => ({
    name: `iprec_at_recall_${level.toFixed(2)}`,
    of: (topic: RankedTopic) => interpolatedPrecision(topic, level),
  })),
  ...CUTS.map((k) => ({ name: `P_${k}`, of: (topic: RankedTopic) => precisionAt(topic, k) })),
  { name: 'ndcg', of: (topic) => ndcg(topic) },
  ...CUTS.map((k) => ({ name: `ndcg_cut_${k}`, of: (topic: RankedTopic) => ndcg(topic, k) })),
  { name: 'set_P', of: precision },
  { name: 'set_recall', of: recall },
];

/** The figures of one topic, or of `all`, by the names of the metrics. */
export interface Evaluated {
  readonly topic: string;
  readonly figures: ReadonlyMap<string, number>;
}

/** All metrics of each topic, … */
export const evaluateTopics = (topics: readonly RankedTopic[]): Evaluated[] =>
  topics.map((ranked) => ({
    topic: ranked.topic,
    figures: new Map(metrics.map(({ name, of }) => [name, of(ranked)])),
  }));

/** … and over all: sums of counts, means of the others; 0 where there is no topic. */
export const evaluateAll = (topics: readonly Evaluated[]): Evaluated => ({
  topic: 'all',
  figures: new Map(
    metrics.map(({ name, isCount }) => {
      const sum = topics.reduce((all, { figures }) => all + (figures.get(name) ?? 0), 0);
      return [name, isCount || topics.length === 0 ? sum : sum / topics.length];
    }),
  ),
});
