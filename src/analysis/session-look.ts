/** What a page shows of whether its reader is logged in. */
export interface SessionLook {
  readonly asksPassword: boolean;
  /** A link or a title that asks to log in. */
  readonly offersLogIn: boolean;
  readonly offersLogOut: boolean;
  /** Its short blocks of text: menus, names. */
  readonly blocks: readonly string[];
}

/** What pages of a site have in common while a session holds. Counts are pages. */
export interface CommonLook {
  readonly pages: number;
  readonly asksPassword: number;
  readonly offersLogIn: number;
  readonly offersLogOut: number;
  /** Blocks that every page had so far. */
  readonly blocks: readonly string[];
}

export const noLook: CommonLook = { pages: 0, asksPassword: 0, offersLogIn: 0, offersLogOut: 0, blocks: [] };

/** Pages that must be known before what all have in common says anything … */
const LEAST_PAGES = 3;
/** … and blocks, of which so large a share must be missing. */
const LEAST_BLOCKS = 3;
const MISSING_SHARE = 0.5;
/** What so small a share of the pages has is seldom, and what all but so many have is common. */
const SELDOM = 0.1;
const MOST_BLOCKS = 100;

/** The same, with one page more. */
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

/** How a page differs from all that its reader saw while logged in; undefined where it does not. */
export function unlike(common: CommonLook, look: SessionLook): string | undefined {
  const { pages, blocks } = common;
  if (pages === 0) return undefined;
  if (look.asksPassword && 2 * common.asksPassword < pages) return 'a form for a password';
  if (pages < 2) return undefined;
  if (look.offersLogIn && common.offersLogIn <= SELDOM * pages) return 'it asks to log in';
  if (!look.offersLogOut && common.offersLogOut >= (1 - SELDOM) * pages) return 'no way to log out';
  if (pages < LEAST_PAGES || blocks.length < LEAST_BLOCKS) return undefined;
  const here = new Set(look.blocks);
  const missing = blocks.filter((one) => !here.has(one)).length;
  return missing >= MISSING_SHARE * blocks.length ? 'nothing of what all pages had' : undefined;
}

/**
 * Whether a page that was read while a session held is shown now as to somebody who is logged out.
 *
 * @param before the page as it was then; where it is not known, what all pages had in common
 */
export function isLoggedOut(now: SessionLook, before: SessionLook | CommonLook): boolean {
  if ('pages' in before) {
    if (before.pages === 0) return false;
    const isAsked = now.asksPassword && 2 * before.asksPassword < before.pages;
    return isAsked || (now.offersLogIn && before.offersLogIn <= SELDOM * before.pages);
  }
  if (now.asksPassword && !before.asksPassword) return true;
  if (now.offersLogIn && !before.offersLogIn) return true;
  return before.offersLogOut && !now.offersLogOut;
}
