import type { BrowserContext } from 'playwright';
/** Keeps a Playwright trace of each read that fails, and none of the others. */
export declare class FailureTraces {
    #private;
    constructor(folder: string, say: (line: string) => void, now: () => number);
    /** What its user should know of the traces. */
    get warning(): string;
    /** @throws BadInput if it is not there and can't be made */
    makeFolder(): void;
    /** Reads, and keeps the trace if the read fails. Trouble with the trace is told, and changes nothing for the read. */
    watch<T>(context: BrowserContext, url: string, read: () => Promise<T>): Promise<T>;
}
