import { type Refusal, type VisitPace } from '../network/visit-pace.ts';
/**
 * The documents that a page and its frames ask for: which of them come with an ordinary page, and which, led to by scripts
 * and refreshes, wait for their host's turn, as pages do, and have an end; see VisitPace.
 */
export declare class DocumentRequests {
    #private;
    /** Told where the page wanted to go on to and could not, as its host's turn would have come too late. */
    onPutOff: (url: string) => void;
    /** From now on the page's own document, and those of frames that have one, stay. */
    isHeld: boolean;
    /** The page was left: nobody reads it any more. */
    isLeft: boolean;
    begin(pace: VisitPace): void;
    attach(frame: string, parent: string): void;
    /** Whether a document of the tab's own waits for its host's turn. */
    get isWaiting(): boolean;
    /** Waits until none of the tab's own documents waits for its host's turn. */
    turn(): Promise<void>;
    /** Documents that a frame has asked for. */
    askedBy(frame: string): number;
    /** Frames that have asked for any. */
    get asking(): readonly string[];
    /** A document has been answered. */
    answered(url: URL): void;
    /** A document of the tab's own is let through in its host's turn. @param main the tab's own frame */
    ownTurn(main: string, url: URL): Promise<Refusal | undefined>;
    /** A frame's document comes with its page, or is let through in its host's turn. */
    frameTurn(frame: string, url: URL): Promise<Refusal | undefined>;
    /** A server sends the tab on. */
    ownRedirect(to: URL): Promise<Refusal | undefined>;
    frameRedirect(frame: string, to: URL): Promise<Refusal | undefined>;
}
