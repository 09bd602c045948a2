import { parseUrl } from '../../url/parse.ts';
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
