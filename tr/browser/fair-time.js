/** How many times as long as on an idle machine is waited at most. */
const MOST_TIMES = 5;
/** How often it is asked whether it is over, in milliseconds. */
const LOOK = 50;
/**
 * Time that a page is given from now on. In its second half it stands still while the page's process could run and did not,
 * as the machine had other work: what a busy machine brings about within it is what an idle one does.
 */
export class FairTime {
    #most;
    #starved;
    #clock;
    #begin;
    #before;
    /**
     * @param most milliseconds
     * @param starved without it, time is the clock's
     * @param begin when it began, by the clock
     */
    constructor(most, starved, clock = () => performance.now(), begin = clock()) {
        this.#most = most;
        this.#starved = starved;
        this.#clock = clock;
        this.#begin = begin;
    }
    /** Whether it is over. To be asked in its second half, too, before it is. */
    async isOver() {
        const passed = this.#clock() - this.#begin;
        if (passed < this.#most / 2)
            return false;
        if (!this.#starved || passed >= MOST_TIMES * this.#most)
            return passed >= this.#most;
        const before = this.#before;
        if (before && passed < this.#most)
            return false;
        const now = await this.#starved();
        this.#before ??= now;
        if (passed < this.#most)
            return false;
        const waits = [...now].map(([process, wait]) => wait - (before?.get(process) ?? wait));
        return passed - Math.max(0, ...waits) >= this.#most;
    }
    /** Whether something ends before it is over. */
    async holds(something) {
        const ended = something.then(() => true, () => true);
        for (;;) {
            let timer;
            const pause = new Promise((done) => {
                timer = setTimeout(() => done(false), LOOK);
            });
            const hasEnded = await Promise.race([ended, pause]).finally(() => clearTimeout(timer));
            if (hasEnded || (await this.isOver()))
                return hasEnded;
        }
    }
}
//# sourceMappingURL=fair-time.js.map