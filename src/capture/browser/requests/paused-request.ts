import type { CDPSession } from 'playwright';
import type { Refusal } from '../../network/visit-pace.ts';

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** A request, or the answer to it, that waits for what is to become of it. */
export interface Paused {
  readonly requestId: string;
  /** Where a server has redirected to this: what that came from. */
  readonly redirectedRequestId?: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    /** As text; it may be left out though it has some. */
    readonly postData?: string;
    readonly hasPostData?: boolean;
  };
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
  readonly responseHeaders?: readonly Header[];
}

export const headerValue = (headers: readonly Header[], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value;

/** As sent; of several the last counts, as in browsers. */
export const contentTypeOf = (headers: readonly Header[]): string =>
  headers.findLast((header) => header.name.toLowerCase() === 'content-type')?.value ?? '';

/** What a changed body has its own of. */
const FRAMING = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** The headers without those that say how the body was sent. */
export const unframed = (headers: readonly Header[]): Header[] =>
  headers.filter(({ name }) => !FRAMING.has(name.toLowerCase()));

/** Headers by which the origin that asks may read the answer. */
function sharedWith({ headers }: Paused['request']): Header[] {
  const origin = Object.entries(headers).find(([name]) => name.toLowerCase() === 'origin')?.[1];
  if (origin === undefined) return [];
  return [
    { name: 'Access-Control-Allow-Origin', value: origin },
    { name: 'Access-Control-Allow-Credentials', value: 'true' },
  ];
}

/** What becomes of the requests of a tab. */
export class PausedRequests {
  readonly #cdp: CDPSession;
  readonly #onLimit: (limit: string) => void;

  /** @param onLimit told of each limit that a request met */
  constructor(cdp: CDPSession, onLimit: (limit: string) => void) {
    this.#cdp = cdp;
    this.#onLimit = onLimit;
  }

  async pass({ requestId, responseStatusCode }: Paused): Promise<void> {
    const go = responseStatusCode === undefined ? 'Fetch.continueRequest' : 'Fetch.continueResponse';
    await this.#cdp.send(go, { requestId });
  }

  /** The page is given an answer of ours, by its server's status. */
  async fulfil({ requestId, responseStatusCode = 200 }: Paused, headers: Header[], body: string): Promise<void> {
    await this.#cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders: headers,
      body,
    });
  }

  /** The page takes it that its request was heard: what its scripts do next is seen. */
  async answerNothing({ requestId, request }: Paused): Promise<void> {
    await this.#cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 204,
      responseHeaders: sharedWith(request),
    });
  }

  /** The page is given a body of ours, whatever its server says, which scripts of other origins may read. */
  async answer({ requestId, request }: Paused, contentType: string, body: string): Promise<void> {
    const responseHeaders = [{ name: 'Content-Type', value: contentType }, ...sharedWith(request)];
    await this.#cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body });
  }

  /** The server is asked for the headers alone; its answer is paused, too. */
  async askForHead({ requestId }: Paused): Promise<void> {
    await this.#cdp.send('Fetch.continueRequest', { requestId, method: 'HEAD', interceptResponse: true });
  }

  async block({ requestId }: Paused): Promise<void> {
    await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }

  /** The frame, or the page, stays as it is. */
  async refuse({ requestId }: Paused, limit: Refusal | 'too many requests'): Promise<void> {
    if (limit !== 'left') this.#onLimit(limit);
    await this.abort(requestId);
  }

  async abort(requestId: string): Promise<void> {
    await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }
}
