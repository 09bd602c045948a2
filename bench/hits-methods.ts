import {
  averagePrecision,
  interpolatedPrecision,
  ndcg,
  precision,
  precisionAt,
  type RankedTopic,
  RECALL_LEVELS,
  rankedTopics,
  recall,
} from '../src/analysis/trec/evaluation.ts';
import type { TopicDefinition } from '../src/domain/topic.ts';
import { replay } from '../src/lab/replay.ts';
import type { World } from '../src/lab/world.ts';
import { KnownWeb } from '../src/link-orders/hits/known-web.ts';
import { rankWeb } from '../src/link-orders/hits/rank-web.ts';
import { compileTopic } from '../src/topics/compile-topic.ts';
import { identityKey } from '../src/url/normalise.ts';

/** Pages of each crawl except the standard one, which reads all; the length of each result, also in the paper. */
export const PAGES = 500;
/** Number of top results that users commonly examine. */
export const BEST = 50;

/** A topic to find on a web. */
export interface JudgedTask {
  readonly name: string;
  readonly world: World;
  readonly topic: TopicDefinition;
  /** Addresses of the pages on the topic, by their identities. */
  readonly relevant: ReadonlySet<string>;
}

/** Findings of a method for a topic. */
export interface MethodResult {
  readonly task: string;
  readonly method: string;
  /** Visited pages, and the share of relevant ones among them. */
  readonly visited: number;
  readonly visitedRecall: number;
  /** Its result, best first. */
  readonly documents: readonly string[];
  readonly figures: ReadonlyMap<string, number>;
  /** The 11-point curve: interpolated precision at recall 0, .1 ... 1. */
  readonly curve: readonly number[];
}

/** Figures of a result, by name. */
const figures: ReadonlyMap<string, (topic: RankedTopic) => number> = new Map([
  ['set_P', precision],
  ['set_recall', recall],
  ['map', averagePrecision],
  ['ndcg', (topic: RankedTopic) => ndcg(topic)],
  [`P_${BEST}`, (topic: RankedTopic) => precisionAt(topic, BEST)],
]);

/** For a crawl: the known part of the web. */
interface Crawl {
  readonly known: KnownWeb;
  /** By the number of its page in `known`. */
  readonly addresses: readonly string[];
  /** Visited pages in the order of their visits. */
  readonly visited: readonly number[];
  /** Of the pages in `visited`. */
  readonly relevance: readonly number[];
}

interface Method {
  readonly name: string;
  readonly strategy: string;
  readonly pageLimit: number;
  /** Pages of its result by number, best first. */
  result(crawl: Crawl): Iterable<number>;
}

/** Each as its authors mean it: first read first, nearest to the topic by its text, or the best authorities. */
export const methods: readonly Method[] = [
  { name: 'level', strategy: 'standard', pageLimit: PAGES, result: ({ visited }) => visited },
  {
    name: 'standard',
    strategy: 'standard',
    pageLimit: Number.MAX_SAFE_INTEGER,
    result: (crawl) => byAuthority(crawl, { discountCommon: false }),
  },
  { name: 'hits', strategy: 'hits', pageLimit: PAGES, result: (crawl) => byAuthority(crawl, { discountCommon: true }) },
  { name: 'topic', strategy: 'topic', pageLimit: PAGES, result: byText },
  {
    name: 'topic-immediate',
    strategy: 'topic-immediate',
    pageLimit: PAGES,
    result: byText,
  },
  {
    name: 'topic-hits',
    strategy: 'topic-hits',
    pageLimit: PAGES,
    result: (crawl) => byAuthority(crawl, { discountCommon: true, isTopical: true }),
  },
];

/** Findings of each method for a topic. */
export async function methodResults(task: JudgedTask): Promise<MethodResult[]> {
  const results: MethodResult[] = [];
  for (const { name, strategy, pageLimit, result } of methods) {
    const crawl = await crawled(task, strategy, pageLimit);
    const documents = [...new Set([...result(crawl)].map((page) => crawl.addresses[page] ?? ''))].slice(0, PAGES);
    const judgements = new Map([...task.relevant].map((address) => [address, 1]));
    const run = documents.map((document, place) => ({ document, score: documents.length - place }));
    const [ranked] = rankedTopics(new Map([['it', judgements]]), { topics: new Map([['it', run]]) });
    const read = new Set(crawl.visited.map((page) => crawl.addresses[page] ?? ''));
    results.push({
      ...{ task: task.name, method: name, visited: crawl.visited.length, documents },
      visitedRecall: [...task.relevant].filter((address) => read.has(address)).length / task.relevant.size,
      figures: new Map([...figures].map(([figure, of]) => [figure, ranked ? of(ranked) : 0])),
      curve: RECALL_LEVELS.map((level) => (ranked ? interpolatedPrecision(ranked, level) : 0)),
    });
  }
  return results;
}

async function crawled({ world, topic }: JudgedTask, strategy: string, pageLimit: number): Promise<Crawl> {
  const compiled = compileTopic(topic);
  const known = new KnownWeb();
  const addresses: string[] = [];
  const visited: number[] = [];
  const relevances: number[] = [];
  const numberOf: KnownWeb['numberOf'] = (id, site, url, relevance) => {
    const page = known.numberOf(id, site, url, relevance);
    addresses[page] ??= identityKey(new URL(url), world.identity);
    return page;
  };
  const choice = { strategy, params: {}, topic };
  await replay(world, choice, {
    ...{ pageLimit, workers: 1, seed: 1 },
    observe({ visit: { link, site, relevance = 0, title }, claimed, links }) {
      const page = numberOf(link, site, claimed.url, () => compiled.relevance([claimed.anchor, claimed.context]));
      const targets = links.map(({ id, site: own, url, anchor, context }) =>
        numberOf(id, own, url, () => compiled.relevance([anchor, context])),
      );
      const nearTitle = compiled.relevance([title]);
      const near = Math.max(relevance, nearTitle);
      known.visited(page, targets, relevance, nearTitle);
      visited.push(page);
      relevances.push(near);
    },
  });
  return { known, addresses, visited, relevance: relevances };
}

function byAuthority(
  { known }: Crawl,
  { discountCommon, isTopical = false }: { readonly discountCommon: boolean; readonly isTopical?: boolean },
): Iterable<number> {
  const none = { last: new Float64Array(0), indexed: new Uint32Array(0) };
  const web = { ...known.snapshot(), ...none, most: known.size, withinSite: 1, discountCommon };
  return rankWeb({ ...web, texts: isTopical ? known.texts() : undefined }).byAuthority;
}

/** Of equals the earlier visited one. */
function byText({ visited, relevance }: Crawl): Iterable<number> {
  const places = visited.map((_, place) => place);
  places.sort((a, b) => (relevance[b] ?? 0) - (relevance[a] ?? 0) || a - b);
  return places.map((place) => visited[place] ?? 0);
}
