import type { Browser, CDPSession, Page } from 'playwright';
import { RetryVisit } from '../../domain/errors.ts';
import type { SiteId } from '../../domain/site.ts';
import type { AskAgain } from '../http/redirect-body.ts';
import type { Patience } from '../network/patience.ts';
import type { StorageState } from '../session/session-state.ts';
import { DocumentGate, type Visiting } from './document-gate.ts';
import { type MemoryWatch } from './memory-watch.ts';
import { Observer } from './observer.ts';
import { PageTexts } from './page-texts.ts';
import type { RendererTime } from './renderer-time.ts';
import { ShownAnswer } from './shown-answer.ts';
import type { Starved } from './starved.ts';
import { type Passing } from './virtual-time.ts';
export interface TabOptions {
    readonly userAgent: string;
    readonly patience: Patience;
    /** Somebody looks at the page: it is drawn at its size. */
    readonly isSeen: boolean;
    /** Why the last connection to this address's server was not made; undefined if it was. */
    readonly failureOf: (url: URL) => Error | undefined;
    /**
     * What is wrong with servers' certificates, by origin, undefined where nothing is; all tabs share it. Without it,
     * servers whose certificates are not valid are not asked.
     */
    readonly certificates: Map<string, string | undefined> | undefined;
    /** Cookies and local storage that every site's tabs begin with. */
    readonly storageState: StorageState | undefined;
    /** Undefined: nothing is asked for again. */
    readonly askAgain?: AskAgain | undefined;
    /** Undefined: nobody looks after the browser's memory. */
    readonly memory?: MemoryWatch | undefined;
    /** Undefined: scripts' time is the clock's. */
    readonly rendererTime?: RendererTime | undefined;
    /** Undefined: what a page is given of time is the clock's. */
    readonly starved?: Starved | undefined;
}
/** A tab that reads one site's pages, one after the other, in a context of its own: cookies stay with their site. */
export declare class Tab {
    #private;
    readonly site: SiteId;
    readonly page: Page;
    readonly cdp: CDPSession;
    readonly patience: Patience;
    readonly gate: DocumentGate;
    readonly certificates: TabOptions['certificates'];
    /** Whether somebody is logged in: what may harm is left undone where it is not sure that it does, too. */
    readonly hasSession: boolean;
    readonly observer: Observer;
    readonly texts: PageTexts;
    /** Whether no script of the page runs any more: it took or asked for too much. */
    isStopped: boolean;
    /** Pages read so far. */
    reads: number;
    /** Limits that the page met; see CapturedPage. */
    readonly limits: Set<string>;
    /** Navigations of frames so far, and frames that came or went. */
    frameChanges: number;
    /** How many there had been when the frames were last asked for. */
    framesKnownAt: number;
    readonly starved: Starved | undefined;
    readonly askAgain: AskAgain | undefined;
    private constructor();
    static open(browser: Browser, site: SiteId, options: TabOptions): Promise<Tab>;
    /** Whether it can read another page. */
    get isUsable(): boolean;
    /** Forgets the page before. @param isTooSlow the same page again, without a look at its bytes */
    begin(visiting: Visiting, isTooSlow: boolean): void;
    /** The last answer to a navigation of the tab itself, whether it is shown or not. */
    get answer(): ShownAnswer['last'];
    /** The answer that the tab shows, and the address that it was shown under, its fragment included. */
    get shown(): ShownAnswer['shown'];
    /** Whether the page before, and not this one, may have led the tab to what it shows: their scripts overlap for a moment. */
    get isLed(): boolean;
    /** Whether a script of the page was ended: Chromium then draws it no more. */
    get hasEndedScripts(): boolean;
    /** From now on the page stays as it is: what its scripts would go to is listed. */
    hold(): void;
    /**
     * Lets time pass in the page, until its scripts rest and its requests are answered.
     *
     * @param budget milliseconds by the page's clock
     * @param atMost milliseconds by ours, see FairTime; if not given, somewhat more than requests are waited for
     */
    pass(budget: number, atMost?: number): Promise<Passing>;
    /** Waits until no document that the page leads to waits for its host's turn. Whether that took any time. */
    turn(): Promise<boolean>;
    /** Milliseconds that this visit has waited for the turns of hosts. */
    get waited(): number;
    /** Whether what it shows may have shadow trees: whether markup or scripts that came make any. */
    mayHaveRoots(): Promise<boolean>;
    /** Makes the view as tall as most pages are. */
    enlarge(): Promise<void>;
    /** Gives the view its usual height. */
    shrink(): Promise<void>;
    /** Something is done to the page next: what comes of it is told apart from what the page does by itself. */
    beginAct(): void;
    /** Lets it read no other page. */
    spoil(): void;
    /** Whether requests that may bring links are without an answer. */
    get isWaiting(): boolean;
    /** Whether the page has had its load event. */
    get isLoaded(): boolean;
    /** Waits for the page's load event, but not longer than `atMost` milliseconds. */
    untilLoaded(atMost: number): Promise<void>;
    /**
     * What the page answers. A script that holds it up is ended, and later ones sooner.
     *
     * @throws RetryVisit if scripts hold it up for ever
     */
    ask<T>(answer: Promise<T>): Promise<T>;
    /** What is answered; undefined if it is not within so many milliseconds, of which a renderer has had the second half. */
    within<T>(most: number, answer: Promise<T>): Promise<T | undefined>;
    /**
     * Where the navigation ends.
     *
     * @throws TabBusy if the server has answered but the tab does not show it
     * @throws RetryVisit if the servers do not answer in time, waits for their turns and for a busy machine aside
     */
    commit<T>(navigation: Promise<T>): Promise<T>;
    /**
     * The page was read. It asks for no documents and no data any more, and is left if the tab is not used again within
     * `delay` milliseconds, or as soon as it loads anything else: leaving after each page would cost half a page's time.
     */
    parkAfter(delay: number): void;
    unpark(): Promise<void>;
    close(): Promise<void>;
    /**
     * Ends the page's scripts if it takes so many bytes: they would take more. What it shows is read.
     *
     * @param most by what the page itself knows of: scripts' values, their buffers, the document
     */
    relieve(most: number): Promise<void>;
}
/** A script of the page before keeps the tab: try another tab at once. */
export declare class TabBusy extends RetryVisit {
}
