/** The world of our own that documents are seen from: their scripts can't reach it. */
export declare const OUR_WORLD = "forager";
/** Thrown in a document that began without our functions. */
export declare const NOT_THERE = "forager: not there";
/**
 * Has every document bring a function along, in a world of ours: with all that they need they are long, and would be sent
 * with each call.
 *
 * @param source of a function that uses nothing from outside
 * @returns an expression that is the function; it throws NOT_THERE in a document that began without
 */
export declare function pageFunction(source: string): string;
/** A script that makes them known in a document. */
export declare const pageFunctions: () => string;
