import { TOO_LARGE } from '../loaded-page.js';
import { MANY_LINKS, walkRules } from '../walk/walk-rules.js';
import { inThread } from './in-thread.js';
import { MOST_PARTS } from './parse-markup.js';
import { ParsedDocument } from './parsed-document.js';
/** Bytes or characters of all documents of a page that are read … */
const MOST_MARKUP = 64 * 2 ** 20;
/** … and of one that takes too much time or memory. */
const BEGINNING = 2 ** 20;
/** Reads the documents of one page, one after the other: together they may have as much as one large document. */
export class PageReader {
    /** Limits that the page met. */
    limits = new Set();
    #wanted;
    #parts = MOST_PARTS;
    #markup = MOST_MARKUP;
    #links = walkRules.mostLinks;
    #others = walkRules.mostLinks;
    #last = Promise.resolve();
    constructor(wanted) {
        this.#wanted = wanted;
    }
    /** A document; of one that takes too much time or memory, its beginning. */
    read(source) {
        const reading = this.#last.then(() => this.#read({ ...source, ...this.#wanted }));
        this.#last = reading.catch(() => undefined);
        return reading;
    }
    async #read(source) {
        const { markup } = source;
        const size = ('text' in markup ? markup.text : markup.bytes).length;
        this.#markup -= size;
        const whole = this.#markup < 0 ? undefined : await inThread('document', { ...source, mostParts: this.#parts });
        const reading = whole ?? (await inThread('document', beginningOf(source, this.#parts)));
        if (!whole || reading?.isTooLarge)
            this.limits.add(TOO_LARGE);
        this.#parts -= reading?.parts ?? 0;
        return new ParsedDocument(source, reading && this.#withinLimits(reading));
    }
    #withinLimits(reading) {
        const { links, isCut } = reading.walked;
        const kept = links.filter(({ role }) => (role === 'link' ? this.#links-- : this.#others--) > 0);
        if (isCut || kept.length < links.length)
            this.limits.add(MANY_LINKS);
        return { ...reading, walked: { links: kept, isCut } };
    }
}
function beginningOf(source, mostParts) {
    const { markup } = source;
    if ('text' in markup)
        return { ...source, mostParts, markup: { ...markup, text: markup.text.slice(0, BEGINNING) } };
    // A copy: a thread is given the whole of what a part belongs to.
    return { ...source, mostParts, markup: { ...markup, bytes: Uint8Array.from(markup.bytes.subarray(0, BEGINNING)) } };
}
//# sourceMappingURL=page-reader.js.map