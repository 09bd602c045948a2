import { createHash } from 'node:crypto';

/** Texts whose addresses are remembered. */
const MOST_TEXTS = 500;

/** Reads texts that many pages of a site share: each once, as long as it is asked for now and then. */
export class TextMemory<Found = string> {
  readonly #read: (text: string) => readonly Found[];
  /** By the texts' digests; least recently asked for first. */
  readonly #known = new Map<string, readonly Found[]>();

  constructor(read: (text: string) => readonly Found[]) {
    this.#read = read;
  }

  read(text: string): readonly Found[] {
    const digest = createHash('sha1').update(text).digest('base64');
    const addresses = this.#known.get(digest) ?? this.#read(text);
    this.#known.delete(digest);
    this.#known.set(digest, addresses);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_TEXTS && oldest !== undefined) this.#known.delete(oldest);
    return addresses;
  }
}
