import { type RankedTopic, relevantFound } from './ranked-topic.ts';

/** `P_k`: relevant documents among the first k, divided by k, also where fewer were found. @param k at least 1 */
export const precisionAt = (ranked: RankedTopic, k: number): number => relevantFound(ranked, k) / k;
