import type { CDPSession } from 'playwright';
import { type VisitPace } from '../network/visit-pace.ts';
import { DocumentBodies } from './document-bodies.ts';
import { DocumentRequests } from './document-requests.ts';
import type { TabOptions } from './tab.ts';
/** What a visit brings to its tab's gate. */
export interface Visiting {
    /** Why the page may not lead there; see Target. */
    readonly mayFollow: ((url: URL) => Promise<string | undefined>) | undefined;
    readonly pace: VisitPace;
}
/**
 * Stands between a tab and the servers that its pages ask. Documents, frames' documents included: it does not let
 * requests through to private addresses, nor redirects that the crawl may not follow; they wait for their turn
 * (DocumentRequests), and are looked into before the browser has them (DocumentBodies). What scripts ask: nothing that
 * writes is let through, nor what they ask of addresses that are written as private ones. Once the page is held, it goes
 * nowhere any more, and asks for nothing whose address says that it ends a session, deletes or sends something; once it is
 * left, it asks for nothing.
 */
export declare class DocumentGate {
    #private;
    /** Why the tab's own document was not let through: it may not be asked for, or nobody says whether it may. */
    failure: Error | undefined;
    /** The address of the tab's own document whose server gave no answer, and why it was not connected to. */
    unanswered: {
        readonly url: URL;
        readonly failure: Error | undefined;
    } | undefined;
    /** Told of each request of the page's scripts. */
    onRequest: (url: string, method: string) => void;
    /** Told of each document that the tab would go to and is not sent for, as its page is held. */
    onPutOff: (url: string) => void;
    /** Told of each limit that the page's requests met. */
    onLimit: (limit: string) => void;
    readonly bodies: DocumentBodies;
    readonly documents: DocumentRequests;
    /** Identity of the tab's own frame. */
    mainFrame: string;
    private constructor();
    static open(cdp: CDPSession, options: TabOptions): Promise<DocumentGate>;
    /** Servers whose certificates are not valid are asked all the same, or not until the tab's own document has come. */
    overlookCertificates(overlooks: boolean): Promise<void>;
    /** The tab goes to another page, or to the same again, as that was too slow. Its host's turn was waited for. */
    begin(visiting: Visiting, isTooSlow: boolean): void;
    /** From now on the page stays as it is: it, and its frames, go to no other documents. Frames that are new load theirs. */
    hold(): void;
    /** The page was read: from now on it asks for nothing any more. */
    leave(): void;
    /** Scripts were made to do something, so many times: they may ask for more. */
    grant(acts: number): void;
    /** Whether any of the documents makes shadow trees, or may: its bytes were not looked at. */
    get mayMakeRoots(): boolean;
}
