import type { LinkId } from '../../domain/link.ts';
import { InTurn } from '../background-work.ts';
import { type KeptWaiting, packRows, unpackRows } from './kept-state.ts';
import { FEATURES, GROUPS, NEAR } from './link-features.ts';

/** Rows per chunk. */
const CHUNK = 1024;

/**
 * Rows of numbers by link, of equal length, in insertion order. Stored in chunks, as an array per link would need more
 * memory than its numbers.
 */
export class LinkRows {
  readonly #columns: number;
  readonly #chunks: Float32Array[] = [];
  readonly #places = new Map<LinkId, number>();
  /** Free places of deleted links. */
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

  /** Returns a view of the link's row. Copy rows that must outlive the link, as its place is reused. */
  get(link: LinkId): Float32Array | undefined {
    const place = this.#places.get(link);
    return place === undefined ? undefined : this.#row(place);
  }

  /** Copies the row of a new link. */
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

  /** Returns views of all rows. */
  rows(): Float32Array[] {
    return Array.from(this.#places.values(), (place) => this.#row(place));
  }

  #row(place: number): Float32Array {
    const first = (place % CHUNK) * this.#columns;
    return this.#chunks[Math.floor(place / CHUNK)]?.subarray(first, first + this.#columns) ?? new Float32Array();
  }
}

/** Most links with remembered features, about 300 bytes each with all indices. */
const MOST = 200_000;

/** Unvisited links with their features and groups. Forgets the oldest of more than 200,000: their last rank stays. */
export class WaitingLinks {
  readonly #most: number;
  readonly #features = new LinkRows(FEATURES);
  /** Links in order of discovery. An array, as finding a map's first entry is slow after many deletions. */
  readonly #found: LinkId[] = [];
  /** Index in `#found` of the oldest remembered link, or an earlier one. */
  #oldest = 0;
  readonly #near = new Map<number, LinkId[]>();
  readonly #turn = new InTurn();

  readonly #onForgotten: (link: LinkId) => void;

  constructor(most = MOST, onForgotten: (link: LinkId) => void = () => undefined) {
    this.#most = most;
    this.#onForgotten = onForgotten;
  }

  /** Number of links with remembered features. */
  get size(): number {
    return this.#features.size;
  }

  has(link: LinkId): boolean {
    return this.#features.has(link);
  }

  /** Returns a view of the link's features, valid until the visit. */
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

  /** Removes a link. Returns a copy of its features. */
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

  /** Adds up to `most` links with common groups to `found`: smallest group first, then latest discovery first. */
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

  /** Returns the next links in rotation. */
  inTurn(most: number): LinkId[] {
    return this.#turn.take(most, (one) => this.#features.has(one));
  }

  save(): KeptWaiting {
    // Saves all rows in order of discovery.
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
