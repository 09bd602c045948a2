import type { FoundLink } from '../../domain/link.ts';
import type { WalkedLink } from '../walked-links.ts';
import type { LoadedFrame, LoadedPage } from './technique.ts';

/** The walks of each page's documents: each is walked once, whatever number of techniques look at what was found. */
const walks = new WeakMap<LoadedPage, Promise<readonly (readonly WalkedLink[])[]>>();

/** The links of each of a page's documents. */
export async function linksOfFrames(page: LoadedPage): Promise<readonly (readonly WalkedLink[])[]> {
  const known = walks.get(page) ?? Promise.all(page.frames.map((frame) => frame.links()));
  walks.set(page, known);
  return await known;
}

/** All that the walk of a page's documents finds. */
export async function walked(page: LoadedPage, technique: string): Promise<FoundLink[]> {
  const links = await linksOfFrames(page);
  return page.frames.flatMap((frame, index) => (links[index] ?? []).map((link) => foundIn(frame, link, technique)));
}

export const foundIn = (frame: LoadedFrame, link: WalkedLink, technique: string): FoundLink => ({
  ...link,
  url: link.url,
  frame: frame.isMain ? '' : frame.url,
  technique,
});
