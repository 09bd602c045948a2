import { type RankedTopic, relevantFound } from './ranked-topic.ts';

/** `set_P`: a / (a + b), a found and relevant, b found and not relevant; 0 where nothing was found. */
export const precision = (ranked: RankedTopic): number =>
  ranked.gains.length === 0 ? 0 : relevantFound(ranked) / ranked.gains.length;
