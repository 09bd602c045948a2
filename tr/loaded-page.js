/** The limit that a page met of which something was too large to be read, or of which only a beginning was read. */
export const TOO_LARGE = 'too large';
/** Documents read on one page; further frames are left aside. */
export const MOST_FRAMES = 100;
/** The limit of a page that has more. */
export const TOO_MANY_FRAMES = 'frames';
//# sourceMappingURL=loaded-page.js.map