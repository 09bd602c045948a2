import type { Captured } from '../domain/page.ts';
import type { Capture, Target } from './capture.ts';
/**
 * Reads a page a second way before it is given up: where the browser can't load it, its bytes may still be read and
 * parsed without one. What a server answered with an error, or may not be asked for, stays as it is.
 */
export declare class SecondWay implements Capture {
    #private;
    /** @param second waits until the server may be asked again */
    constructor(first: Capture, second: Capture);
    start(): Promise<void>;
    read(target: Target): Promise<Captured>;
    close(): Promise<void>;
}
