import type { CDPSession } from 'playwright';
/**
 * The closed shadow roots of a document, which no script of the page sees: what `look` makes of a host, its root, another
 * host and so on; undefined where there are none.
 *
 * @param world in which world of the document the objects are to be
 */
export declare function withClosedRoots<T>(cdp: CDPSession, world: number, look: (objects: readonly string[]) => Promise<T>): Promise<T | undefined>;
