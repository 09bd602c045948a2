import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { RefusedVisit } from '../../../domain/errors.ts';
import type { AddressGuard } from '../../network/host-rules.ts';
import { authorityOf, MAX_HEAD_BYTES, proxyRefusal, UserProxy } from '../../network/user-proxy.ts';
import { errorOfCode } from '../../network/visit-error.ts';
import { type Client, gone, join, type Route } from './browser-proxy.ts';

/** First byte of a TLS handshake. */
const HANDSHAKE = 0x16;
/** Headers of a single connection (RFC 9110, §7.6.1), which are not forwarded. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']);

/**
 * Connects clients through the user's proxy: TLS and web sockets by a tunnel, plain HTTP by requests, as few proxies
 * tunnel that. The proxy resolves names, so only addresses written as private are refused.
 */
export function userRoute(address: string, guard: AddressGuard | undefined): Route {
  const proxy = new UserProxy(address);
  return async (client) => {
    const { host, port } = client.wants;
    // The proxy's name and password are only for our own user.
    if (!(await isOwnPeer(client.socket))) throw new RefusedVisit('another user of this machine asks');
    const refusal = guard?.refusal(host, port);
    if (refusal !== undefined) throw new RefusedVisit(refusal);
    client.grant();
    const first = await firstBytes(client.socket);
    if (first === undefined) return;
    client.socket.unshift(first);
    if (first[0] === HANDSHAKE) await tunnel(proxy, client);
    else await forward(proxy, client);
  };
}

async function tunnel(proxy: UserProxy, { socket, wants, reached }: Client, head?: Uint8Array): Promise<void> {
  const server = await proxy.tunnel(wants.host, wants.port, gone(socket));
  reached();
  if (head) server.write(head);
  join(socket, server);
}

/** Forwards requests. Each client has one connection to the proxy, so that both are new or both were used. */
async function forward(proxy: UserProxy, client: Client): Promise<void> {
  const { socket, wants, reached } = client;
  const origin = `http://${authorityOf(wants.host, wants.port).replace(/:80$/, '')}`;
  const agent = proxy.agent();
  const server = createServer({ insecureHTTPParser: true, maxHeaderSize: MAX_HEAD_BYTES, keepAliveTimeout: 0 });
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  await new Promise<void>((done, fail) => {
    server.on('request', (request, response) => {
      const { method = 'GET', url = '/', rawHeaders } = request;
      response.sendDate = false;
      const asked = proxy.ask(method, `${origin}${url}`, passedOn(rawHeaders), agent);
      asked.on('error', () => fail(errorOfCode('ERR_PROXY_CONNECTION_FAILED')));
      asked.on('response', (answer) => {
        const { statusCode = 502, statusMessage = '' } = answer;
        if (statusCode === 407) return fail(proxyRefusal(statusCode));
        reached();
        response.writeHead(statusCode, statusMessage, passedOn(answer.rawHeaders));
        pipeline(answer, response, () => undefined);
      });
      response.once('close', () => response.writableFinished || asked.destroy());
      request.pipe(asked);
    });
    // Web sockets need a tunnel, as a proxy treats them as bytes.
    server.on('upgrade', ({ method, url, rawHeaders }, _, head) => {
      const lines = pairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
      const begun = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
      tunnel(proxy, client, Buffer.concat([begun, head])).then(done, fail);
    });
    server.on('clientError', () => socket.destroy());
    socket.once('close', () => done());
    server.emit('connection', socket);
  }).finally(() => agent.destroy());
}

const pairs = (raw: readonly string[]): (readonly [name: string, value: string])[] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''] as const);

const passedOn = (raw: readonly string[]): string[] =>
  pairs(raw)
    .filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()))
    .flat();

/** Returns the first bytes of a client; undefined if the client closes. */
async function firstBytes(socket: Socket): Promise<Buffer | undefined> {
  for (;;) {
    const piece: unknown = socket.read();
    if (Buffer.isBuffer(piece)) return piece;
    if (socket.readableEnded || socket.destroyed) return undefined;
    await once(socket, 'readable').catch(() => undefined);
  }
}

/**
 * Tells whether the peer of a loopback connection is a process of our own user, by Linux's /proc/net/tcp (about 5 ms).
 * Always true on other systems.
 */
async function isOwnPeer({ remotePort, localPort }: Socket): Promise<boolean> {
  const table = await readFile('/proc/net/tcp', 'latin1').catch(() => undefined);
  if (table === undefined) return true;
  const ends = new RegExp(`:${hex(remotePort)} \\w+:${hex(localPort)} `);
  const line = table.split('\n').find((one) => ends.test(one));
  // proc(5): sl, local and remote address, state, queues, timer, retransmissions, uid.
  return Number(line?.trim().split(/\s+/)[7]) === process.getuid?.();
}

const hex = (port = 0): string => port.toString(16).toUpperCase().padStart(4, '0');
