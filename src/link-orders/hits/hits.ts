import { z } from 'zod';
import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Topic } from '../../domain/topic.ts';
import type { CrawlStep } from '../../domain/visit.ts';
import { addressWords } from '../../url/address-words.ts';
import { isFilePath } from '../../url/file-types.ts';
import { here, type Later, OtherThread } from '../later.ts';
import { type LinkOrder, linkOrder, type Rerank } from '../link-order.ts';
import { KnownWeb } from './known-web.ts';
import { type RankedWeb, rankWeb } from './rank-web.ts';

/** With more known links, HITS takes longer than a page should wait: its weights are used so many visits later. */
const MANY_LINKS = 20_000;
const LAG = 5;
/** Visits of other links than those of the hubs after which a step ends, and as a share of all visits. */
const OTHERS = 8;
const OTHERS_SHARE = 0.02;
/** Start pages come first. */
const START = 1;
/** A hub's group stands at this and its weight; groups of other pages stand at 0. */
const HUB = 1;

/** Share of the hubs' links that a step follows with a topic. */
const BETTER = 0.75;

/** In place of a page: the group of links that most pages have, behind all others. */
const MENU = -1;

const NOTHING: readonly Rerank[] = [];

const thread = new OtherThread(import.meta.url, 'rank-thread', rankWeb);

interface Focus {
  /** Authorities that join the index, and hubs that are expanded, at each step. */
  readonly c: number;
  readonly withinSite: number;
  /** What links count for that most pages of a host have. */
  readonly common: 'little' | 'whole';
  readonly topic?: Topic | undefined;
  readonly inThreads?: boolean | undefined;
}

/**
 * The focused crawler of Blekanov & Bondarenko ("Topical crawling based on the HITS algorithm"): a step at a time. HITS
 * ranks all pages that are known, visited or found; the c best authorities that are not in it join the index, and the
 * links of the c best hubs are followed. Links of other pages wait in groups, a group a page, behind them, and come back
 * when a page that has them is among the best hubs. A step is over when all links of its hubs are visited, or as others were handed out, as
 * happens where the rest of them can't be visited. Where the best hubs have no links left, the community is complete; a
 * crawl that goes on follows the best hubs that have some.
 *
 * By default links that most pages of a host have count little, and are not followed with a hub: else menus are the
 * community of a host.
 */
function focusedOrder({ c, withinSite, common, topic, inThreads }: Focus): LinkOrder {
  const web = new KnownWeb();
  const steps: CrawlStep[] = [];
  const index = new Set<number>();
  /** Hubs whose links are followed, by their groups' values. */
  let hubs = new Map<number, number>();
  /** Their links that are not visited yet. */
  let batch = new Set<number>();
  let last: Float64Array = new Float64Array(0);
  let visits = 0;
  /** Visits of other links in this step. */
  let others = 0;
  /** While start pages are read, a step is due at so many visits. */
  let nextStart = 1;
  let coming: { readonly ranked: Later<RankedWeb>; readonly from: number } | undefined;

  const standing = (page: number): number => hubs.get(page) ?? 0;
  /** Links of a hub that are to be followed: menus wait. */
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

  /** How near to the topic a link's text is. */
  function likeness({ anchor, context, url }: Pick<LinkView, 'anchor' | 'context' | 'url'>): number {
    return topic?.relevance([anchor, context, addressWords(url)]) ?? 0;
  }

  function take({ visit: { link, site, relevance, title }, claimed, links, external }: Observation): void {
    visits++;
    // Neither the start of a site nor seen on a page that was visited: a check found it.
    const isFoundByCheck = claimed.level > 0 && web.known(link) === undefined;
    const page = web.numberOf(link, site, claimed.url, () => likeness(claimed));
    const source = isFoundByCheck && claimed.source ? web.known(claimed.source.id) : undefined;
    if (source !== undefined) web.gains(source, page);
    const targets = links.map((seen) => {
      const { id, site: own, url, isNew } = seen;
      const target = web.numberOf(id, own, url);
      if (topic && !web.isVisited(target)) web.isTold(target, likeness(seen));
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
    const ranked = isLarge && inThreads ? thread.later(given) : here(rankWeb, given);
    coming = { ranked, from: visits + (isLarge ? LAG : 0) };
  }

  /** Asked for as links are moved: where observations are folded again, no thread begins. */
  function* started(): Iterable<Rerank> {
    coming?.ranked.begin();
    yield* NOTHING;
  }

  /** The next step: what moves by it. */
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
        // Also where it waits there: another order may have ranked it, in an earlier run.
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

  /** With a topic a hub has links off it, too: the better three quarters of the hubs' links, of c at least. */
  function bestOf(targets: ReadonlySet<number>, authorities: Float64Array): ReadonlySet<number> {
    const byWeight = [...targets].sort((a, b) => (authorities[b] ?? 0) - (authorities[a] ?? 0) || a - b);
    return new Set(byWeight.slice(0, Math.max(c, Math.ceil(BETTER * byWeight.length))));
  }

  /** The best hubs that have links left. */
  function withLinks(byHub: Uint32Array): number[] {
    const found: number[] = [];
    for (const page of byHub) {
      if (found.length === c) break;
      if (followed(page).length > 0) found.push(page);
    }
    return found;
  }

  /** A page's group, on each site that it leads to. */
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

/** The same, joined with the texts of pages and links, as the paper proposes: see rank-web.ts and known-web.ts. */
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
