import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import type { KeptBreadthFirst } from './kept-state.ts';

/** Links by site and level, in the order in which they were found. */
interface Levels {
  readonly byLevel: LinkId[][];
  /** First of each level that was not handed out. */
  readonly next: number[];
}

/** Which link R1 would take: of each site in turn, that of the least level (Pechnikov & Chernobrovkin 2012, §3). */
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

  /** Takes out the next link that waits. */
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

/** Kept of all that an order brought, at each of its visits. */
const KEPT = 0.97;
/** Assumptions at the start. */
interface Prior {
  /** Visits that each order counts as having had. */
  readonly visits: number;
  /** Share of the mean of all that breadth first is taken to bring. */
  readonly breadthFirst: number;
}

/** Without a topic: on recorded webs R1 finds .5 to .7 as much. */
const UNLED: Prior = { visits: 4, breadthFirst: 0.5 };
/** Where a topic leads from the start: breadth first has turns where the topic's words bring less than before. */
const LED: Prior = { visits: 32, breadthFirst: 0 };
/** Turns that breadth first can have saved. */
const MOST_CREDIT = 8;
/** Of a logistic curve that is nowhere farther than .01 from the normal distribution's. */
const LOGISTIC = 1.702;

/** Rewards of an order at its visits, each as ln(1 + reward). */
class Tally {
  sum = 0;
  squares = 0;
  visits = 0;

  add(value: number): void {
    this.sum = KEPT * this.sum + value;
    this.squares = KEPT * this.squares + value ** 2;
    this.visits = KEPT * this.visits + 1;
  }

  /** Mean of its visits, drawn to one that is expected. */
  mean(expected: number, weight: number): number {
    return (this.sum + weight * expected) / (this.visits + weight);
  }

  /** Sum of the squared distances from their mean. */
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
 * Divides the visits between what was learned and breadth first: each gets as many as it is probable that it brings more,
 * by what both brought lately (Thompson sampling, as shares: Russo & Van Roy 2014, "Learning to optimize via posterior
 * sampling"; its bound on the regret is for rewards that do not change, and here old ones are forgotten). So where the links stand on a few pages near the start, breadth first gets all turns.
 */
export class Turns {
  readonly #prior: Prior;
  readonly #learned = new Tally();
  readonly #breadthFirst = new Tally();
  readonly #all = { sum: 0, visits: 0 };
  #credit = 0;

  constructor(isLed = false) {
    this.#prior = isLed ? LED : UNLED;
  }

  /** A visit, of the one order or the other, brought something. */
  add(isBreadthFirst: boolean, reward: number): void {
    const value = Math.log1p(reward);
    (isBreadthFirst ? this.#breadthFirst : this.#learned).add(value);
    this.#all.sum += value;
    this.#all.visits++;
    this.#credit = Math.min(MOST_CREDIT, this.#credit + this.#share() - (isBreadthFirst ? 1 : 0));
  }

  /** The probability that breadth first brings more. */
  #share(): number {
    const [one, other] = [this.#breadthFirst, this.#learned];
    const { visits, breadthFirst } = this.#prior;
    const usual = this.#all.sum / this.#all.visits;
    const variance = (one.scatter + other.scatter + 1) / (one.visits + other.visits + 1);
    const error = Math.sqrt(variance / (one.visits + visits) + variance / (other.visits + visits));
    const ahead = one.mean(breadthFirst * usual, visits) - other.mean(usual, visits);
    return 1 / (1 + Math.exp((-LOGISTIC * ahead) / error));
  }

  /** Whether breadth first has another turn, beside those that it has taken and that are not over. */
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
