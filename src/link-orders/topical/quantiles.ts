/** Values in [0, 1] are counted in so many steps. */
const STEPS = 4096;

/** Quantiles of values in [0, 1], to a step of 1/4096. */
export class Quantiles {
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
