import type { LinkView } from '../../domain/link.ts';

/** A link as a recording has it. */
type RecordedLink = Pick<LinkView, 'url' | 'anchor' | 'context' | 'rel' | 'element' | 'tagPath'>;

/** The places of a page's links: from the first one up to the one after the last. */
export interface LinkSpan {
  readonly from: number;
  readonly to: number;
}

/** Tables as threads hand them to each other: none of it is copied. */
export interface SharedTables {
  readonly bytes: SharedArrayBuffer;
  readonly ends: SharedArrayBuffer;
  readonly links: SharedArrayBuffer;
}

/** Columns of a link, each the number of a text. */
const COLUMNS = 6;
/** Texts of links that a thread keeps decoded: those of menus stand on many pages. */
const MOST_DECODED = 50_000;
const NUMBER = Uint32Array.BYTES_PER_ELEMENT;

/**
 * The links and texts of recorded pages in memory that all threads read. Each text is kept once, and known by its number.
 * One thread fills the tables; others may read them when it is done.
 */
export class RecordedTables {
  /** All texts one after the other, in UTF-8, … */
  #bytes: SharedArrayBuffer;
  /** … and by number, where each ends. */
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

  /** @param shared the tables of another thread, to read only */
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

  /** The number of a text, which is added if it is new. */
  addText(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.addBytes(Buffer.from(text));
    this.#numbers.set(text, number);
    return number;
  }

  /** Adds what is no text, such as a compressed one. */
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

  /** A page's links in its order. `address` is the number of the text `url`. */
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

/** The same memory, or a larger copy of it that has room for so many bytes. */
function grown(memory: SharedArrayBuffer, bytes: number): SharedArrayBuffer {
  if (memory.byteLength >= bytes) return memory;
  const larger = new SharedArrayBuffer(Math.max(bytes, 2 * memory.byteLength));
  new Uint8Array(larger).set(new Uint8Array(memory));
  return larger;
}
