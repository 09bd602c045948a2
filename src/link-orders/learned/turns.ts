/** What is kept of what an order brought, at each of its visits. */
const KEPT = 0.97;
/** Visits that an order counts as having had at the start, of as much as the other. */
const PRIOR = 4;
/** Least and most share of breadth first. */
const LEAST = 0.03;
const MOST = 0.5;
/** Turns that breadth first can have saved. */
const MOST_CREDIT = 8;
/** The shares are as the power of the means. */
const POWER = 2;

class Tally {
  #sum = 0;
  #visits = 0;
  add(value: number): void {
    this.#sum = KEPT * this.#sum + value;
    this.#visits = KEPT * this.#visits + 1;
  }
  mean(prior: number): number {
    return (this.#sum + PRIOR * prior) / (this.#visits + PRIOR);
  }
  save(): number[] {
    return [this.#sum, this.#visits];
  }
  load(sum = 0, visits = 0): void {
    this.#sum = sum;
    this.#visits = visits;
  }
}

/**
 * Divides the visits between what was learned and breadth first, by what each brought lately: where nothing is learned,
 * as where the links stand on a few pages near the start, a crawl is not much worse than breadth first.
 */
export class Turns {
  readonly #learned = new Tally();
  readonly #breadthFirst = new Tally();
  readonly #all = { sum: 0, visits: 0 };
  #credit = 0;

  /** A visit, of the one order or the other, brought something. */
  add(isBreadthFirst: boolean, reward: number): void {
    const value = Math.log1p(reward);
    (isBreadthFirst ? this.#breadthFirst : this.#learned).add(value);
    this.#all.sum += value;
    this.#all.visits++;
    const prior = this.#all.sum / this.#all.visits + 1e-3;
    const one = this.#breadthFirst.mean(prior) ** POWER;
    const other = this.#learned.mean(prior) ** POWER;
    const share = Math.min(MOST, Math.max(LEAST, one / (one + other)));
    this.#credit = Math.min(MOST_CREDIT, this.#credit + share - (isBreadthFirst ? 1 : 0));
  }

  /** Whether breadth first has another turn, beside those that it has taken and that are not over. */
  isDue(taken: number): boolean {
    return this.#credit - taken >= 1;
  }

  save(): Float64Array {
    const { sum, visits } = this.#all;
    return Float64Array.of(...this.#learned.save(), ...this.#breadthFirst.save(), sum, visits, this.#credit);
  }

  load([a, b, c, d, sum = 0, visits = 0, credit = 0]: Float64Array): void {
    this.#learned.load(a, b);
    this.#breadthFirst.load(c, d);
    Object.assign(this.#all, { sum, visits });
    this.#credit = credit;
  }
}
