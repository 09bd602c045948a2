import type { CDPSession, Page } from 'playwright';
import type { FoundLink } from '../../domain/link.ts';
import type { LoadedText } from '../loaded-page.ts';
import type { DocumentGate } from './document-gate.ts';
/**
 * Watches from outside where a page's scripts lead and what they ask for; nothing in the page is changed for it. What a
 * page does before it is held is carried out, and is no link then: it shows where it led.
 */
export declare class Observer {
    #private;
    /** Whether the page has said something over a socket since the last message came over one. */
    awaitsAnswer: boolean;
    /** Where the link that is followed has led first, if that is not where it says. */
    strayed: string | undefined;
    static open(page: Page, cdp: CDPSession, gate: DocumentGate): Promise<Observer>;
    /** Forgets what was seen: the tab shows another document. */
    begin(url: string): void;
    /** The application that is shown takes any fragment for a route; see fragment-routes.ts. */
    takeAnyFragment(): void;
    /** The page's scripts have led to this route of it: those that they set on the way are no links. */
    ledTo(route: string): void;
    /** Whether two addresses are of one page of the application that is shown. */
    isSamePage(one: string, other: string): boolean;
    /** The page leads there, and could not go there itself. */
    leads(url: string): void;
    /**
     * From now on, where scripts set the route of another page, that is a link, and what they do there is not this page's.
     *
     * @param home address of the page; undefined: all is the page's again
     * @param following where the link leads that is followed: that route is no other link than what it says
     */
    stayAt(home: string | undefined, following?: string): void;
    /** From now on the page goes nowhere: what it would go to is a link. */
    hold(): void;
    /** Something is done to the page next: addresses that are put together without a value then lead nowhere. */
    beginAct(): void;
    get found(): readonly FoundLink[];
    /** Whether the page has opened a stream or a socket since this was last asked. */
    hasOpened(): boolean;
    /** How many addresses were seen. */
    get size(): number;
    /** How many of them were new, whatever parameters were asked for with what is no link. */
    get places(): number;
    /** What web sockets brought. */
    get messages(): readonly LoadedText[];
}
