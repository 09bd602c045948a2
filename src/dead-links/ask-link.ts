import { Cookies } from '../capture/http/cookies.ts';
import type { HttpAnswer, HttpClient } from '../capture/http/http-client.ts';
import { headerOf, isPageType } from '../capture/network/answer-rules.ts';
import { isFilePath, typeOf } from '../url/file-types.ts';
import { parseUrl } from '../url/parse.ts';
import { type AnsweredPage, readPage } from './answered-page.ts';

/** Last answer to a link, after all redirects. */
export interface Landing {
  readonly answer: HttpAnswer;
  /** Address of the answer, with the fragment. */
  readonly url: URL;
  /** Target of the leading permanent redirects; undefined if the first redirect is temporary or there is none. */
  readonly movedTo: string | undefined;
  readonly isRedirected: boolean;
  /** Page of the answer; undefined if the answer is not a page or has no body. */
  readonly page: AnsweredPage | undefined;
}

/** Error for redirects without an end or a valid target. */
class BadRedirect extends Error {}

interface LinkRequest {
  readonly client: Pick<HttpClient, 'fetch'>;
  readonly userAgent: string;
  /** Runs `ask` once the address may be requested. @throws RefusedVisit if robots.txt forbids the request */
  turn(url: URL, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
}

/** Redirects followed at most, as in browsers. */
const MOST_REDIRECTS = 20;
/** Bytes of a page read at most. */
const MOST_BYTES = 128 * 1024;
const PERMANENT: ReadonlySet<number> = new Set([301, 308]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const ANSWER_WITHIN = 20_000;
const BODY_WITHIN = 10_000;

/**
 * Requests a link and follows its redirects. Files get a HEAD request, and GET if that fails; pages get GET, as their
 * text shows whether they exist.
 *
 * @param validators conditional request headers
 * @throws BadRedirect, or as `HttpClient.fetch` does if a server does not answer
 */
export async function askLink(
  address: string,
  validators: Readonly<Record<string, string>>,
  request: LinkRequest,
): Promise<Landing> {
  const cookies = new Cookies();
  let url = new URL(address);
  let movedTo: string | undefined;
  let isForGood = true;
  const seen = new Set<string>();
  for (let redirects = 0; ; redirects++) {
    // Redirects that repeat a request with the same cookies are a loop.
    const asked = `${url.href.replace(/#.*$/, '')} ${cookies.header(url.href)}`;
    if (redirects > MOST_REDIRECTS || seen.has(asked)) throw new BadRedirect('too many redirects');
    seen.add(asked);
    const answer = await askOnce(url, redirects === 0 ? validators : {}, cookies, request);
    cookies.take(answer);
    const location = REDIRECTS.has(answer.status) ? headerOf(answer.headers, 'location') : '';
    if (location === '') {
      const type = headerOf(answer.headers, 'content-type');
      const isPage = answer.body.length > 0 && (type === '' || isPageType(typeOf(type)));
      const page = isPage ? readPage(answer.body, type) : undefined;
      return { answer, url, movedTo, isRedirected: redirects > 0, page };
    }
    const target = parseUrl(location, url);
    if (!target || !/^https?:$/.test(target.protocol)) throw new BadRedirect('a redirect to no address of the Web');
    if (!location.includes('#')) target.hash = url.hash;
    url = target;
    isForGood &&= PERMANENT.has(answer.status);
    if (isForGood) movedTo = url.href;
  }
}

async function askOnce(
  url: URL,
  validators: Readonly<Record<string, string>>,
  cookies: Cookies,
  { client, userAgent, turn }: LinkRequest,
): Promise<HttpAnswer> {
  const isFile = isFilePath(url.pathname);
  const cookie = cookies.header(url.href);
  const ask = (method: 'GET' | 'HEAD') =>
    turn(url, () =>
      client.fetch({
        ...{ url: url.href.replace(/#.*$/, ''), method, maxBytes: isFile ? 0 : MOST_BYTES },
        ...{ answerWithin: ANSWER_WITHIN, bodyWithin: BODY_WITHIN },
        headers: {
          ...{
            'user-agent': userAgent,
            accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
            'accept-language': 'en-US',
          },
          ...{ 'accept-encoding': 'gzip, deflate, br', ...validators, ...(cookie === '' ? {} : { cookie }) },
        },
      }),
    );
  if (!isFile) return await ask('GET');
  const head = await ask('HEAD').catch(() => undefined);
  return head && head.status < 400 ? head : await ask('GET');
}
