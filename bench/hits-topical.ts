import type { LinkId } from '../src/domain/link.ts';
import { replay } from '../src/lab/replay.ts';
import { KnownWeb } from '../src/link-orders/hits/known-web.ts';
import { rankWeb } from '../src/link-orders/hits/rank-web.ts';
import { compileTopic } from '../src/topics/compile-topic.ts';
import { atLeast, figure, type Metric } from './benchmark.ts';
import { searchedTopic, type TopicalWeb } from './topical-webs.ts';

/** Pages of a crawl, and those of them that are ranked best. */
const PAGES = 500;
const BEST = 50;

const LEVEL = 'standard';
const OURS = 'topic-hits';
const strategies = [LEVEL, 'hits', OURS, 'topic', 'topic-immediate'];

/**
 * What crawls of 500 pages bring of a community whose words half of the links and titles say: its share that was visited, and
 * the precision of the 50 pages that HITS, joined with the texts, ranks best of all that are known then.
 */
export async function topicalMetrics(name: string, webs: readonly TopicalWeb[]): Promise<Metric[]> {
  const results = new Map<string, Result>();
  for (const strategy of strategies) {
    const all: Result[] = [];
    for (const web of webs) all.push(await crawled(web, strategy));
    const mean = (of: (one: Result) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
    results.set(strategy, { recall: mean(({ recall }) => recall), precision: mean(({ precision }) => precision) });
  }
  const best = Math.max(...[...results.values()].map(({ precision }) => precision));
  const byLevel = results.get(LEVEL)?.recall ?? 0;
  const ours = results.get(OURS) ?? { recall: 0, precision: 0 };
  return [
    ...[...results].flatMap(([strategy, { recall, precision }]) => [
      figure(`${name}, ${strategy}: recall at ${PAGES} pages`, recall, 'share'),
      figure(`${name}, ${strategy}: precision at ${BEST}`, precision, 'share'),
    ]),
    atLeast(0.9, `${name}, ${OURS}: precision at ${BEST}, of the best`, ours.precision / best, ''),
    atLeast(1.5, `${name}, ${OURS}: recall at ${PAGES} pages, of level's`, ours.recall / byLevel, ''),
  ];
}

interface Result {
  readonly recall: number;
  readonly precision: number;
}

async function crawled({ world, relevant }: TopicalWeb, strategy: string): Promise<Result> {
  const topic = compileTopic(searchedTopic);
  const known = new KnownWeb();
  const addresses = new Map<LinkId, string>();
  const visited = new Set<string>();
  const choice = { strategy, params: {}, topic: searchedTopic };
  await replay(world, choice, {
    ...{ pageLimit: PAGES, workers: 1, seed: 1 },
    observe({ visit: { link, site, relevance }, claimed, links }) {
      visited.add(claimed.url);
      addresses.set(link, claimed.url);
      for (const { id, url } of links) addresses.set(id, url);
      const page = known.numberOf(link, site, claimed.url, () => topic.relevance([claimed.anchor]));
      const targets = links.map(({ id, url, anchor }) =>
        known.numberOf(id, site, url, () => topic.relevance([anchor])),
      );
      known.visited(page, targets, relevance);
    },
  });
  const web = { ...known.snapshot(), last: new Float64Array(0), most: BEST, withinSite: 1, discountCommon: true };
  const ranked = rankWeb({ ...web, relevance: known.relevance() });
  const isRelevant = (page: number) => relevant.has(addresses.get(known.id(page)) ?? '');
  const found = [...visited].filter((url) => relevant.has(url)).length;
  return {
    recall: found / relevant.size,
    precision: [...ranked.byAuthority.subarray(0, BEST)].filter(isRelevant).length / BEST,
  };
}
