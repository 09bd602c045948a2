import { MANY_LINKS, walkRules } from '../walk/walk-rules.js';
/** A page's documents, walked once for all techniques that want their links. */
export class WalkedPage {
    #page;
    #frames;
    /** What all walks so far have found. */
    #links = [];
    constructor(page) {
        this.#page = page;
    }
    /** The links of its documents; those only that were not told before, once it was walked anew. */
    async frames() {
        this.#frames ??= this.#walk();
        return await this.#frames;
    }
    /** What is wanted of its links. */
    async links(technique, isWanted) {
        const frames = await this.frames();
        return frames.flatMap(({ frame, links }) => links.filter(isWanted).map((link) => foundIn(frame, link, technique)));
    }
    /** Its links by all walks so far. */
    async allLinks() {
        await this.frames();
        return this.#links;
    }
    /** The page has changed: who asks next has it walked again. */
    renew() {
        this.#frames = undefined;
    }
    /** Of all documents together no more links are kept than of one. */
    async #walk() {
        let left = 2 * walkRules.mostLinks;
        const walked = this.#page.frames.map(async (frame) => {
            const all = await frame.links();
            const links = all.slice(0, left);
            left -= links.length;
            if (links.length < all.length)
                this.#page.limit(MANY_LINKS);
            for (const link of links)
                this.#links.push(link);
            return { frame, links };
        });
        return await Promise.all(walked);
    }
}
export const foundIn = (frame, link, technique) => ({
    ...link,
    url: link.url,
    frame: frame.isMain ? '' : frame.url,
    technique,
});
//# sourceMappingURL=walked.js.map