import type { CDPSession } from 'playwright';
/** How a body ended: it came as a whole, broke off, did not come in time, or no more of it was wanted. */
type BodyEnd = 'whole' | 'broken' | 'late' | 'enough';
/** How long something is waited for. */
export interface Wait {
    /** Whether something ends before the wait is over. */
    holds(something: Promise<unknown>): Promise<boolean>;
}
/**
 * Takes the body of an answer at which the browser is paused, piece by piece; the answer is then to be given another.
 *
 * @param sizes bytes of the first piece, and of each later one: each comes once it is there as a whole
 * @param take whether more is wanted
 * @throws Error if the document was left meanwhile
 */
export declare function takePieces(cdp: CDPSession, requestId: string, [first, later]: readonly [number, number], wait: Wait, take: (piece: Buffer) => boolean): Promise<BodyEnd>;
export {};
