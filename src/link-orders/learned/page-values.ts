import type { KeptCalibration, KeptPages } from './kept-state.ts';
import { NONE } from './link-features.ts';

/** Weight of links' values in their page's value. */
const BEHIND = 0.6;
/** Factor for the predicted value of an unvisited page. */
const EXPECTED = 0.5;
/** Most links to remember per page. */
const MOST_LINKS = 6;
/** Most ancestors that a change of value reaches. */
const HIGHEST = 6;

interface Page {
  readonly parent: number | undefined;
  readonly reward: number;
  value: number;
  /** Values of the page's best links, largest first. */
  readonly links: { id: number; value: number }[];
}

/**
 * Values of visited pages with their links: the best average of a page's reward and its best links,
 *
 *     max over k of (r + 0.6 (v1 + ... + vk)) / (1 + k)
 *
 * where v is a visited link's value, or half of the prediction for an unvisited link.
 */
export class PageValues {
  readonly #pages = new Map<number, Page>();

  /** Adds a visited page. Returns the pages whose value changed, with this page first. */
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

/** Width of a step of predictions, in ln(1 + value). */
const STEP = 0.25;
/** Number of steps; predictions stay below about 3000. */
const STEPS = 33;
/** Prior visits of each step, with the predicted value as reward. */
const PRIOR = 1;
/** Decay of a step's sums at each of its visits. */
const KEPT = 0.98;

/**
 * Maps predictions to mean rewards. A predicted mean of logarithms underestimates the mean if few links have large
 * rewards. Rewards of similar predictions are averaged, made monotonic (isotonic regression by pooling adjacent
 * violators: Ayer et al. 1955, "An empirical distribution function for sampling with incomplete information"), and
 * interpolated linearly.
 */
export class Calibration {
  readonly #rewards = new Float64Array(STEPS);
  readonly #visits = new Float64Array(STEPS);
  #fitted: Float64Array | undefined;

  /**
   * Adds a visit.
   *
   * @param expected prediction, in ln(1 + value)
   */
  learn(expected: number, reward: number): void {
    const step = Math.round(placeOf(expected));
    this.#rewards[step] = KEPT * (this.#rewards[step] ?? 0) + reward;
    this.#visits[step] = KEPT * (this.#visits[step] ?? 0) + 1;
    this.#fitted = undefined;
  }

  /**
   * Returns the mean reward for a prediction.
   *
   * @param expected prediction, in ln(1 + value)
   */
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
