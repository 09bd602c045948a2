import type { Target } from '../capture.ts';
import type { PageReader } from '../documents/page-reader.ts';
import type { ParsedDocument } from '../documents/parsed-document.ts';
import { type LoadedFrame } from '../loaded-page.ts';
import { type VisitPace } from '../network/visit-pace.ts';
import { type HttpSession, type Times } from './http-session.ts';
/** Loads the documents of a page's frames, of any nesting. */
export declare class FrameLoader {
    #private;
    /** Limits that the frames met; see CapturedPage. */
    readonly limits: Set<string>;
    /**
     * @param times what one more request may take; nothing when the page's time is over
     * @param mayFollow why a frame's document is left aside; undefined if it is not
     */
    constructor(session: HttpSession, times: () => Times, pace: VisitPace, mayFollow: Target['mayFollow'], reader: PageReader);
    /** The document, then those of its frames in its order. @param above addresses of the documents that hold it */
    withFrames(document: ParsedDocument, above: readonly string[]): Promise<LoadedFrame[]>;
}
