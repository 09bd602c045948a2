import type { FoundLink } from '../domain/link.ts';
import type { LivePage } from './browser/live-page.ts';
import type { LoadedPage } from './loaded-page.ts';
/** What a technique found on a page, and how long it took, in milliseconds. */
export interface TechniqueCost {
    readonly name: string;
    readonly links: number;
    readonly milliseconds: number;
}
/** What techniques found on a page. A link that stands on it twice is listed twice. */
export declare class Harvest {
    #private;
    readonly links: FoundLink[];
    readonly costs: TechniqueCost[];
    add(found: readonly FoundLink[]): void;
    /** What no technique has found before. */
    newOf(found: readonly FoundLink[]): readonly FoundLink[];
    /** Adds what no technique has found before. Answers how many these are. */
    addNew(found: readonly FoundLink[]): number;
}
/** Finds a page's links by all techniques that are on, one after the other. In a live page some act on it, and its links are read again. @param harvest has what was found if this fails @param beforeActs called before each technique that acts on the page */
export declare function findLinks(page: LoadedPage | LivePage, on: ReadonlySet<string>, harvest?: Harvest, beforeActs?: () => Promise<void>): Promise<Harvest>;
