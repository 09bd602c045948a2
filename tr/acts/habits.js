import { Allowance } from './allowance.js';
/** Pages in a row to which something must have brought nothing: of one layout, … */
const NEEDED = 3;
/** … of all that load the same scripts, whatever their layout, on a site to which it has never brought anything; … */
const NEEDED_OF_SCRIPTS = 4;
/** … and only one of a layout where it has brought nothing to so many of the site's pages, whatever their layout. */
const NEEDED_OF_SITE = 8;
/** All of them are doubled by each page to which it brought something, up to … */
const MOST_NEEDED = 96;
/** … and so many times as many of a layout are needed where it has brought something to others of the site. */
const FRUITFUL_ELSEWHERE = 4;
/** It is done to one in so many pages nevertheless, for ever: at first, and at last; to fewer where it is dear. */
const CHECKED = 10;
const MOST_SELDOM = 40;
/** Habits of one site that are kept. */
const MOST_HABITS = 5000;
/** Links of one site that are known, and sites whose links are. */
const MOST_LINKS = 20_000;
const MOST_SITES = 100;
/** Kinds of controls of one site that are told apart; where there are more, another one is nothing new. */
const MOST_CONTROLS = 100;
/**
 * Learns for each site what is not worth doing to its pages, as it brought no link to several of a layout that the site's
 * pages do not bring anyway. A share of the pages is tried for ever, and what brings something there is done to all again; so
 * is a page tried that shows a kind of control which was on none before.
 */
export class Habits {
    /** By layout, by scripts or for all of a site, and what is done. */
    #sites = new Map();
    #links = new Map();
    #controls = new Map();
    /** By what is done, where it is known what it costs. */
    #allowances = new Map();
    /** Whether something is to be done to the next page of a layout. Counts the pages. */
    isWorthATry(site, layout, act) {
        const { barren, isHopeless } = this.#known(site, layout, act);
        const allowance = this.#allowances.get(site)?.get(act);
        if (barren)
            return isDue(barren, allowance?.isLeft ?? true);
        return !isHopeless || (allowance?.isLent ?? true);
    }
    /**
     * It was done to a page, and brought news or nothing.
     *
     * @param cost what was spent on it, in elements (see `Allowance`)
     */
    learn(site, layout, act, hasBrought, cost) {
        if (cost !== undefined)
            this.#charge(site, layout, act, hasBrought ? undefined : cost);
        const { pattern, scripts } = layout;
        const habits = this.#sites.get(site) ?? new Map();
        this.#sites.set(site, habits);
        for (const [index, key] of keysOf(pattern, scripts, act).entries()) {
            const needed = [NEEDED, NEEDED_OF_SCRIPTS, NEEDED_OF_SITE][index] ?? NEEDED;
            const habit = habits.get(key) ?? { barren: 0, needed, isFruitful: false, passed: 0, pause: CHECKED };
            if (hasBrought) {
                habit.needed = Math.min(2 * habit.needed, MOST_NEEDED);
                habit.isFruitful = true;
                habit.pause = CHECKED;
                habit.passed = 0;
            }
            habit.barren = hasBrought ? 0 : habit.barren + 1;
            keep(habits, key, habit, MOST_HABITS);
        }
    }
    /** What has brought enough pages nothing, those of a layout or with its scripts; and whether it has to all of the site's. */
    #known(site, { pattern, scripts }, act) {
        const habits = this.#sites.get(site);
        const [own, alike, all] = keysOf(pattern, scripts, act).map((key) => habits?.get(key));
        const elsewhere = all?.isFruitful && !own?.isFruitful ? FRUITFUL_ELSEWHERE : 1;
        const isHopeless = all !== undefined && all.barren >= all.needed;
        const needed = isHopeless ? 1 : elsewhere * (own?.needed ?? NEEDED);
        const isLeftAlike = alike && !all?.isFruitful && alike.barren >= alike.needed;
        return { barren: own && own.barren >= needed ? own : isLeftAlike ? alike : undefined, isHopeless };
    }
    /** What was spent where nothing was to be expected has to be earned again; undefined: it was worth it. */
    #charge(site, layout, act, cost) {
        const { barren, isHopeless } = this.#known(site, layout, act);
        const allowances = this.#allowances.get(site) ?? new Map();
        const allowance = allowances.get(act) ?? new Allowance();
        this.#allowances.delete(site);
        keep(this.#allowances, site, allowances.set(act, allowance), MOST_SITES);
        if (cost === undefined)
            allowance.forgive();
        else if (barren || isHopeless)
            allowance.spend(cost);
    }
    /** Whether no page of the site has had a link before; nothing is made of what parameters a file is loaded with. */
    isNews(site, link) {
        return !this.#links.get(site)?.has(keyOf(link));
    }
    /** Whether a page shows a control of a kind that no page of the site has had: what others brought tells nothing of it. */
    hasNewControls(site, kinds) {
        for (const { isLent } of this.#allowances.get(site)?.values() ?? [])
            if (!isLent)
                return false;
        const known = this.#controls.get(site) ?? new Set();
        this.#controls.delete(site);
        keep(this.#controls, site, known, MOST_SITES);
        const fresh = kinds.filter((kind) => !known.has(kind)).slice(0, MOST_CONTROLS - known.size);
        for (const kind of fresh)
            known.add(kind);
        return fresh.length > 0;
    }
    /** A page of the site was read, and has these links and so many elements. */
    keep(site, links, elements) {
        for (const allowance of this.#allowances.get(site)?.values() ?? [])
            allowance.earn(elements);
        const known = this.#links.get(site) ?? new Set();
        this.#links.delete(site);
        keep(this.#links, site, known, MOST_SITES);
        for (const link of links) {
            const [oldest] = known;
            if (known.size >= MOST_LINKS && oldest !== undefined && !known.has(keyOf(link)))
                known.delete(oldest);
            known.add(keyOf(link));
        }
    }
}
/** What is done to pages of a layout, to those with the same scripts, to all of a site. */
const keysOf = (pattern, scripts, act) => [
    `${pattern} ${scripts} ${act}`,
    `${scripts} ${act}`,
    act,
];
/** Whether what brings nothing is to be done once more, if it may be. Counts the pages. */
function isDue(habit, mayBe) {
    if (++habit.passed < habit.pause || !mayBe)
        return false;
    habit.passed = 0;
    habit.pause = Math.min(2 * habit.pause, MOST_SELDOM);
    return true;
}
const keyOf = ({ role, url, raw }) => role === 'link' ? (url ?? raw) : `+${(url ?? raw).replace(/[?#].*/s, '')}`;
/** Sets a value; the oldest gives way where there are too many. */
function keep(map, key, value, most) {
    const [oldest] = map.keys();
    if (map.size >= most && !map.has(key) && oldest !== undefined)
        map.delete(oldest);
    map.set(key, value);
}
//# sourceMappingURL=habits.js.map