import type { FoundLink } from '../../domain/link.ts';
import type { Guess } from '../documents/guesses.ts';
import { inThread } from '../documents/in-thread.ts';
import { type LoadedPage, readItems, TOO_LARGE } from '../loaded-page.ts';
import type { Technique } from './technique.ts';
import type { WalkedPage } from './walked-page.ts';

/** Documents of one page that are read. */
const MOST_DOCUMENTS = 100;
const HOLDS_DOCUMENT = /^data:(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)[;,]/i;
const HOLDS_TEXT = /^data:(?:text\/plain)?[;,]/i;

/** Links in documents that `data:` addresses of links hold. Documents shown in frames are read as frames. */
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

/** Guesses in plain texts that `data:` addresses of links hold. */
export async function guessesInLinkedTexts(page: LoadedPage, walked: WalkedPage): Promise<readonly Guess[]> {
  const urls = (await linked(walked, HOLDS_TEXT)).slice(0, MOST_DOCUMENTS);
  const texts = await Promise.all(urls.map(async (url) => await (await held(url))?.text()));
  const input = { texts: texts.filter((text) => text !== undefined), base: undefined, encoding: 'utf-8' };
  return readItems(page, await inThread('guesses', { kind: 'shown', ...input }));
}

/** The distinct targets of links that match a form. */
async function linked(walked: WalkedPage, form: RegExp): Promise<readonly string[]> {
  const links = await walked.allLinks();
  return [...new Set(links.flatMap(({ role, url = '' }) => (role === 'link' && form.test(url) ? [url] : [])))];
}

/** The content of a `data:` address; undefined where it is broken. */
const held = (url: string): Promise<Response | undefined> => fetch(url).catch(() => undefined);

/** Only absolute addresses lead anywhere from there. */
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
