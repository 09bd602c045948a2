import type { Response } from 'playwright';
/** Which of the answers to a tab's own navigations it shows, and whether the page before has led there. */
export declare class ShownAnswer {
    #private;
    /** The last one, whether it is shown or not. */
    last: Response | undefined;
    /** The one that the tab shows, and the address that it was shown under, its fragment included. */
    shown: {
        readonly answer: Response;
        readonly url: string;
    } | undefined;
    /** Whether the page before, and not this one, may have led there: their scripts overlap for a moment. */
    isLed: boolean;
    /** Another page is asked for. @param left address of the page that is left */
    begin(left: string): void;
    comes(answer: Response): void;
    /**
     * The tab shows an address. Only the first one after an answer is that of a new document; later ones are routes that
     * scripts set. Answers whether it is the first.
     */
    shows(url: string): boolean;
    /** Whether an answer, no redirect, has come more than so many milliseconds ago and is not shown. */
    isOverdue(most: number): boolean;
}
