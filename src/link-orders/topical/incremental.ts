import TinyQueue from 'tinyqueue';
import { z } from 'zod';
import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Rank, Refusal } from '../../domain/rank.ts';
import { linkOrder, type Rerank } from '../link-order.ts';
import { futureParams } from './future-value.ts';
import { FutureValues } from './future-values.ts';
import { inSteps, TextOrder, type WaitingText } from './text-order.ts';

/** Values in [0, 1] are counted in so many steps. */
const STEPS = 4096;

/** Quantiles of values in [0, 1], to a step of 1/4096. */
class Quantiles {
  readonly #counts = new Uint32Array(STEPS + 1);
  #all = 0;
  /** What was asked last, until a value is added. */
  #last: { readonly share: number; readonly value: number } | undefined;

  add(value: number): void {
    const step = Math.round(value * STEPS);
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
    this.#all++;
    this.#last = undefined;
  }

  /** The least value that a share of all values is not above; 0 before there are any. */
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

/** Start pages come first, then what the second frontier has chosen, then the candidates, then the second frontier itself. */
const START = 3;
const CHOSEN = 2;
const CANDIDATE = 1;
const EXPLORED = 0;
/** Visits before the first training, where the period is longer. */
const FIRST = 50;
/** Visits after which a chosen link that was not visited is given up: it may be out of reach. */
const GIVEN_UP = 10;

/** The share of the links that are no candidates by their immediate value, where nobody says from which value on they are; … */
const CANDIDATES = 0.75;
/** … and of the links followed whose future value is too little for the others. */
const REFUSED_SHARE = 0.25;

/** Places in the second frontier that are kept in any case. */
const LEAST_QUEUE = 1000;

/** Values are told apart by this. */
const STEP = 1 / 4096;

const REFUSAL: Refusal = { refused: 'not near to the topic, and little is expected behind it' };

const threshold = z
  .union([z.literal('auto'), z.number().min(0)], 'write a number of at least 0, or auto')
  .default('auto');

/**
 * The online incremental adaptive crawler (Ma 2010, §2.3-2.4). A link whose immediate value is above r1 is a candidate, and
 * candidates come by that value; of the others, those whose future value is above r2 wait in a second frontier, by that
 * value, which gets a share of the visits; the rest are refused. Every `period` pages, or `minutes`, the classifier of links is trained
 * again: the 100 pages most relevant to the topic, and those whose links led to them, count more. In the paper a person
 * picks these.
 *
 * Thresholds that nobody sets are quantiles of what was seen: r1 of the immediate values of all links, r2 of the future
 * values of those that were followed. Refused links come back as these move, or as a training raises them.
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
    /** Where each waiting link stands. */
    const standings = new Map<LinkId, Standing>();
    const order = new TextOrder(topic, remembered, (link) => standings.delete(link));
    /** Links of the second frontier, the best first; some stand elsewhere by now. */
    let explored = queueOf([]);
    /** Visits that the second frontier is owed. */
    let owed = 0;
    let chosen: { readonly link: LinkId; visits: number } | undefined;

    const leastImmediate = () => (r1 === 'auto' ? immediate.at(CANDIDATES) : r1);
    // Where many are worth the same, these are not too little.
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
      // A link that was chosen in vain is not offered again for nothing.
      if (before?.lane === standing.lane && before?.value === standing.value) return;
      standings.set(link, standing);
      if (standing.lane !== EXPLORED) return;
      explored.push({ link, ...standing });
      // Of those that stand elsewhere not more are kept than of the others.
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

    /** Gives the second frontier its share: its best link comes next. */
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
  /** Undefined: it is refused. */
  readonly lane: typeof CANDIDATE | typeof EXPLORED | undefined;
  readonly value: number;
}

type Explored = Standing & { readonly link: LinkId };

const queueOf = (links: Explored[]) => new TinyQueue(links, (a, b) => b.value - a.value || a.link - b.link);
