import type { LinkId } from '../../domain/link.ts';
import { InTurn } from '../later.ts';
import { type KeptWaiting, packRows, unpackRows } from './kept-state.ts';
import { FEATURES, GROUPS, NEAR } from './link-features.ts';

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

/** Most links whose features are remembered: with all that leads to them some 300 bytes each. */
const MOST = 200_000;

/**
 * Links that were found and not visited yet, with their features, and those of them that have something in common. Of
 * more than 200,000 the oldest are forgotten: they wait as they were ranked last.
 */
export class WaitingLinks {
  readonly #most: number;
  readonly #features = new LinkRows(FEATURES);
  /** In the order in which they were found; a map whose first entries are gone would be searched for the next one. */
  readonly #found: LinkId[] = [];
  /** Where the oldest that is remembered may stand among them. */
  #oldest = 0;
  readonly #near = new Map<number, LinkId[]>();
  readonly #turn = new InTurn();

  readonly #onForgotten: (link: LinkId) => void;

  constructor(most = MOST, onForgotten: (link: LinkId) => void = () => undefined) {
    this.#most = most;
    this.#onForgotten = onForgotten;
  }

  /** Links whose features are remembered. */
  get size(): number {
    return this.#features.size;
  }

  has(link: LinkId): boolean {
    return this.#features.has(link);
  }

  /** A view of its features, until it waits no more. */
  get(link: LinkId): Float32Array | undefined {
    return this.#features.get(link);
  }

  add(link: LinkId, features: Float32Array): void {
    if (this.#features.has(link)) return;
    while (this.#features.size >= this.#most) this.#forgetOldest();
    this.#features.add(link, features);
    this.#found.push(link);
    this.#turn.add(link);
    for (const group of NEAR) {
      const key = keyOf(features, group);
      const known = this.#near.get(key);
      if (known) known.push(link);
      else this.#near.set(key, [link]);
    }
  }

  /** A link waits no more. Returns a copy of its features. */
  take(link: LinkId): Float32Array | undefined {
    const features = this.#features.get(link)?.slice();
    this.#features.delete(link);
    return features;
  }

  #forgetOldest(): void {
    const oldest = this.#found[this.#oldest++];
    const features = oldest === undefined ? undefined : this.#features.get(oldest);
    if (oldest !== undefined && features) {
      this.#features.delete(oldest);
      this.#onForgotten(oldest);
      for (const group of NEAR) {
        const key = keyOf(features, group);
        const links = this.#near.get(key);
        if (!links) continue;
        while (links[0] !== undefined && !this.#features.has(links[0])) links.shift();
        if (links.length === 0) this.#near.delete(key);
      }
    }
    if (this.#oldest < this.#most) return;
    this.#found.splice(0, this.#oldest);
    this.#oldest = 0;
  }

  /** Adds up to `most` links to `found` that have something in common with another: what has most in common first, then what was found last. */
  near(features: Float32Array, most: number, found: Set<LinkId>): void {
    let left = most;
    for (const group of NEAR) {
      const key = keyOf(features, group);
      const links = this.#near.get(key) ?? [];
      for (let at = links.length - 1; at >= 0 && left > 0; at--) {
        const link = links[at];
        if (link === undefined || found.has(link)) continue;
        if (!this.#features.has(link)) {
          links.splice(at, 1);
          continue;
        }
        found.add(link);
        left--;
      }
      if (links.length === 0) this.#near.delete(key);
    }
  }

  /** The next ones of all links, in turn. */
  inTurn(most: number): LinkId[] {
    return this.#turn.take(most, (one) => this.#features.has(one));
  }

  save(): KeptWaiting {
    // All of them, in the order in which they were found.
    const features = packRows(this.#features.rows(), FEATURES);
    return { links: Float64Array.from(this.#features.links()), features, ...this.#turn.save() };
  }

  load({ links, features, ring, next }: KeptWaiting): void {
    const unpacked = unpackRows(features, FEATURES);
    for (const [at, link] of links.entries()) this.add(link, unpacked[at] ?? new Float32Array(FEATURES));
    this.#turn.load({ ring, next });
  }
}

const keyOf = (features: Float32Array, group: number): number => (features[group] ?? 0) * GROUPS.length + group;
