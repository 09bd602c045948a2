import type { FoundLink } from '../../domain/link.ts';
import { inThread } from '../documents/in-thread.ts';
import { type LoadedFrame, type LoadedPage, TOO_LARGE } from '../loaded-page.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
import type { Technique } from './technique.ts';
import { foundIn } from './walked-page.ts';

/** Links in the documents as received that scripts, or support for scripts, have removed. */
export const source: Technique = {
  name: 'source',
  level: 'passive',
  price: 0.25,
  summary: 'links of documents as they came, gone since',
  async find(page, walked) {
    const frames = await walked.frames();
    return (await Promise.all(frames.map(({ frame, links }) => lostLinks(page, frame, links)))).flat();
  },
};

async function lostLinks(page: LoadedPage, frame: LoadedFrame, shown: readonly WalkedLink[]): Promise<FoundLink[]> {
  const { source } = frame;
  // With more links than are stored, the missing ones are unknown, and parsing the document again is expensive.
  if (!source || frame.isCut) return [];
  // Scripts may have changed the document's address since.
  const url = (frame.isMain && page.answers.at(-1)?.url) || frame.url;
  const parentUrl = frame.isMain ? undefined : frame.parentUrl;
  const links = await inThread('lost', { ...source, url, parentUrl, shown });
  if (!links) page.limit(TOO_LARGE);
  return (links ?? []).map((link) => foundIn(frame, link, 'source'));
}
