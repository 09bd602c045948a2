import { GiveUpVisit } from '../../domain/errors.ts';
import type { DocumentTurns } from './document-turns.ts';
/** How long a page waits for the turns of its own documents, in milliseconds: a visit has an end. */
export declare const LONGEST_WAIT = 45000;
/** Why a document is not asked for: a limit that the page met, or nobody waits for it any more. */
export type Refusal = 'too many documents' | 'too many redirects' | 'long delay' | 'left';
/**
 * What one reading of a page may ask servers for beyond its first request, and when: each document after the delay of its
 * host, and not without end.
 */
export declare class VisitPace {
    #private;
    constructor(turns: DocumentTurns);
    /** The host that was last asked for a document of the page's own; undefined if none was. */
    get asked(): string | undefined;
    /** Milliseconds that the page has waited for the turns of its own documents. */
    get waited(): number;
    /** What was waited for is asked for now. */
    asks(url: URL): void;
    /** It left so many milliseconds later. */
    leftLate(url: URL, after: number): void;
    /** Waits until one more of the page's own documents may be asked for. @param isWanted whether anybody still waits for it */
    document(url: URL, isWanted?: () => boolean): Promise<Refusal | undefined>;
    /** The same for where a server redirects the page to. */
    redirect(url: URL, isWanted?: () => boolean): Promise<Refusal | undefined>;
    /**
     * A frame's document is asked for that comes with the page, or any document is answered. What is asked for beyond an
     * ordinary page waits from then on, so that its requests never come closer than the delay.
     */
    touch(url: URL): void;
    /** Waits until one more document of a frame may be asked for that is none of an ordinary page; see `isUsual`. */
    further(url: URL, isWanted?: () => boolean): Promise<Refusal | undefined>;
}
/**
 * Whether a frame's document is one of an ordinary page, and comes with it: the frame's first, not deep in other frames,
 * and, parameters aside, none of those that it stands in; that it stands in one such is usual.
 *
 * @param before documents that the frame has asked for before
 * @param above addresses of the documents that it stands in
 */
export declare function isUsual(url: URL, before: number, above: readonly string[]): boolean;
/** Whether a frame has shown as many documents as it may. */
export declare const isFull: (before: number) => boolean;
/** Whether a redirect comes with a frame's document, after so many before it. */
export declare const isUsualRedirect: (before: number) => boolean;
/** How a page fails whose redirects by servers are not followed to their end. */
export declare function redirectError(refusal: Refusal): GiveUpVisit;
