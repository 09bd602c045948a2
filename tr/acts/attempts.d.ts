import type { LivePage } from '../browser/live-page.ts';
import { type Attempt } from './attempt.ts';
import type { FrameAct } from './frame-act.ts';
/**
 * What acts did to a page: nothing to be seen, it was made anew but is as it was, it was changed by the last of
 * them, or later, by any of them, it shows another page.
 */
type Effect = 'none' | 'same' | 'change' | 'late' | 'elsewhere';
/** What is still to be tried on a page. */
export declare class Attempts {
    #private;
    constructor(page: LivePage);
    get isEmpty(): boolean;
    /** @param view stands for what the page shows at first */
    begin(view: number): void;
    add(planned: readonly FrameAct[]): void;
    /** Targets whose elements were not there when they were to be acted on. */
    get missing(): readonly FrameAct[];
    /** These targets are there, made anew or again. Answers how many acts are tried now that the page shows them. */
    renew(there: readonly string[]): number;
    /** Less is shown since these were done: what they have filled is emptied when nothing new is left to try. */
    giveBack(done: readonly Attempt[]): void;
    /** Keeps in mind for other pages what brought something here. */
    learn(): void;
    /**
     * The next acts, all in one document: one of each group, then what is worth another try, then more of each.
     *
     * @param isLast whether the page is left if they bring nothing: then more of what has brought links comes first
     */
    next(most: number, isLast: boolean): Attempt[];
    /** Whether what was done last is of a kind that has opened something else to be done. */
    get mayHaveOpened(): boolean;
    /**
     * Learns from a batch of which the first `done` were done: what was not comes next.
     *
     * @param isNews whether the page shows a text that it has not shown before, though no link came
     * @param view stands for what it shows; undefined if that is as it was
     * @returns whether there is more to try of what did so
     */
    judge(batch: readonly Attempt[], done: number, effect: Effect, found: number, isNews: boolean, view: number | undefined): boolean;
    /** A dialog covers these: what is to be done again waits until what the dialog offers was tried. Answers whether it does. */
    putOff(batch: readonly Attempt[]): boolean;
    /** These were not done: they come next. */
    putBack(batch: readonly Attempt[]): void;
    /** These were to be done to elements that are not there. */
    miss(missed: readonly Attempt[]): void;
    /**
     * The page was led to another one. Links with the same event listener do nothing else than to lead where they say; of
     * other acts that may have done it, each is done again alone.
     *
     * @param hasLeft whether the last one was seen to do it
     * @param strayed where a link led that says something else
     * @returns addresses that are links beside those that its listener's links say
     */
    leave(batch: readonly Attempt[], done: number, hasLeft: boolean, strayed: string | undefined): readonly string[];
    /** Addresses that links led to which say something else, and none with the same listener was seen to lead where it says. */
    strays(): readonly string[];
}
export {};
