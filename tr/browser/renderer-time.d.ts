import type { Browser } from 'playwright';
/** Asks how much CPU time each of a browser's renderers has had so far, in milliseconds by process; undefined if it does not tell. */
export type RendererTime = () => Promise<ReadonlyMap<number, number> | undefined>;
/** The same of all of a browser's processes that bring its pages about: its own, its renderers and what loads for them. */
type BrowserTimes = {
    readonly renderers: RendererTime;
    readonly all: RendererTime;
};
export declare function browserTimes(browser: Browser): Promise<BrowserTimes>;
export {};
