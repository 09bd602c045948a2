import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, ProxyAgent, stream } from 'undici';
import { GiveUpVisit, HostTrouble, RefusedVisit } from '../../domain/errors.ts';
import { decompress, Pieces } from '../encoding/decompress.ts';
import { Dialer, type DialerOptions } from '../network/dialer.ts';
import { portOf } from '../network/host-rules.ts';
import { UserProxy } from '../network/user-proxy.ts';
import { certificateFault, connectionError } from '../network/visit-error.ts';
import { patience } from '../network/visit-pace.ts';
import { type Exchange, type Head, lenientExchange } from './lenient-exchange.ts';

export interface HttpClientOptions extends DialerOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** True to reject invalid certificates; otherwise answers report the fault. */
  readonly checksCertificates?: boolean | undefined;
  /** Address of a proxy, with name and password if required. */
  readonly proxy?: string | undefined;
}

export interface Asked {
  /** Absolute http(s) address; its fragment is not sent. */
  readonly url: string;
  /** HTTP method; default: GET. */
  readonly method?: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  /** Limit in decompressed bytes of the body; default: 50 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds within which the answer must begin. */
  readonly answerWithin?: number;
  /** Milliseconds for the body; data that has come by then is kept. */
  readonly bodyWithin?: number;
  /** Callback when the request is sent, once there is a connection. */
  readonly onSent?: () => void;
}

/** Answer of a server to one request, without following redirects. */
export interface HttpAnswer {
  readonly url: string;
  readonly status: number;
  /** Headers by lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decompressed body; only the head for a redirect. */
  readonly body: Uint8Array;
  /** True if the body broke off or was damaged, too long or too slow; `body` is then its beginning. */
  readonly isCutOff: boolean;
  /** True if the body was cut off because of the time limit. */
  readonly isLate: boolean;
  /** Fault of the server's certificate. */
  readonly certificateFault?: string | undefined;
  /** Time when the request was sent, after connecting, in milliseconds since the epoch. */
  readonly askedAt: number;
}

/** Limit in decompressed bytes of a body. */
export const MOST_BODY = 50 * 2 ** 20;
/** Limits in bytes and milliseconds of a redirect's body, which browsers ignore. */
const REDIRECT_BYTES = 64 * 2 ** 10;
const REDIRECT_WITHIN = 1000;
/** Limit in bytes of headers, as in Chromium. */
const MAX_HEAD_BYTES = 256 * 2 ** 10;

/** Limit of origins remembered for their certificates, or for lenient reading. */
const MOST_ORIGINS = 10_000;

/** Statuses of servers that require HTTP/2: Upgrade Required, HTTP Version Not Supported. */
const NEEDS_HTTP2 = new Set([426, 505]);
/** Failures that the lenient exchange may be able to read. */
const READABLE = new Set(['ERR_INVALID_HTTP_RESPONSE', 'ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH']);
/** TLS failures of servers that may require HTTP/2. */
const READABLE_OVER_TLS = new Set(['ERR_SSL_PROTOCOL_ERROR', 'ERR_EMPTY_RESPONSE', 'ERR_CONNECTION_RESET']);

const CONNECTION = { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: 0, bodyTimeout: 0 } as const;

/** HTTP client that applies host rules and reuses connections. */
export class HttpClient {
  readonly #agent: Dispatcher;
  /** Dispatcher for plain HTTP through a proxy, as few proxies tunnel that. */
  readonly #forwarder: Dispatcher | undefined;
  /** Faults of servers' certificates, by origin. */
  readonly #faults = new Map<string, string>();
  /** Origins whose answers only the lenient exchange can read. */
  readonly #lenient = new Set<string>();
  readonly #byUndici: Exchange;
  readonly #byLenient: Exchange;
  readonly #options: HttpClientOptions;
  readonly #now: () => number;

  constructor(options: HttpClientOptions) {
    const { now, proxy, checksCertificates = false } = options;
    this.#now = now;
    this.#options = options;
    const [dialer, tunnels] = [new Dialer(options), proxy === undefined ? undefined : new UserProxy(proxy)];
    const open: UserProxy['tunnel'] = (host, port) => tunnels?.tunnel(host, port) ?? dialer.connect(host, port);
    const note = (url: URL, socket: TLSSocket) => this.#note(url, socket);
    this.#agent = new Agent({ ...CONNECTION, connect: connecting(open, checksCertificates, note) });
    if (proxy !== undefined) this.#forwarder = new ProxyAgent({ ...CONNECTION, proxyTunnel: false, uri: proxy });
    this.#byUndici = undiciExchange(({ protocol }) => (protocol === 'http:' && this.#forwarder) || this.#agent);
    const openAny = connecting(open, checksCertificates, note, true);
    this.#byLenient = lenientExchange((url) => connected(openAny, url), MAX_HEAD_BYTES);
  }

  /**
   * Requests one address, without following redirects.
   *
   * @throws RetryVisit or GiveUpVisit, with Chromium's error names, if no answer begins; RefusedVisit if the guard
   * forbids the address
   */
  async fetch(asked: Asked): Promise<HttpAnswer> {
    const { url } = asked;
    this.#refusePrivate(new URL(url));
    const { origin } = new URL(url);
    if (this.#lenient.has(origin)) return await this.#exchanged(this.#byLenient, asked);
    const answer = await this.#exchanged(this.#byUndici, asked).catch((error: unknown) => {
      if (mayBeReadable(error, url)) return error;
      throw error;
    });
    if (!(answer instanceof Error) && !NEEDS_HTTP2.has(answer.status)) return answer;
    try {
      const second = await this.#exchanged(this.#byLenient, asked);
      if (this.#lenient.size >= MOST_ORIGINS) this.#lenient.clear();
      this.#lenient.add(origin);
      return second;
    } catch (error) {
      if (!(answer instanceof Error)) return answer;
      throw error instanceof GiveUpVisit ? error : answer;
    }
  }

