/** Things that are left undone after many vain tries, before one more is made: at first, and at most. */
const FIRST_REST = 8;
const LONGEST_REST = 256;
/** Tries that are remembered. */
const REMEMBERED = 32;
/** Whether something that often fails is worth another try: after vain ones it rests, longer each time. */
export class Tries {
    #leastChance;
    #good = 0;
    #bad = 0;
    #rest = FIRST_REST;
    #left = 0;
    /** @param leastChance share of tries that must do, from 0 to 1, or the next are left undone for a while */
    constructor(leastChance) {
        this.#leastChance = leastChance;
    }
    /** Whether the next time is to be tried. Counts the times. */
    next() {
        if (this.#left === 0)
            return true;
        this.#left--;
        return false;
    }
    /** It did. */
    good() {
        this.#good++;
        this.#rest = FIRST_REST;
        this.#forget();
    }
    /** It did not. */
    bad() {
        this.#bad++;
        this.#forget();
        if ((this.#good + 1) / (this.#good + this.#bad + 1) > this.#leastChance)
            return;
        this.#left = this.#rest;
        this.#rest = Math.min(LONGEST_REST, 2 * this.#rest);
    }
    #forget() {
        if (this.#good + this.#bad <= REMEMBERED)
            return;
        this.#good /= 2;
        this.#bad /= 2;
    }
}
//# sourceMappingURL=tries.js.map