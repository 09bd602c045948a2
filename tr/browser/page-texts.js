import { typeOf } from '../network/answer-rules.js';
/** Bodies read of one page's style sheets, scripts and data. */
const MOST_TEXTS = 100;
/** Scripts of a site of which it is remembered whether they make shadow trees. */
const MOST_SCRIPTS = 2000;
/** What makes a shadow tree, in a script or in markup. */
const MAKES_ROOTS = /attachShadow|shadowrootmode/i;
/** `other` is what workers import, with much else that is no text. */
const HAS_TEXT = new Set(['stylesheet', 'script', 'xhr', 'fetch', 'other']);
/** What makes no shadow tree. */
const MAKES_NONE = new Set(['stylesheet', 'other']);
/** The style sheets, scripts and data that a tab's page loads. */
export class PageTexts {
    #answers = [];
    /** Requests whose answers have come to their end: the body of another may never come. */
    #finished = new WeakSet();
    /** Requests that failed, such as for scripts that are not there: what came of them is not run. */
    #failed = new WeakSet();
    /** Whether a script makes shadow trees, by its address. */
    #makesRoots = new Map();
    constructor(page) {
        page.on('response', (answer) => {
            if (HAS_TEXT.has(answer.request().resourceType()))
                this.#answers.push(answer);
        });
        page.on('requestfinished', (request) => this.#finished.add(request));
        page.on('requestfailed', (request) => this.#failed.add(request));
    }
    /** Forgets the page before. */
    begin() {
        this.#answers = [];
    }
    /** Addresses of the scripts that have come. */
    get scripts() {
        const answers = this.#answers.filter((answer) => answer.request().resourceType() === 'script');
        return answers.map((answer) => answer.url());
    }
    /** Whether any of the page's scripts, as far as they have come, makes shadow trees. Each is read once. */
    async makeRoots() {
        const isRun = (request) => !MAKES_NONE.has(request.resourceType()) && !this.#failed.has(request);
        const scripts = this.#answers.filter((answer) => isRun(answer.request()));
        const unknown = scripts.filter((answer) => !this.#makesRoots.has(answer.url()));
        if (unknown.some((answer) => !this.#finished.has(answer.request())))
            return true;
        for (const answer of unknown.slice(0, MOST_TEXTS)) {
            const text = await answer.text().catch(() => undefined);
            if (this.#makesRoots.size >= MOST_SCRIPTS)
                this.#makesRoots.clear();
            this.#makesRoots.set(answer.url(), text === undefined || makesRoots(text));
        }
        return scripts.some((answer) => this.#makesRoots.get(answer.url()) ?? true);
    }
    /** Those of some content types, as far as they have come. */
    async read(contentType) {
        const isWanted = (answer) => this.#finished.has(answer.request()) && contentType.test(textType(answer));
        const texts = await Promise.all(this.#answers.filter(isWanted).slice(0, MOST_TEXTS).map(textOf));
        return texts.filter((text) => text !== undefined);
    }
}
/** Whether a text makes shadow trees. */
export const makesRoots = (text) => MAKES_ROOTS.test(text);
/** Whether a document as it came declares closed shadow trees. */
export const declaresClosedRoots = (bytes) => /shadowrootmode\s*=\s*["']?closed/i.test(asciiIn(bytes));
/** Of bytes in any encoding those that are ASCII, a zero beside each in UTF-16 left out. */
export const asciiIn = (bytes) => Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
const textType = (answer) => typeOf(answer.headers()['content-type'] ?? '');
async function textOf(answer) {
    const text = await answer.text().catch(() => undefined);
    return text === undefined ? undefined : { url: answer.url(), contentType: textType(answer), text };
}
//# sourceMappingURL=page-texts.js.map