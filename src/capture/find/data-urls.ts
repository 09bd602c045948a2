import type { FoundLink } from '../../domain/link.ts';
import type { Guess } from '../documents/guesses.ts';
import { inThread } from '../documents/in-thread.ts';
import { type LoadedPage, readItems, TOO_LARGE } from '../loaded-page.ts';
import type { Technique } from './technique.ts';
import type { WalkedPage } from './walked-page.ts';

/** Most documents read of one page. */
const MOST_DOCUMENTS = 100;
const HOLDS_DOCUMENT = /^data:(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)[;,]/i;
const HOLDS_TEXT = /^data:(?:text\/plain)?[;,]/i;

/** Links in documents that are part of `data:` addresses of links. Documents shown in frames are read as frames. */
export const dataDocuments: Technique = {
  name: 'data',
  level: 'passive',
  summary: 'links in documents within addresses',
  async find(page, walked) {
    const shown = new Set(page.frames.map(({ url }) => url));
    const unread = (await linked(walked, HOLDS_DOCUMENT)).filter((url) => !shown.has(url));
    return (await Promise.all(unread.slice(0, MOST_DOCUMENTS).map((url) => linksIn(url, page)))).flat();
  },
};

/** Returns guesses in plain texts that are part of `data:` addresses of links. */
export async function guessesInLinkedTexts(page: LoadedPage, walked: WalkedPage): Promise<readonly Guess[]> {
  const urls = (await linked(walked, HOLDS_TEXT)).slice(0, MOST_DOCUMENTS);
  const texts = await Promise.all(urls.map(async (url) => await (await held(url))?.text()));
  const input = { texts: texts.filter((text) => text !== undefined), base: undefined, encoding: 'utf-8' };
  return readItems(page, await inThread('guesses', { kind: 'shown', ...input }));
}

/** Returns the distinct targets of links that match a pattern. */
async function linked(walked: WalkedPage, form: RegExp): Promise<readonly string[]> {
  const links = await walked.allLinks();
  return [...new Set(links.flatMap(({ role, url = '' }) => (role === 'link' && form.test(url) ? [url] : [])))];
}

/** Returns the content of a `data:` address; undefined if broken. */
const held = (url: string): Promise<Response | undefined> => fetch(url).catch(() => undefined);

/** Returns the links of a document in a `data:` address; only absolute addresses resolve there. */
async function linksIn(url: string, page: LoadedPage): Promise<FoundLink[]> {
  const answer = await held(url);
  if (!answer) return [];
  const contentType = answer.headers.get('content-type') ?? '';
  const markup = { bytes: new Uint8Array(await answer.arrayBuffer()), contentType };
  const reading = await inThread('document', {
    url,
    parentUrl: '',
    markup,
    isXml: !contentType.startsWith('text/html'),
  });
  if (!reading) page.limit(TOO_LARGE);
  const links = reading?.walked.links ?? [];
  return links
    .filter((link) => /^https?:/.test(link.url ?? ''))
    .map((link) => ({ ...link, url: link.url, frame: '', technique: 'data' }));
}
