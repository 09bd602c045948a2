import type { Qrels } from './qrels.ts';
import { compareBytes, compareScored, type Run } from './run.ts';

/** What a run found for a topic, judged. A document is relevant whose judgement is at least 1; one that nobody judged is not. */
export interface RankedTopic {
  readonly topic: string;
  /** By rank: the document's judgement; 0 where it has none, or a negative one. */
  readonly gains: readonly number[];
  /** Judgements of all relevant documents of the topic, the largest first. */
  readonly ideal: readonly number[];
}

/** The topics that are judged and that the run has, by name, with the documents by their scores: the ranks that the run gives play no part. */
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

/** How many of the first k documents are relevant; of all if k is not given. */
export const relevantFound = ({ gains }: Pick<RankedTopic, 'gains'>, k = gains.length): number =>
  gains.slice(0, k).filter((gain) => gain >= 1).length;
