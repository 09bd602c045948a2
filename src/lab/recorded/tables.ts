import type { LinkView } from '../../domain/link.ts';

/** Link in a recording. */
type RecordedLink = Pick<LinkView, 'url' | 'anchor' | 'context' | 'rel' | 'element' | 'tagPath'>;

/** Range of a page's links: from the first to the one after the last. */
export interface LinkSpan {
  readonly from: number;
  readonly to: number;
}

/** Tables in memory shared by threads, without copies. */
export interface SharedTables {
  readonly bytes: SharedArrayBuffer;
  readonly ends: SharedArrayBuffer;
  readonly links: SharedArrayBuffer;
}

/** Columns of a link, each the number of a text. */
const COLUMNS = 6;
/** Most decoded texts to cache per thread; menus repeat their texts on many pages. */
const MOST_DECODED = 50_000;
const NUMBER = Uint32Array.BYTES_PER_ELEMENT;

/**
 * Links and texts of recorded pages in shared memory. Each distinct text is stored once, by number. One thread fills
 * the tables before others read.
 */
export class RecordedTables {
  /** Concatenated texts in UTF-8. */
  #bytes: SharedArrayBuffer;
  /** End of each text in `#bytes`, by number. */
  #ends: SharedArrayBuffer;
  #links: SharedArrayBuffer;
  #bytesOf: Buffer;
  #endsOf: Uint32Array;
  #linksOf: Uint32Array;
  #texts = 0;
  #size = 0;
  #places = 0;
  readonly #numbers = new Map<string, number>();
  readonly #decoded = new Map<number, string>();

  /** @param shared tables of another thread, read-only */
  constructor(shared?: SharedTables) {
    this.#bytes = shared?.bytes ?? new SharedArrayBuffer(1024);
    this.#ends = shared?.ends ?? new SharedArrayBuffer(1024);
    this.#links = shared?.links ?? new SharedArrayBuffer(1024);
    this.#bytesOf = Buffer.from(this.#bytes);
    this.#endsOf = new Uint32Array(this.#ends);
    this.#linksOf = new Uint32Array(this.#links);
  }

  get shared(): SharedTables {
    return { bytes: this.#bytes, ends: this.#ends, links: this.#links };
  }

  /** Returns the number of a text, adding new texts. */
  addText(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.addBytes(Buffer.from(text));
    this.#numbers.set(text, number);
    return number;
  }

  /** Adds binary data, such as a compressed text. */
  addBytes(bytes: Uint8Array): number {
    const end = this.#size + bytes.length;
    this.#bytes = grown(this.#bytes, end);
    if (this.#bytesOf.buffer !== this.#bytes) this.#bytesOf = Buffer.from(this.#bytes);
    this.#bytesOf.set(bytes, this.#size);
    this.#size = end;
    this.#ends = grown(this.#ends, (this.#texts + 1) * NUMBER);
    if (this.#endsOf.buffer !== this.#ends) this.#endsOf = new Uint32Array(this.#ends);
    this.#endsOf[this.#texts] = end;
    return this.#texts++;
  }

  addLinks(links: readonly RecordedLink[]): LinkSpan {
    const from = this.#places;
    this.#links = grown(this.#links, (from + links.length) * COLUMNS * NUMBER);
    if (this.#linksOf.buffer !== this.#links) this.#linksOf = new Uint32Array(this.#links);
    for (const { url, anchor, context, rel, element, tagPath } of links) {
      const row = [url, anchor, context, rel, element, tagPath].map((text) => this.addText(text));
      this.#linksOf.set(row, this.#places++ * COLUMNS);
    }
    return { from, to: this.#places };
  }

  text(number: number): string {
    return this.#bytesOf.toString('utf8', this.#endsOf[number - 1] ?? 0, this.#endsOf[number]);
  }

  #linkText(number: number): string {
    const known = this.#decoded.get(number);
    if (known !== undefined) return known;
    const text = this.text(number);
    if (this.#decoded.size === MOST_DECODED) this.#decoded.clear();
    this.#decoded.set(number, text);
    return text;
  }

  bytes(number: number): Uint8Array {
    return this.#bytesOf.subarray(this.#endsOf[number - 1] ?? 0, this.#endsOf[number]);
  }

  /** Returns a page's links in page order. `address` is the number of the text `url`. */
  links({ from, to }: LinkSpan): (RecordedLink & { readonly address: number })[] {
    return Array.from({ length: to - from }, (_, at) => {
      const text = (column: number) => this.#linkText(this.#linksOf[(from + at) * COLUMNS + column] ?? 0);
      const address = this.#linksOf[(from + at) * COLUMNS] ?? 0;
      return {
        ...{ address, url: text(0), anchor: text(1), context: text(2) },
        ...{ rel: text(3), element: text(4), tagPath: text(5) },
      };
    });
  }
}

/** Returns the same memory, or a larger copy with room for a number of bytes. */
function grown(memory: SharedArrayBuffer, bytes: number): SharedArrayBuffer {
  if (memory.byteLength >= bytes) return memory;
  const larger = new SharedArrayBuffer(Math.max(bytes, 2 * memory.byteLength));
  new Uint8Array(larger).set(new Uint8Array(memory));
  return larger;
}
