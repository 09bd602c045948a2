import { z } from 'zod';
import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Topic } from '../../domain/topic.ts';
import type { CrawlStep } from '../../domain/visit.ts';
import { addressWords } from '../../url/address-words.ts';
import { isFilePath } from '../../url/file-types.ts';
import { inThisThread, type Later, OtherThread } from '../background-work.ts';
import { type LinkOrder, linkOrder, type Rerank } from '../link-order.ts';
import { KnownWeb } from './known-web.ts';
import { type RankedWeb, rankWeb } from './rank-web.ts';

/** Number of known links above which HITS runs in another thread and its weights apply LAG visits later. */
const MANY_LINKS = 20_000;
const LAG = 5;
/** Visits of other links than the hubs' that end a step: a number, and a share of all visits. */
const OTHERS = 8;
const OTHERS_SHARE = 0.02;
/** Lane of start pages, which are visited first. */
const START = 1;
/** Added to a hub's weight for its group's value; groups of other pages have value 0. */
const HUB = 1;

/** Share of the hubs' links that a step follows if there is a topic. */
const BETTER = 0.75;

/** Group number, instead of a page, for links of most pages. Visited last. */
const MENU = -1;

const NOTHING: readonly Rerank[] = [];

const thread = new OtherThread(import.meta.url, 'rank-thread', rankWeb);

interface Focus {
  /** Number of authorities added to the index, and of hubs expanded, in each step. */
  readonly c: number;
  readonly withinSite: number;
  /** Weight of links that most pages of a host have. */
  readonly common: 'little' | 'whole';
  readonly topic?: Topic | undefined;
  readonly inThreads?: boolean | undefined;
}

/**
 * Focused crawler of Blekanov & Bondarenko ("Topical crawling based on the HITS algorithm"). Each step ranks all known
 * pages by HITS. The c best authorities outside the index join the index, and the links of the c best hubs are
 * followed. Links of other pages wait behind them in one group per page until such a page is among the best hubs.
 *
 * A step ends after all links of its hubs, or after enough visits of other links, as some links cannot be visited. The
 * community is complete when the best hubs have no links left; the crawl then continues with the best hubs that have
 * some.
 *
 * By default, links of most pages of a host count little and are not followed: menus would become the host's community.
 */
