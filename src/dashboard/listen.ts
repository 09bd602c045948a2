import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { BadInput } from '../domain/errors.ts';

/** Address and port of a server. */
export interface ListenPlace {
  /** Local address. */
  readonly host: string;
  /** TCP port; 0 takes a free one. */
  readonly port: number;
}

interface Listening {
  /** TCP port of the server. */
  readonly port: number;
  /** Closes all connections, and resolves when all are closed. */
  close(): Promise<void>;
}

/**
 * Starts to serve an app.
 * @param options names of the options for host and port
 * @throws BadInput if the server can't listen there
 */
export async function listen(
  app: Hono,
  { host, port }: ListenPlace,
  options: Readonly<Record<keyof ListenPlace, string>>,
): Promise<Listening> {
  // Safe cast: the default is an HTTP/1 server.
  const server = createAdaptorServer({ fetch: app.fetch, hostname: host }) as Server;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new BadInput(`${options.port}: ${port} is in use; name another, or 0 for a free one`);
    if (code === 'EACCES') throw new BadInput(`${options.port}: ${port} may not be used by you; name one above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new BadInput(`${options.host}: ${host} is no address of this machine`);
    throw error;
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP port');
  return {
    port: address.port,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
