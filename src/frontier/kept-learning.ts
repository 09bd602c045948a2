import type { LinkOrder } from '../link-orders/link-order.ts';
import type { FrontierQueries } from './queries.ts';

/** Visits after which what was learned is kept again: so many, and … */
const LEAST = 500;
/** … this share of all: all that is ever written is some times what is kept in the end. */
const GROWTH = 0.2;
/** Visits behind which it is not kept any more: what is remembered of each page grows on, and would stop the crawl for seconds. */
const MOST = 300_000;

/**
 * What a link order has learned, kept beside the visits. It holds as long as these are the same: else the order is told
 * of all of them again. What checks find is no visit, and changes nothing of what was learned.
 */
export class KeptLearning {
  readonly #states: FrontierQueries['keptStates'];
  /** Visits that the order was told of, and those since its state was kept. */
  #visits = 0;
  #since = 0;

  constructor(states: FrontierQueries['keptStates']) {
    this.#states = states;
  }

  /** Brings an order that has learned nothing yet to what is kept of it. Returns the last visit that it knows by that; 0: none. */
  load({ kept }: LinkOrder): number {
    this.#visits = 0;
    this.#since = 0;
    const stored = kept && this.#states.find.get({ key: kept.key });
    const told = stored && this.#states.toldOf.get({ lastVisit: stored.last_visit });
    if (!stored || !told) return 0;
    const { last_visit: lastVisit, visits, sum_of_ids: ids, sum_of_links: links } = stored;
    const isOfThese = told.visits === visits && told.sum_of_ids === ids && told.sum_of_links === links;
    if (!isOfThese || !kept.load(stored.state)) return 0;
    this.#visits = visits;
    return lastVisit;
  }

  /** The order was told of a visit of an earlier run. */
  count(): void {
    this.#visits++;
    this.#since++;
  }

  /** The order was told of a visit, inside its transaction: what it has learned is kept if it is time to. */
  told({ kept }: LinkOrder): void {
    this.count();
    if (!kept || this.#visits > MOST) return;
    if (this.#since < Math.max(LEAST, GROWTH * this.#visits)) return;
    const state = kept.save();
    const told = state && this.#states.toldOf.get({ lastVisit: Number.MAX_SAFE_INTEGER });
    if (!told) return;
    const { last_visit: lastVisit, visits: known, sum_of_ids: ids, sum_of_links: links } = told;
    this.#states.put.run({
      key: kept.key,
      last_visit: lastVisit,
      visits: known,
      sum_of_ids: ids,
      sum_of_links: links,
      state,
    });
    this.#since = 0;
  }
}
