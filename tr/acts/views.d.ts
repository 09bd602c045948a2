import { type Attempt } from './attempt.ts';
import { type FrameAct } from './frame-act.ts';
/**
 * The views of a page: what it shows between acts, told by its text and by the act that made the controls in it. Scripts
 * that draw a view make its controls anew, and take away those of the view before. What was to be done to these waits until
 * they are there again; the way to them is the act that had opened them.
 */
export declare class Views {
    #private;
    get missing(): readonly Attempt[];
    get isEmpty(): boolean;
    /** Whether the page has shown a text before. */
    has(text: number): boolean;
    /** Whether an act has led to a view again to which it had led, from another one: from there it is gone on with. */
    isOnTheWay(text: number | undefined, ledTo: number | undefined): boolean;
    /** @param text stands for what the page shows now */
    see(text: number): void;
    /** It was done in the present view. */
    note(attempt: Attempt): void;
    /** These are there again, and wait to be tried for the first time. */
    show(attempts: readonly Attempt[]): void;
    miss(missed: readonly Attempt[]): void;
    /** These were planned: the page shows them. */
    plan(planned: readonly FrameAct[]): void;
    /** An act has made controls: what they do, they do in this view. */
    begin(opener: Attempt): void;
    /**
     * The page shows targets again, or has made them anew. What was missing is tried; so is, as it may do something else here,
     * what has brought links in other views, and then what led on from them. Answers how many these are.
     */
    enter(targets: ReadonlySet<string>, opener: Attempt): number;
    /** What is next to be tried as the present view shows it. */
    next(most: number): Attempt[];
    /** What may lead to a view whose controls were not all tried; undefined if nothing is known to. */
    wayBack(): Attempt | undefined;
}
