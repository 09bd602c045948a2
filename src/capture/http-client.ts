import { Writable } from 'node:stream';
import { Agent, buildConnector, type Dispatcher, ProxyAgent, stream } from 'undici';
import { GiveUpVisit, RefusedVisit, RetryVisit } from '../domain/errors.ts';
import type { AddressGuard } from './address-guard.ts';
import { decompress, Pieces } from './decompress.ts';
import type { HostRules } from './host-rules.ts';
import { connectionError } from './http-error.ts';
import { patience } from './patience.ts';

export interface HttpClientOptions {
  readonly hostRules: HostRules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Undefined: private addresses may be asked. */
  readonly guard?: AddressGuard | undefined;
  /** Address of a proxy, with name and password where it wants them. */
  readonly proxy?: string | undefined;
}

export interface Asked {
  /** Absolute http(s) address; its fragment is not sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body to keep, decompressed; 32 MiB unless given. */
  readonly maxBytes?: number;
  /** Milliseconds for the answer to begin. */
  readonly answerWithin?: number;
  /** Milliseconds for its body to come; what has come then is kept. */
  readonly bodyWithin?: number;
}

/** A server's answer to one request: redirects are not followed. */
export interface HttpAnswer {
  readonly url: string;
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decompressed; of a redirect no more than its beginning. */
  readonly body: Uint8Array;
  /** Whether the body broke off, was damaged, too long or too slow: it is what came before. */
  readonly isCutOff: boolean;
  /** Whether it is cut off because its time was over. */
  readonly isLate: boolean;
  /** When the request was sent, once there was a connection, in milliseconds since the epoch. */
  readonly askedAt: number;
}

/** Bytes of a body that are kept, decompressed. */
export const MOST_BODY = 32 * 2 ** 20;
/** What is read of a redirect's body, and for how many milliseconds: browsers do not read it at all. */
const REDIRECT_BYTES = 64 * 2 ** 10;
const REDIRECT_WITHIN = 1000;
/** As in Chromium. */
const MAX_HEAD_BYTES = 256 * 2 ** 10;

const CONNECTION = { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: 0, bodyTimeout: 0 } as const;

/** Tunnels for https only: proxies seldom lend one for http. */
const THROUGH = { proxyTunnel: false, requestTls: { rejectUnauthorized: false } } as const;

/** Asks servers: host rules apply, certificates are not checked, connections are kept. */
export class HttpClient {
  readonly #dispatcher: Dispatcher;
  readonly #guard: AddressGuard | undefined;
  readonly #now: () => number;

  constructor({ hostRules, now, guard, proxy }: HttpClientOptions) {
    this.#now = now;
    this.#guard = guard;
    this.#dispatcher =
      proxy === undefined ? directly(hostRules, guard) : new ProxyAgent({ ...CONNECTION, ...THROUGH, uri: proxy });
  }

  /**
   * Asks for one address, and follows no redirect.
   *
   * @throws RetryVisit or GiveUpVisit, in the words of Chromium, if no answer begins; RefusedVisit if the guard forbids it
   */
  async fetch(asked: Asked): Promise<HttpAnswer> {
    const { url, headers, maxBytes = MOST_BODY } = asked;
    const { answerWithin = patience.answer, bodyWithin = 3 * patience.page } = asked;
    const refusal = await this.#guard?.refusal(new URL(url));
    if (refusal !== undefined) throw new RefusedVisit(refusal);
    let askedAt = this.#now();
    const dispatcher = this.#dispatcher.compose(
      whenSent(() => {
        askedAt = this.#now();
      }),
    );
    let pieces = new Pieces(maxBytes);
    const ending = new AbortController();
    let isLate = false;
    const end = () => {
      isLate = true;
      ending.abort();
    };
    let timer = setTimeout(end, answerWithin);
    let head: Pick<HttpAnswer, 'status' | 'headers'> | undefined;
    const begin: Parameters<typeof stream>[2] = (answer) => {
      head = { status: answer.statusCode, headers: answer.headers };
      clearTimeout(timer);
      const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && answer.headers.location !== undefined;
      if (isRedirect) pieces = new Pieces(Math.min(maxBytes, REDIRECT_BYTES));
      timer = setTimeout(end, isRedirect ? Math.min(bodyWithin, REDIRECT_WITHIN) : bodyWithin);
      return new Writable({
        write(piece: Uint8Array, _, done) {
          if (!pieces.add(piece)) ending.abort();
          done();
        },
      });
    };
    const options = { dispatcher, method: 'GET', headers, signal: ending.signal } as const;
    const failure = await stream(url, options, begin)
      .then(() => undefined)
      .catch((error: unknown) => ({ error }))
      .finally(() => clearTimeout(timer));
    if (!head) throw isLate ? new RetryVisit('no answer in time') : connectionError(failure?.error);
    const codings = String(head.headers['content-encoding'] ?? '');
    const { bytes, isCutOff } = await decompress(pieces.whole(failure !== undefined), codings, maxBytes);
    return { url, ...head, body: bytes, isCutOff, isLate, askedAt };
  }

  /** Ends what runs; requests in flight fail. */
  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

/** Tells when a request is sent; a new connection may take long. */
const whenSent =
  (sent: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const { onConnect } = handler;
    // undici calls it with a connection in hand, right before it writes.
    handler.onConnect = (...connected) => {
      sent();
      onConnect?.apply(handler, connected);
    };
    return dispatch(options, handler);
  };

function directly(hostRules: HostRules, guard: AddressGuard | undefined): Agent {
  const connector = buildConnector({ rejectUnauthorized: false, timeout: 0 });
  return new Agent({
    ...CONNECTION,
    connect(options, callback) {
      const port = options.port || (options.protocol === 'https:' ? '443' : '80');
      const to = hostRules.resolve(options.hostname, port);
      if (to?.host === '~NOTFOUND') return callback(new GiveUpVisit('ERR_NAME_NOT_RESOLVED'), null);
      const host = to?.host ?? options.hostname;
      connector(
        { ...options, hostname: host.replace(/^\[|\]$/g, ''), port: to?.port || port },
        (...[error, socket]) => {
          if (error) return callback(error, null);
          // The name may lead elsewhere than when the guard asked for it: what counts is where it led now.
          const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
          const refusal = guard?.refusalOf(url, socket.remoteAddress ?? '');
          if (refusal === undefined) return callback(null, socket);
          socket.destroy();
          callback(new RefusedVisit(refusal), null);
        },
      );
    },
  });
}
