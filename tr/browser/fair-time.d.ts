import type { Starved } from './starved.ts';
/**
 * Time that a page is given from now on. In its second half it stands still while the page's process could run and did not,
 * as the machine had other work: what a busy machine brings about within it is what an idle one does.
 */
export declare class FairTime {
    #private;
    /**
     * @param most milliseconds
     * @param starved without it, time is the clock's
     * @param begin when it began, by the clock
     */
    constructor(most: number, starved: Starved | undefined, clock?: () => number, begin?: number);
    /** Whether it is over. To be asked in its second half, too, before it is. */
    isOver(): Promise<boolean>;
    /** Whether something ends before it is over. */
    holds(something: Promise<unknown>): Promise<boolean>;
}
