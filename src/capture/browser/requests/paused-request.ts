import type { CDPSession } from 'playwright';
import type { Refusal } from '../../network/visit-pace.ts';

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** Request or answer that waits for a decision. */
export interface Paused {
  readonly requestId: string;
  /** Id of the request that was redirected to this one. */
  readonly redirectedRequestId?: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Body as text; may be missing though there is one. */
    readonly postData?: string;
    readonly hasPostData?: boolean;
  };
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
  readonly responseHeaders?: readonly Header[];
}

export const headerValue = (headers: readonly Header[], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value;

/** Returns the content type as sent; the last of several, as in browsers. */
export const contentTypeOf = (headers: readonly Header[]): string =>
  headers.findLast((header) => header.name.toLowerCase() === 'content-type')?.value ?? '';

/** Headers that no longer fit a changed body. */
const FRAMING = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Returns headers without those about the transfer of the body. */
export const unframed = (headers: readonly Header[]): Header[] =>
  headers.filter(({ name }) => !FRAMING.has(name.toLowerCase()));

/** Returns headers that let the requesting origin read the answer. */
function sharedWith({ headers }: Paused['request']): Header[] {
  const origin = Object.entries(headers).find(([name]) => name.toLowerCase() === 'origin')?.[1];
  if (origin === undefined) return [];
  return [
    { name: 'Access-Control-Allow-Origin', value: origin },
    { name: 'Access-Control-Allow-Credentials', value: 'true' },
  ];
}

/** Continues, answers or fails the paused requests of a tab. */
export class PausedRequests {
  readonly #cdp: CDPSession;
  readonly #onLimit: (limit: string) => void;

  /** @param onLimit called for each limit that a request reached */
  constructor(cdp: CDPSession, onLimit: (limit: string) => void) {
    this.#cdp = cdp;
    this.#onLimit = onLimit;
  }

  async pass({ requestId, responseStatusCode }: Paused): Promise<void> {
    const go = responseStatusCode === undefined ? 'Fetch.continueRequest' : 'Fetch.continueResponse';
    await this.#cdp.send(go, { requestId });
  }

  /** Answers with our headers and body, and the server's status. */
  async fulfil({ requestId, responseStatusCode = 200 }: Paused, headers: Header[], body: string): Promise<void> {
    await this.#cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders: headers,
      body,
    });
  }

  /** Answers with an empty success, so that later actions of the page's scripts are seen. */
  async answerNothing({ requestId, request }: Paused): Promise<void> {
    await this.#cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 204,
      responseHeaders: sharedWith(request),
    });
  }

  /** Answers with our body instead of the server's, readable by scripts of other origins. */
  async answer({ requestId, request }: Paused, contentType: string, body: string): Promise<void> {
    const responseHeaders = [{ name: 'Content-Type', value: contentType }, ...sharedWith(request)];
    await this.#cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body });
  }

  /** Requests only the headers; the answer is paused as well. */
  async askForHead({ requestId }: Paused): Promise<void> {
    await this.#cdp.send('Fetch.continueRequest', { requestId, method: 'HEAD', interceptResponse: true });
  }

  async block({ requestId }: Paused): Promise<void> {
    await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }

  /** Aborts a request because of a limit; the frame or page stays unchanged. */
  async refuse({ requestId }: Paused, limit: Refusal | 'too many requests'): Promise<void> {
    if (limit !== 'left') this.#onLimit(limit);
    await this.abort(requestId);
  }

  async abort(requestId: string): Promise<void> {
    await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }
}
