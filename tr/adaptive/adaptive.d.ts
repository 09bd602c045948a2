import type { Captured } from '../../domain/page.ts';
import type { Capture, Target } from '../capture.ts';
import type { HttpCapture } from '../http/http.ts';
import type { TemplateBook } from './template-book.ts';
interface AdaptiveCaptureOptions {
    readonly browser: Capture;
    readonly http: HttpCapture;
    readonly book: TemplateBook;
    /** Milliseconds from one request to a server to the next. */
    readonly pause: (url: string) => number;
    /** Seed of the choice of pages that are read both ways. */
    readonly seed: number;
}
/**
 * Reads pages without a browser where that finds the same links, and learns where it does: by template. A page whose
 * template is not known to be plain is read both ways, and the browser's reading counts. So is a small share of the
 * others, for ever; there it counts if it differs.
 */
export declare class AdaptiveCapture implements Capture {
    #private;
    constructor(options: AdaptiveCaptureOptions);
    start(): Promise<void>;
    read(target: Target): Promise<Captured>;
    close(): Promise<void>;
}
export {};
