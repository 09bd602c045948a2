import { parseUrl } from '../url/parse.ts';
import { retryAfter } from './answer-rules.ts';
import { decodeAs } from './decoders.ts';
import type { HttpClient } from './http-client.ts';

/** Redirects followed (RFC 9309, §2.3.1.2); a file behind more of them is as if it were not there. */
const MOST_REDIRECTS = 5;

/** What a server answered to the request for its robots.txt, redirects followed. */
export interface RobotsAnswer {
  readonly status: number;
  readonly text: string;
  /** When the server itself was asked, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** Milliseconds to wait, where the server said so. */
  readonly retryAfter: number | undefined;
}

export interface RobotsRequest {
  readonly client: HttpClient;
  readonly userAgent: string;
  readonly now: () => number;
}

/**
 * Asks for a robots.txt file, and reads no more than so many bytes of it.
 *
 * @throws RetryVisit or GiveUpVisit if a server does not answer, RefusedVisit if one may not be asked
 */
export async function askRobots(url: URL, mostBytes: number, request: RobotsRequest): Promise<RobotsAnswer> {
  const { client, userAgent, now } = request;
  const headers = { 'user-agent': userAgent, accept: 'text/plain,*/*;q=0.8' };
  let next = url;
  let askedAt: number | undefined;
  for (let redirects = 0; ; redirects++) {
    const answer = await client.fetch({ url: next.href, headers, maxBytes: mostBytes });
    askedAt ??= answer.askedAt;
    const { status } = answer;
    const location = status >= 300 && status < 400 ? answer.headers.location : undefined;
    const target = typeof location === 'string' ? parseUrl(location, next) : undefined;
    if (!target || redirects === MOST_REDIRECTS) {
      const text = decodeAs(answer.body, 'utf-8');
      return { status, text, askedAt, retryAfter: retryAfter(answer.headers, now()) };
    }
    next = target;
  }
}
