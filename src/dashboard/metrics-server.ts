import { existsSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { BadInput } from '../domain/errors.ts';
import { openStoreToRead, type Store } from '../storage/open.ts';
import { Metrics } from './metrics.ts';

/** Names that a request to this machine may give it: a page of the Web that another name leads here may not read. */
const OWN_NAMES = new Set(['127.0.0.1', 'localhost']);

interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` and `/healthz` on loopback for a command whose database others may look into. The database is opened
 * for each request and closed after it: it may not be there yet, and between nights nobody holds it.
 *
 * @param port 0 takes a free one
 * @throws BadInput if the port can't be had
 */
export async function serveMetrics(db: string, port: number): Promise<MetricsServer> {
  const metrics = new Metrics();
  const app = new Hono();
  app.use(async (context, next) => {
    const name = (context.req.header('host') ?? '').replace(/:\d+$/, '');
    return OWN_NAMES.has(name) ? await next() : context.text('not the name of this server\n', 421);
  });
  app.get('/healthz', (context) => context.text('ok\n'));
  app.get('/metrics', async (context) => {
    const store = await storeIfThere(db);
    try {
      return context.text(await metrics.text(store), 200, { 'content-type': metrics.contentType });
    } finally {
      await store?.close();
    }
  });
  return await new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (bound) =>
      resolve({
        url: `http://127.0.0.1:${bound.port}/metrics`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      }),
    );
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port)));
  });
}

async function storeIfThere(db: string): Promise<Store | undefined> {
  if (!existsSync(db)) return undefined;
  try {
    return await openStoreToRead(db);
  } catch (error) {
    // One that is being made.
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

function portError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new BadInput(`--metrics: ${port} is in use; name another, or 0 for a free one`);
  if (error.code === 'EACCES') return new BadInput(`--metrics: ${port} may not be used by you; name one above 1023`);
  return error;
}
