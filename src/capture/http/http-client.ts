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
  /** Servers whose certificates are not valid are not asked; otherwise answers say what is wrong. */
  readonly checksCertificates?: boolean | undefined;
  /** Address of a proxy, with name and password where it wants them. */
  readonly proxy?: string | undefined;
}

export interface Asked {
  /** Absolute http(s) address; its fragment is not sent. */
  readonly url: string;
  /** GET unless given. */
  readonly method?: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body to keep, decompressed; 50 MiB unless given. */
  readonly maxBytes?: number;
  /** Milliseconds for the answer to begin. */
  readonly answerWithin?: number;
  /** Milliseconds for its body to come; what has come then is kept. */
  readonly bodyWithin?: number;
  /** Told when the request is sent, once there is a connection. */
  readonly onSent?: () => void;
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
  /** Fault of the server's certificate. */
  readonly certificateFault?: string | undefined;
  /** When the request was sent, once there was a connection, in milliseconds since the epoch. */
  readonly askedAt: number;
}

/** Bytes of a body that are kept, decompressed. */
export const MOST_BODY = 50 * 2 ** 20;
/** Bytes and milliseconds for a redirect's body, which browsers do not read at all. */
const REDIRECT_BYTES = 64 * 2 ** 10;
const REDIRECT_WITHIN = 1000;
/** As in Chromium. */
const MAX_HEAD_BYTES = 256 * 2 ** 10;

/** Origins that are remembered for their certificates, or for their answers. */
const MOST_ORIGINS = 10_000;

/** Statuses of servers that want HTTP/2: Upgrade Required, HTTP Version Not Supported. */
const NEEDS_HTTP2 = new Set([426, 505]);
/** Failures of servers that another way of asking may read … */
const READABLE = new Set(['ERR_INVALID_HTTP_RESPONSE', 'ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH']);
/** … and of those that may want HTTP/2. */
const READABLE_OVER_TLS = new Set(['ERR_SSL_PROTOCOL_ERROR', 'ERR_EMPTY_RESPONSE', 'ERR_CONNECTION_RESET']);

const CONNECTION = { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: 0, bodyTimeout: 0 } as const;

/** Asks servers: host rules apply, connections are kept. */
export class HttpClient {
  readonly #agent: Dispatcher;
  /** For plain HTTP through a proxy: proxies seldom lend a tunnel for it. */
  readonly #forwarder: Dispatcher | undefined;
  /** Faults of servers' certificates, by origin. */
  readonly #faults = new Map<string, string>();
  /** Origins whose answers only the lenient way can read. */
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
   * Asks for one address, and follows no redirect.
   *
   * @throws RetryVisit or GiveUpVisit, in the words of Chromium, if no answer begins; RefusedVisit if the guard forbids it
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
    // Of a session that goes on only the first handshake looked at the name.
    else if (!socket.isSessionReused()) this.#faults.delete(origin);
  }

  /** A proxy makes the connections, and resolves the names: only addresses that are written as private ones can be told. */
  #refusePrivate(url: URL): void {
    const { proxy, guard } = this.#options;
    const refusal = proxy === undefined ? undefined : guard?.refusal(url.hostname, portOf(url));
    if (refusal !== undefined) throw new RefusedVisit(refusal);
  }

  /** Ends what runs; requests in flight fail. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#forwarder?.destroy()]);
  }
}

/** Whether an answer that the strict way could not read may be read by the lenient one. */
const mayBeReadable = (error: unknown, url: string): error is HostTrouble =>
  error instanceof HostTrouble &&
  (READABLE.has(error.message) || (url.startsWith('https:') && READABLE_OVER_TLS.has(error.message)));

/** Makes requests by undici. @param agentFor an address */
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

/** Makes connections for an agent of undici. @param open makes the TCP connection @param note is told of TLS ones */
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

/** A connection of its own to an address's server. */
const connected = (connect: buildConnector.connector, { hostname, host, protocol, port }: URL): Promise<Socket> =>
  new Promise((done, fail) => {
    connect({ hostname, host, protocol, port }, (...[error, socket]) => (error ? fail(error) : done(socket)));
  });
