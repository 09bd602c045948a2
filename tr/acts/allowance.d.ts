/** What a round of acts costs on a page, in elements: told by what is looked at, not by time, so that it is repeatable. */
export declare const costOfRound: (elements: number) => number;
/**
 * What may be spent on acts that have brought a site nothing so far, to see whether they do by now: a share of what its
 * pages cost. So such a look comes again as seldom as it is dear.
 */
export declare class Allowance {
    #private;
    /** Whether one more page may be looked at. */
    get isLeft(): boolean;
    /** Whether one may that has something which no page had before. */
    get isLent(): boolean;
    /** A page with so many elements was read. */
    earn(elements: number): void;
    /** @param cost in elements */
    spend(cost: number): void;
    /** Acts have brought something after all. */
    forgive(): void;
}
