import { setImmediate as nextTurn } from 'node:timers/promises';
import { readDocument } from '../documents/read-document.js';
/** The links of a piece of HTML, or of XHTML, that a file holds; its addresses are relative to `base`. */
export async function markupLinks(text, base, isXml) {
    // A feed may hold thousands of such pieces.
    await nextTurn();
    const markup = { text, encoding: 'utf-8' };
    return readDocument({ url: base, parentUrl: undefined, markup, isXml }).walked.links;
}
//# sourceMappingURL=markup-in-file.js.map