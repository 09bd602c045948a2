/** Bytes of a body, and whether there would be more of them. */
interface Part {
    readonly bytes: Uint8Array;
    readonly isCutOff: boolean;
}
/**
 * Undoes the content codings of a body: gzip, deflate, br, zstd, also one upon the other; unknown ones are taken for
 * none, as in browsers. Data that break off or are damaged yield what came before. Markup that is not coded as it says
 * is taken as it is.
 *
 * @param codings the Content-Encoding header
 * @param most bytes of the result; what is longer is cut off, and costs no more
 */
export declare function decompress(body: Part, codings: string, most: number): Promise<Part>;
/** What comes piece by piece, up to a limit. */
export declare class Pieces {
    #private;
    /** @param most bytes */
    constructor(most: number);
    /** Keeps a piece, or as much as there is room for; then it answers false. */
    add(piece: Uint8Array): boolean;
    whole(isCutOff: boolean): Part;
}
export {};
