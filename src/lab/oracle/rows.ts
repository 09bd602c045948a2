/** A table of rows of different length: row r is `items` from `offsets[r]` to `offsets[r + 1]`. */
export interface Rows {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/** Builds a table row by row; its memory doubles as it fills. */
export class RowsBuilder {
  readonly #ends: number[] = [0];
  #items = new Int32Array(1024);
  #length = 0;

  add(row: Iterable<number>): void {
    for (const item of row) {
      if (this.#length === this.#items.length) {
        const larger = new Int32Array(2 * this.#length);
        larger.set(this.#items);
        this.#items = larger;
      }
      this.#items[this.#length++] = item;
    }
    this.#ends.push(this.#length);
  }

  rows(): Rows {
    return { offsets: Int32Array.from(this.#ends), items: this.#items.slice(0, this.#length) };
  }
}

/** The same pairs the other way round: item to the rows that have it, in ascending order. */
export function inverse({ offsets, items }: Rows, itemCount: number): Rows {
  const ends = new Int32Array(itemCount + 1);
  for (const item of items) ends[item + 1] = (ends[item + 1] ?? 0) + 1;
  for (let item = 0; item < itemCount; item++) ends[item + 1] = (ends[item + 1] ?? 0) + (ends[item] ?? 0);
  const next = ends.slice();
  const rows = new Int32Array(items.length);
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at++) {
      const item = items[at] ?? 0;
      const place = next[item] ?? 0;
      rows[place] = row;
      next[item] = place + 1;
    }
  }
  return { offsets: ends, items: rows };
}
