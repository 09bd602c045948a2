import type { FrameDocument } from '../browser/document.ts';
import type { PlannedAct } from './gestures.ts';
/** What can be done in one of the page's documents. */
export interface FrameAct extends PlannedAct {
    readonly frame: FrameDocument;
}
/** A target in one of them. */
export declare const targetOf: (frame: FrameDocument, target: number) => string;
