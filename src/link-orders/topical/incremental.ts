import TinyQueue from 'tinyqueue';
import { z } from 'zod';
import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Rank, Refusal } from '../../domain/rank.ts';
import { linkOrder, type Rerank } from '../link-order.ts';
import { futureParams } from './future-value.ts';
import { FutureValues } from './future-values.ts';
import { inSteps, TextOrder, type WaitingText } from './text-order.ts';

/** Number of steps for counting values in [0, 1]. */
const STEPS = 4096;

/** Quantiles of values in [0, 1], with a precision of 1/4096. */
class Quantiles {
  readonly #counts = new Uint32Array(STEPS + 1);
  #all = 0;
  /** Last answer; cleared by a new value. */
  #last: { readonly share: number; readonly value: number } | undefined;

  add(value: number): void {
    const step = Math.round(value * STEPS);
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
    this.#all++;
    this.#last = undefined;
  }

  /** Returns the quantile for a share; 0 without values. */
  at(share: number): number {
    if (this.#last?.share !== share) this.#last = { share, value: this.#find(share) };
    return this.#last.value;
  }

  #find(share: number): number {
    let below = 0;
    for (const [step, count] of this.#counts.entries()) {
      below += count;
      if (below >= share * this.#all) return step / STEPS;
    }
    return 1;
  }
}

/** Lanes in order of visits: start pages, the chosen link of the second frontier, candidates, the second frontier. */
const START = 3;
const CHOSEN = 2;
const CANDIDATE = 1;
const EXPLORED = 0;
/** Visits before the first training, if fewer than the period. */
const FIRST = 50;
/** Visits before giving up on a chosen link, which may be unreachable. */
const GIVEN_UP = 10;

/** Quantile of immediate values that is the default threshold of candidates. */
const CANDIDATES = 0.75;
/** Quantile of followed links' future values that is the default threshold of the second frontier. */
const REFUSED_SHARE = 0.25;

/** Least capacity of the second frontier's queue. */
const LEAST_QUEUE = 1000;

/** Precision of values. */
const STEP = 1 / 4096;

const REFUSAL: Refusal = { refused: 'not near to the topic, and little is expected behind it' };

const threshold = z
  .union([z.literal('auto'), z.number().min(0)], 'write a number of at least 0, or auto')
  .default('auto');

/**
 * Online incremental adaptive crawler (Ma 2010, §2.3-2.4). Links with an immediate value above r1 are candidates, in
 * order of that value. Other links with a future value above r2 wait in a second frontier, in order of that value, with
 * a share of the visits. All others are rejected. Every `period` pages, or `minutes`, the classifier of links is
 * trained again, with more weight for the 100 most relevant pages and those that led to them. In the paper a person
 * picks these pages.
 *
 * Default thresholds are quantiles: r1 of all links' immediate values, r2 of followed links' future values. Rejected
 * links return when a threshold or their value changes.
 */
export const incremental = linkOrder({
  name: 'incremental',
  summary: 'links close to the topic, and links that lead towards it; retrained during the crawl',
  source: 'Ma 2010, §2.3-2.4',
  needs: ['topic', 'page-text', 'contexts', 'one-worker'],
  params: z.strictObject({
    r1: threshold.describe('least immediate value of a candidate, from 0 to 1; auto keeps a quarter of the links'),
    r2: threshold.describe('least future value of other links, in units of the reward; auto keeps three quarters'),
    share: z.number().min(0).max(1).default(0.3).describe('share of visits for the second frontier'),
    period: z.number().int().min(1).default(100).describe('pages between two trainings'),
    minutes: z.number().min(0).default(0).describe('longest time between two trainings, in minutes; 0: no limit'),
    ...futureParams,
  }),
  trials: [{ share: 0.15 }, { share: 0.5 }],
  make({ r1, r2, share, period, minutes, discount, classes }, { topic, inThreads, remembered }) {
    if (!topic) throw new Error('incremental needs a topic');
    const schedule = {
      first: Math.min(FIRST, period),
      next: (visits: number) => visits + period,
      minutes: minutes > 0 ? minutes : undefined,
      emphasis: true,
    };
    const future = new FutureValues({ discount, classes, schedule, inThreads });
    const immediate = new Quantiles();
    /** Lane and value of each waiting link. */
    const standings = new Map<LinkId, Standing>();
    const order = new TextOrder(topic, remembered, (link) => standings.delete(link));
    /** Heap of the second frontier, best links first. May contain outdated entries. */
    let explored = queueOf([]);
    /** Visits owed to the second frontier. */
    let owed = 0;
    let chosen: { readonly link: LinkId; visits: number } | undefined;

    const leastImmediate = () => (r1 === 'auto' ? immediate.at(CANDIDATES) : r1);
    // Subtracts a step, so that links equal to the quantile are not rejected.
    const leastFuture = () =>
      r2 === 'auto' ? (future.quantile(REFUSED_SHARE) ?? Number.NEGATIVE_INFINITY) - STEP : r2;

    const standingOf = ({ terms, level }: WaitingText, near = order.texts.immediateValue(terms)): Standing => {
      if (near > leastImmediate()) return { lane: CANDIDATE, value: inSteps(near) };
      const behind = future.of(terms);
      if (behind === undefined) return { lane: EXPLORED, value: -level };
      return { lane: behind > leastFuture() ? EXPLORED : undefined, value: inSteps(behind) };
    };
    const placeOf = (link: LinkId, text: WaitingText): Rank | Refusal => {
      if (link === chosen?.link) return { lane: CHOSEN, value: 0 };
      const { lane, value } = standings.get(link) ?? standingOf(text);
      return lane === undefined ? REFUSAL : { lane, value };
    };
    const standsThere = ({ link, lane, value }: Explored): boolean => {
      const standing = standings.get(link);
      return standing !== undefined && standing.lane === lane && standing.value === value;
    };
    const stand = (link: LinkId, standing: Standing) => {
      const before = standings.get(link);
      if (!order.get(link)) return;
      // Skips unchanged links: an unreachable chosen link must not be queued again.
      if (before?.lane === standing.lane && before?.value === standing.value) return;
      standings.set(link, standing);
      if (standing.lane !== EXPLORED) return;
      explored.push({ link, ...standing });
      // Limits outdated entries to about the number of current ones.
      if (explored.length > LEAST_QUEUE + 2 * standings.size)
        explored = queueOf([...new Map(explored.data.filter(standsThere).map((one) => [one.link, one])).values()]);
    };

    return {
      rescoresHead: true,
      get arriving() {
        return future.isDue;
      },
      rank: (link: LinkView) => (link.level === 0 ? { lane: START, value: 0 } : placeOf(link.id, order.textOf(link))),
      learn(observation) {
        const { terms, found } = order.learn(observation);
        future.learn(observation, terms);
        future.train(order.texts.vocabulary);
        const near = found.map((link) => order.texts.immediateValue(link.terms));
        for (const value of near) immediate.add(value);
        for (const [at, link] of found.entries()) stand(link.id, standingOf(link, near[at]));
        const stale = order.nextInTurn();
        for (const link of stale) {
          const text = order.get(link);
          if (text) stand(link, standingOf(text));
        }
        choose(observation.visit.link, stale);
        return moved(stale);
      },
    };

    /** Chooses the best link of the second frontier if a visit is owed. */
    function choose(visited: LinkId, stale: Set<LinkId>): void {
      owed = Math.min(1, owed + share);
      if (chosen && chosen.link !== visited && ++chosen.visits < GIVEN_UP) return;
      if (chosen) stale.add(chosen.link);
      chosen = undefined;
      while (owed >= 1 && !chosen) {
        const best = explored.pop();
        if (!best) return;
        if (!standsThere(best)) continue;
        chosen = { link: best.link, visits: 0 };
        stale.add(best.link);
        owed--;
      }
    }

    function* moved(stale: Iterable<LinkId>): Iterable<Rerank> {
      future.trainAhead();
      yield* order.moved(stale, placeOf);
    }
  },
});

interface Standing {
  /** Undefined: rejected. */
  readonly lane: typeof CANDIDATE | typeof EXPLORED | undefined;
  readonly value: number;
}

type Explored = Standing & { readonly link: LinkId };

const queueOf = (links: Explored[]) => new TinyQueue(links, (a, b) => b.value - a.value || a.link - b.link);
