import type { FoundLink } from '../../domain/link.ts';
import { hasHoles, isLikeAddress } from '../like-address.ts';
import { ParsedDocument } from '../parsed-document.ts';
import type { WalkedLink } from '../walked-links.ts';
import type { LoadedFrame, LoadedPage, Technique } from './technique.ts';
import { foundIn, walkFrames } from './walked.ts';

/** Links that stand in the documents as they came, and that scripts, or there being scripts, have taken away. */
export const source: Technique = {
  name: 'source',
  level: 'passive',
  summary: 'links of documents as they came, gone since',
  async find(page) {
    const walked = await walkFrames(page, 'source');
    return (await Promise.all(walked.map(({ frame, links }) => lostLinks(page, frame, links)))).flat();
  },
};

async function lostLinks(page: LoadedPage, frame: LoadedFrame, shown: readonly WalkedLink[]): Promise<FoundLink[]> {
  // Without a browser the documents are as they came.
  if (frame instanceof ParsedDocument) return [];
  const { source } = frame;
  if (!source || !hasOthers(source.text, new Set(shown.map(({ raw }) => raw.trim())))) return [];
  // Scripts may have changed the document's address since.
  const url = (frame.isMain && page.answers.at(-1)?.url) || frame.url;
  const document = new ParsedDocument({ ...source, url, parentUrl: frame.isMain ? undefined : frame.parentUrl });
  const keys = new Set(shown.flatMap((link) => [keyOf(link), keyOf({ ...link, role: 'embedded' })]));
  const links = await document.links();
  return links
    .filter((link) => link.url !== undefined && !hasHoles(link.raw) && !keys.has(keyOf(link)))
    .map((link) => foundIn(frame, link, 'source'));
}

const keyOf = ({ role, method, url, raw }: WalkedLink): string => `${role} ${method} ${url ?? raw}`;

const ADDRESSES =
  /[\s"'/](href|src|action|formaction|cite|data|poster|background|content|data-[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>=][^\s"'>]*))/gi;
/** What has no links: comments, scripts, and elements whose addresses are none. */
const WITHOUT_LINKS =
  /<!--.*?(?:-->|$)|(?<=<script\b[^<>]*>).*?(?=<\/script|$)|<base\b[^<>]*>|<link\b[^<>]*\b(?:dns-prefetch|preconnect)\b[^<>]*>/gis;
/** A part of the page itself, or an address that no server is asked for. */
const NOT_ASKED = /^(?:$|#|(?!https?:|wss?:|ftp:)[a-z][\w+.-]*:)/i;

/** Whether the markup seems to hold an address that is not among those known: a cheap look before it is parsed. */
function hasOthers(markup: string, known: ReadonlySet<string>): boolean {
  for (const [, name = '', double, single, bare] of markup.replace(WITHOUT_LINKS, '').matchAll(ADDRESSES)) {
    const raw = (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&');
    if (/^(?:content$|data-)/i.test(name) && !isLikeAddress(raw)) continue;
    if (!NOT_ASKED.test(raw) && !known.has(raw)) return true;
  }
  return false;
}
