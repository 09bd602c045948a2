import TinyQueue from 'tinyqueue';
import type { Observation } from '../domain/observation.ts';
import { createRandom } from '../domain/random.ts';
import type { NewSite } from '../domain/site.ts';
import type { TopicDefinition } from '../domain/topic.ts';
import type { CrawlStep } from '../domain/visit.ts';
import type { Claim, CompletedVisit } from '../frontier/frontier.ts';
import { storedTables } from '../frontier/queries.ts';
import { failedVisit } from '../frontier/retries.ts';
import { TableFrontier } from '../frontier/table-frontier.ts';
import type { Expectation, LinkOrder } from '../link-orders/link-order.ts';
import type { Reward } from '../rewards/reward.ts';
import { openInMemory, type Store } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';
import { getOne } from '../storage/statement.ts';
import { makeStrategy, type StrategyChoice } from '../strategies/strategy.ts';
import { storedKey } from '../url/normalise.ts';
import type { Prediction } from './statistics.ts';
import type { Answer, World } from './world.ts';

export interface ReplayOptions {
  /** Page limit of the crawl (N). */
  readonly pageLimit: number;
  /** Number of concurrent visits; rewards of visits in flight are unknown. */
  readonly workers: number;
  /** Random seed, also for link orders. Seed 1 keeps the order of the world's sites; other seeds shuffle them. */
  readonly seed: number;
  /** Name of the reward that S(n) sums; default: the strategy's reward. */
  readonly measure?: string;
  /** Share of sites to crawl, in (0, 1]: the first ones, at least one. */
  readonly share?: number;
  /** Called for each visit, in order of completion. */
  readonly onVisit?: (visit: ReplayedVisit) => void;
  /** Called for each observation before the link order learns from it. */
  readonly observe?: (observation: Observation) => void;
}

export interface ReplayedVisit {
  readonly site: NewSite;
  readonly claim: Claim;
  readonly completed: CompletedVisit;
  /** Expectation of the link order for a visited page. */
  readonly expectation: Expectation | undefined;
  /** Second choice of the site rule. */
  readonly next: NewSite | undefined;
}

interface Replayed {
  /**
   * Curve S(n) (Pechnikov & Chernobrovkin 2012, §3): sum of the first n pages' rewards in the measure, for n from 0 to
   * the page limit or to the end of the crawl.
   */
  readonly curve: Float64Array;
  /** Expected and actual rewards of visited pages, in order of visits; absent in orders without expectations. */
  readonly expectations?: readonly Prediction[];
  /** Steps of the link order; absent in orders without steps. */
  readonly steps?: readonly CrawlStep[];
}

/**
 * Replays a crawl of a world with the frontier, reward, site rule and link order of a live crawl. A virtual clock
 * advances by the recorded durations. Deterministic.
 *
 * @throws BadInput as makeStrategy does
 */
export async function replay(world: World, choice: StrategyChoice, options: ReplayOptions): Promise<Replayed> {
  const store = await openInMemory();
  try {
    return await replayOn(store, world, choice, options);
  } finally {
    await store.close();
  }
}

async function replayOn(store: Store, world: World, choice: StrategyChoice, options: ReplayOptions): Promise<Replayed> {
  const { pageLimit, workers, seed, measure, share = 1, onVisit, observe } = options;
  const strategy = makeStrategy(choice, pageLimit, { seed });
  const measured = measuring(strategy.reward, measure, choice.topic);
  const { linkOrder } = strategy;
  const expectations: Prediction[] = [];
  let expectation: Expectation | undefined;
  const report = (observation: Observation) => {
    observe?.(observation);
    expectation = linkOrder.expect?.(observation.claimed);
    if (expectation) expectations.push({ expected: expectation.worth, found: observation.visit.reward });
  };
  const order = siteOrder(world.sites, seed).slice(0, Math.max(1, Math.round(world.sites.length * share)));
  const answerTo = (site: number, url: string): Answer | undefined => {
    const place = order[site - 1];
    return place === undefined ? undefined : world.answer(place, storedKey(new URL(url), world.identity));
  };
  const { id } = getOne(runQueries(store).start, { started_at: 0, pid: process.pid, config: '{}' });
  const frontier = await TableFrontier.open({
    tables: storedTables(store),
    strategy: {
      ...strategy,
      reward: measured.reward,
      linkOrder: observedOrder(linkOrder, report),
    },
    identity: world.identity,
    limits: {
      pageLimit,
      sitePageLimit: undefined,
      depth: undefined,
      admits: (link) => answerTo(link.site, link.url) !== undefined,
      traps: true,
      delay: () => 0,
      admitForbidden: () => false,
      admitNofollow: false,
    },
    timeLimit: undefined,
    run: { id, startedAt: 0 },
  });
  const sites = order.flatMap((place) => world.sites[place] ?? []);
  await frontier.addSites(sites, 0);

  const sums = [0];
  const inFlight = new TinyQueue<InFlight>([], (a, b) => a.until - b.until || a.claim.token - b.claim.token);
  for (let now = 0; ; ) {
    while (inFlight.length < workers) {
      const what = await frontier.claim(now);
      if (what.kind !== 'claim') break;
      const { claim } = what;
      // Start pages pass all limits, even without a recording.
      const answer = answerTo(claim.site, claim.url) ?? NOT_RECORDED;
      inFlight.push({ claim, answer, until: now + answer.milliseconds });
    }
    const next = inFlight.pop();
    if (!next) {
      const steps = linkOrder.steps?.();
      return { curve: Float64Array.from(sums), ...(linkOrder.expect && { expectations }), ...(steps && { steps }) };
    }
    now = next.until;
    expectation = undefined;
    const completed = await frontier.completeVisit(next.claim, next.answer, now);
    if (!completed) throw new Error(`the claim of ${next.claim.url} was lost`);
    sums.push((sums.at(-1) ?? 0) + measured.last());
    const { claim } = next;
    const site = sites[claim.site - 1];
    if (site) onVisit?.({ site, claim, completed, expectation, next: sites[(claim.decision.next?.site ?? 0) - 1] });
  }
}

/** Wraps a reward to compute the reward in the measure as well. */
function measuring(
  own: Reward,
  measure: string | undefined,
  topic: TopicDefinition | undefined,
): { readonly reward: Reward; last(): number } {
  const other =
    measure === undefined ? own : makeStrategy({ strategy: undefined, reward: measure, params: {}, topic }, 1).reward;
  let worth = 0;
  const of: Reward['of'] = (visit, page) => {
    const reward = own.of(visit, page);
    worth = other === own ? reward : other.of(visit, page);
    return reward;
  };
  return { reward: { of }, last: () => worth };
}

interface InFlight {
  readonly claim: Claim;
  readonly answer: Answer;
  readonly until: number;
}

/** Answer for a start page that was not recorded. */
export const NOT_RECORDED: Answer = { ...failedVisit('not recorded'), milliseconds: 0 };

/** Wraps an order to report each observation before learning. */
const observedOrder = (order: LinkOrder, report: (observation: Observation) => void): LinkOrder => ({
  rank: (link, site) => order.rank(link, site),
  rescoresHead: order.rescoresHead ?? false,
  ...(order.inFlight && { inFlight: order.inFlight.bind(order) }),
  learn(observation) {
    report(observation);
    return order.learn?.(observation) ?? [];
  },
});

/** Returns the indices of the world's sites in crawl order. */
function siteOrder(sites: readonly NewSite[], seed: number): number[] {
  const places = sites.map((_, place) => place);
  return seed === 1 ? places : createRandom(`site order ${seed}`).sample(places, places.length);
}
