import { z } from 'zod';
import type { LinkView, SourceView } from '../src/domain/link.ts';
import type { Observation } from '../src/domain/observation.ts';
import { createRandom } from '../src/domain/random.ts';
import type { SiteView } from '../src/domain/site.ts';
import { inThisThread } from '../src/link-orders/background-work.ts';
import { fit } from '../src/link-orders/learned/boosted-trees.ts';
import { learnedOrder } from '../src/link-orders/learned/learned-order.ts';
import { LinkModel } from '../src/link-orders/learned/link-model.ts';
import { readPrior, SHIPPED } from '../src/link-orders/learned/prior.ts';
import type { LinkOrder } from '../src/link-orders/link-order.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atMost, benchmark, figure } from './benchmark.ts';
import { collectGarbage } from './collect-garbage.ts';

/** Links that are new on each page. */
const ON_A_PAGE = 50;
const SITES = 20;

/** Cost of link order `learned` per page, and per waiting link, with very many waiting. */
export const learning = benchmark({
  name: 'learning',
  summary: 'CPU a page and memory a waiting link of the link order learned, when few and when very many links wait',
  options: z.object({
    links: flag(positive.default(1_000_000), { value: 'N', description: 'links that wait in the end' }),
  }),
  async run({ links }, say) {
    const pages = Math.ceil(links / ON_A_PAGE);
    const random = createRandom('learning');
    let fitting = 0;
    const model = new LinkModel(readPrior(SHIPPED), (examples) => {
      const trees = inThisThread(fit, examples);
      // A crawl's trees are fitted in another thread.
      const begin = () => {
        fitting += milliseconds(() => trees.result());
      };
      return { ...trees, begin };
    });
    const order = learnedOrder({ model, basis: 'learning' });
    const before = heldBytes();
    const spent: number[] = [];
    for (let page = 0; page < pages; page++) {
      const read = pageOf(page, random.unit());
      const fitted = fitting;
      spent.push(milliseconds(() => visit(order, read)) - (fitting - fitted));
    }
    const held = heldBytes() - before;
    say(`${pages} pages, ${pages * ON_A_PAGE} links wait`);
    const part = Math.min(1000, Math.floor(pages / 2));
    const first = mean(spent.slice(Math.min(100, part), Math.min(100, part) + part));
    const last = mean(spent.slice(-part));
    return [
      figure('CPU a page, the first thousand', first, 'ms'),
      atMost(2, 'CPU a page, the last thousand', last, 'ms'),
      figure('CPU a page of the thread that fits trees', fitting / pages, 'ms'),
      atMost(300, 'memory a waiting link', held / (pages * ON_A_PAGE), 'bytes'),
    ];
  },
});

interface ReadPage {
  readonly observation: Observation;
  /** Its links, as they are ranked. */
  readonly views: readonly LinkView[];
}

function pageOf(page: number, chance: number): ReadPage {
  const site = 1 + (page % SITES);
  const url = `http://s${site}.test/${page % 40}/p${page}.html`;
  const reward = chance < 0.3 ? Math.round(20 * chance) : 0;
  const source: SourceView = {
    id: page + 1,
    url,
    title: '',
    level: 2,
    reward,
    newExternal: reward,
    external: reward,
    internal: 50,
  };
  const first = 1_000_000 + page * ON_A_PAGE;
  const links = Array.from({ length: ON_A_PAGE }, (_, at) => ({
    ...{ id: first + at, url: `http://s${site}.test/${(page * 7 + at) % 40}/q${page}-${at}.html` },
    ...{
      anchor: `item ${at % 13}`,
      tagPath: at % 3 ? 'html body ul li a' : 'html body nav a',
      place: at,
      context: '',
      isNew: true,
      site,
    },
  }));
  const visit = {
    site,
    link: page + 1,
    outcome: 'page',
    title: '',
    at: 0,
    reward,
    newExternal: reward,
    newInternal: ON_A_PAGE,
  } as const;
  const claimed = view({ id: page + 1, site, url, level: page < SITES ? 0 : 2 });
  const views = links.map((link) => view({ ...link, level: 3, source }));
  return { observation: { visit, claimed, links, external: [] }, views };
}

/** Learns from a page, ranks its links, and reranks stale ones. */
function visit(order: LinkOrder, { observation, views }: ReadPage): void {
  const stale = order.learn?.(observation) ?? [];
  for (const link of views) order.rank(link, ANY_SITE);
  for (const one of stale) if ('link' in one && !one.rank) throw new Error('an order that learns tells the rank');
}

function milliseconds(work: () => unknown): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

const ANY_SITE: SiteView = {
  ...{ id: 1, kind: 'other', visits: 0, inFlight: 0, rewardSum: 0, rewardMax: 0 },
  ...{ milliseconds: 0, waiting: 1, best: undefined },
};

const view = (given: Pick<LinkView, 'id' | 'site' | 'url' | 'level'> & Partial<LinkView>): LinkView => ({
  ...{ anchor: '', context: '', rel: '', element: 'a', role: 'link', technique: 'dom', tagPath: '' },
  ...{ place: undefined, source: undefined },
  ...given,
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
