import { createHash } from 'node:crypto';
import { setCapped } from '../../domain/capped-map.ts';

/** Most texts with remembered addresses, and most addresses of a remembered text. */
const MOST_TEXTS = 500;
const MOST_ADDRESSES = 1000;

/** Reads a text; resolves to undefined if the text could not be read. */
type Read<Found> = (text: string) => Promise<readonly Found[] | undefined>;

/** Reads texts that many pages of a site share, each once, with an LRU cache. */
export class TextMemory<Found = string> {
  readonly #read: Read<Found>;
  /** Addresses by the text's digest, least recently used first. */
  readonly #known = new Map<string, readonly Found[]>();

  constructor(read: Read<Found>) {
    this.#read = read;
  }

  async read(text: string): Promise<readonly Found[] | undefined> {
    const digest = createHash('sha1').update(text).digest('base64');
    const addresses = this.#known.get(digest) ?? (await this.#read(text));
    this.#known.delete(digest);
    if (!addresses) return undefined;
    if (addresses.length <= MOST_ADDRESSES) setCapped(this.#known, digest, addresses, MOST_TEXTS);
    return addresses;
  }
}
