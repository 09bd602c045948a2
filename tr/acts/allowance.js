/** What a page costs beside its elements, counted in elements. */
const PAGE = 1500;
/** What a round of acts costs, as a share of what the page costs that it is done on. */
const ROUND = 0.2;
/** The share of what pages cost that may be spent on what has brought nothing so far. */
const SHARE = 0.04;
/** What may be saved, and what of it not yet earned may be spent on pages that have something new, in elements. */
const MOST_SAVED = 20_000;
const MOST_LENT = 10_000;
/** A single look's debt is no larger, however dear it was: it is paid off after a thousand small pages. */
const MOST_OWED = 100_000;
/** What a round of acts costs on a page, in elements: told by what is looked at, not by time, so that it is repeatable. */
export const costOfRound = (elements) => ROUND * (PAGE + elements);
/**
 * What may be spent on acts that have brought a site nothing so far, to see whether they do by now: a share of what its
 * pages cost. So such a look comes again as seldom as it is dear.
 */
export class Allowance {
    #left = 0;
    /** Whether one more page may be looked at. */
    get isLeft() {
        return this.#left >= 0;
    }
    /** Whether one may that has something which no page had before. */
    get isLent() {
        return this.#left > -MOST_LENT;
    }
    /** A page with so many elements was read. */
    earn(elements) {
        this.#left = Math.min(this.#left + SHARE * (PAGE + elements), MOST_SAVED);
    }
    /** @param cost in elements */
    spend(cost) {
        this.#left = Math.max(this.#left - cost, -MOST_OWED);
    }
    /** Acts have brought something after all. */
    forgive() {
        this.#left = Math.max(this.#left, 0);
    }
}
//# sourceMappingURL=allowance.js.map