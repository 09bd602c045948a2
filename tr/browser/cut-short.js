import { ZodError } from 'zod';
/** Errors of the language and of schemas: no page and no browser makes them. */
const OURS = [TypeError, ReferenceError, RangeError, SyntaxError, ZodError];
/** What is kept of a message, in characters. */
const LONGEST = 200;
/** The limit that a page met whose acts an error ended: `cut short`, or where the fault is ours, `fault: …` with its message. */
export function cutShortBy(error) {
    const isOurs = OURS.some((kind) => error instanceof kind);
    return isOurs ? `fault: ${String(error).replace(/\s+/g, ' ').slice(0, LONGEST)}` : 'cut short';
}
//# sourceMappingURL=cut-short.js.map