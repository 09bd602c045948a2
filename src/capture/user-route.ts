import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { RefusedVisit, RetryVisit } from '../domain/errors.ts';
import type { AddressGuard } from './address-guard.ts';
import { type Client, join, type Route } from './browser-proxy.ts';
import { isOwnPeer } from './own-peer.ts';
import type { SocksRequest } from './socks-request.ts';
import { errorOfCode } from './visit-error.ts';

/** The first byte of TLS. */
const HANDSHAKE = 0x16;
/** As in Chromium. */
const MAX_HEAD_BYTES = 256 * 2 ** 10;
/** What belongs to one connection (RFC 9110, §7.6.1), and is not passed on. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']);

/**
 * Leads clients through the user's proxy: TLS and web sockets by a tunnel (`CONNECT`), plain HTTP request by request, as
 * proxies seldom lend a tunnel for it. The proxy resolves the names: only what is written as private can be refused.
 *
 * @param address of the proxy, http or https, with name and password where it wants them
 */
export function userRoute(address: string, guard: AddressGuard | undefined): Route {
  const proxy = new UserProxy(new URL(address));
  return async (client) => {
    const { host, port } = client.wants;
    // It holds a name and password that are nobody else's.
    if (!(await isOwnPeer(client.socket))) throw new RefusedVisit('another user of this machine asks');
    const refusal = guard?.refusal(host, port);
    if (refusal !== undefined) throw new RefusedVisit(refusal);
    client.grant();
    const first = await firstBytes(client.socket);
    if (first === undefined) return;
    client.socket.unshift(first);
    if (first[0] === HANDSHAKE) await proxy.tunnel(client);
    else await proxy.forward(client);
  };
}

/** The user's proxy, as its clients reach it. */
class UserProxy {
  readonly #url: URL;
  readonly #credentials: readonly string[];
  readonly #request: typeof http.request;

  constructor(url: URL) {
    this.#url = url;
    this.#request = url.protocol === 'https:' ? https.request : http.request;
    const { username, password } = url;
    const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
    this.#credentials = username === '' ? [] : ['Proxy-Authorization', `Basic ${secret}`];
  }

  /** @throws RetryVisit if the proxy lends none */
  async tunnel({ socket, wants, reached }: Client, head: string | Uint8Array = ''): Promise<void> {
    const authority = authorityOf(wants);
    const asked = this.#ask('CONNECT', authority, ['Host', authority], false);
    socket.once('close', () => asked.destroy());
    asked.end();
    const [answer, server]: [http.IncomingMessage, Socket] = await new Promise((done, fail) => {
      asked.on('connect', (...[message, tunnel, begun]) => {
        if (begun.length > 0) tunnel.unshift(begun);
        done([message, tunnel]);
      });
      asked.on('response', (message) => fail(refusalOf(message.statusCode)));
      asked.on('error', () => fail(errorOfCode('ERR_PROXY_CONNECTION_FAILED')));
    });
    if (answer.statusCode !== 200) {
      server.destroy();
      throw refusalOf(answer.statusCode);
    }
    reached();
    if (head.length > 0) server.write(head);
    join(socket, server);
  }

  /** Passes requests on. Each client has one connection to the proxy, so that both are new, or both were used before. */
  async forward(client: Client): Promise<void> {
    const { socket, wants, reached } = client;
    const Agent = this.#url.protocol === 'https:' ? https.Agent : http.Agent;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await new Promise<void>((done, fail) => {
      const server = http.createServer({
        insecureHTTPParser: true,
        maxHeaderSize: MAX_HEAD_BYTES,
        keepAliveTimeout: 0,
      });
      server.requestTimeout = 0;
      server.headersTimeout = 0;
      server.on('request', (request, response) => {
        const { method = 'GET', url = '/', rawHeaders } = request;
        response.sendDate = false;
        const asked = this.#ask(
          method,
          `http://${authorityOf(wants).replace(/:80$/, '')}${url}`,
          passedOn(rawHeaders),
          agent,
        );
        asked.on('error', () => fail(errorOfCode('ERR_PROXY_CONNECTION_FAILED')));
        asked.on('response', (answer) => {
          const { statusCode = 502, statusMessage = '' } = answer;
          if (statusCode === 407) return fail(refusalOf(statusCode));
          reached();
          response.writeHead(statusCode, statusMessage, passedOn(answer.rawHeaders));
          pipeline(answer, response, () => undefined);
        });
        response.once('close', () => response.writableFinished || asked.destroy());
        request.pipe(asked);
      });
      // A web socket: a proxy knows it only as bytes.
      server.on('upgrade', ({ method, url, rawHeaders }, _, head) => {
        const lines = pairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
        const begun = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
        this.tunnel(client, Buffer.concat([begun, head])).then(done, fail);
      });
      server.on('clientError', () => socket.destroy());
      socket.once('close', () => {
        agent.destroy();
        done();
      });
      server.emit('connection', socket);
    });
  }

  #ask(method: string, path: string, headers: readonly string[], agent: http.Agent | false): http.ClientRequest {
    const { hostname, port, protocol } = this.#url;
    return this.#request({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port || (protocol === 'https:' ? 443 : 80),
      ...{ method, path, agent },
      headers: [...headers, ...this.#credentials],
      insecureHTTPParser: true,
      maxHeaderSize: MAX_HEAD_BYTES,
    });
  }
}

/** Why the proxy does not lead there. */
const refusalOf = (status: number | undefined): Error =>
  status === 407
    ? new RetryVisit('the proxy wants another name and password')
    : errorOfCode('ERR_TUNNEL_CONNECTION_FAILED');

const authorityOf = ({ host, port }: SocksRequest): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

const pairs = (raw: readonly string[]): (readonly [name: string, value: string])[] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''] as const);

const passedOn = (raw: readonly string[]): string[] =>
  pairs(raw)
    .filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()))
    .flat();

/** What a client begins with; undefined if it goes instead. */
async function firstBytes(socket: Socket): Promise<Buffer | undefined> {
  for (;;) {
    const piece: unknown = socket.read();
    if (Buffer.isBuffer(piece)) return piece;
    if (socket.readableEnded || socket.destroyed) return undefined;
    await once(socket, 'readable').catch(() => undefined);
  }
}
