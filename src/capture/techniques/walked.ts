import type { FoundLink } from '../../domain/link.ts';
import type { LoadedFrame, LoadedPage } from '../loaded-page.ts';
import { MANY_LINKS, walkRules } from '../walk/walk-rules.ts';
import type { WalkedLink } from '../walk/walked-links.ts';

/** A document, and the links that its walk found. */
export interface WalkedFrame {
  readonly frame: LoadedFrame;
  readonly links: readonly WalkedLink[];
}

interface Walked {
  readonly frames: Promise<readonly WalkedFrame[]>;
  /** Techniques that have had it. */
  readonly given: Set<string>;
}

/** The last walk of each page's documents. */
const walks = new WeakMap<LoadedPage, Walked>();

/**
 * The links of a page's documents. Techniques share a walk; one that has had it and asks again, as the page has changed,
 * gets a new one.
 */
export async function walkFrames(page: LoadedPage, technique: string): Promise<readonly WalkedFrame[]> {
  let walked = walks.get(page);
  if (!walked || walked.given.has(technique)) {
    walked = { frames: walk(page), given: new Set() };
    walks.set(page, walked);
  }
  walked.given.add(technique);
  return await walked.frames;
}

/** Of all documents together no more links are kept than of one. */
async function walk(page: LoadedPage): Promise<readonly WalkedFrame[]> {
  let left = 2 * walkRules.mostLinks;
  const walked = page.frames.map(async (frame) => {
    const all = await frame.links();
    const links = all.slice(0, left);
    left -= links.length;
    if (links.length < all.length) page.limit(MANY_LINKS);
    return { frame, links };
  });
  return await Promise.all(walked);
}

/** What the walk of a page's documents finds that is wanted. */
export const walkedLinksOf = async (
  page: LoadedPage,
  technique: string,
  isWanted: (link: WalkedLink) => boolean,
): Promise<FoundLink[]> =>
  (await walkFrames(page, technique)).flatMap(({ frame, links }) =>
    links.filter(isWanted).map((link) => foundIn(frame, link, technique)),
  );

export const foundIn = (frame: LoadedFrame, link: WalkedLink, technique: string): FoundLink => ({
  ...link,
  url: link.url,
  frame: frame.isMain ? '' : frame.url,
  technique,
});
