import type { RankedTopic } from './ranked-topic.ts';

/**
 * `ndcg`, and `ndcg_cut_k` of the first k documents: the sum of judgements, each divided by log2(1 + rank), by that of the
 * best order of all judged documents (Järvelin & Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques", ACM
 * TOIS 20(4)); 0 where nothing is relevant.
 */
export function ndcg({ gains, ideal }: RankedTopic, k = Number.POSITIVE_INFINITY): number {
  const best = discounted(ideal, k);
  return best === 0 ? 0 : discounted(gains, k) / best;
}

const discounted = (gains: readonly number[], k: number): number =>
  gains.reduce((sum, gain, place) => (place < k ? sum + gain / Math.log2(place + 2) : sum), 0);
