import type { NamedStrategy } from '../src/lab/tasks.ts';
import { atLeast, figure, type Metric } from './benchmark.ts';
import { communityTopic, communityWorld, isOfCommunity } from './topic-communities.ts';
import { foundWith, type TopicCurve, type TopicTask, topicCurves } from './topic-crawl.ts';
import { documentsOf } from './topic-documents.ts';

/** Shares of the pages after which recall is reported, beyond the first stretch. */
const SHARES = [0.1, 0.2, 0.3, 0.4];

/** A made-up web of communities, crawled. */
interface CommunityResult {
  readonly name: string;
  readonly all: number;
  readonly pages: number;
  readonly curves: readonly TopicCurve[];
}

/** @param seeds how many webs: seeds 1 to that */
export async function communityResults(
  seeds: number,
  strategies: readonly NamedStrategy[],
  say: (line: string) => void,
): Promise<CommunityResult[]> {
  const results: CommunityResult[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const world = communityWorld(seed);
    const onTopic: TopicTask['isRelevant'] = ({ key }) => (isOfCommunity(key) ? [key] : []);
    const finds = documentsOf(communityTopic);
    const curves = await topicCurves(
      { name: world.name, world, topic: communityTopic, finds, isRelevant: onTopic },
      strategies,
    );
    const all = Math.max(...curves.map(({ found }) => found.at(-1) ?? 0));
    const pages = Math.max(...curves.map(({ found }) => found.length - 1));
    results.push({ name: world.name, all, pages, curves });
    say(`${world.name}: ${pages} pages, ${all} papers`);
  }
  return results;
}

/**
 * Recall and precision of each strategy, and incremental compared with immediate and future, as means over the webs.
 */
export function communityMetrics(results: readonly CommunityResult[]): Metric[] {
  const names = results[0]?.curves.map(({ name }) => name) ?? [];
  const mean = (of: (result: CommunityResult, curve: TopicCurve) => number, name: string): number => {
    const values = results.flatMap((result) => {
      const curve = result.curves.find((one) => one.name === name);
      return curve ? [of(result, curve)] : [];
    });
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const recall = (share: number) => (result: CommunityResult, curve: TopicCurve) =>
    foundWith(curve, Math.round(share * result.pages)) / result.all;
  const precision = (share: number) => (result: CommunityResult, curve: TopicCurve) => {
    const n = Math.round(share * result.pages);
    return (curve.relevant?.[n] ?? Number.NaN) / n;
  };
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return names.flatMap((name) => {
    const isCrawl = results[0]?.curves.some((curve) => curve.name === name && curve.relevant) ?? false;
    return SHARES.flatMap((share) => {
      const recalled = mean(recall(share), name);
      const others = ['topic-immediate', 'topic-future'].filter((one) => names.includes(one));
      const above = name === 'topic-incremental' ? others : [];
      return [
        figure(`communities, ${name}: recall with ${percent(share)} of the pages`, recalled, ''),
        ...(isCrawl
          ? [figure(`communities, ${name}: precision with ${percent(share)}`, mean(precision(share), name), '')]
          : []),
        ...above.map((other) =>
          atLeast(
            1,
            `communities, ${name}: recall of ${other}'s with ${percent(share)}`,
            recalled / mean(recall(share), other),
            '',
          ),
        ),
      ];
    });
  });
}
