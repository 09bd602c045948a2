import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { setCapped } from '../../../domain/capped-map.ts';
import type { Dialer } from '../../network/dialer.ts';
import { bare, portOf } from '../../network/host-rules.ts';
import { errorOfCode } from '../../network/visit-error.ts';

/** Longest host name in characters (RFC 1035, §2.3.4). */
const LONGEST_NAME = 253;
/** Limit of hosts whose last failure is kept. */
const MOST_FAILURES = 1000;

/** Client of the proxy, with callbacks for its connection. */
export interface Client {
  readonly socket: Socket;
  readonly wants: SocksRequest;
  /** Tells the client that the connection is open. */
  grant(): void;
  /** Records that the client's server was reached. */
  reached(): void;
}

/** Connects a client to the requested server. @throws the reason why the server can't be reached */
export type Route = (client: Client) => Promise<void>;

/**
 * SOCKS 5 proxy on loopback, Chromium's only way to the network. The dialer resolves names and checks addresses. Bytes
 * pass unchanged, also where a server breaks an answer off.
 */
export class BrowserProxy {
  readonly #server: Server;
  readonly #route: Route;
  readonly #clients = new Set<Socket>();
  /** Last failures by host and port, the oldest first. */
  readonly #failures = new Map<string, Error>();

  private constructor(route: Route) {
    this.#route = route;
    this.#server = createServer({ noDelay: true }, (socket) => void this.#serve(socket));
  }

  static async open(route: Route): Promise<BrowserProxy> {
    const proxy = new BrowserProxy(route);
    proxy.#server.listen(0, '127.0.0.1').unref();
    await once(proxy.#server, 'listening');
    // Without free file descriptors the server can't accept clients for a while.
    proxy.#server.on('error', () => undefined);
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
    return address.port;
  }

  /** Returns why the last connection to an address's server failed; undefined if successful. */
  failureOf(url: URL): Error | undefined {
    // SOCKS can't carry longer names, and DNS has none.
    if (url.hostname.length > LONGEST_NAME) return errorOfCode('ERR_NAME_NOT_RESOLVED');
    return this.#failures.get(placeOf({ host: url.hostname, port: portOf(url) }));
  }

  close(): void {
    this.#server.close();
    for (const client of this.#clients) client.destroy();
  }

  async #serve(socket: Socket): Promise<void> {
    this.#clients.add(socket);
    socket.unref();
    socket.on('error', () => undefined);
    socket.once('close', () => this.#clients.delete(socket));
    const wants = await readSocksRequest(socket);
    if (!wants) return void socket.destroy();
    const place = placeOf(wants);
    let isGranted = false;
    const grant = () => {
      isGranted = true;
      socket.write(GRANTED);
    };
    try {
      await this.#route({ socket, wants, grant, reached: () => this.#failures.delete(place) });
    } catch (error) {
      // A client that is gone needs no answer.
      if (socket.destroyed) return;
      this.#noteFailure(place, error instanceof Error ? error : new Error(String(error)));
      if (isGranted) reset(socket);
      else socket.end(REFUSED);
    }
  }

  #noteFailure(place: string, failure: Error): void {
    this.#failures.delete(place);
    setCapped(this.#failures, place, failure, MOST_FAILURES);
  }
}

const placeOf = ({ host, port }: SocksRequest): string => `${bare(host)}:${port}`;

/** Connects each client directly to its server. */
export const directRoute =
  (dialer: Dialer): Route =>
  async ({ socket, wants, grant, reached }) => {
    const server = await dialer.connect(wants.host, wants.port, gone(socket));
    reached();
    grant();
    join(socket, server);
  };

/** Returns a signal that aborts when the client closes. */
export function gone(client: Socket): AbortSignal {
  const going = new AbortController();
  client.once('close', () => going.abort());
  return going.signal;
}

/**
 * Resets a connection. Avoids `resetAndDestroy`, which shuts down first: if the peer closes in that moment, the handle
 * stays open. Node would then wait for the handle at exit, at full load.
 */
function reset(socket: Socket): void {
  if (!socket.writableEnded) Object.assign(socket, { resetAndClosing: true });
  socket.destroy();
}

/** Pipes bytes both ways. A reset on one side resets the other. */
export function join(client: Socket, server: Socket): void {
  server.unref();
  server.on('error', () => reset(client));
  server.once('close', () => client.destroySoon());
  client.once('close', () => server.destroy());
  client.pipe(server);
  server.pipe(client);
}

/** Address that a client of the proxy wants to reach. */
interface SocksRequest {
  readonly host: string;
  readonly port: number;
}

const VERSION = 5;
const CONNECT = 1;
/** Address types and lengths; a name has its length in front. */
const IPV4 = { kind: 1, length: 4 } as const;
const NAME = 3;
const IPV6 = { kind: 4, length: 16 } as const;

const answer = (code: number): Uint8Array => Uint8Array.of(VERSION, code, 0, IPV4.kind, 0, 0, 0, 0, 0, 0);
const GRANTED = answer(0);
const REFUSED = answer(1);

/** Reads the handshake of a SOCKS 5 client (RFC 1928); undefined for another protocol or a closed connection. */
async function readSocksRequest(client: Socket): Promise<SocksRequest | undefined> {
  const [version, methods = 0] = (await bytes(client, 2)) ?? [];
  if (version !== VERSION || !(await bytes(client, methods))?.includes(0)) return undefined;
  client.write(Uint8Array.of(VERSION, 0));
  const [, command, , kind, first = 0] = (await bytes(client, 5)) ?? [];
  if (command !== CONNECT) return undefined;
  const isName = kind === NAME;
  const length = isName ? first : kind === IPV4.kind ? IPV4.length : kind === IPV6.kind ? IPV6.length : 0;
  const rest = length === 0 ? undefined : await bytes(client, (isName ? length : length - 1) + 2);
  if (!rest) return undefined;
  const port = rest.readUInt16BE(rest.length - 2);
  const address = rest.subarray(0, -2);
  return { host: isName ? address.toString('latin1') : ipaddr.fromByteArray([first, ...address]).toString(), port };
}

/** Reads `count` bytes; undefined if the connection ends first. */
async function bytes(client: Socket, count: number): Promise<Buffer | undefined> {
  for (;;) {
    const piece: unknown = count === 0 ? Buffer.alloc(0) : client.read(count);
    if (Buffer.isBuffer(piece)) return piece.length === count ? piece : undefined;
    if (client.readableEnded || client.destroyed) return undefined;
    await once(client, 'readable').catch(() => undefined);
  }
}
