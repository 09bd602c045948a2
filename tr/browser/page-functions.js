/** The world of our own that documents are seen from: their scripts can't reach it. */
export const OUR_WORLD = 'forager';
/** Thrown in a document that began without our functions. */
export const NOT_THERE = 'forager: not there';
const sources = [];
/**
 * Has every document bring a function along, in a world of ours: with all that they need they are long, and would be sent
 * with each call.
 *
 * @param source of a function that uses nothing from outside
 * @returns an expression that is the function; it throws NOT_THERE in a document that began without
 */
export function pageFunction(source) {
    const place = sources.push(source) - 1;
    return `(globalThis[Symbol.for('forager')] ?? (() => { throw '${NOT_THERE}'; })())[${place}]`;
}
/** A script that makes them known in a document. */
export const pageFunctions = () => `globalThis[Symbol.for('forager')] = [${sources.join(',\n')}]; true`;
//# sourceMappingURL=page-functions.js.map