import { techniques } from './techniques/registry.js';
import { WalkedPage } from './techniques/walked.js';
/** What techniques found on a page. A link that stands on it twice is listed twice. */
export class Harvest {
    links = [];
    costs = [];
    #seen = new Set();
    add(found) {
        for (const link of found)
            this.#seen.add(keyOf(link));
        for (const link of found)
            this.links.push(link);
    }
    /** What no technique has found before. */
    newOf(found) {
        return found.filter((link) => !this.#seen.has(keyOf(link)));
    }
    /** Adds what no technique has found before. Answers how many these are. */
    addNew(found) {
        const fresh = this.newOf(found);
        this.add(fresh);
        return fresh.length;
    }
}
const keyOf = ({ method, role, url, raw }) => `${method} ${role === 'link' ? '' : '+'}${url ?? raw}`;
/** Finds a page's links by all techniques that are on, one after the other. In a live page some act on it, and its links are read again. @param harvest has what was found if this fails @param beforeActs called before each technique that acts on the page */
export async function findLinks(page, on, harvest = new Harvest(), beforeActs = async () => undefined) {
    const chosen = techniques.filter(({ name, find, act }) => on.has(name) && (find ?? act));
    const walked = new WalkedPage(page);
    const reread = async (name, how = 'take') => {
        let added = 0;
        if (isLive(page) && !(await page.hasNewAddresses()))
            return added;
        walked.renew();
        for (const { isReread, find } of chosen) {
            if (!isReread || !find)
                continue;
            const found = (await find(page, walked)).map((link) => ({ ...link, technique: name }));
            added += how === 'take' ? harvest.addNew(found) : harvest.newOf(found).length;
        }
        return added;
    };
    for (const technique of chosen) {
        if (technique.act && isLive(page) && page.mayBeActedOn)
            await beforeActs();
        const begin = performance.now();
        const before = harvest.links.length;
        await (isLive(page) ? useLive(technique, page, walked, harvest, reread) : use(technique, page, walked, harvest));
        const milliseconds = Math.round(10 * (performance.now() - begin)) / 10;
        harvest.costs.push({ name: technique.name, links: harvest.links.length - before, milliseconds });
    }
    return harvest;
}
async function use({ isReread, find }, page, walked, harvest) {
    const found = (await find?.(page, walked)) ?? [];
    if (isReread)
        harvest.add(found);
    else
        harvest.addNew(found);
}
/** What costs much is left where it has brought nothing to pages that are made alike. */
async function useLive(technique, page, walked, harvest, reread) {
    const { name, isCostly, actsOnControls, act } = technique;
    // Asked for each page: what is new is kept in mind.
    const isNew = actsOnControls && page.mayBeActedOn && (await page.hasNewControls());
    if (isCostly && !page.isWorthATry(name) && !isNew)
        return;
    const [links, observed] = [harvest.links.length, page.observed.length];
    await use(technique, page, walked, harvest);
    const isActed = act !== undefined && page.mayBeActedOn;
    if (isActed)
        await act(page, (how) => reread(name, how)).catch((error) => page.cutShort(error));
    if (!isCostly || (act && !isActed))
        return;
    const led = page.observed.slice(observed).filter(({ role }) => role === 'link');
    const hasBrought = [...harvest.links.slice(links), ...led].some((link) => page.isNews(link));
    page.learn(name, hasBrought, act && page.acting?.cost);
}
const isLive = (page) => 'tab' in page;
//# sourceMappingURL=find-links.js.map