import { z } from 'zod';
import { addressResolver } from '../addresses/resolve-address.js';
import { withoutFragment } from '../addresses/without-fragment.js';
import { MOST_FRAMES, TOO_MANY_FRAMES } from '../loaded-page.js';
import { blocksSchema } from '../walk/walk-blocks.js';
import { walkedLinks } from '../walk/walked-links.js';
import { withClosedRoots } from './closed-roots.js';
import { asGone, DocumentGone, resultOf } from './document-answers.js';
import { FairTime } from './fair-time.js';
import { listenersOf } from './listeners.js';
import { NOT_THERE, OUR_WORLD, pageFunctions } from './page-functions.js';
import { declaresClosedRoots } from './page-texts.js';
import { BLOCKS_IN_PAGE, MORE_IN_PAGE, moreOfWalk, pageTexts, pageWalk, TEXTS_IN_PAGE, WALK_IN_PAGE, } from './walk-in-page.js';
const TWO_PICTURES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';
/** Nodes of a document that is looked into for closed shadow roots: it is described as a whole. */
const MOST_DESCRIBED = 300_000;
/** A page that is not drawn in so many milliseconds, as an idle machine has them, is not drawn at all; … */
const NOT_DRAWN = 2000;
/** … then, and once a script of its was ended, it is waited for no longer than this. */
const STILL_NOT_DRAWN = 150;
const frameSchema = z.object({ id: z.string(), loaderId: z.string(), url: z.string() });
const frameTree = z.object({
    frame: frameSchema,
    get childFrames() {
        return z.array(frameTree).optional();
    },
});
const thrown = z.object({ exceptionDetails: z.object({ exception: z.object({ value: z.string() }) }) });
const calling = (name) => `function (...given) { return ${name}(...given); }`;
/** A frame's document, seen from a world of our own that the page's scripts can't reach. */
export class FrameDocument {
    /** The same for as long as the frame shows this document. */
    id;
    isMain;
    url;
    parentUrl;
    isCut = false;
    #tab;
    #frameId;
    #world;
    /** Times that its links were read. */
    #walks = 0;
    /** Whether it was drawn when it was to be the last time. */
    #isDrawn = true;
    /** Elements that could have had a closed shadow root when none had. */
    #withoutRoots;
    /** Whether it had closed shadow roots when its links were read last. */
    #hasClosedRoots = false;
    constructor(tab, frame, parentUrl) {
        this.id = `${frame.id} ${frame.loaderId}`;
        this.isMain = parentUrl === undefined;
        this.url = frame.url;
        this.parentUrl = parentUrl ?? '';
        this.#tab = tab;
        this.#frameId = frame.id;
    }
    get source() {
        return this.#tab.gate.bodies.sourceOf(this.#frameId);
    }
    /** @throws DocumentGone if it was the page's own; a frame's links go with its document, the page's are still there. */
    async links() {
        try {
            const open = await this.evaluate(`${WALK_IN_PAGE}(${++this.#walks})`, pageWalk);
            const closed = (await this.#mayHideRoots(open)) ? await this.#walkClosed() : undefined;
            this.#hasClosedRoots = closed !== undefined;
            if (!closed)
                this.#withoutRoots = open.possibleHosts;
            const { walk, hasMore, base, encoding } = closed ?? open;
            if (hasMore)
                await this.#takeMore(walk);
            const resolve = addressResolver(base, encoding);
            const { links, isCut } = walkedLinks(walk, resolve, this.#loadedResolver(base, encoding, resolve));
            this.isCut = isCut;
            return links;
        }
        catch (error) {
            if (error instanceof DocumentGone && !this.isMain)
                return [];
            throw error;
        }
    }
    async #takeMore({ links, carriers }) {
        for (let hasMore = true; hasMore;) {
            const next = await this.evaluate(`${MORE_IN_PAGE}()`, moreOfWalk);
            for (const link of next.links)
                links.push(link);
            for (const carrier of next.carriers)
                carriers.push(carrier);
            hasMore = next.hasMore;
        }
    }
    /** Resolves what came with the page's document by the address that it came from: its scripts may have set another. */
    #loadedResolver(base, encoding, resolve) {
        const loaded = this.isMain ? this.#tab.shown?.answer.url() : undefined;
        const bytes = this.source?.bytes;
        if (loaded === undefined || !bytes || base === undefined || withoutFragment(loaded) === withoutFragment(base))
            return resolve;
        const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        if (/<base\b/i.test(source.toString('latin1')))
            return resolve;
        const resolveLoaded = addressResolver(loaded, encoding);
        return (raw) => (source.includes(raw) ? resolveLoaded(raw) : resolve(raw));
    }
    async texts() {
        return { base: undefined, ...(await this.evaluate(`${TEXTS_IN_PAGE}()`, pageTexts)) };
    }
    /** @throws DocumentGone as `links` does */
    async blocks() {
        return await this.evaluate(`${BLOCKS_IN_PAGE}()`, blocksSchema).catch((error) => {
            if (error instanceof DocumentGone && !this.isMain)
                return { text: '', isCut: false, asksPassword: false };
            throw error;
        });
    }
    /** Whether it is worth a look for closed shadow roots: not where there were none and nothing was added that may have one. */
    async #mayHideRoots({ possibleHosts, nodes }) {
        if (possibleHosts === this.#withoutRoots || nodes > MOST_DESCRIBED)
            return false;
        if (possibleHosts > 0)
            return await this.#tab.mayHaveRoots();
        return this.source !== undefined && declaresClosedRoots(this.source.bytes);
    }
    /** The walk with closed shadow roots, where there are any and the document is not too deep to be described. */
    async #walkClosed() {
        return pageWalk.safeParse(await this.#callWithRoots(WALK_IN_PAGE, this.#walks)).data;
    }
    /** What a function makes of a value and of the closed shadow roots; undefined where there are none. */
    async #callWithRoots(name, value) {
        const { cdp } = this.#tab;
        const executionContextId = await this.world();
        const call = (objects) => cdp.send('Runtime.callFunctionOn', {
            functionDeclaration: calling(name),
            arguments: [{ value }, ...objects.map((objectId) => ({ objectId }))],
            executionContextId,
            returnByValue: true,
        });
        const answer = await this.#tab.ask(withClosedRoots(cdp, executionContextId, call)).catch(() => undefined);
        return answer?.result.value;
    }
    /** Whether an expression is true in the frame; false where its document is gone, or it fails. */
    async ask(expression) {
        return await this.evaluate(expression, z.boolean().catch(false)).catch(() => false);
    }
    /** The same of a function that takes a value, then each host of a closed shadow root that was found, and the root. */
    async askWithRoots(name, value) {
        const isTrue = this.#hasClosedRoots ? await this.#callWithRoots(name, value) : undefined;
        return typeof isTrue === 'boolean' ? isTrue : await this.ask(`${name}(${JSON.stringify(value)})`);
    }
    /** Waits until the page has been drawn twice: then its scripts have been told what is in view. */
    async drawn() {
        const { starved, hasEndedScripts } = this.#tab;
        const enough = new FairTime(this.#isDrawn && !hasEndedScripts ? NOT_DRAWN : STILL_NOT_DRAWN, starved);
        this.#isDrawn = await enough.holds(this.#evaluate(TWO_PICTURES));
    }
    /** Which nodes of the page's document, its shadow trees and its frames listen, by their number in the browser. */
    async listeners() {
        return await this.#tab.ask(listenersOf(this.#tab.cdp)).catch(asGone);
    }
    /** A node as an object of our world; undefined if it is gone. */
    async element(node) {
        const executionContextId = await this.world();
        const resolved = this.#tab.cdp.send('DOM.resolveNode', {
            backendNodeId: node,
            executionContextId,
            objectGroup: 'forager',
        });
        return await this.#tab.ask(resolved).then(({ object }) => object.objectId, () => undefined);
    }
    /**
     * Calls a function in our world, with values and objects of the page.
     *
     * @param name an expression that is the function
     * @throws DocumentGone
     */
    async call(name, values, objects, schema) {
        const executionContextId = await this.world();
        const answer = this.#withFunctions(() => this.#tab.cdp.send('Runtime.callFunctionOn', {
            functionDeclaration: calling(name),
            executionContextId,
            arguments: [...values.map((value) => ({ value })), ...objects.map((objectId) => ({ objectId }))],
            returnByValue: true,
            awaitPromise: true,
        }));
        return schema.parse(resultOf(await this.#tab.ask(answer).catch(asGone)));
    }
    /** The world of our own that the document is seen from. */
    async world() {
        this.#world ??= this.#createWorld();
        return await this.#world;
    }
    /**
     * Runs an expression in a world of our own, where scripts of the page have changed nothing.
     *
     * @throws DocumentGone
     */
    async evaluate(expression, schema) {
        const answer = this.#withFunctions(() => this.#evaluate(expression));
        return schema.parse(resultOf(await this.#tab.ask(answer).catch(asGone)));
    }
    /** What is asked of the document with our functions, which some documents begin without. */
    async #withFunctions(ask) {
        const answer = await ask();
        if (thrown.safeParse(answer).data?.exceptionDetails.exception.value !== NOT_THERE)
            return answer;
        await this.#evaluate(pageFunctions());
        return await ask();
    }
    async #evaluate(expression) {
        const contextId = await this.world();
        return await this.#tab.cdp.send('Runtime.evaluate', {
            expression,
            contextId,
            awaitPromise: true,
            returnByValue: true,
        });
    }
    async #createWorld() {
        const options = { frameId: this.#frameId, worldName: OUR_WORLD };
        return (await this.#tab.cdp.send('Page.createIsolatedWorld', options)).executionContextId;
    }
}
/** The documents that the tab shows now: the page's own, then its frames', of any nesting. */
export async function documents(tab) {
    const answer = await tab.ask(tab.cdp.send('Page.getFrameTree'));
    const all = flatten(tab, z.object({ frameTree }).parse(answer).frameTree, undefined);
    const frames = [...all];
    if (frames.length > MOST_FRAMES)
        tab.limits.add(TOO_MANY_FRAMES);
    return frames.slice(0, MOST_FRAMES);
}
function* flatten(tab, node, parentUrl) {
    yield new FrameDocument(tab, node.frame, parentUrl);
    for (const child of node.childFrames ?? [])
        yield* flatten(tab, child, node.frame.url);
}
//# sourceMappingURL=document.js.map