  async #exchanged(exchange: Exchange, asked: Asked): Promise<HttpAnswer> {
    const { url, method = 'GET', headers, maxBytes = MOST_BODY } = asked;
    const { answerWithin = patience.answer, bodyWithin = 3 * patience.page } = asked;
    let askedAt = this.#now();
    const onSent = () => {
      askedAt = this.#now();
      asked.onSent?.();
    };
    let pieces = new Pieces(maxBytes);
    const ending = new AbortController();
    let isLate = false;
    const end = () => {
      isLate = true;
      ending.abort();
    };
    let timer = setTimeout(end, answerWithin);
    let head: Head | undefined;
    const begin = (answer: Head) => {
      head = answer;
      clearTimeout(timer);
      const isRedirect = answer.status >= 300 && answer.status < 400 && answer.headers.location !== undefined;
      if (isRedirect) pieces = new Pieces(Math.min(maxBytes, REDIRECT_BYTES));
      timer = setTimeout(end, isRedirect ? Math.min(bodyWithin, REDIRECT_WITHIN) : bodyWithin);
      return (piece: Uint8Array) => {
        const isWanted = pieces.add(piece);
        isFull ||= !isWanted;
        return isWanted;
      };
    };
    let isFull = false;
    const failure = await exchange({ url, method, headers, signal: ending.signal, onSent }, begin)
      .then(() => undefined)
      .catch((error: unknown) => ({ error }))
      .finally(() => clearTimeout(timer));
    if (!head) throw isLate ? new HostTrouble('no answer in time') : connectionError(failure?.error);
    const codings = String(head.headers['content-encoding'] ?? '');
    const { bytes, isCutOff } = await decompress(pieces.whole(isFull || failure !== undefined), codings, maxBytes);
    const certificateFault = this.#faults.get(new URL(url).origin);
    return { url, ...head, body: bytes, isCutOff, isLate, askedAt, certificateFault };
  }

  #note({ origin }: URL, socket: TLSSocket): void {
    const { authorizationError: fault } = socket;
    if (this.#faults.size >= MOST_ORIGINS) this.#faults.clear();
    if (fault) this.#faults.set(origin, certificateFault(String(fault)) ?? String(fault));
    // In a resumed TLS session only the first handshake has checked the name.
    else if (!socket.isSessionReused()) this.#faults.delete(origin);
  }

  /** Refuses addresses written as private; through a proxy, which resolves names, no other check is possible. */
  #refusePrivate(url: URL): void {
    const { proxy, guard } = this.#options;
    const refusal = proxy === undefined ? undefined : guard?.refusal(url.hostname, portOf(url));
    if (refusal !== undefined) throw new RefusedVisit(refusal);
  }

  /** Closes all connections; pending requests fail. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#forwarder?.destroy()]);
  }
}

/** Tells whether the lenient exchange may read an answer that undici rejected. */
const mayBeReadable = (error: unknown, url: string): error is HostTrouble =>
  error instanceof HostTrouble &&
  (READABLE.has(error.message) || (url.startsWith('https:') && READABLE_OVER_TLS.has(error.message)));

/** Makes requests with undici. @param agentFor returns the dispatcher for an address */
const undiciExchange =
  (agentFor: (url: URL) => Dispatcher): Exchange =>
  async ({ url, method, headers, signal, onSent }, begin) => {
    const dispatcher = agentFor(new URL(url)).compose(whenSent(onSent));
    const enough = new AbortController();
    const options = { dispatcher, method, headers, signal: AbortSignal.any([signal, enough.signal]) };
    await stream(url, options, ({ statusCode: status, headers: received }) => {
      const take = begin({ status, headers: received });
      return new Writable({
        write(piece: Uint8Array, _, done) {
          if (!take(piece)) enough.abort();
          done();
        },
      });
    });
  };

/** Reports when a request is sent, as connecting may take long. */
const whenSent =
  (sent: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const { onConnect } = handler;
    // Called by undici with an open connection, right before writing.
    handler.onConnect = (...connected) => {
      sent();
      onConnect?.apply(handler, connected);
    };
    return dispatch(options, handler);
  };

/**
 * Makes connections for an undici agent.
 *
 * @param open makes the TCP connection
 * @param note called for each TLS connection
 */
const connecting =
  (
    open: UserProxy['tunnel'],
    checks: boolean,
    note: (url: URL, socket: TLSSocket) => void,
    allowH2 = false,
  ): buildConnector.connector =>
  (to, callback) => {
    const secure = buildConnector({ rejectUnauthorized: checks, timeout: 0, allowH2 });
    const { hostname, port, protocol } = to;
    open(hostname, portOf({ port, protocol })).then(
      (socket) => {
        if (protocol !== 'https:') return callback(null, socket);
        secure({ ...to, httpSocket: socket }, (...[error, secured]) => {
          if (error) return callback(error, null);
          if (secured instanceof TLSSocket) note(new URL(`${protocol}//${to.host ?? hostname}`), secured);
          callback(null, secured);
        });
      },
      (error: Error) => callback(error, null),
    );
  };

/** Opens a separate connection to an address's server. */
const connected = (connect: buildConnector.connector, { hostname, host, protocol, port }: URL): Promise<Socket> =>
  new Promise((done, fail) => {
    connect({ hostname, host, protocol, port }, (...[error, socket]) => (error ? fail(error) : done(socket)));
  });
