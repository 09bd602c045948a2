import type { LivePage } from './live-page.ts';
/** Waits for messages of streams and sockets that the page has opened. Answers whether they changed it. */
export declare function heardStreams(page: LivePage): Promise<boolean>;
/** Waits for what servers answer to what acts have one page say over sockets that are open. */
export declare class SocketAnswers {
    #private;
    constructor(page: LivePage);
    /** Answers whether an answer has changed the page. */
    heard(): Promise<boolean>;
}
