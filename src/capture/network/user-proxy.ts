import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { RetryVisit } from '../../domain/errors.ts';
import { bare, portOf } from './host-rules.ts';
import { errorOfCode } from './visit-error.ts';

/** Limit in bytes of headers, as in Chromium. */
export const MAX_HEAD_BYTES = 256 * 2 ** 10;

/** User's proxy, which connects and resolves names. */
export class UserProxy {
  readonly #url: URL;
  readonly #credentials: readonly string[];

  /** @param address http or https, with name and password if required */
  constructor(address: string) {
    this.#url = new URL(address);
    const { username, password } = this.#url;
    const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
    this.#credentials = username === '' ? [] : ['Proxy-Authorization', `Basic ${secret}`];
  }

  /**
   * Opens a connection through the proxy (`CONNECT`).
   *
   * @param signal aborts the attempt
   * @throws RetryVisit if the proxy is unreachable, or refuses
   */
  async tunnel(host: string, port: number, signal?: AbortSignal): Promise<Socket> {
    const authority = authorityOf(host, port);
    const asked = this.ask('CONNECT', authority, ['Host', authority], false);
    const end = () => asked.destroy();
    signal?.addEventListener('abort', end);
    asked.end();
    return await new Promise<Socket>((done, fail) => {
      asked.on('error', () => fail(errorOfCode('ERR_PROXY_CONNECTION_FAILED')));
      asked.on('response', ({ statusCode }) => fail(proxyRefusal(statusCode)));
      asked.on('connect', ({ statusCode }, socket, head) => {
        if (statusCode !== 200) {
          socket.destroy();
          return fail(proxyRefusal(statusCode));
        }
        if (head.length > 0) socket.unshift(head);
        done(socket);
      });
    }).finally(() => signal?.removeEventListener('abort', end));
  }

  /** Sends a request to the proxy. @param path absolute address, or host and port */
  ask(method: string, path: string, headers: readonly string[], agent: http.Agent | false): http.ClientRequest {
    const { hostname, protocol } = this.#url;
    const request = protocol === 'https:' ? https.request : http.request;
    return request({
      host: bare(hostname),
      port: portOf(this.#url),
      ...{ method, path, agent },
      headers: [...headers, ...this.#credentials],
      insecureHTTPParser: true,
      maxHeaderSize: MAX_HEAD_BYTES,
    });
  }

  /** Returns an agent that reuses a single connection to the proxy. */
  agent(): http.Agent {
    const Agent = this.#url.protocol === 'https:' ? https.Agent : http.Agent;
    return new Agent({ keepAlive: true, maxSockets: 1 });
  }
}

/** Returns the error for a refusal by the proxy. */
export const proxyRefusal = (status: number | undefined): Error =>
  status === 407
    ? new RetryVisit('the proxy wants another name and password')
    : errorOfCode('ERR_TUNNEL_CONNECTION_FAILED');

/** Returns host and port as written in addresses. */
export const authorityOf = (host: string, port: number): string =>
  `${host.includes(':') ? `[${bare(host)}]` : host}:${port}`;
