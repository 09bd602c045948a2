import { z } from 'zod';
import { pageFunction } from '../browser/page-functions.js';
/** A function that runs in a page, see `shownText`. */
export const SHOWN_IN_PAGE = pageFunction(shownText.toString());
/** What it answers. */
export const shown = z.number();
/** Runs in a page: stands for all the text that is in the document (FNV-1a, 32 bits, over the first 200,000 characters). */
function shownText() {
    const text = String(Reflect.get(Node.prototype, 'textContent', document.documentElement) ?? '').slice(0, 200_000);
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++)
        hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return hash;
}
//# sourceMappingURL=shown-text.js.map