/**
 * Whether a text as a whole is an absolute web address or a path from the site's root or the page's folder. Not what
 * else begins with a slash: regular expressions, comments, dates, a slash alone.
 */
export declare function isLikeAddress(text: string): boolean;
/** What a template fills in later. */
export declare const hasHoles: (text: string) => boolean;
/** Whether a text is a pattern of routes, such as `/people/:id`, `/files/(.+)` or `/log/%s`. */
export declare const isRoutePattern: (text: string) => boolean;
