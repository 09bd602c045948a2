import type { KeptCalibration } from './kept-state.ts';

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
