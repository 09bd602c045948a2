import type { Walk } from '../walk/walk.ts';
import { walkLinks } from '../walk/walk-links.ts';
import { walkBlocks, walkTexts } from '../walk/walk-texts.ts';
import { browserDom } from './browser-dom.ts';
import { beginToFollow } from './passed-links.ts';
import { CLOSED, ofSharedElement } from './shared-element.ts';

/** See `tellingIcons`: handed over with this bundle. */
declare const tellingIcons: string;

/** Links that come out of a page at once: neither it nor we stand still for long. */
const AT_ONCE = 2000;

let found: Walk = { links: [], carriers: [], isCut: false };

/** The next of what the last walk found. */
export function moreOfWalk() {
  const { links, carriers } = found;
  const next = { links: links.splice(0, AT_ONCE), carriers: carriers.splice(0, AT_ONCE) };
  return { ...next, hasMore: links.length + carriers.length > 0 };
}

/** Reads the links of the document; see `browserDom` for what it takes, and `pageWalk` for what it answers. */
export function walkPage(time: number, ...closed: readonly Node[]) {
  const dom = browserDom(time, closed);
  found = walkLinks(dom, tellingIcons);
  beginToFollow();
  const { hasMore, ...first } = moreOfWalk();
  return {
    walk: { ...first, isCut: found.isCut },
    hasMore,
    base: dom.resolve(''),
    encoding: dom.encoding,
    possibleHosts: dom.possibleHosts(),
    nodes: dom.nodes(),
    closedRoots: ofSharedElement(CLOSED),
  };
}

/** Reads the texts of the document in which addresses may be guessed. */
export function textsOfPage() {
  const dom = browserDom();
  return { texts: walkTexts(dom), base: dom.resolve(''), encoding: dom.encoding };
}

/** Reads the visible text of the document. */
export const blocksOfPage = () => walkBlocks(browserDom());
