import { Tab } from './tab.js';
/** Pages that a tab reads before it is closed: a context that is never closed grows by 0.12 MB a page. */
const READS_PER_TAB = 200;
/** How long a tab that waits for its next page keeps the last one, in milliseconds. */
const PARK_AFTER = 250;
/** Open tabs, reused: making pages is what costs. */
export class Tabs {
    #browser;
    #most;
    #options;
    /** Least recently used first. */
    #idle = [];
    /** @param most tabs kept open while they are not in use */
    constructor(browser, most, options) {
        this.#browser = browser;
        this.#most = most;
        this.#options = options;
    }
    /** A tab of this site; the caller owes `give` or its close. */
    async take(site) {
        for (;;) {
            const index = this.#idle.findLastIndex((tab) => tab.site === site);
            const [known] = index < 0 ? [] : this.#idle.splice(index, 1);
            if (!known)
                return await Tab.open(this.#browser, site, this.#options);
            await known.unpark();
            if (known.isUsable)
                return known;
            void known.close();
        }
    }
    /** Takes a tab back that is fit for another page. */
    give(tab) {
        tab.reads++;
        if (tab.reads >= READS_PER_TAB || !tab.isUsable)
            void tab.close();
        else {
            this.#idle.push(tab);
            tab.parkAfter(PARK_AFTER);
        }
        if (this.#idle.length > this.#most)
            void this.#idle.shift()?.close();
    }
}
//# sourceMappingURL=tabs.js.map