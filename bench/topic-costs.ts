import type { LinkView } from '../src/domain/link.ts';
import type { Observation } from '../src/domain/observation.ts';
import { createRandom } from '../src/domain/random.ts';
import type { Maker } from '../src/domain/rule-factory.ts';
import type { SiteView } from '../src/domain/site.ts';
import type { TopicDefinition } from '../src/domain/topic.ts';
import type { LinkOrder } from '../src/link-orders/link-order.ts';
import { immediateValue } from '../src/link-orders/topical/immediate-value.ts';
import { incremental } from '../src/link-orders/topical/incremental.ts';
import { topic as topicOrder } from '../src/link-orders/topical/topic.ts';
import { trainFuture } from '../src/link-orders/topical/train-future.ts';
import { compileTopic } from '../src/topics/compile-topic.ts';
import { atMost, figure, type Metric } from './benchmark.ts';
import { cpuOfThread, cpuSince } from './cpu-time.ts';

const TERMS = 13_000;
const LINKS = 60;
const PAGES = 1000;
/** The first pages include compilation. */
const WARM_UP = 400;
/** Pages created before they are judged: creating them, and reading the clock, is not measured. */
const BATCH = 50;
/** Input of a measured training: pages, words of a link's text, links of a page, terms in all. */
const TRAINED = { pages: 10_000, words: 15, links: 60, vocabulary: 50_000 };

/**
 * Cost of scoring a page and its links by a topic as large as the paper's (immediate value does nothing else), of
 * learning from them and ranking them, in the thread that fetches, and of training the classifier again, which is done
 * in another.
 */
export async function topicCosts(): Promise<Metric[]> {
  const page = `a page and its ${LINKS} links, ${TERMS} terms, in the crawl's thread`;
  return [
    atMost(2, `CPU to score ${page}`, await perPage(immediateValue), 'ms'),
    figure(`CPU to score, learn and rank ${page}: ${incremental.name}`, await perPage(incremental), 'ms'),
    figure(`CPU to score, learn and rank ${page}: ${topicOrder.name}`, await perPage(topicOrder), 'ms'),
    atMost(2, `CPU to train with ${TRAINED.pages} pages`, training() / 1000, 's'),
  ];
}

/** Words as in texts: few are most of the text. */
function wordsOf(seed: string) {
  const random = createRandom(seed);
  const syllables = [
    'ba',
    'ke',
    'mi',
    'lo',
    'tu',
    'ran',
    'sel',
    'vor',
    'dim',
    'pan',
    'gro',
    'sti',
    'que',
    'net',
    'log',
  ];
  const word = () => Array.from({ length: random.between(2, 4) }, () => random.pick(syllables)).join('');
  const vocabulary = Array.from({ length: 20_000 }, word);
  const words = (count: number) => Array.from({ length: count }, () => random.pickEarly(vocabulary)).join(' ');
  const rare = (count: number) => Array.from({ length: count }, () => random.pick(vocabulary)).join(' ');
  return { random, words, rare };
}

/** A third of its terms has two words, as in FOLDOC. */
function largeTopic(): TopicDefinition {
  const { random, rare } = wordsOf('terms');
  const terms = new Set<string>();
  while (terms.size < TERMS) terms.add(rare(random.chance(1 / 3) ? 2 : 1));
  const keywords = [...terms].map((term) => ({ term, weight: 1 }));
  return { name: 'large', languages: ['en'], keywords, targets: { types: ['pdf', 'ps'], read: false } };
}

async function perPage({ make, params }: Maker<LinkOrder>): Promise<number> {
  const topic = compileTopic(largeTopic());
  const order = make(params.parse({}), { seed: 1, topic, inThreads: true });
  const { words } = wordsOf('pages');
  let spent = 0;
  for (let first = 0; first < PAGES; first += BATCH) {
    const visits = Array.from({ length: BATCH }, (_, at) => aVisit(first + at, words));
    const begin = cpuOfThread();
    for (const { observation, links, text } of visits) {
      await order.arriving;
      const seen = { ...observation, visit: { ...observation.visit, relevance: topic.relevance([text]) } };
      const stale = order.learn?.(seen) ?? [];
      for (const link of links) order.rank(link, ANY_SITE);
      for (const _ of stale);
    }
    if (first >= WARM_UP) spent += cpuOfThread() - begin;
  }
  return spent / (PAGES - WARM_UP);
}

function aVisit(page: number, words: (count: number) => string) {
  const source = {
    ...{ id: page + 1, url: `http://a.test/p${page}.html`, title: words(4), level: 2 },
    ...{ reward: page % 3, newExternal: 0, external: 0, internal: LINKS },
  };
  const links = Array.from({ length: LINKS }, (_, at): LinkView => {
    const url = `http://a.test/${words(2).replaceAll(' ', '/')}/q${page}-${at}.html`;
    return view({ id: 1_000_000 + page * LINKS + at, url, level: 3, anchor: words(4), context: words(12), source });
  });
  const observation: Observation = {
    visit: {
      ...{ site: 1, link: page + 1, outcome: 'page', at: 0, title: source.title, reward: source.reward },
      ...{ newExternal: 0, newInternal: LINKS },
    },
    claimed: view({ id: page + 1, url: source.url, level: page === 0 ? 0 : 2, anchor: words(4), context: words(12) }),
    links: links.map(({ id, url, anchor, context, tagPath }, place) => ({
      ...{ id, site: 1, url, anchor, context, tagPath, place, isNew: true },
    })),
    external: [],
  };
  return { observation, links, text: words(600) };
}

const view = (given: Pick<LinkView, 'id' | 'url' | 'level' | 'anchor' | 'context'> & Partial<LinkView>): LinkView => ({
  ...{ site: 1, rel: '', element: 'a', role: 'link', technique: 'dom', tagPath: 'html body ul li a' },
  ...{ place: undefined, source: undefined },
  ...given,
});

const ANY_SITE: SiteView = {
  ...{ id: 1, kind: 'other', visits: 0, inFlight: 0, rewardSum: 0, rewardMax: 0 },
  ...{ milliseconds: 0, waiting: 1, best: undefined },
};

function training(): number {
  const { pages, words, links, vocabulary } = TRAINED;
  const random = createRandom('training');
  const every = (step: number) => Uint32Array.from({ length: pages + 1 }, (_, at) => at * step);
  const crawled = {
    ...{ discount: 0.5, classes: 4, vocabulary },
    links: Uint32Array.from({ length: pages }, (_, at) => at + 1),
    rewards: Float32Array.from({ length: pages }, () => (random.chance(0.2) ? random.between(1, 20) : 0)),
    weights: new Float32Array(pages).fill(1),
    ...{ offsets: every(words), terms: Uint32Array.from({ length: pages * words }, () => random.below(vocabulary)) },
    ...{
      targetOffsets: every(links),
      targets: Uint32Array.from({ length: pages * links }, () => random.below(2 * pages)),
    },
  };
  const begin = process.cpuUsage();
  trainFuture(crawled);
  return cpuSince(begin);
}
