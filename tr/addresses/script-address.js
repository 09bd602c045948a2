import { VOCABULARY } from './data-addresses.js';
import { isLikeAddress, isRoutePattern } from './like-address.js';
/** Longest name of a page or document that is one. */
export const LONGEST_NAME = 2000;
/** A page or document by its name's end; no type of content, and no name of a module or class. */
const NAMED = /^(?!(?:application|audio|font|image|message|model|multipart|text|video)\/)(?:[\w\-%~][\w\-.%~]*\/)*[\w\-%~]+\.(?:html?|xhtml|php|aspx?|jspx?|cgi|pdf|json|xml|rss|csv|docx?|xlsx?|pptx?|zip)(?:[?#][\w\-.%~=&+/]*)?$/i;
/** Whether a string of a script is an address. */
export function isScriptAddress(text) {
    if (VOCABULARY.test(text) || isRoutePattern(text))
        return false;
    if (/^(?:(?:https?:)?\/\/|\.{1,2}\/)/i.test(text))
        return isLikeAddress(text);
    if (text.startsWith('/'))
        return /^\/[\w%~@-]./.test(text) && isLikeAddress(text);
    return text.length <= LONGEST_NAME && NAMED.test(text);
}
//# sourceMappingURL=script-address.js.map