import { GiveUpVisit, RefusedVisit } from '../../domain/errors.ts';
import { typeOf } from '../../url/file-types.ts';
import { parseUrl, withoutFragment } from '../../url/parse.ts';
import { decode } from '../encoding/decode.ts';
import type { LoadedAnswer } from '../loaded-page.ts';
import { type Headers, headerOf, mayBeForCookies } from '../network/answer-rules.ts';
import { refererFor } from '../network/user-agent.ts';
import { type Refusal, redirectError } from '../network/visit-pace.ts';
import type { StorageState } from '../session/session-state.ts';
import { Cookies } from './cookies.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';

/** Time limits of one request, in milliseconds. */
export interface Times {
  readonly answerWithin: number;
  readonly bodyWithin: number;
}

/** Host schedule and limits for documents of a page and its frames. */
export interface Way {
  /** Waits for the host schedule for a document. Returns a refusal if it can't be requested. */
  document(url: URL): Promise<Refusal | undefined>;
  /** Waits for the host schedule for a redirect. Returns a refusal if it can't be requested. */
  redirect(url: URL): Promise<Refusal | undefined>;
  /** Milliseconds waited so far, which don't count as a server's delay. */
  readonly waited: number;
  /** Records that a request is sent. */
  asks(url: URL): void;
  /** Records that a server has answered. */
  touch(url: URL): void;
}

/** Error for a document that is skipped because of a limit. */
export class SkippedLoad extends GiveUpVisit {
  readonly limit: Refusal;

  constructor(limit: Refusal) {
    super(limit);
    this.limit = limit;
  }
}

/** Returns why an address that an answer or page leads to is not requested; undefined if allowed. */
export type MayAsk = (url: URL) => Promise<string | undefined>;

/** Error for a forbidden redirect or document. */
export class NotFollowed extends RefusedVisit {}

/** Answer that is no redirect. */
export interface Landed {
  /** Address after all redirects, with the fragment. */
  readonly url: string;
  readonly answer: HttpAnswer;
  /** Redirects on the way, in order. */
  readonly redirects: readonly LoadedAnswer[];
}

/** State kept between the pages of a site: its cookies. */
export class HttpSession {
  readonly #client: HttpClient;
  readonly #userAgent: string;
  readonly #cookies = new Cookies();
  readonly #isLoggedIn: boolean;
  /** Number of pages captured so far. */
  reads = 0;

  /** @param storageState initial cookies */
  constructor(client: HttpClient, userAgent: string, storageState: StorageState | undefined) {
    this.#client = client;
    this.#userAgent = userAgent;
    this.#isLoggedIn = storageState !== undefined;
    for (const cookie of storageState?.cookies ?? []) this.#cookies.add(cookie);
  }

  /**
   * Requests an address and follows redirects, all within the time for one answer and one body.
   *
   * @param mayFollow returns why a redirect is not followed; undefined if allowed
   * @param from page that leads there
   * @throws RetryVisit or GiveUpVisit if no answer comes, or for a broken redirect
   */
  async load(address: string, times: Times, way: Way, mayFollow?: MayAsk, from?: string): Promise<Landed> {
    let url = address;
    const redirects: LoadedAnswer[] = [];
    let referer = from;
    let isForgotten = this.#isLoggedIn;
    const end = performance.now() + times.answerWithin - way.waited;
    for (;;) {
      const answerWithin = Math.max(0, end + way.waited - performance.now());
      const sent = new URL(url);
      referer = refererFor(referer, sent);
      const answer = await this.#ask(url, referer, { ...times, answerWithin }, () => way.asks(sent));
      way.touch(sent);
      if (!isForgotten && mayBeForCookies(answer.status, this.#cookies.header(url))) {
        isForgotten = true;
        this.#cookies.clear();
        if ((await way.document(sent)) === undefined) continue;
      }
      const next = redirectOf(answer, url);
      if (next === undefined) return { url, answer, redirects };
      redirects.push(passed(answer));
      const refusal = await mayFollow?.(new URL(next));
      if (refusal !== undefined) throw new NotFollowed(refusal);
      const limit = await way.redirect(new URL(next));
      if (limit !== undefined) throw redirectError(limit);
      url = next;
    }
  }

  /** Loads an address that a page leads to without a click: by a refresh or a frame. */
  async follow(
    url: string,
    times: () => Times,
    way: Way,
    mayFollow: MayAsk | undefined,
    from?: string,
  ): Promise<Landed> {
    const refusal = await mayFollow?.(new URL(url));
    if (refusal !== undefined) throw new NotFollowed(refusal);
    const limit = await way.document(new URL(url));
    if (limit !== undefined) throw new SkippedLoad(limit);
    return await this.load(url, times(), way, mayFollow, from);
  }

  async #ask(url: string, referer: string | undefined, times: Times, onSent: () => void): Promise<HttpAnswer> {
    const parsed = parseUrl(url);
    if (!parsed) throw new GiveUpVisit('ERR_INVALID_URL');
    if (!isWeb(parsed)) throw new GiveUpVisit('ERR_UNKNOWN_URL_SCHEME');
    const cookie = this.#cookies.header(url);
    const headers = {
      'upgrade-insecure-requests': '1',
      'user-agent': this.#userAgent,
      accept:
        'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
      'accept-encoding': parsed.protocol === 'https:' ? 'gzip, deflate, br, zstd' : 'gzip, deflate',
      'accept-language': 'en-US',
      ...(referer === undefined ? {} : { referer }),
      ...(cookie === '' ? {} : { cookie }),
    };
    const answer = await this.#client.fetch({ url: withoutFragment(parsed.href), headers, onSent, ...times });
    this.#cookies.take(answer);
    return answer;
  }
}

/** Returns a redirect for techniques, with its body if that is text. */
function passed(answer: HttpAnswer): LoadedAnswer {
  const { url, headers } = answer;
  const text = asText(answer);
  return { url, headers, ...(text === undefined ? {} : { text }) };
}

export const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Returns the target of a redirect, with the old fragment if the answer has none. */
function redirectOf({ status, headers }: HttpAnswer, from: string): string | undefined {
  const location = [headers.location ?? []].flat()[0];
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined;
  const to = parseUrl(location, from);
  if (!to) throw new GiveUpVisit('ERR_INVALID_REDIRECT');
  if (!isWeb(to)) throw new GiveUpVisit('ERR_UNSAFE_REDIRECT');
  if (!location.includes('#')) to.hash = new URL(from).hash;
  return to.href;
}

/** Tells by the headers whether a redirect may have a text body. */
export const mayBeText = (headers: Headers): boolean =>
  /^(text\/|application\/xhtml\+xml)/.test(typeOf(headerOf(headers, 'content-type')));

/** Returns the body of a redirect; undefined if that is no text. */
export function asText({ headers, body }: HttpAnswer): string | undefined {
  return body.length > 0 && mayBeText(headers) ? decode(body, headerOf(headers, 'content-type')).text : undefined;
}
