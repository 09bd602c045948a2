import { HostBusy, RefusedVisit } from '../../domain/errors.js';
import { keyHash } from '../../url/normalise.js';
import { patternOf } from '../../url/page-pattern.js';
import { withoutFragment } from '../addresses/without-fragment.js';
import { shapeOf } from '../documents/page-shape.js';
import { LONGEST_WAIT } from '../network/visit-pace.js';
import { areAlike, isWhole } from './same-links.js';
/**
 * Reads pages without a browser where that finds the same links, and learns where it does: by template. A page whose
 * template is not known to be plain is read both ways, and the browser's reading counts. So is a small share of the
 * others, for ever; there it counts if it differs.
 */
export class AdaptiveCapture {
    #options;
    constructor(options) {
        this.#options = options;
    }
    async start() {
        await this.#options.browser.start();
        await this.#options.http.start();
    }
    async read(target) {
        const { browser, book, pause } = this.#options;
        const url = new URL(target.url);
        const pattern = book.within(target.site, patternOf(url));
        // Without scripts no fragment is a route.
        const isForBrowser = url.hash !== '' || target.isLastTry || pause(target.url) > LONGEST_WAIT;
        if (isForBrowser || !book.isWorthATry(target.site, pattern))
            return await browser.read(target);
        const plain = await this.#readPlain(target);
        const template = plain && this.#templateOf(target, pattern, plain);
        if (template && book.isPlain(template) && !this.#isChecked(target, template)) {
            book.used(template);
            return plain.captured;
        }
        const seen = await browser.read(target);
        if (!template || seen.rendering === 'http' || !isWhole(seen))
            return seen;
        const isEqual = areAlike(plain.captured, seen);
        const wasPlain = book.isPlain(template);
        book.learn(template, isEqual, target.url);
        // As the template's other pages are read: a recrawl compares the texts.
        return wasPlain && isEqual ? plain.captured : seen;
    }
    async close() {
        await this.#options.browser.close();
        await this.#options.http.close();
    }
    /**
     * The page as the server sends it; undefined where that failed or was cut short.
     *
     * @throws HostBusy, RefusedVisit: the browser may not ask now either
     */
    async #readPlain(target) {
        const { http, book } = this.#options;
        try {
            const read = await http.readDocuments(target);
            if (isWhole(read.captured))
                return read;
        }
        catch (error) {
            if (error instanceof RefusedVisit)
                throw error;
            if (!isGone(error))
                book.failed(target.site);
            if (error instanceof HostBusy)
                throw error;
        }
        return undefined;
    }
    #templateOf({ url, site }, pattern, { captured, documents }) {
        const isMoved = withoutFragment(captured.url) !== withoutFragment(url);
        const landed = isMoved ? ` at ${patternOf(new URL(captured.url))}` : '';
        const shape = captured.kind === 'file' ? `file ${captured.contentType}` : shapeOf(documents);
        return { site, pattern, shape: shape + landed };
    }
    #isChecked({ url }, template) {
        return keyHash(`${this.#options.seed} ${url}`) / 2 ** 53 < this.#options.book.checkedShare(template);
    }
}
/** 404s are routine. */
const isGone = (error) => error instanceof Error && /^HTTP (404|410)$/.test(error.message);
//# sourceMappingURL=adaptive.js.map