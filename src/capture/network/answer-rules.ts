import { GiveUpVisit, HostBusy, HostTrouble } from '../../domain/errors.ts';
import type { NofollowKind, Validators } from '../../domain/page.ts';

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** Types that a browser replaces by a guess from the first bytes. */
const NO_TYPES = new Set(['*/*', 'unknown/unknown', 'application/unknown']);

export const isPageType = (type: string): boolean => PAGE_TYPES.has(type);

/** Whether it is a type, as `typeOf` has it, and none of a page. */
export const isOtherType = (type: string): boolean => type !== '' && !PAGE_TYPES.has(type) && !NO_TYPES.has(type);

/** @param host as `bareHost` has it @throws HostBusy, RetryVisit or GiveUpVisit if it answered with an error */
export function accepted(host: string, status: number, headers: Headers, now: () => number): number {
  const reason = `HTTP ${status}`;
  if (status === 429 || status === 503) throw new HostBusy(reason, retryAfter(headers, now()), host);
  if (status >= 500 || status === 408) throw new HostTrouble(reason, host, true);
  if (status >= 400) throw new GiveUpVisit(reason);
  return status;
}

/**
 * How long a server asks us to wait by its `Retry-After` header, in milliseconds; undefined where it does not say, or
 * something else than seconds or a date (RFC 9110, §10.2.3).
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headerOf(headers, 'retry-after').trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  // One form of dates has no zone.
  const at = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Length of a Cookie header from which a server may refuse requests for it: 4 KB is usual, 8 KB is much. */
const LONG_COOKIES = 2048;

/** Whether a server may have refused a request because the cookies that it once set have piled up. */
export const mayBeForCookies = (status: number, cookies: string): boolean =>
  (status === 400 || status === 413 || status === 431) && cookies.length > LONG_COOKIES;

/** A date begins with its day of the week. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/;

/** By lower-case names; several of one name as a list, or with commas between. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A header's value, those of several with commas between; empty where there is none. */
export const headerOf = (headers: Headers, name: string): string => [headers[name] ?? []].flat().join(', ');

/** Validators for a conditional request; undefined where the server sent none. */
export function validatorsOf(headers: Headers): Validators | undefined {
  const validators = { etag: headerOf(headers, 'etag'), lastModified: headerOf(headers, 'last-modified') };
  return validators.etag === '' && validators.lastModified === '' ? undefined : validators;
}

/** Our name in directives that are meant for one crawler. */
const NAME = 'forager';

/** Whether directives such as `noindex, nofollow` of a `<meta name=robots>` say that links are not to be followed. */
export const saysNofollow = (directives: string): boolean =>
  directives.split(',').some((directive) => /^\s*(nofollow|none)\s*$/i.test(directive));

/**
 * Whether an `X-Robots-Tag` header says so, to every crawler or to us: `otherbot: noindex, nofollow, forager: none`. A
 * name holds for what follows it.
 */
export function headerSaysNofollow(header: string): boolean {
  let isForUs = true;
  for (const part of header.split(',')) {
    const [, name, rest] = /^(?:([\w-]+)\s*:)?(.*)$/s.exec(part.trim()) ?? [];
    const isAgent = name !== undefined && !/^(unavailable_after|max-[a-z-]+)$/i.test(name);
    if (isAgent) isForUs = name.toLowerCase() === NAME;
    if (isForUs && saysNofollow(rest ?? '')) return true;
  }
  return false;
}

/** Places where a page forbids to follow its links. @param meta directives of its `<meta name=robots>` */
export function nofollowOf(meta: string, headers: Headers): NofollowKind[] {
  const kinds: NofollowKind[] = saysNofollow(meta) ? ['meta'] : [];
  return headerSaysNofollow(headerOf(headers, 'x-robots-tag')) ? [...kinds, 'header'] : kinds;
}

/** The type of a body whose header declares none, by its first bytes, as browsers see it. */
export function sniffedType(body: Uint8Array): string {
  const first = body.subarray(0, 1445);
  const head = Buffer.from(first).toString('latin1');
  const signed = signatures.find(([signature]) => head.startsWith(signature));
  if (signed) return signed[1];
  if (HTML.test(head)) return 'text/html';
  if (/^\s*<\?xml/.test(head)) return 'text/xml';
  return first.some(isBinary) ? 'application/octet-stream' : 'text/plain';
}

const signatures: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b', 'application/gzip'],
  ['\xef\xbb\xbf', 'text/plain'],
  ['\xfe\xff', 'text/plain'],
  ['\xff\xfe', 'text/plain'],
];

const HTML = /^\s*<(!--|(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i;

/** Bytes that no text has. */
const isBinary = (byte: number): boolean =>
  byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b;