function focusedOrder({ c, withinSite, common, topic, inThreads }: Focus): LinkOrder {
  const web = new KnownWeb();
  const steps: CrawlStep[] = [];
  const index = new Set<number>();
  /** Value of each hub's group, for the hubs that are followed. */
  let hubs = new Map<number, number>();
  /** Unvisited links of the hubs. */
  let batch = new Set<number>();
  let last: Float64Array = new Float64Array(0);
  let visits = 0;
  /** Visits of other links in this step. */
  let others = 0;
  /** Visits at which the next step is due during visits of start pages. */
  let nextStart = 1;
  let coming: { readonly ranked: Later<RankedWeb>; readonly from: number } | undefined;

  const standing = (page: number): number => hubs.get(page) ?? 0;
  /** Returns a hub's links to follow, without menus. */
  const followed = (page: number): number[] =>
    web.waitingOf(page).filter((target) => common === 'whole' || !web.isCommon(page, target));
  const nameOf = (page: number): string => String(web.id(page));
  const rankIn = (group: number, value = 0) => ({
    lane: 0,
    group: group === MENU ? { name: 'menu', value: -1 } : { name: nameOf(group), value: standing(group) },
    value,
  });

  return {
    get arriving() {
      return coming && visits + 1 >= coming.from ? coming.ranked.arrives : undefined;
    },

    rank(link) {
      if (link.level === 0) return { lane: START, value: 0 };
      const page = web.known(link.id);
      const group = page === undefined ? undefined : web.groupOf(page);
      return group === undefined ? { lane: 0, value: 0 } : rankIn(group);
    },

    learn(observation) {
      take(observation);
      if (coming && visits >= coming.from) return expand(coming.ranked.result());
      if (!coming && isStepOver(observation.claimed.level)) begin();
      if (coming && visits >= coming.from) return expand(coming.ranked.result());
      return started();
    },

    steps: () => steps,
  };

  /** Returns the likeness of a link's text to the topic. */
  function likeness({ anchor, context, url }: Pick<LinkView, 'anchor' | 'context' | 'url'>): number {
    return topic?.relevance([anchor, context, addressWords(url)]) ?? 0;
  }

  function take({ visit: { link, site, relevance, title }, claimed, links, external }: Observation): void {
    visits++;
    // True for a link found by a revisit: not a start page, and not among the links of a visit.
    const isFoundByCheck = claimed.level > 0 && web.known(link) === undefined;
    const page = web.numberOf(link, site, claimed.url, () => likeness(claimed));
    const source = isFoundByCheck && claimed.source ? web.known(claimed.source.id) : undefined;
    if (source !== undefined) web.gains(source, page);
    const targets = links.map((seen) => {
      const { id, site: own, url, isNew } = seen;
      const target = web.numberOf(id, own, url);
      if (topic && !web.isVisited(target)) web.raiseRelevance(target, likeness(seen));
      if (isNew && !web.isVisited(target) && !isFilePath(new URL(url).pathname)) web.waits(target, page);
      return target;
    });
    web.visited(page, targets, relevance, topic?.relevance([title]));
    web.leadsOut(page, external);
    if (!batch.delete(page) && claimed.level > 0) others++;
  }

  function isStepOver(level: number): boolean {
    if (level > 0) return batch.size === 0 || others >= Math.max(OTHERS, OTHERS_SHARE * visits);
    if (visits < nextStart) return false;
    nextStart = Math.ceil(visits * (1 + OTHERS_SHARE));
    return true;
  }

  function begin(): void {
    const given = {
      ...web.snapshot(),
      ...{ last, most: c, indexed: Uint32Array.from(index), withinSite, discountCommon: common === 'little' },
      texts: topic && web.texts(),
    };
    const isLarge = web.links > MANY_LINKS;
    const ranked = isLarge && inThreads ? thread.later(given) : inThisThread(rankWeb, given);
    coming = { ranked, from: visits + (isLarge ? LAG : 0) };
  }

  /** Generator, so that replaying observations starts no thread. */
  function* started(): Iterable<Rerank> {
    coming?.ranked.begin();
    yield* NOTHING;
  }

  /** Starts the next step. Returns the moved groups and links. */
  function expand({ hubs: weights, authorities, byAuthority, byHub }: RankedWeb): Iterable<Rerank> {
    coming = undefined;
    last = weights;
    others = 0;
    const joined = [...byAuthority];
    for (const page of joined) index.add(page);

    let chosen = [...byHub.subarray(0, c)];
    const isComplete = chosen.every((page) => followed(page).length === 0);
    if (isComplete) chosen = withLinks(byHub);
    const before = hubs;
    hubs = new Map(chosen.map((page) => [page, HUB + (weights[page] ?? 0)]));
    const best = topic && bestOf(new Set(chosen.flatMap(followed)), authorities);
    batch = new Set();
    const moved: Rerank[] = [...before.keys()].filter((page) => !hubs.has(page)).flatMap(places);
    for (const page of chosen) {
      moved.push(...places(page));
      for (const target of followed(page)) {
        if (batch.has(target) || best?.has(target) === false) continue;
        batch.add(target);
        web.waits(target, page);
        // Includes waiting links of the same group, as another order may have ranked the links in an earlier run.
        moved.push({ link: web.id(target), rank: rankIn(page, authorities[target]) });
      }
      for (const target of web.waitingOf(page)) {
        if (web.groupOf(target) !== page || batch.has(target)) continue;
        web.waits(target, MENU);
        moved.push({ link: web.id(target), rank: rankIn(MENU) });
      }
    }
    const ids = (pages: readonly number[]): LinkId[] => pages.map((page) => web.id(page));
    steps.push({
      ...{ visits, known: web.size, indexed: index.size, links: batch.size, isComplete },
      ...{ authorities: ids(joined), hubs: ids(chosen) },
    });
    return moved;
  }

  /** Returns the best three quarters of the hubs' links, at least c. Hubs on a topic have other links too. */
  function bestOf(targets: ReadonlySet<number>, authorities: Float64Array): ReadonlySet<number> {
    const byWeight = [...targets].sort((a, b) => (authorities[b] ?? 0) - (authorities[a] ?? 0) || a - b);
    return new Set(byWeight.slice(0, Math.max(c, Math.ceil(BETTER * byWeight.length))));
  }

  /** Returns the best hubs with links left. */
  function withLinks(byHub: Uint32Array): number[] {
    const found: number[] = [];
    for (const page of byHub) {
      if (found.length === c) break;
      if (followed(page).length > 0) found.push(page);
    }
    return found;
  }

  /** Returns a page's group on each site that the page links to. */
  function places(page: number): Rerank[] {
    const group = { name: nameOf(page), value: standing(page) };
    return web.sitesOf(page).map((site) => ({ site, lane: 0, group }));
  }
}

const params = z.strictObject({
  c: z.number().int().min(1).default(10).describe('authorities to add, and hubs to expand, in each step'),
  'within-site': z.number().min(0).max(1).default(1).describe('weight of links within a host'),
  common: z
    .enum(['little', 'whole'])
    .default('little')
    .describe('weight of links that most pages of a host share: little, or the same as others (whole)'),
});

export const hits = linkOrder({
  name: 'hits',
  summary: 'follows only the links of the best hubs, by HITS at every step',
  source: 'Kleinberg 1999; Blekanov & Bondarenko, "Topical crawling based on the HITS algorithm"',
  needs: ['one-worker'],
  params,
  trials: [{ c: 5 }, { common: 'whole' }],
  make: ({ c, 'within-site': withinSite, common }, { inThreads }) => focusedOrder({ c, withinSite, common, inThreads }),
});

/** Order `hits` joined with the texts of pages and links, as the paper proposes: see rank-web.ts and known-web.ts. */
export const hitsText = linkOrder({
  name: 'hits-text',
  summary: 'follows only the links of the best hubs on the topic, by HITS and text',
  source: 'Bharat & Henzinger 1998; Kleinberg 1999',
  needs: ['topic', 'page-text', 'contexts', 'one-worker'],
  params,
  trials: [{ c: 5 }, { common: 'whole' }],
  make: ({ c, 'within-site': withinSite, common }, { inThreads, topic }) =>
    focusedOrder({ c, withinSite, common, topic, inThreads }),
});
