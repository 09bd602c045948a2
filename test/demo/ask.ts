import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Milliseconds after the request at which each part of the body arrived. */
  readonly arrivals: readonly number[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends one request to a port of this machine, on a keep-alive connection, and collects the reply. */
export function ask(port: number, host: string, path: string, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const outgoing = request({ agent, port, host: '127.0.0.1', path, method, headers: { host } }, (response) => {
      const parts: Buffer[] = [];
      const arrivals: number[] = [];
      response.on('data', (part: Buffer) => {
        parts.push(part);
        arrivals.push(performance.now() - begun);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
          arrivals,
        }),
      );
    });
    outgoing.on('error', (error) => {
      // The server closed an idle connection at the moment when it was reused.
      if (outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
        ask(port, host, path, method).then(resolve, reject);
      else reject(error);
    });
    outgoing.end();
  });
}
