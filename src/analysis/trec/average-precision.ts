import type { RankedTopic } from './ranked-topic.ts';

/** `map`: the mean, over all relevant documents, of the precision at the rank of each; 0 for one that was not found, and where nothing is relevant. */
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
