import { createHash } from 'node:crypto';
/** Texts whose addresses are remembered, and how many addresses of one. */
const MOST_TEXTS = 500;
const MOST_ADDRESSES = 1000;
/** Reads texts that many pages of a site share: each once, as long as it is asked for now and then. */
export class TextMemory {
    #read;
    /** By the texts' digests; least recently asked for first. */
    #known = new Map();
    constructor(read) {
        this.#read = read;
    }
    async read(text) {
        const digest = createHash('sha1').update(text).digest('base64');
        const addresses = this.#known.get(digest) ?? (await this.#read(text));
        this.#known.delete(digest);
        if (!addresses)
            return undefined;
        if (addresses.length <= MOST_ADDRESSES)
            this.#known.set(digest, addresses);
        const [oldest] = this.#known.keys();
        if (this.#known.size > MOST_TEXTS && oldest !== undefined)
            this.#known.delete(oldest);
        return addresses;
    }
}
//# sourceMappingURL=text-memory.js.map