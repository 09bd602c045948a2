import { type Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';
export interface Target {
    readonly url: string;
    readonly site: SiteId;
    /**
     * Why the page may not lead there by itself, by a redirect, a refresh or a frame; undefined if it may. Without it all
     * are followed.
     */
    readonly mayFollow?: (url: URL) => Promise<string | undefined>;
    /** If it does not load now, it is given up. */
    readonly isLastTry?: boolean;
}
/** How a crawl reads pages: each in one way, or `adaptive`: in Chromium where plain requests do not find the same links. */
export declare const renderChoices: readonly ["browser", "http", "adaptive"];
export type RenderChoice = (typeof renderChoices)[number];
/** Loads pages and reads their links. */
export interface Capture {
    /** Starts what it needs, so that what is lacking is known before the crawl begins. */
    start(): Promise<void>;
    /**
     * @throws RetryVisit when the page may load later
     * @throws GiveUpVisit when it will not
     */
    read(target: Target): Promise<Captured>;
    /** Ends what runs; reads in flight fail. */
    close(): Promise<void>;
}
