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

/** When a page's document, or a frame's, may be asked for, and what it redirects to. */
export interface Way {
  /** Waits for the turn of a document that the page leads to; says why it is not asked for. */
  document(url: URL): Promise<Refusal | undefined>;
  /** The same for a redirect. */
  redirect(url: URL): Promise<Refusal | undefined>;
  /** Milliseconds waited so far: no server is to blame for them. */
  readonly waited: number;
  /** A server is asked now … */
  asks(url: URL): void;
  /** … and has answered. */
  touch(url: URL): void;
}

/** A document that the page leads to is left aside, for a limit. */
export class LeftAside extends GiveUpVisit {
  readonly limit: Refusal;

  constructor(limit: Refusal) {
    super(limit);
    this.limit = limit;
  }
}

/** Says why an address is not asked for that an answer or a page leads to; undefined if it may be. */
export type MayAsk = (url: URL) => Promise<string | undefined>;

/** The page may not lead there. */
export class NotFollowed extends RefusedVisit {}

/** An answer that is no redirect. */
export interface Landed {
  /** Address at which the redirects ended, its fragment included. */
  readonly url: string;
  readonly answer: HttpAnswer;
  /** The redirects on the way, in their order. */
  readonly redirects: readonly LoadedAnswer[];
}

/** State kept between the pages of a site: its cookies. */
export class HttpSession {
  readonly #client: HttpClient;
  readonly #userAgent: string;
  readonly #cookies = new Cookies();
  readonly #isLoggedIn: boolean;
  /** Pages read so far. */
  reads = 0;

  /** @param storageState cookies to begin with */
  constructor(client: HttpClient, userAgent: string, storageState: StorageState | undefined) {
    this.#client = client;
    this.#userAgent = userAgent;
    this.#isLoggedIn = storageState !== undefined;
    for (const cookie of storageState?.cookies ?? []) this.#cookies.add(cookie);
  }

  /**
   * Asks for an address and where it redirects to, all within the time for one answer and one body.
   *
   * @param mayFollow why a redirect to an address is not followed; undefined if it is
   * @param from the page that leads there
   * @throws RetryVisit or GiveUpVisit if no answer comes, or the redirects lead nowhere
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

  /** Loads an address that a page leads to without a click: by a refresh, or for a frame. */
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
    if (limit !== undefined) throw new LeftAside(limit);
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

/** A redirect as techniques see it: its body, too, where that is text. */
function passed(answer: HttpAnswer): LoadedAnswer {
  const { url, headers } = answer;
  const text = asText(answer);
  return { url, headers, ...(text === undefined ? {} : { text }) };
}

export const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Target of a redirect; it keeps the fragment where the answer names none. */
function redirectOf({ status, headers }: HttpAnswer, from: string): string | undefined {
  const location = [headers.location ?? []].flat()[0];
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined;
  const to = parseUrl(location, from);
  if (!to) throw new GiveUpVisit('ERR_INVALID_REDIRECT');
  if (!isWeb(to)) throw new GiveUpVisit('ERR_UNSAFE_REDIRECT');
  if (!location.includes('#')) to.hash = new URL(from).hash;
  return to.href;
}

/** Asks for an address once more, without the browser. */
export type AskAgain = (url: string, headers: Readonly<Record<string, string>>) => Promise<HttpAnswer>;

export const askAgainBy =
  (client: HttpClient): AskAgain =>
  (url, headers) =>
    client.fetch({ url, headers });

/** Whether a redirect with these headers may have a body that is text. */
export const mayBeText = (headers: Headers): boolean =>
  /^(text\/|application\/xhtml\+xml)/.test(typeOf(headerOf(headers, 'content-type')));

/** The body of a redirect, where it is text. */
export function asText({ headers, body }: HttpAnswer): string | undefined {
  return body.length > 0 && mayBeText(headers) ? decode(body, headerOf(headers, 'content-type')).text : undefined;
}
