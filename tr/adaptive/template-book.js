import { STATIC } from '../documents/page-shape.js';
import { Tries } from './tries.js';
/** Pages in a row that must come to the same; the double after each that did not, up to 2 ** MOST_DOUBLINGS times. */
const NEEDED = 3;
const MOST_DOUBLINGS = 5;
/** The same of a shape that came to the same on so many pages of the site, of whatever pattern, and never otherwise. */
const PROVEN = 6;
const NEEDED_OF_PROVEN = 1;
/** Pages of a site without scripts that must come to the same: nothing but the server can make a difference there. */
const STATIC_PROVEN = 2;
/** One in so many pages of a template is read both ways for ever: at first, and once it has proved itself. */
const FIRST_CHECK = 20;
const LAST_CHECK = 50;
/** Patterns of one site that are told apart. */
const MOST_PATTERNS = 1000;
const UNKNOWN = { equal: 0, different: 0 };
/** Learns for each template whether plain requests find the links that a browser finds. */
export class TemplateBook {
    #sites = new Map();
    #keep;
    /**
     * @param known what was learned before
     * @param keep takes down what has been learned
     */
    constructor(known, keep) {
        this.#keep = keep;
        for (const template of known) {
            this.#book(template.site).templates.set(keyOf(template), template);
            this.#count(template, template.equal, template.different);
        }
    }
    /** The pattern under which a page is to be learned. */
    within(site, pattern) {
        const { patterns } = this.#book(site);
        return patterns.has(pattern) || patterns.size < MOST_PATTERNS ? pattern : '*';
    }
    /** Whether the next page of a pattern is worth a plain request before the browser may be needed. Counts the pages. */
    isWorthATry(site, pattern) {
        return this.#book(site).tries.next() && this.#tries(site, pattern).next();
    }
    /** Whether a plain request of such a page needs no browser. */
    isPlain(template) {
        const { equal, different } = this.#known(template) ?? UNKNOWN;
        return equal >= this.#needed(template, different);
    }
    /** The share of a plain template's pages that is read both ways. */
    checkedShare(template) {
        const { equal } = (template.shape === STATIC ? this.#shape(template) : this.#known(template)) ?? UNKNOWN;
        return 1 / Math.min(LAST_CHECK, Math.max(FIRST_CHECK, equal));
    }
    /** A page was read by a plain request alone. */
    used({ site, pattern }) {
        this.#book(site).tries.good();
        this.#tries(site, pattern).good();
    }
    /** A plain request of a page failed: that says nothing about its template. */
    failed(site) {
        this.#book(site).tries.bad();
    }
    /** A page was read both ways, and came to the same or not. @param url its address */
    learn(template, isEqual, url) {
        const wasPlain = this.isPlain(template);
        const before = this.#known(template) ?? UNKNOWN;
        const equal = isEqual ? before.equal + 1 : 0;
        const different = before.different + (isEqual ? 0 : 1);
        this.#count(template, isEqual ? 1 : 0, isEqual ? 0 : 1);
        const isPlain = equal >= this.#needed(template, different);
        const known = {
            ...template,
            state: isPlain ? 'plain' : different > 0 ? 'browser' : 'learning',
            equal,
            different,
        };
        this.#book(template.site).templates.set(keyOf(template), known);
        this.#keep(known, url);
        this.#book(template.site).tries[isEqual ? 'good' : 'bad']();
        const tries = this.#tries(template.site, template.pattern);
        // Pages of which each has a shape of its own are never plain.
        if (!isEqual || (before === UNKNOWN && !wasPlain))
            tries.bad();
        else if (wasPlain || different === 0)
            tries.good();
    }
    /** Pages in a row of a template that must come to the same, of which so many did not. */
    #needed(template, different) {
        const ofShape = this.#shape(template);
        if (ofShape.different === 0) {
            if (template.shape === STATIC && ofShape.equal >= STATIC_PROVEN)
                return 0;
            if (ofShape.equal >= PROVEN)
                return NEEDED_OF_PROVEN;
        }
        return NEEDED * 2 ** Math.min(different, MOST_DOUBLINGS);
    }
    #count(template, equal, different) {
        const before = this.#shape(template);
        const counts = { equal: before.equal + equal, different: before.different + different };
        this.#book(template.site).shapes.set(template.shape, counts);
    }
    #shape({ site, shape }) {
        return this.#book(site).shapes.get(shape) ?? UNKNOWN;
    }
    #known(template) {
        return this.#book(template.site).templates.get(keyOf(template));
    }
    #book(site) {
        let book = this.#sites.get(site);
        if (!book) {
            const tries = new Tries(SITE_CHANCE);
            book = { tries, patterns: new Map(), templates: new Map(), shapes: new Map() };
            this.#sites.set(site, book);
        }
        return book;
    }
    #tries(site, pattern) {
        const { patterns } = this.#book(site);
        let tries = patterns.get(pattern);
        if (!tries) {
            tries = new Tries(PATTERN_CHANCE);
            patterns.set(pattern, tries);
        }
        return tries;
    }
}
/** Least share of pages for which a plain request is to do, or it is left for a while: it costs about a tenth of a browser's. */
const PATTERN_CHANCE = 0.2;
const SITE_CHANCE = 0.1;
const keyOf = ({ pattern, shape }) => `${shape} ${pattern}`;
//# sourceMappingURL=template-book.js.map