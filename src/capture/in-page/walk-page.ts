import type { Walk } from '../walk/walk.ts';
import { walkLinks } from '../walk/walk-links.ts';
import { walkBlocks, walkTexts } from '../walk/walk-texts.ts';
import { browserDom } from './browser-dom.ts';
import { CLOSED, ofSharedElement } from './shared-element.ts';
import { beginToFollow } from './transient-links.ts';

/** See `tellingIcons`: set with this bundle. */
declare const tellingIcons: string;

/** Links returned at once, so that neither the page nor the crawler blocks for long. */
const AT_ONCE = 2000;

let found: Walk = { links: [], carriers: [], isCut: false };

/** Returns the next results of the last walk. */
export function moreOfWalk() {
  const { links, carriers } = found;
  const next = { links: links.splice(0, AT_ONCE), carriers: carriers.splice(0, AT_ONCE) };
  return { ...next, hasMore: links.length + carriers.length > 0 };
}

/** Reads the links of the document; see `browserDom` for the parameters, and `pageWalk` for the result. */
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

/** Reads the document's texts in which addresses may be guessed. */
export function textsOfPage() {
  const dom = browserDom();
  return { texts: walkTexts(dom), base: dom.resolve(''), encoding: dom.encoding };
}

/** Reads the visible text of the document. */
export const blocksOfPage = () => walkBlocks(browserDom());
