import { setTimeout as sleep } from 'node:timers/promises';
import { FairTime } from './fair-time.js';
/** How often a page that takes long is looked after, in milliseconds. */
const LOOK = 50;
/** After so long without a request that may bring links, others (images, streams) don't hold up its time, in milliseconds, … */
const IDLE = 100;
/** … and so many turns of its scripts: on a busy machine they may not have come to ask for anything yet. */
const IDLE_TURNS = 2;
/** Tasks that a page may run on end before its time goes on nevertheless. */
const MOST_TASKS = 1000;
/**
 * The clock of a tab's pages. It stands still but while it is let pass, and then it does not run: it goes on to the next
 * timer as soon as there is nothing else to do, and waits for requests. So timers far ahead cost next to nothing, and a
 * page whose time has passed has come to rest.
 */
export class VirtualTime {
    #cdp;
    /** What a page answers, or its scripts are ended. */
    #ask;
    #starved;
    #expired = () => undefined;
    /** The page has requests that do not end: its time no longer waits for any. */
    #isForced = false;
    /** @param starved without it, time is the clock's */
    constructor(cdp, ask, starved) {
        this.#cdp = cdp;
        this.#starved = starved;
        this.#ask = ask;
        cdp.on('Emulation.virtualTimeBudgetExpired', () => this.#expired());
    }
    /** Another page is to be loaded. */
    begin() {
        this.#isForced = false;
    }
    /**
     * Lets time pass in the page.
     *
     * @param budget milliseconds by the page's clock
     * @param atMost milliseconds by ours, as an idle machine has them: see FairTime
     * @param patience milliseconds that a request without an answer is waited for
     * @returns `passed`; `passed-over` if a request was still without an answer; `held up` if it did not all pass: then the
     * page's clock stands still
     */
    async pass(budget, atMost, patience, holdup) {
        const enough = new FairTime(atMost, this.#starved);
        let isOver = false;
        let wake = () => undefined;
        this.#expired = () => {
            isOver = true;
            wake();
        };
        const isExpired = new Promise((done) => {
            wake = done;
        });
        const wait = this.#isForced && holdup().idle >= IDLE ? 'advance' : 'pauseIfNetworkFetchesPending';
        await this.#set(wait, budget);
        let passing = 'passed';
        let turns = 0;
        let isInTurn = false;
        const countTurn = async () => {
            isInTurn = true;
            await this.#turn();
            isInTurn = false;
            turns = holdup().idle < IDLE ? 0 : turns + 1;
        };
        for (let isForced = wait === 'advance'; !isOver;) {
            await Promise.race([isExpired, sleep(LOOK)]);
            if (isOver)
                break;
            if (await enough.isOver()) {
                if (isOver)
                    break;
                await this.#set('pause');
                return 'held up';
            }
            const { idle, waiting } = holdup();
            if (isForced || (idle < IDLE && waiting < patience))
                continue;
            if (waiting < patience) {
                if (!isInTurn)
                    void countTurn();
                if (turns < IDLE_TURNS)
                    continue;
            }
            isForced = true;
            this.#isForced = true;
            if (waiting >= patience)
                passing = 'passed-over';
            await this.#set('advance', budget);
        }
        return passing;
    }
    /** Waits until its scripts that run are done: what they have asked for is known then. */
    async #turn() {
        await this.#cdp.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined);
    }
    async #set(policy, budget) {
        const limits = budget === undefined ? {} : { budget, maxVirtualTimeTaskStarvationCount: MOST_TASKS };
        await this.#ask(this.#cdp.send('Emulation.setVirtualTimePolicy', { policy, ...limits }));
    }
}
//# sourceMappingURL=virtual-time.js.map