import { type FileRequest } from './ask-file.ts';
/** What a server answered to the request for its robots.txt, redirects followed. */
export interface RobotsAnswer {
    readonly status: number;
    readonly text: string;
    /** When the server itself was asked, in milliseconds since the epoch. */
    readonly askedAt: number;
    /** Milliseconds to wait, where the server said so. */
    readonly retryAfter: number | undefined;
}
interface RobotsRequest extends FileRequest {
    readonly now: () => number;
}
/**
 * Asks for a robots.txt file, and reads no more than so many bytes of it; a line that was cut off is left out.
 *
 * @throws RetryVisit or GiveUpVisit if a server does not answer, RefusedVisit if one may not be asked
 */
export declare function askRobots(url: URL, mostBytes: number, request: RobotsRequest): Promise<RobotsAnswer>;
export {};
