import type { LivePage } from '../browser/live-page.ts';
import type { HarvestAgain } from '../loaded-page.ts';
/** What may be spent on one page. A round is some acts and a look at what came of them. */
export interface Budget {
    readonly acts: number;
    /** Elements in which one that listens for others is asked about. */
    readonly within: number;
    /** Rounds at first … */
    readonly rounds: number;
    /** … and at most: those that bring links give some more. */
    readonly mostRounds: number;
    /** Rounds that brought nothing, one after the other: then the page is left. */
    readonly barren: number;
}
/** What is done to a page; with a larger budget it is gone on with. */
export declare class Acting {
    #private;
    /** What its rounds have cost, in elements. */
    cost: number;
    constructor(page: LivePage);
    /** Acts on the page until nothing is left to try or the budget is spent; then the page's limits say so. */
    go(budget: Budget, harvest: HarvestAgain): Promise<void>;
}
