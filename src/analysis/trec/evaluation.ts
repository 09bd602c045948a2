import { compareBytes, compareScored, type Qrels, type Run } from './files.ts';

/** Judged result of a run for a topic. A document is relevant if its judgement is at least 1; unjudged ones are not. */
export interface RankedTopic {
  readonly topic: string;
  /** Judgements by rank; 0 for documents that are unjudged or negative. */
  readonly gains: readonly number[];
  /** Judgements of all relevant documents of the topic, largest first. */
  readonly ideal: readonly number[];
}

/** Returns the judged topics of a run by name, with documents sorted by score; ignores the ranks given in the run. */
export function rankedTopics(qrels: Qrels, run: Pick<Run, 'topics'>): RankedTopic[] {
  const topics = [...qrels.keys()].filter((topic) => run.topics.has(topic)).sort(compareBytes);
  return topics.map((topic) => {
    const judged = qrels.get(topic) ?? new Map<string, number>();
    const ranked = [...(run.topics.get(topic) ?? [])].sort(compareScored);
    return {
      topic,
      gains: ranked.map(({ document }) => Math.max(0, judged.get(document) ?? 0)),
      ideal: [...judged.values()].filter((judgement) => judgement >= 1).sort((a, b) => b - a),
    };
  });
}

/** Counts the relevant documents among the first k, or among all if k is not given. */
const relevantFound = ({ gains }: Pick<RankedTopic, 'gains'>, k = gains.length): number =>
  gains.slice(0, k).filter((gain) => gain >= 1).length;

/** Computes `set_P`: a / (a + b), a found and relevant, b found and not relevant; 0 if nothing was found. */
export const precision = (ranked: RankedTopic): number =>
  ranked.gains.length === 0 ? 0 : relevantFound(ranked) / ranked.gains.length;

/** Computes `set_recall`: a / (a + c), a found and relevant, c relevant and not found; 0 if nothing is relevant. */
export const recall = (ranked: RankedTopic): number =>
  ranked.ideal.length === 0 ? 0 : relevantFound(ranked) / ranked.ideal.length;

/** Computes `P_k`: relevant documents among the first k, divided by k even if fewer were found. @param k at least 1 */
export const precisionAt = (ranked: RankedTopic, k: number): number => relevantFound(ranked, k) / k;

/**
 * Computes `map`: mean, over all relevant documents, of the precision at each one's rank; 0 for documents not found,
 * and if nothing is relevant.
 */
export function averagePrecision({ gains, ideal }: RankedTopic): number {
  let found = 0;
  let sum = 0;
  for (const [place, gain] of gains.entries()) {
    if (gain < 1) continue;
    found++;
    sum += found / (place + 1);
  }
  return ideal.length === 0 ? 0 : sum / ideal.length;
}

/** Recall levels of the 11-point curve. */
export const RECALL_LEVELS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

/**
 * Computes `iprec_at_recall`: the largest precision at a rank where at least the share `level` of the R relevant
 * documents is found, else 0. As in trec_eval 9, that is at least floor(level R + 0.9) documents, 0 to R.
 */
export function interpolatedPrecision({ gains, ideal }: RankedTopic, level: number): number {
  const needed = Math.floor(level * ideal.length + 0.9);
  let found = 0;
  let most = 0;
  for (const [place, gain] of gains.entries()) {
    if (gain < 1) continue;
    found++;
    if (found >= needed) most = Math.max(most, found / (place + 1));
  }
  return most;
}

/**
 * Computes `ndcg`, and `ndcg_cut_k` of the first k documents: the sum of judgements, each divided by log2(1 + rank),
 * divided by the sum for the best order of all judged documents; 0 if nothing is relevant (Järvelin & Kekäläinen 2002,
 * "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4)).
 */
export function ndcg({ gains, ideal }: RankedTopic, k = Number.POSITIVE_INFINITY): number {
  const best = discounted(ideal, k);
  return best === 0 ? 0 : discounted(gains, k) / best;
}

const discounted = (gains: readonly number[], k: number): number =>
  gains.reduce((sum, gain, place) => (place < k ? sum + gain / Math.log2(place + 2) : sum), 0);

interface Metric {
  /** Name in trec_eval. */
  readonly name: string;
  /** True if the values of topics are summed, not averaged. */
  readonly isCount?: boolean;
  of(topic: RankedTopic): number;
}

const CUTS = [5, 10, 15, 20, 30, 100, 200, 500, 1000] as const;

/** Metrics in the order of trec_eval's output. */
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

/** Figures of one topic, or of `all`, by the names of the metrics. */
export interface Evaluated {
  readonly topic: string;
  readonly figures: ReadonlyMap<string, number>;
}

/** Computes all metrics of each topic. */
export const evaluateTopics = (topics: readonly RankedTopic[]): Evaluated[] =>
  topics.map((ranked) => ({
    topic: ranked.topic,
    figures: new Map(metrics.map(({ name, of }) => [name, of(ranked)])),
  }));

/** Combines topics: sums of counts, means of other metrics; 0 without topics. */
export const evaluateAll = (topics: readonly Evaluated[]): Evaluated => ({
  topic: 'all',
  figures: new Map(
    metrics.map(({ name, isCount }) => {
      const sum = topics.reduce((all, { figures }) => all + (figures.get(name) ?? 0), 0);
      return [name, isCount || topics.length === 0 ? sum : sum / topics.length];
    }),
  ),
});

interface HarvestPoint {
  /** Pages visited. */
  readonly pages: number;
  /** Relevant pages among the visited ones. */
  readonly relevant: number;
  /**
   * Harvest rate: share of the visited pages that is relevant (Chakrabarti, van den Berg & Dom 1999, "Focused
   * crawling", Computer Networks 31).
   */
  readonly rate: number;
  /** Share of the relevant pages that is visited; 0 if nothing is relevant. */
  readonly recall: number;
}

/**
 * Computes the harvest of a crawl after each visit.
 *
 * @param visits true for relevant pages, in the order of the visits
 * @param relevant relevant pages in total
 */
export function harvest(visits: readonly boolean[], relevant: number): HarvestPoint[] {
  let found = 0;
  return visits.map((isRelevant, place) => {
    if (isRelevant) found++;
    const pages = place + 1;
    return { pages, relevant: found, rate: found / pages, recall: relevant === 0 ? 0 : found / relevant };
  });
}
