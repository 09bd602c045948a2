import type { Browser } from 'playwright';
import { GiveUpVisit } from '../../domain/errors.ts';
/** The limit of a page whose scripts were ended for the memory that they took. */
export declare const MEMORY = "memory";
/** The page took so much memory that its renderer was ended. It would again. */
export declare class TookTooMuch extends GiveUpVisit {
}
/** What has a page that can be stopped. */
interface Weighed {
    /** Ends its scripts if by its own account it takes more bytes than that. */
    relieve(most: number): Promise<void>;
}
/**
 * Looks after the memory of a browser's renderers, from outside, by the system's own account of their processes: so it
 * counts scripts' values, buffers, the document and pictures alike, and costs the pages nothing. On Linux only.
 */
export declare class MemoryWatch {
    #private;
    private constructor();
    /** Begins; it ends with the browser. Undefined where the system does not tell what processes take. */
    static begin(browser: Browser): Promise<MemoryWatch | undefined>;
    add(tab: Weighed): void;
    delete(tab: Weighed): void;
    /** Why a tab has crashed just now, if that is because its page took too much. */
    excess(): TookTooMuch | undefined;
}
export {};
