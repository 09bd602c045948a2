import type { LinkId } from '../../domain/link.ts';

/** Rows of a chunk. */
const CHUNK = 1024;

/**
 * A row of numbers for each link, as many for all, in the order in which they came. They lie side by side: of some fifty
 * numbers an array of its own would take more than the numbers do.
 */
export class LinkRows {
  readonly #columns: number;
  readonly #chunks: Float32Array[] = [];
  readonly #places = new Map<LinkId, number>();
  /** Places whose links are gone. */
  readonly #free: number[] = [];

  constructor(columns: number) {
    this.#columns = columns;
  }

  get size(): number {
    return this.#places.size;
  }

  has(link: LinkId): boolean {
    return this.#places.has(link);
  }

  /** A view of the link's row. It is another link's when this one is deleted: what is kept longer is to be copied. */
  get(link: LinkId): Float32Array | undefined {
    const place = this.#places.get(link);
    return place === undefined ? undefined : this.#row(place);
  }

  /** Copies a row, for a link that has none. */
  add(link: LinkId, row: Float32Array): void {
    const place = this.#free.pop() ?? this.#places.size;
    if (place >= this.#chunks.length * CHUNK) this.#chunks.push(new Float32Array(CHUNK * this.#columns));
    this.#places.set(link, place);
    this.#row(place).set(row);
  }

  delete(link: LinkId): void {
    const place = this.#places.get(link);
    if (place === undefined) return;
    this.#places.delete(link);
    this.#free.push(place);
  }

  links(): Iterable<LinkId> {
    return this.#places.keys();
  }

  /** Views of all rows. */
  rows(): Float32Array[] {
    return Array.from(this.#places.values(), (place) => this.#row(place));
  }

  #row(place: number): Float32Array {
    const first = (place % CHUNK) * this.#columns;
    return this.#chunks[Math.floor(place / CHUNK)]?.subarray(first, first + this.#columns) ?? new Float32Array();
  }
}
