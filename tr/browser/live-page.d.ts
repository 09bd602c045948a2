import type { FoundLink } from '../../domain/link.ts';
import type { Acting } from '../acts/acting.ts';
import type { Habits } from '../acts/habits.ts';
import type { FrameTexts, LoadedAnswer, LoadedPage, LoadedText } from '../loaded-page.ts';
import type { FrameDocument } from './document.ts';
import { type Ready } from './rest.ts';
import type { Tab } from './tab.ts';
/** A page in a tab that has come to rest. It stays as it is but for what is done to it. */
export declare class LivePage implements LoadedPage {
    #private;
    readonly tab: Tab;
    readonly answers: readonly LoadedAnswer[];
    /** Whether it has scripts, or parts that open. If not, nothing that is done to it brings anything. */
    readonly hasScripts: boolean;
    /** How many elements or addresses had come when the page was last looked at. */
    arrivals: number;
    /** How many elements its documents had then. */
    elements: number;
    /** The address that it showed then, a route that its scripts have set. */
    address: string;
    /** What is done to it, once it was begun. */
    acting: Acting | undefined;
    /** @param habits what is known of the site's pages; undefined: all is tried */
    constructor(tab: Tab, ready: Ready, answers: readonly LoadedAnswer[], habits: Habits | undefined);
    /** Whether elements or addresses had come when it was last looked at. */
    get isMoving(): boolean;
    /** Whether techniques may do something to it: to bring links, it must have scripts that may run, and not be too large. */
    get mayBeActedOn(): boolean;
    get frames(): readonly FrameDocument[];
    get observed(): readonly FoundLink[];
    texts(): Promise<readonly FrameTexts[]>;
    get leftAlone(): readonly string[];
    /** A control is not acted on, as it says that it harms; this is the source of what listens for it. */
    leaveAlone(source: string): void;
    limit(name: string): void;
    loaded(contentType: RegExp): Promise<readonly LoadedText[]>;
    globals(): Promise<readonly string[]>;
    /**
     * Lets time pass in the page. Answers whether anything has changed since this was last asked that may be a link.
     *
     * @param budget milliseconds by the page's clock
     */
    settle(budget: number): Promise<boolean>;
    /** Looks at the page as it stands. Answers what `settle` does. */
    look(): Promise<boolean>;
    /** Whether an act or a technique is worth a try on this page, by what it brought to others that are made alike. */
    isWorthATry(act: string): boolean;
    /** Whether it shows a kind of control that no page of the site has had. */
    hasNewControls(): Promise<boolean>;
    /**
     * It was tried, and brought news or nothing.
     *
     * @param cost what was spent on it, in elements
     */
    learn(act: string, hasBrought: boolean, cost?: number): void;
    /** Whether a link is one that no other page of the site has had. */
    isNews(link: FoundLink): boolean;
    /** These are the links that it has. */
    has(links: readonly FoundLink[]): void;
    /** Whether addresses may have come since this was last asked. */
    hasNewAddresses(): Promise<boolean>;
    /** Keeps what the page has stored in the browser, before anything is done to it. */
    remember(): Promise<void>;
    /** Makes the browser forget what the page has stored since then. */
    forget(): Promise<void>;
    /** What was done to it could not be done to its end, by its own fault or by ours: what was found is kept. */
    cutShort(error: unknown): void;
}
