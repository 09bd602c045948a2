import { addressResolver } from '../addresses/resolve-address.js';
/** What is left of a document that can't be read: nothing. */
const NOTHING = {
    encoding: 'utf-8',
    title: '',
    base: undefined,
    canonical: undefined,
    robots: '',
    refresh: undefined,
    frames: [],
    walked: { links: [], isCut: false },
    blocks: { text: '', isCut: false, asksPassword: false },
    texts: [],
    features: undefined,
    awaitsScripts: false,
    parts: 0,
    isTooLarge: true,
};
/** A document as it came, without its scripts run. */
export class ParsedDocument {
    url;
    isMain;
    parentUrl;
    /** It is as it came: nothing can be gone since. */
    source = undefined;
    isXml;
    reading;
    #resolve;
    /** @param reading undefined: it could not be read */
    constructor({ url, parentUrl, isXml }, reading = NOTHING) {
        this.url = url;
        this.isMain = parentUrl === undefined;
        this.parentUrl = parentUrl ?? '';
        this.isXml = isXml;
        this.reading = reading;
        this.#resolve = addressResolver(reading.base, reading.encoding);
    }
    get isCut() {
        return this.reading.walked.isCut;
    }
    /** An address of the document, absolute. */
    resolve(raw) {
        return this.#resolve(raw);
    }
    async links() {
        return this.reading.walked.links;
    }
    async texts() {
        const { texts, base, encoding } = this.reading;
        return { texts, base, encoding };
    }
    async blocks() {
        return this.reading.blocks;
    }
}
//# sourceMappingURL=parsed-document.js.map