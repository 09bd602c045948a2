/** Signs of a page that show whether the reader is logged in. */
export interface SessionLook {
  readonly asksPassword: boolean;
  /** True if a link or the title asks to log in. */
  readonly offersLogIn: boolean;
  readonly offersLogOut: boolean;
  /** Short blocks of text: menus, names. */
  readonly blocks: readonly string[];
}

/** Common signs of a site's pages while a session is valid. Counts are pages. */
export interface CommonLook {
  readonly pages: number;
  readonly asksPassword: number;
  readonly offersLogIn: number;
  readonly offersLogOut: number;
  /** Blocks that every page had so far. */
  readonly blocks: readonly string[];
}

export const noLook: CommonLook = { pages: 0, asksPassword: 0, offersLogIn: 0, offersLogOut: 0, blocks: [] };

/** Least pages that must be known before common blocks count as evidence. */
const LEAST_PAGES = 3;
/** Least common blocks for a comparison, and the share of missing ones that shows a log-out. */
const LEAST_BLOCKS = 3;
const MISSING_SHARE = 0.5;
/** Largest share of pages for a rare sign; a common sign is missing on no larger share. */
const RARE = 0.1;
const MOST_BLOCKS = 100;

/** Returns the signs with one more page. */
export function withLook(common: CommonLook, look: SessionLook): CommonLook {
  const here = new Set(look.blocks);
  const blocks = common.pages === 0 ? look.blocks.slice(0, MOST_BLOCKS) : common.blocks.filter((one) => here.has(one));
  return {
    pages: common.pages + 1,
    asksPassword: common.asksPassword + Number(look.asksPassword),
    offersLogIn: common.offersLogIn + Number(look.offersLogIn),
    offersLogOut: common.offersLogOut + Number(look.offersLogOut),
    blocks,
  };
}

/** Returns a difference between a page and all pages seen while logged in; undefined if there is none. */
export function unlike(common: CommonLook, look: SessionLook): string | undefined {
  const { pages, blocks } = common;
  if (pages === 0) return undefined;
  if (look.asksPassword && 2 * common.asksPassword < pages) return 'a form for a password';
  if (pages < 2) return undefined;
  if (look.offersLogIn && common.offersLogIn <= RARE * pages) return 'it asks to log in';
  if (!look.offersLogOut && common.offersLogOut >= (1 - RARE) * pages) return 'no way to log out';
  if (pages < LEAST_PAGES || blocks.length < LEAST_BLOCKS) return undefined;
  const here = new Set(look.blocks);
  const missing = blocks.filter((one) => !here.has(one)).length;
  return missing >= MISSING_SHARE * blocks.length ? 'nothing of what all pages had' : undefined;
}

/**
 * Tells whether a page that was read during a session is now shown as to a reader who is logged out.
 *
 * @param before the earlier page or, if unknown, the common signs of all pages
 */
export function isLoggedOut(now: SessionLook, before: SessionLook | CommonLook): boolean {
  if ('pages' in before) {
    if (before.pages === 0) return false;
    const isAsked = now.asksPassword && 2 * before.asksPassword < before.pages;
    return isAsked || (now.offersLogIn && before.offersLogIn <= RARE * before.pages);
  }
  if (now.asksPassword && !before.asksPassword) return true;
  if (now.offersLogIn && !before.offersLogIn) return true;
  return before.offersLogOut && !now.offersLogOut;
}
