import { GiveUpVisit, HostTrouble } from '../../domain/errors.ts';
import type { Validators } from '../../domain/page.ts';
import { typeOf } from '../../url/file-types.ts';
import { bareHost, parseUrl } from '../../url/parse.ts';
import { decodeAs, encodingOf } from '../encoding/decode.ts';
import { decompress } from '../encoding/decompress.ts';
import { accepted, headerOf, isPageType, retryAfter } from '../network/answer-rules.ts';
import { Cookies } from './cookies.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';

/** Limit of redirects (RFC 9309, §2.3.1.2); a file behind more counts as missing. */
const MOST_REDIRECTS = 5;

export interface FileRequest {
  readonly client: Pick<HttpClient, 'fetch'>;
  readonly userAgent: string;
}

/**
 * Requests a file and reads at most `mostBytes`. Follows redirects, with the cookies that they set.
 *
 * @param accept media types, as in the header
 * @returns the last answer, and the time of the first request
 * @throws RetryVisit or GiveUpVisit if a server does not answer, RefusedVisit if the guard forbids one
 */
export async function askFile(
  url: URL,
  mostBytes: number,
  accept: string,
  { client, userAgent }: FileRequest,
): Promise<{ readonly answer: HttpAnswer; readonly askedAt: number }> {
  const cookies = new Cookies();
  let next = url;
  let askedAt: number | undefined;
  for (let redirects = 0; ; redirects++) {
    const cookie = cookies.header(next.href);
    const headers = { 'user-agent': userAgent, accept, ...(cookie === '' ? {} : { cookie }) };
    const answer = await client.fetch({ url: next.href, headers, maxBytes: mostBytes });
    cookies.take(answer);
    askedAt ??= answer.askedAt;
    const { status } = answer;
    const location = status >= 300 && status < 400 ? answer.headers.location : undefined;
    const target = typeof location === 'string' ? parseUrl(location, next) : undefined;
    if (!target || redirects === MOST_REDIRECTS) return { answer, askedAt };
    next = target;
  }
}

interface AskAgain {
  readonly client: HttpClient;
  readonly userAgent: string;
  readonly now: () => number;
}

/**
 * Checks whether a document is unchanged, by a small request without a browser that ignores the body and redirects
 * (If-None-Match, If-Modified-Since; RFC 9110, §13.1).
 *
 * @throws RetryVisit or GiveUpVisit if the server does not answer, HostBusy for a busy server
 */
export async function askAgain(url: string, validators: Validators, { client, userAgent, now }: AskAgain) {
  const { etag, lastModified } = validators;
  const headers = {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-language': 'en-US',
    ...(etag === '' ? {} : { 'if-none-match': etag }),
    ...(lastModified === '' ? {} : { 'if-modified-since': lastModified }),
  };
  const answer = await client.fetch({ url, headers, maxBytes: 1 });
  if (answer.status === 429 || answer.status >= 500)
    accepted(bareHost(new URL(url)), answer.status, answer.headers, now);
  return { isSame: answer.status === 304, askedAt: answer.askedAt };
}

/**
 * Checks by headers whether an address has a page. Ignores the body and redirects.
 *
 * @throws RetryVisit if the server does not answer, HostBusy for a busy server, RefusedVisit if the guard forbids the
 * address
 */
export async function isPageAt(url: URL, { client, userAgent, now }: FileRequest & { readonly now: () => number }) {
  const headers = { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const answer = await client.fetch({ url: url.href, headers, maxBytes: 0 });
  try {
    accepted(bareHost(url), answer.status, answer.headers, now);
  } catch (error) {
    if (!(error instanceof GiveUpVisit)) throw error;
  }
  const isPage = answer.status === 200 && isPageType(typeOf(headerOf(answer.headers, 'content-type')));
  return { isPage, askedAt: answer.askedAt };
}

/** Answer to a request for robots.txt, after redirects. */
export interface RobotsAnswer {
  readonly status: number;
  readonly text: string;
  /** Time of the first request in milliseconds since the epoch. */
  readonly askedAt: number;
  /** Milliseconds to wait, if the server said so. */
  readonly retryAfter: number | undefined;
}

interface RobotsRequest extends FileRequest {
  readonly now: () => number;
}

/**
 * Requests a robots.txt file and reads at most `mostBytes`, without an incomplete last line.
 *
 * @throws RetryVisit or GiveUpVisit if a server does not answer, or not readably; RefusedVisit if the guard forbids one
 */
export async function askRobots(url: URL, mostBytes: number, request: RobotsRequest): Promise<RobotsAnswer> {
  const { answer, askedAt } = await askFile(url, mostBytes, 'text/plain,*/*;q=0.8', request);
  return {
    status: answer.status,
    text: answer.status < 300 ? await textOf(answer, mostBytes) : '',
    askedAt,
    retryAfter: retryAfter(answer.headers, request.now()),
  };
}

/** Returns the complete lines of a file. @throws HostTrouble if no line is readable: the file may forbid everything */
async function textOf(answer: HttpAnswer, mostBytes: number): Promise<string> {
  // A packed file may come without a content encoding.
  const isPacked = answer.body[0] === 0x1f && answer.body[1] === 0x8b;
  const { bytes, isCutOff } = await decompress(
    { bytes: answer.body, isCutOff: answer.isCutOff },
    isPacked ? 'gzip' : '',
    mostBytes,
  );
  if (!isCutOff) return decodeOctets(bytes);
  const lines = wholeLines(bytes);
  if (lines.length === 0 && bytes.length < mostBytes) throw new HostTrouble('its body broke off');
  return decodeOctets(lines);
}

const LINE_ENDS = [0x0a, 0x0d] as const;

const wholeLines = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(0, Math.max(...LINE_ENDS.map((end) => bytes.lastIndexOf(end))) + 1);

/** Multi-octet character of UTF-8 (RFC 3629, §4), or an octet of none. */
const OCTETS =
  /([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[\x80-\xff]/g;

/** Decodes a file; octets that are no UTF-8 are percent-encoded, as in addresses of old encodings. */
function decodeOctets(bytes: Uint8Array): string {
  const encoding = bytes.includes(0) ? encodingOf(bytes, '').encoding : 'utf-8';
  if (encoding.startsWith('utf-16')) return decodeAs(bytes, encoding);
  const octets = Buffer.from(bytes).toString('latin1');
  const escaped = octets.replace(OCTETS, (octet, character: string | undefined) =>
    character === undefined ? `%${octet.charCodeAt(0).toString(16).toUpperCase()}` : octet,
  );
  return Buffer.from(escaped, 'latin1').toString('utf8');
}
