/** What must be escaped in an address, or stands for what is filled in later. */
const NOT_IN_ADDRESS = /[\s<>"'`{}|\\^*$]|\[(?!:)|<%/;
/**
 * Whether a text as a whole is an absolute web address or a path from the site's root or the page's folder. Not what
 * else begins with a slash: regular expressions, comments, dates, a slash alone.
 */
export function isLikeAddress(text) {
    if (text.length > 2000 || NOT_IN_ADDRESS.test(text))
        return false;
    if (/^https?:\/\//i.test(text))
        return /^https?:\/\/(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\]|[^\0-\x7f/]+)(?::\d+)?(?:[/?#]|$)/i.test(text);
    // A host without a scheme has a dot in its name.
    if (text.startsWith('//'))
        return /^\/\/[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(text);
    if (!/^(?:\/|\.{1,2}\/)[^/]/.test(text) || !/[\w/=\-\u00a1-\uffff]$/.test(text))
        return false;
    return /^[\w%~.@:+!,;=&?#()\-/\u00a1-\uffff]*$/.test(text) && !isExpression(text);
}
/** Whether it is a regular expression with its flags. */
function isExpression(text) {
    const [, inside, flags = ''] = /^\/([^/]*)\/([dgimsuvy]*)$/.exec(text) ?? [];
    if (inside === undefined)
        return false;
    return /[+?()]/.test(inside) || (inside !== '' && /^(?:g|i|gi|ig|gm|m)$/.test(flags));
}
/** What a template fills in later. */
export const hasHoles = (text) => /[{}]|<%|%>|\[\[/.test(text);
/** Whether a text is a pattern of routes, such as `/people/:id`, `/files/(.+)` or `/log/%s`. */
export const isRoutePattern = (text) => hasHoles(text) || /[<>*]|\/:[a-z_]|%(?![\da-f]{2})|\(\?|[.\w]\+\)|\)[?+]|\/\[\w|\/\$\w/i.test(text);
//# sourceMappingURL=like-address.js.map