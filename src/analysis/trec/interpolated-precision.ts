import type { RankedTopic } from './ranked-topic.ts';

/** Levels of recall of the 11-point curve. */
export const RECALL_LEVELS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

/**
 * `iprec_at_recall`: the largest precision at a rank where at least the share `level` of the R relevant documents is
 * found; 0 where there is none. As trec_eval 9 counts, at least floor(level R + 0.9) documents, 0 to R.
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
