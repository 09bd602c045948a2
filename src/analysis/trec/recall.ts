import { type RankedTopic, relevantFound } from './ranked-topic.ts';

/** `set_recall`: a / (a + c), a found and relevant, c relevant and not found; 0 where nothing is relevant. */
export const recall = (ranked: RankedTopic): number =>
  ranked.ideal.length === 0 ? 0 : relevantFound(ranked) / ranked.ideal.length;
