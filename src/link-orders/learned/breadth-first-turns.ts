import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import type { KeptBreadthFirst } from './kept-state.ts';

/** Links of a site by level, in order of discovery. */
interface Levels {
  readonly byLevel: LinkId[][];
  /** Index of each level's first unclaimed link. */
  readonly next: number[];
}

/**
 * Breadth-first order as in R1: takes each site in rotation, lowest level first (Pechnikov & Chernobrovkin 2012, §3).
 */
export class BreadthFirst {
  readonly #sites = new Map<SiteId, Levels>();
  readonly #turns: SiteId[] = [];
  #turn = 0;

  add(link: LinkId, site: SiteId, level: number): void {
    const levels = this.#levelsOf(site);
    while (levels.byLevel.length <= level) {
      levels.byLevel.push([]);
      levels.next.push(0);
    }
    levels.byLevel[level]?.push(link);
  }

  #levelsOf(site: SiteId): Levels {
    const known = this.#sites.get(site);
    if (known) return known;
    const levels: Levels = { byLevel: [], next: [] };
    this.#sites.set(site, levels);
    this.#turns.push(site);
    return levels;
  }

  /** Removes and returns the next waiting link. */
  take(waits: (link: LinkId) => boolean): LinkId | undefined {
    for (let tried = 0; tried < this.#turns.length; tried++) {
      this.#turn = (this.#turn + 1) % this.#turns.length;
      const levels = this.#sites.get(this.#turns[this.#turn] ?? 0);
      const link = levels && takeFrom(levels, waits);
      if (link !== undefined) return link;
    }
    return undefined;
  }

  save(waits: (link: LinkId) => boolean): KeptBreadthFirst {
    const links: number[] = [];
    for (const [site, { byLevel, next }] of this.#sites)
      for (const [level, all] of byLevel.entries())
        for (let at = next[level] ?? 0; at < all.length; at++) {
          const link = all[at];
          if (link !== undefined && waits(link)) links.push(link, site, level);
        }
    return { sites: Float64Array.from(this.#turns), turn: this.#turn, links: Float64Array.from(links) };
  }

  load({ sites, turn, links }: KeptBreadthFirst): void {
    for (const site of sites) this.#levelsOf(site);
    this.#turn = turn;
    for (let at = 0; at < links.length; at += 3) {
      const [link = 0, site = 0, level = 0] = links.subarray(at, at + 3);
      this.add(link, site, level);
    }
  }
}

function takeFrom({ byLevel, next }: Levels, waits: (link: LinkId) => boolean): LinkId | undefined {
  for (const [level, links] of byLevel.entries()) {
    let at = next[level] ?? 0;
    while (at < links.length) {
      const link = links[at++];
      next[level] = at;
      if (link !== undefined && waits(link)) return link;
    }
    links.length = 0;
    next[level] = 0;
  }
  return undefined;
}

/** Decay of an order's sums at each of its visits. */
const KEPT = 0.97;
/** Initial assumptions about the two orders. */
interface Prior {
  /** Prior visits of each order. */
  readonly visits: number;
  /** Expected reward of breadth first, as a share of the mean of all. */
  readonly breadthFirst: number;
}

/** Prior without a topic: on recorded webs R1 finds .5 to .7 as much. */
const WITHOUT_TOPIC: Prior = { visits: 4, breadthFirst: 0.5 };
/** Prior with a topic, which leads from the start: breadth first gets turns only where topic words lose value. */
const WITH_TOPIC: Prior = { visits: 32, breadthFirst: 0 };
/** Most turns that breadth first can save up. */
const MOST_CREDIT = 8;
/** Scale of the logistic curve that is within .01 of the normal distribution. */
const LOGISTIC = 1.702;

/** Sums over the visits of an order, each reward as ln(1 + reward). */
class Tally {
  sum = 0;
  squares = 0;
  visits = 0;

  add(value: number): void {
    this.sum = KEPT * this.sum + value;
    this.squares = KEPT * this.squares + value ** 2;
    this.visits = KEPT * this.visits + 1;
  }

  /** Returns the mean reward, drawn to an expected one. */
  mean(expected: number, weight: number): number {
    return (this.sum + weight * expected) / (this.visits + weight);
  }

  /** Sum of squared deviations from the mean. */
  get scatter(): number {
    return this.visits === 0 ? 0 : Math.max(0, this.squares - this.sum ** 2 / this.visits);
  }

  save(): number[] {
    return [this.sum, this.squares, this.visits];
  }

  load([sum = 0, squares = 0, visits = 0]: Float64Array): void {
    Object.assign(this, { sum, squares, visits });
  }
}

/**
 * Divides visits between the learned order and breadth first, by the probability that each has the larger reward
 * (Thompson sampling, as shares: Russo & Van Roy 2014, "Learning to optimize via posterior sampling"). Their regret
 * bound is for constant rewards, while old rewards decay here. Where links are on a few pages near the start, breadth
 * first gets all turns.
 */
export class Turns {
  readonly #prior: Prior;
  readonly #learned = new Tally();
  readonly #breadthFirst = new Tally();
  readonly #all = { sum: 0, visits: 0 };
  #credit = 0;

  constructor(hasTopic = false) {
    this.#prior = hasTopic ? WITH_TOPIC : WITHOUT_TOPIC;
  }

  /** Adds the reward of a visit by either order. */
  add(isBreadthFirst: boolean, reward: number): void {
    const value = Math.log1p(reward);
    (isBreadthFirst ? this.#breadthFirst : this.#learned).add(value);
    this.#all.sum += value;
    this.#all.visits++;
    this.#credit = Math.min(MOST_CREDIT, this.#credit + this.#share() - (isBreadthFirst ? 1 : 0));
  }

  /** Returns the probability that breadth first has the larger reward. */
  #share(): number {
    const [one, other] = [this.#breadthFirst, this.#learned];
    const { visits, breadthFirst } = this.#prior;
    const usual = this.#all.sum / this.#all.visits;
    const variance = (one.scatter + other.scatter + 1) / (one.visits + other.visits + 1);
    const error = Math.sqrt(variance / (one.visits + visits) + variance / (other.visits + visits));
    const ahead = one.mean(breadthFirst * usual, visits) - other.mean(usual, visits);
    return 1 / (1 + Math.exp((-LOGISTIC * ahead) / error));
  }

  /**
   * Tells whether another breadth-first turn is due.
   *
   * @param taken turns that are not completed
   */
  isDue(taken: number): boolean {
    return this.#credit - taken >= 1;
  }

  save(): Float64Array {
    const { sum, visits } = this.#all;
    return Float64Array.of(...this.#learned.save(), ...this.#breadthFirst.save(), sum, visits, this.#credit);
  }

  load(kept: Float64Array): void {
    this.#learned.load(kept.subarray(0, 3));
    this.#breadthFirst.load(kept.subarray(3, 6));
    const [sum = 0, visits = 0, credit = 0] = kept.subarray(6);
    Object.assign(this.#all, { sum, visits });
    this.#credit = credit;
  }
}
