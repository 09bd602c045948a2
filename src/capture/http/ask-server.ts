import { GiveUpVisit, HostTrouble } from '../../domain/errors.ts';
import type { Validators } from '../../domain/page.ts';
import { typeOf } from '../../url/file-types.ts';
import { bareHost, parseUrl } from '../../url/parse.ts';
import { decodeAs, encodingOf } from '../encoding/decode.ts';
import { decompress } from '../encoding/decompress.ts';
import { accepted, headerOf, isPageType, retryAfter } from '../network/answer-rules.ts';
import { Cookies } from './cookies.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';

/** Redirects followed (RFC 9309, §2.3.1.2); a file behind more of them is as if it were not there. */
const MOST_REDIRECTS = 5;

export interface FileRequest {
  readonly client: Pick<HttpClient, 'fetch'>;
  readonly userAgent: string;
}

/**
 * Asks for a file of a server's, and reads no more than so many bytes of it; redirects are followed, with the cookies that
 * they set.
 *
 * @param accept media types, as in the header
 * @returns the last answer, and when the server itself was asked
 * @throws RetryVisit or GiveUpVisit if a server does not answer, RefusedVisit if one may not be asked
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
 * Asks whether a document is as it was (If-None-Match, If-Modified-Since; RFC 9110, §13.1): one small request without a
 * browser. What it is by now is not read, and redirects are not followed.
 *
 * @throws RetryVisit or GiveUpVisit if the server does not answer, HostBusy if it is busy
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
 * Asks whether a page is at an address, as far as the head of its answer tells: the body is not read, and redirects are not
 * followed.
 *
 * @throws RetryVisit if the server does not answer, HostBusy if it is busy, RefusedVisit if it may not be asked
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

/** A server's answer to the request for its robots.txt, redirects followed. */
export interface RobotsAnswer {
  readonly status: number;
  readonly text: string;
  /** When the server itself was asked, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** Milliseconds to wait, where the server said so. */
  readonly retryAfter: number | undefined;
}

interface RobotsRequest extends FileRequest {
  readonly now: () => number;
}

/**
 * Asks for a robots.txt file, and reads no more than so many bytes of it; a line that was cut off is left out.
 *
 * @throws RetryVisit or GiveUpVisit if a server does not answer, or with what cannot be read; RefusedVisit if one may not be
 * asked
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

/** The lines of a file that came as a whole. @throws HostTrouble where nothing of it can be read: it may forbid everything */
async function textOf(answer: HttpAnswer, mostBytes: number): Promise<string> {
  // Some servers send a packed file without saying so.
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

/** A character of more than one octet in UTF-8 (RFC 3629, §4), or an octet that is of none. */
const OCTETS =
  /([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[\x80-\xff]/g;

/** The file's text; octets that are no UTF-8 are percent-encoded, as addresses of old encodings hold them. */
function decodeOctets(bytes: Uint8Array): string {
  const encoding = bytes.includes(0) ? encodingOf(bytes, '').encoding : 'utf-8';
  if (encoding.startsWith('utf-16')) return decodeAs(bytes, encoding);
  const octets = Buffer.from(bytes).toString('latin1');
  const escaped = octets.replace(OCTETS, (octet, character: string | undefined) =>
    character === undefined ? `%${octet.charCodeAt(0).toString(16).toUpperCase()}` : octet,
  );
  return Buffer.from(escaped, 'latin1').toString('utf8');
}
