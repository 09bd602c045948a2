const FIRST_PLACES = 1024;

/**
 * Whole numbers, at least 0, that only grow in number; the memory doubles as it fills. Other threads may read those that were
 * there when they were asked for, without a copy.
 */
export class GrowingNumbers {
  #numbers = new Uint32Array(sharedBuffer(FIRST_PLACES));
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the number's place. */
  push(number: number): number {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(sharedBuffer(2 * this.#length));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    return this.#length++;
  }

  at(place: number): number {
    return this.#numbers[place] ?? 0;
  }

  /** Those from one place up to another, and none that are added later. */
  view(from = 0, to = this.#length): Uint32Array {
    return this.#numbers.subarray(from, to);
  }
}

const sharedBuffer = (places: number) => new SharedArrayBuffer(places * Uint32Array.BYTES_PER_ELEMENT);
