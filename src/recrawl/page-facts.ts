import type { PageFacts, PageTable, PageView, State } from '../revisit-rules/revisit-rule.ts';

/** Stored facts of a page for its rule. The size determines the cost of a revisit. */
type StoredFacts = Omit<PageFacts, 'cost'>;

/** Returns the cost of a revisit to a page of `size` characters. */
export type CostOf = (size: number) => number;

/** Number of fields before the state: id, site, group, size, step of the last revisit, signal. */
const FIRST = 6;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Packs a page as 64-bit little-endian numbers. A recrawl run reads a million packed pages in one sequence. */
export function packFacts({ id, site, group, size, last, signal }: StoredFacts, state: State): Uint8Array {
  return new Uint8Array(Float64Array.of(id, site, group, size, last, signal, ...state).buffer);
}

export function unpackFacts(packed: Uint8Array, costOf: CostOf): PageView {
  const [id = 0, site = 0, group = 0, size = 0, last = 0, signal = Number.NaN, ...state] = numbersOf(packed);
  return { id, site, group, size, last, signal, cost: costOf(size), state };
}

/** Table of pages in columns, for ranking by rules. */
export class PageColumns implements PageTable {
  count = 0;
  id = new Float64Array(0);
  site = new Float64Array(0);
  group = new Float64Array(0);
  size = new Float64Array(0);
  cost = new Float64Array(0);
  last = new Float64Array(0);
  signal = new Float64Array(0);
  state = new Float64Array(0);
  readonly #width: number;
  readonly #costOf: CostOf;

  /** @param width count of numbers in a page's state */
  constructor(width: number, costOf: CostOf) {
    this.#width = width;
    this.#costOf = costOf;
  }

  /** Adds a sequence of packed pages. */
  add(packed: Uint8Array): void {
    const numbers = numbersOf(packed);
    const stride = FIRST + this.#width;
    const pages = numbers.length / stride;
    if (!Number.isInteger(pages)) throw new RangeError('these pages were packed under a rule of another state');
    this.#grow(this.count + pages);
    for (let page = 0; page < pages; page++) {
      const at = page * stride;
      const row = this.count++;
      this.id[row] = numbers[at] ?? 0;
      this.site[row] = numbers[at + 1] ?? 0;
      this.group[row] = numbers[at + 2] ?? 0;
      const size = numbers[at + 3] ?? 0;
      this.size[row] = size;
      this.last[row] = numbers[at + 4] ?? 0;
      this.signal[row] = numbers[at + 5] ?? 0;
      this.cost[row] = this.#costOf(size);
      for (let number = 0; number < this.#width; number++)
        this.state[row * this.#width + number] = numbers[at + FIRST + number] ?? 0;
    }
  }

  #grow(pages: number): void {
    if (pages <= this.id.length) return;
    const room = Math.max(pages, 2 * this.id.length);
    for (const name of ['id', 'site', 'group', 'size', 'cost', 'last', 'signal'] as const)
      this[name] = enlarged(this[name], room);
    this.state = enlarged(this.state, room * this.#width);
  }
}

function enlarged(column: Float64Array, room: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(room);
  larger.set(column);
  return larger;
}

/** Copies the bytes: a driver's buffer may not be aligned for numbers. */
function numbersOf(packed: Uint8Array): Float64Array {
  const own = packed.slice();
  return new Float64Array(own.buffer, own.byteOffset, own.byteLength / BYTES);
}
