import { hasHoles, isLikeAddress } from '../addresses/like-address.ts';
import { decodeAs } from '../encoding/decode.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
import { readDocument } from './read-document.ts';
import { rewritten } from './rewritten-links.ts';

/** A document as it came, and the links that it shows now. */
export interface LostLinksInput {
  readonly url: string;
  readonly parentUrl: string | undefined;
  readonly bytes: Uint8Array;
  /** The WHATWG name of what they are encoded in. */
  readonly encoding: string;
  readonly isXml: boolean;
  readonly shown: readonly WalkedLink[];
}

/** The links that a document came with, and does not show any more, not in another form either. */
export function lostLinks({ url, parentUrl, bytes, encoding, isXml, shown }: LostLinksInput): readonly WalkedLink[] {
  const markup = { text: decodeAs(bytes, encoding), encoding };
  if (!hasOthers(markup.text, new Set(shown.map(({ raw }) => raw.trim())))) return [];
  const { walked } = readDocument({ url, parentUrl, markup, isXml });
  const keys = new Set(shown.flatMap((link) => [keyOf(link), keyOf({ ...link, role: 'embedded' })]));
  // One that is shown as it was written leads elsewhere only because the document has another address now.
  const written = new Set(shown.map(asWritten));
  const lost = walked.links.filter(
    (link) => link.url !== undefined && !hasHoles(link.raw) && !keys.has(keyOf(link)) && !written.has(asWritten(link)),
  );
  if (lost.length === 0) return lost;
  const others = rewritten(lost, fresh(shown, walked.links));
  return lost.filter((link) => !others.has(link));
}

/** What is shown more often than the document came with it. */
function fresh(shown: readonly WalkedLink[], came: readonly WalkedLink[]): WalkedLink[] {
  const left = new Map<string, number>();
  for (const link of came) left.set(keyOf(link), (left.get(keyOf(link)) ?? 0) + 1);
  return shown.filter((link) => {
    const times = left.get(keyOf(link)) ?? 0;
    left.set(keyOf(link), times - 1);
    return times <= 0;
  });
}

const keyOf = ({ role, method, url, raw }: WalkedLink): string => `${role} ${method} ${url ?? raw}`;

const asWritten = ({ role, method, element, anchor, raw }: WalkedLink): string =>
  `${role} ${method} ${element} ${raw} ${anchor}`;

const ADDRESSES =
  /[\s"'/](href|src|action|formaction|cite|data|poster|background|content|data-[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>=][^\s"'>]*))/gi;
/** What may have no links: comments, scripts, and elements whose addresses are none. */
const WITHOUT_LINKS = /<!--.*?(?:-->|$)|(?<=<script\b[^<>]*>).*?(?=<\/script|$)|<(base|link)\b[^<>]*>/gis;
const ONLY_CONNECTS = /\b(?:dns-prefetch|preconnect)\b/i;
/** A part of the page itself, or an address that no server is asked for. */
const NOT_ASKED = /^(?:$|#|(?!https?:|wss?:|ftp:)[a-z][\w+.-]*:)/i;

/** Whether the markup seems to hold an address that is not among those known: a cheap look before it is parsed. */
function hasOthers(markup: string, known: ReadonlySet<string>): boolean {
  const asked = markup.replace(WITHOUT_LINKS, (whole, name: string | undefined) =>
    name?.toLowerCase() === 'link' && !ONLY_CONNECTS.test(whole) ? whole : '',
  );
  for (const [, name = '', double, single, bare] of asked.matchAll(ADDRESSES)) {
    const raw = (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&');
    if (/^(?:content$|data-)/i.test(name) && !isLikeAddress(raw)) continue;
    if (!NOT_ASKED.test(raw) && !known.has(raw)) return true;
  }
  return false;
}
