import type { KeptCalibration, KeptPages } from './kept-state.ts';
import { NONE } from './link-features.ts';

/** Share of what lies behind a link that counts for its page. */
const BEHIND = 0.6;
/** Share of a predicted value that counts until its page was visited. */
const EXPECTED = 0.5;
/** Best links of a page that are remembered. */
const MOST_LINKS = 6;
/** Pages up the tree that a change is told to. */
const HIGHEST = 6;

interface Page {
  readonly parent: number | undefined;
  readonly reward: number;
  value: number;
  /** Values of its best links, the largest first. */
  readonly links: { id: number; value: number }[];
}

/**
 * What a visited page is worth with what lies behind it: the best average over itself and its best links,
 *
 *     max over k of (r + 0.6 (v1 + ... + vk)) / (1 + k)
 *
 * where v is the links' own value once they were visited, half of what is predicted before.
 */
export class PageValues {
  readonly #pages = new Map<number, Page>();

  /** A page was read; returns the pages whose value changed, itself first. */
  add(
    id: number,
    parent: number | undefined,
    reward: number,
    links: readonly { readonly id: number; readonly predicted: number }[],
  ) {
    const best = links
      .map((link) => ({ id: link.id, value: EXPECTED * link.predicted }))
      .sort((a, b) => b.value - a.value || a.id - b.id)
      .slice(0, MOST_LINKS);
    const page = { parent, reward, value: 0, links: best };
    page.value = bestAverage(page);
    this.#pages.set(id, page);
    const changed = [{ id, value: page.value }];
    let child = id;
    let { value } = page;
    let above = parent;
    for (let height = 0; above !== undefined && height < HIGHEST; height++) {
      const other = this.#pages.get(above);
      if (!other) break;
      put(other.links, child, value);
      const now = bestAverage(other);
      if (Math.abs(now - other.value) < 1e-3) break;
      other.value = now;
      changed.push({ id: above, value: now });
      child = above;
      value = now;
      above = other.parent;
    }
    return changed;
  }

  save(): KeptPages {
    const pages: number[] = [];
    const counts: number[] = [];
    const ofLinks: number[] = [];
    for (const [id, { parent, reward, value, links }] of this.#pages) {
      pages.push(id, parent ?? NONE, reward, value);
      counts.push(links.length);
      for (const link of links) ofLinks.push(link.id, link.value);
    }
    return { pages: Float64Array.from(pages), counts: Uint8Array.from(counts), links: Float64Array.from(ofLinks) };
  }

  load({ pages, counts, links: kept }: KeptPages): void {
    let next = 0;
    for (const [at, count] of counts.entries()) {
      const [id = 0, parent = NONE, reward = 0, value = 0] = pages.subarray(4 * at, 4 * at + 4);
      const links = Array.from({ length: count }, () => ({ id: kept[next++] ?? 0, value: kept[next++] ?? 0 }));
      this.#pages.set(id, { parent: parent === NONE ? undefined : parent, reward, value, links });
    }
  }
}

function bestAverage({ reward, links }: Page): number {
  let sum = reward;
  let value = reward;
  for (const [at, link] of links.entries()) {
    sum += BEHIND * link.value;
    value = Math.max(value, sum / (2 + at));
  }
  return value;
}

function put(links: { id: number; value: number }[], id: number, value: number): void {
  const at = links.findIndex((link) => link.id === id);
  if (at >= 0) links.splice(at, 1);
  links.push({ id, value });
  links.sort((a, b) => b.value - a.value || a.id - b.id);
  links.length = Math.min(links.length, MOST_LINKS);
}

/** Width of a step of expectations, in ln(1 + value), … */
const STEP = 0.25;
/** … and how many there are: none is expected to bring more than thousands. */
const STEPS = 33;
/** Visits of each step that are taken to have brought what was expected. */
const PRIOR = 1;
/** Kept of what a step brought, at each of its visits. */
const KEPT = 0.98;

/**
 * Rewards by what was expected. An expectation is a mean of logarithms, which tells too little of a mean where few links
 * bring much; so it is read off from what links of like expectations brought, never less for more (isotonic regression by
 * pooling adjacent violators: Ayer et al. 1955, "An empirical distribution function for sampling with incomplete
 * information"), on a line between two steps.
 */
export class Calibration {
  readonly #rewards = new Float64Array(STEPS);
  readonly #visits = new Float64Array(STEPS);
  #fitted: Float64Array | undefined;

  /** A page brought a reward where so much was expected, in ln(1 + value). */
  learn(expected: number, reward: number): void {
    const step = Math.round(placeOf(expected));
    this.#rewards[step] = KEPT * (this.#rewards[step] ?? 0) + reward;
    this.#visits[step] = KEPT * (this.#visits[step] ?? 0) + 1;
    this.#fitted = undefined;
  }

  /** The mean reward where so much is expected, in ln(1 + value). */
  reward(expected: number): number {
    this.#fitted ??= this.#fit();
    const place = placeOf(expected);
    const low = Math.floor(place);
    const below = this.#fitted[low] ?? 0;
    return below + (place - low) * ((this.#fitted[low + 1] ?? below) - below);
  }

  #fit(): Float64Array {
    const pools: { sum: number; weight: number; steps: number }[] = [];
    for (let step = 0; step < STEPS; step++) {
      const weight = (this.#visits[step] ?? 0) + PRIOR;
      let pool = { sum: (this.#rewards[step] ?? 0) + PRIOR * Math.expm1(STEP * step), weight, steps: 1 };
      for (let before = pools.at(-1); before && before.sum * pool.weight >= pool.sum * before.weight; ) {
        pools.pop();
        pool = { sum: pool.sum + before.sum, weight: pool.weight + before.weight, steps: pool.steps + before.steps };
        before = pools.at(-1);
      }
      pools.push(pool);
    }
    return Float64Array.from(
      pools.flatMap(({ sum, weight, steps }) => Array.from({ length: steps }, () => sum / weight)),
    );
  }

  save(): KeptCalibration {
    return { rewards: this.#rewards, visits: this.#visits };
  }

  load({ rewards, visits }: KeptCalibration): void {
    this.#rewards.set(rewards);
    this.#visits.set(visits);
    this.#fitted = undefined;
  }
}

const placeOf = (expected: number): number => Math.min(STEPS - 1, Math.max(0, expected / STEP));
