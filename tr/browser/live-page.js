import { z } from 'zod';
import { CONTROLS_IN_PAGE } from '../acts/control-kinds.js';
import { decodeAs } from '../encoding/decoders.js';
import { cutShortBy } from './cut-short.js';
import { DocumentGone } from './document-answers.js';
import { globalStrings } from './global-strings.js';
import { layoutOf } from './layout.js';
import { MEMORY } from './memory-watch.js';
import { restore, storedBy } from './page-store.js';
import { documentsNow, lookAt } from './rest.js';
const controlKinds = z.array(z.string());
/** How long a page that never rests is waited for once more, in milliseconds as an idle machine has them. */
const RESTLESS = 200;
/** Elements of a page's documents; one that has more is read, but not acted on. */
const MOST_ELEMENTS = 100_000;
/** Bytes of a document whose layout is told by its markup: larger ones are each their own. */
const LONGEST_TOLD = 1_048_576;
/** A page in a tab that has come to rest. It stays as it is but for what is done to it. */
export class LivePage {
    tab;
    answers;
    /** Whether it has scripts, or parts that open. If not, nothing that is done to it brings anything. */
    hasScripts;
    /** How many elements or addresses had come when the page was last looked at. */
    arrivals = 0;
    /** How many elements its documents had then. */
    elements = 0;
    /** The address that it showed then, a route that its scripts have set. */
    address;
    /** What is done to it, once it was begun. */
    acting;
    #frames;
    #changes;
    /** How often addresses may have come, and in which documents. */
    #addresses;
    /** As they were when the page's links were last read. */
    #read;
    #observed;
    /** Nodes that were in memory. */
    #nodes;
    #stored;
    #texts;
    #leftAlone = new Set();
    #habits;
    /** What is learned from it is learned for pages of this layout; undefined: nothing is. */
    #layout;
    /** @param habits what is known of the site's pages; undefined: all is tried */
    constructor(tab, ready, answers, habits) {
        this.tab = tab;
        this.#habits = habits;
        const [main] = ready.frames;
        this.#layout = habits && main ? layoutNow(main, tab) : undefined;
        this.answers = answers;
        this.address = ready.address;
        this.hasScripts = ready.hasScripts;
        this.#frames = ready.frames;
        this.#changes = ready.changes + tab.frameChanges;
        this.#observed = tab.observer.size;
        this.#nodes = ready.nodes;
        this.#addresses = addressesIn(ready);
        this.#read = { addresses: this.#addresses, nodes: this.#nodes };
        this.#measure(ready);
    }
    /** Whether elements or addresses had come when it was last looked at. */
    get isMoving() {
        return this.arrivals > 0;
    }
    /** Whether techniques may do something to it: to bring links, it must have scripts that may run, and not be too large. */
    get mayBeActedOn() {
        const { limits, isStopped } = this.tab;
        return this.hasScripts && !isStopped && !limits.has('nodes') && !limits.has(MEMORY);
    }
    get frames() {
        return this.#frames;
    }
    get observed() {
        return this.tab.observer.found;
    }
    texts() {
        this.#texts ??= Promise.all(this.#frames.map((frame) => frame.texts()));
        return this.#texts;
    }
    get leftAlone() {
        return [...this.#leftAlone];
    }
    /** A control is not acted on, as it says that it harms; this is the source of what listens for it. */
    leaveAlone(source) {
        this.#leftAlone.add(source);
    }
    limit(name) {
        this.tab.limits.add(name);
    }
    async loaded(contentType) {
        const messages = this.tab.observer.messages.filter((message) => contentType.test(message.contentType));
        return [...(await this.tab.texts.read(contentType)), ...messages];
    }
    async globals() {
        return await globalStrings(this.tab);
    }
    /**
     * Lets time pass in the page. Answers whether anything has changed since this was last asked that may be a link.
     *
     * @param budget milliseconds by the page's clock
     */
    async settle(budget) {
        const { tab } = this;
        const isRestless = tab.limits.has('never quiet') || tab.limits.has('still loading');
        const passing = await tab.pass(budget, isRestless ? RESTLESS : undefined);
        const hasChanged = await this.look();
        if (passing !== 'passed' && !isRestless)
            tab.limits.add(this.isMoving ? 'never quiet' : 'still loading');
        return hasChanged;
    }
    /** Looks at the page as it stands. Answers what `settle` does. */
    async look() {
        const { tab } = this;
        this.#frames = await documentsNow(tab, this.#frames);
        const ready = await lookAt(this.#frames, tab);
        const changes = ready.changes + tab.frameChanges;
        const observed = tab.observer.size;
        this.arrivals = Math.abs(changes - this.#changes);
        // Fewer may be more: nodes of the page before are collected meanwhile.
        const mayHaveGrown = ready.nodes !== this.#nodes && (await tab.mayHaveRoots());
        const hasChanged = this.isMoving || observed !== this.#observed || mayHaveGrown;
        this.#changes = changes;
        this.address = ready.address;
        this.#addresses = addressesIn(ready);
        this.#measure(ready);
        this.#observed = observed;
        this.#nodes = ready.nodes;
        return hasChanged;
    }
    /** Whether an act or a technique is worth a try on this page, by what it brought to others that are made alike. */
    isWorthATry(act) {
        return this.#layout === undefined || (this.#habits?.isWorthATry(this.tab.site, this.#layout, act) ?? true);
    }
    /** Whether it shows a kind of control that no page of the site has had. */
    async hasNewControls() {
        if (!this.#habits)
            return true;
        const kindsIn = (frame) => frame.call(CONTROLS_IN_PAGE, [], [], controlKinds).catch((error) => {
            if (error instanceof DocumentGone && !frame.isMain)
                return [];
            throw error;
        });
        const kinds = await Promise.all(this.#frames.map(kindsIn));
        return this.#habits.hasNewControls(this.tab.site, kinds.flat());
    }
    /**
     * It was tried, and brought news or nothing.
     *
     * @param cost what was spent on it, in elements
     */
    learn(act, hasBrought, cost) {
        if (this.#layout !== undefined)
            this.#habits?.learn(this.tab.site, this.#layout, act, hasBrought, cost);
    }
    /** Whether a link is one that no other page of the site has had. */
    isNews(link) {
        return this.#habits?.isNews(this.tab.site, link) ?? true;
    }
    /** These are the links that it has. */
    has(links) {
        this.#habits?.keep(this.tab.site, links, this.elements);
    }
    /** Whether addresses may have come since this was last asked. */
    async hasNewAddresses() {
        const { addresses, nodes } = this.#read;
        this.#read = { addresses: this.#addresses, nodes: this.#nodes };
        return this.#addresses !== addresses || (this.#nodes !== nodes && (await this.tab.mayHaveRoots()));
    }
    /** Keeps what the page has stored in the browser, before anything is done to it. */
    async remember() {
        this.#stored ??= await storedBy(this);
    }
    /** Makes the browser forget what the page has stored since then. */
    async forget() {
        if (this.#stored)
            await restore(this, this.#stored);
    }
    /** What was done to it could not be done to its end, by its own fault or by ours: what was found is kept. */
    cutShort(error) {
        this.tab.limits.add(cutShortBy(error));
        this.tab.spoil();
    }
    #measure({ elements }) {
        this.elements = elements;
        if (elements > MOST_ELEMENTS)
            this.tab.limits.add('nodes');
    }
}
/** A page that did not load as it should is not like those that did. */
function layoutNow({ url, source }, { texts, limits }) {
    if (!source || source.bytes.length > LONGEST_TOLD)
        return undefined;
    const layout = layoutOf(url, decodeAs(source.bytes, source.encoding), texts.scripts);
    return layout && { ...layout, scripts: [layout.scripts, ...limits].join(' ') };
}
const addressesIn = ({ addresses, frames }) => [addresses, ...frames.map(({ id }) => id)].join(' ');
//# sourceMappingURL=live-page.js.map