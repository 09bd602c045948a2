import { GiveUpVisit, HostBusy, HostTrouble } from '../../domain/errors.ts';
import type { NofollowKind, Validators } from '../../domain/page.ts';

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** Types that a browser replaces by a guess from the first bytes. */
const NO_TYPES = new Set(['*/*', 'unknown/unknown', 'application/unknown']);

export const isPageType = (type: string): boolean => PAGE_TYPES.has(type);

/** Tells whether a type, in the form of `typeOf`, is declared and not that of a page. */
export const isOtherType = (type: string): boolean => type !== '' && !PAGE_TYPES.has(type) && !NO_TYPES.has(type);

/**
 * Returns the status of an answer without an error.
 *
 * @param host in the form of `bareHost`
 * @throws HostBusy, RetryVisit or GiveUpVisit for an error status
 */
export function accepted(host: string, status: number, headers: Headers, now: () => number): number {
  const reason = `HTTP ${status}`;
  if (status === 429 || status === 503) throw new HostBusy(reason, retryAfter(headers, now()), host);
  if (status >= 500 || status === 408) throw new HostTrouble(reason, host, true);
  if (status >= 400) throw new GiveUpVisit(reason);
  return status;
}

/**
 * Returns the wait that a `Retry-After` header asks for, in milliseconds; undefined unless seconds or a date (RFC 9110,
 * §10.2.3).
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headerOf(headers, 'retry-after').trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  // The asctime form of dates has no zone.
  const at = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Length in bytes of a Cookie header from which a server may refuse requests: 4 KB is usual, 8 KB is much. */
const LONG_COOKIES = 2048;

/** Tells whether a server may have refused a request because of too many cookies. */
export const mayBeForCookies = (status: number, cookies: string): boolean =>
  (status === 400 || status === 413 || status === 431) && cookies.length > LONG_COOKIES;

/** HTTP date, which begins with the day of the week. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/;

/** Headers by lower-case names; several values of a name as a list or with commas. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Returns a header's value, several ones joined with commas; empty if missing. */
export const headerOf = (headers: Headers, name: string): string => [headers[name] ?? []].flat().join(', ');

/** Returns validators for a conditional request; undefined if the server sent none. */
export function validatorsOf(headers: Headers): Validators | undefined {
  const validators = { etag: headerOf(headers, 'etag'), lastModified: headerOf(headers, 'last-modified') };
  return validators.etag === '' && validators.lastModified === '' ? undefined : validators;
}

/** Our name in directives for a single crawler. */
const NAME = 'forager';

/** Tells whether directives of a `<meta name=robots>`, such as `noindex, nofollow`, forbid following links. */
export const saysNofollow = (directives: string): boolean =>
  directives.split(',').some((directive) => /^\s*(nofollow|none)\s*$/i.test(directive));

/**
 * Tells whether an `X-Robots-Tag` header forbids every crawler or us to follow links, as in `otherbot: noindex,
 * nofollow, forager: none`. A name applies to the directives after the name.
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

/** Returns the places where a page forbids following links. @param meta directives of a `<meta name=robots>` */
export function nofollowOf(meta: string, headers: Headers): NofollowKind[] {
  const kinds: NofollowKind[] = saysNofollow(meta) ? ['meta'] : [];
  return headerSaysNofollow(headerOf(headers, 'x-robots-tag')) ? [...kinds, 'header'] : kinds;
}

/** Returns the type of a body without a declared type, by its first bytes as in browsers. */
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

/** Tells whether a byte never occurs in text. */
const isBinary = (byte: number): boolean =>
  byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b;
