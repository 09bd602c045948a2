/** Characters that must be escaped in an address, or mark a template. */
const NOT_IN_ADDRESS = /[\s<>"'`{}|\\^*$]|\[(?!:)|<%/;

/**
 * Tells whether a whole text is an absolute web address, or a path from the site's root or the page's folder. Excludes
 * other texts with a slash in front: regular expressions, comments, dates, a lone slash.
 */
export function isLikeAddress(text: string): boolean {
  if (text.length > 2000 || NOT_IN_ADDRESS.test(text)) return false;
  if (/^https?:\/\//i.test(text))
    return /^https?:\/\/(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\]|[^\0-\x7f/]+)(?::\d+)?(?:[/?#]|$)/i.test(text);
  // A host without a scheme has a dot in its name.
  if (text.startsWith('//')) return /^\/\/[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(text);
  if (!/^(?:\/|\.{1,2}\/)[^/]/.test(text) || !/[\w/=\-\u00a1-\uffff]$/.test(text)) return false;
  return /^[\w%~.@:+!,;=&?#()\-/\u00a1-\uffff]*$/.test(text) && !isExpression(text);
}

/** Tells whether a text is a regular expression with flags. */
function isExpression(text: string): boolean {
  const [, inside, flags = ''] = /^\/([^/]*)\/([dgimsuvy]*)$/.exec(text) ?? [];
  if (inside === undefined) return false;
  return /[+?()]/.test(inside) || (inside !== '' && /^(?:g|i|gi|ig|gm|m)$/.test(flags));
}

/** Tells whether a text has placeholders of a template. */
export const hasHoles = (text: string): boolean => /[{}]|<%|%>|\[\[/.test(text);

/** Tells whether a text is a pattern of routes, such as `/people/:id`, `/files/(.+)` or `/log/%s`. */
export const isRoutePattern = (text: string): boolean =>
  hasHoles(text) || /[<>*]|\/:[a-z_]|%(?![\da-f]{2})|\(\?|[.\w]\+\)|\)[?+]|\/\[\w|\/\$\w/i.test(text);

/** Addresses that are names of terms, not of pages. */
export const VOCABULARY =
  /^https?:\/\/(?:www\.)?(?:schema\.org|purl\.org\/goodrelations|w3\.org\/(?:\d{4}|XML|ns))(?:\/|$)/i;

/** Closing tags of HTML without their bracket; in data they are markup, not paths. */
export const TAG =
  /^\/(?:a|abbr|b|big|blockquote|br|code|col|colgroup|dd|del|div|dl|dt|em|fieldset|figcaption|font|form|h[1-6]|hr|html|i|iframe|img|input|ins|kbd|li|nobr|ol|optgroup|p|pre|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|tr|tt|u|ul|var|wbr)$/i;

/** Longest name that counts as a page or document, in characters. */
export const LONGEST_NAME = 2000;

/** A page or document by its extension; excludes content types, and names of modules and classes. */
const NAMED =
  /^(?!(?:application|audio|font|image|message|model|multipart|text|video)\/)(?:[\w\-%~][\w\-.%~]*\/)*[\w\-%~]+\.(?:html?|xhtml|php|aspx?|jspx?|cgi|pdf|json|xml|rss|csv|docx?|xlsx?|pptx?|zip)(?:[?#][\w\-.%~=&+/]*)?$/i;

/** Tells whether a string of a script is an address. */
export function isScriptAddress(text: string): boolean {
  if (VOCABULARY.test(text) || isRoutePattern(text)) return false;
  if (/^(?:(?:https?:)?\/\/|\.{1,2}\/)/i.test(text)) return isLikeAddress(text);
  if (text.startsWith('/')) return /^\/[\w%~@-]./.test(text) && isLikeAddress(text);
  return text.length <= LONGEST_NAME && NAMED.test(text);
}
