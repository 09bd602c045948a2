import { evaluateAll, evaluateTopics, rankedTopics } from '../src/analysis/trec/evaluation.ts';
import type { LinkId } from '../src/domain/link.ts';
import { replay } from '../src/lab/replay.ts';
import { KnownWeb } from '../src/link-orders/hits/known-web.ts';
import { rankWeb } from '../src/link-orders/hits/rank-web.ts';
import type { StrategyChoice } from '../src/strategies/strategy.ts';
import type { TopicalWeb } from './topical-webs.ts';

/** Result of a crawl of a web. */
export interface TopicalCrawl {
  /** Pages visited, … */
  readonly pages: number;
  /** … known, … */
  readonly known: number;
  /** … and in the result. */
  readonly result: number;
  /** By the names of trec_eval, for the result. */
  readonly figures: ReadonlyMap<string, number>;
  /** Pages known, and pages in the index, at the start of each step. */
  readonly growth: readonly { readonly visits: number; readonly known: number; readonly indexed: number }[];
}

/** The focused crawler: its result is the index, until its community is complete or the pages are used up. */
export async function focused(web: TopicalWeb, choice: StrategyChoice, pageLimit: number): Promise<TopicalCrawl> {
  const { addresses, steps } = await crawl(web, choice, pageLimit);
  const end = steps.findIndex(({ isComplete }) => isComplete);
  const own = end < 0 ? steps : steps.slice(0, end + 1);
  const index = own.flatMap(({ authorities }) => authorities.flatMap((id) => addresses.get(id) ?? []));
  const last = own.at(-1);
  return { pages: last?.visits ?? 0, known: last?.known ?? 0, ...judged(web, index), growth: own };
}

/** The standard crawler: all pages by level, ranked once at the end; its result is as long as another's. */
export async function standard(
  web: TopicalWeb,
  {
    pageLimit,
    result,
    common,
  }: { readonly pageLimit: number; readonly result: number; readonly common: 'whole' | 'little' },
): Promise<TopicalCrawl> {
  const choice = { strategy: 'standard', params: {} };
  const { addresses, visits, known } = await crawl(web, choice, pageLimit);
  const empty = new Float64Array(0);
  const ranked = rankWeb({
    ...known.snapshot(),
    last: empty,
    indexed: new Uint32Array(0),
    most: result,
    withinSite: 1,
    discountCommon: common === 'little',
  });
  const best = [...ranked.byAuthority.subarray(0, result)].flatMap((page) => addresses.get(known.id(page)) ?? []);
  return { pages: visits, known: known.size, ...judged(web, best), growth: [] };
}

async function crawl({ world }: TopicalWeb, choice: StrategyChoice, pageLimit: number) {
  const addresses = new Map<LinkId, string>();
  const known = new KnownWeb();
  let visits = 0;
  const { steps = [] } = await replay(world, choice, {
    ...{ pageLimit, workers: 1, seed: 1 },
    observe({ visit: { link, site }, claimed, links }) {
      visits++;
      addresses.set(link, claimed.url);
      for (const { id, url } of links) addresses.set(id, url);
      known.visited(
        known.numberOf(link, site, claimed.url),
        links.map(({ id, url }) => known.numberOf(id, site, url)),
      );
    },
  });
  return { addresses, known, steps, visits };
}

function judged({ relevant }: TopicalWeb, ranked: readonly string[]) {
  const qrels = new Map([['topic', new Map([...relevant].map((url) => [url, 1]))]]);
  const documents = ranked.map((document, place) => ({ document, score: -place }));
  const topics = new Map([['topic', documents]]);
  return { result: ranked.length, figures: evaluateAll(evaluateTopics(rankedTopics(qrels, { topics }))).figures };
}
