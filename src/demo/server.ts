import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Chunk, Ending, HttpAnswer, Portal } from './portal.ts';

/** Running demo web. */
export interface DemoServer {
  /** TCP port of the server. */
  readonly port: number;
  /**
   * Value of Chromium's `--host-resolver-rules` that maps every host under the portals' top-level domains to this
   * server.
   */
  readonly hostRules: string;
  /** Requests received so far, by portal host; live. */
  readonly requests: ReadonlyMap<string, number>;
  /** Breaks open connections, and resolves when the port is free; further calls wait for the same. */
  close(): Promise<void>;
}

/**
 * Serves portals on one port, distinguished by the Host header (without its port).
 * Rejects with the system's error if listening fails, such as `EADDRINUSE`.
 * @param options.port 0, the default, chooses a free port
 * @param options.address local address to listen on; default: 127.0.0.1
 */
export async function serveDemo(options: {
  portals: readonly Portal[];
  port?: number;
  address?: string;
}): Promise<DemoServer> {
  const address = options.address ?? '127.0.0.1';
  const portals = new Map(options.portals.map((portal) => [portal.host, portal]));
  const requests = new Map(options.portals.map((portal) => [portal.host, 0]));

  const server = createServer((request, response) => {
    response.sendDate = false;
    const host = hostOf(request);
    const portal = portals.get(host);
    if (portal !== undefined) requests.set(host, (requests.get(host) ?? 0) + 1);
    respond(portal, request, response).catch(() => response.destroy());
  });

  server.listen(options.port ?? 0, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the demo server has no TCP port');

  let closed: Promise<void> | undefined;
  return {
    port: bound.port,
    hostRules: hostRules(options.portals, address, bound.port),
    requests,
    close: () => {
      closed ??= new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

function hostOf(request: IncomingMessage): string {
  return (request.headers.host ?? '').toLowerCase().replace(/:\d*$/, '');
}

function hostRules(portals: readonly Portal[], address: string, port: number): string {
  const target = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  const patterns = new Set(portals.map((portal) => portal.host.replace(/^.*\./, '*.')));
  return [...patterns].map((pattern) => `MAP ${pattern} ${target}`).join(',');
}

async function respond(portal: Portal | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers, url: path = '/' } = request;
  if (portal === undefined) return send(plainText(404, 'No such host in the demo web.'), response);
  if (method !== 'GET' && method !== 'HEAD') {
    return send(plainText(405, 'Only GET and HEAD are answered.', { allow: 'GET, HEAD' }), response);
  }
  let answer: Answer | undefined;
  try {
    answer = await portal.answer({ method, path, headers });
  } catch (error) {
    answer = plainText(500, `The portal failed: ${String(error)}`);
  }
  await send(answer ?? plainText(404, 'No such page.'), response);
}

function plainText(status: number, body: string, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${body}\n` };
}

async function send(answer: Answer, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  if ('raw' in answer) return sendRaw(answer.raw, answer.ending, response);
  const { status, headers, body, ending = 'complete' } = answer;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const whole = typeof body === 'string' || body instanceof Uint8Array;
  if (whole && ending === 'complete') response.setHeader('content-length', Buffer.byteLength(body));
  response.writeHead(status);
  if (response.req.method === 'HEAD') {
    response.end();
  } else if (whole && ending === 'complete') {
    response.end(body);
  } else {
    response.flushHeaders();
    await write(whole ? [{ pause: 0, bytes: body }] : body, response, response);
    finish(ending, response);
  }
}

async function sendRaw(raw: readonly Chunk[], ending: Ending, response: ServerResponse): Promise<void> {
  const { socket } = response;
  if (socket === null) return;
  await write(raw, socket, response);
  finish(ending, socket);
}

/** Writes chunks; stops early, without error, when the client or the server has closed the connection. */
async function write(chunks: readonly Chunk[], stream: Writable, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for (const { pause, bytes } of chunks) {
    if (pause > 0) await sleep(pause, undefined, { signal: gone.signal }).catch(() => undefined);
    if (response.destroyed) return;
    stream.write(bytes);
  }
}

function finish(ending: Ending, stream: Writable): void {
  if (stream.destroyed) return;
  if (ending === 'complete') stream.end();
  if (ending === 'reset') stream.destroy();
}
