import { existsSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { isPostgres } from '../domain/database.ts';
import { BadInput } from '../domain/errors.ts';
import { openStoreToRead, type Store } from '../storage/open.ts';
import { isOwnHost, ownOrigin } from './gate.ts';
import { Metrics, type SharedFigures } from './metrics.ts';

/** Where a server listens. */
export interface ListenPlace {
  /** Local address. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` and `/healthz` for a command whose database others may look into. The database is opened for each
 * request and closed after it: it may not be there yet, and between nights no process holds it.
 *
 * @throws BadInput if it can't listen there
 */
export async function serveMetrics(db: string, place: ListenPlace): Promise<MetricsServer> {
  const { host } = place;
  const metrics = new Metrics();
  const app = new Hono();
  let { port } = place;
  app.use(async (context, next) => {
    // A page of the Web that another name leads here may not read.
    const isOwn = isOwnHost(context.req.header('host') ?? '', host, port);
    return isOwn ? await next() : context.text('not the name of this server\n', 421);
  });
  app.get('/healthz', (context) => context.text('ok\n'));
  const text = async () => {
    if (isPostgres(db)) return await metrics.sharedText(await sharedFigures(db));
    const store = await storeIfThere(db);
    try {
      return await metrics.text(store);
    } finally {
      await store?.close();
    }
  };
  app.get('/metrics', async (context) => context.text(await text(), 200, { 'content-type': metrics.contentType }));
  return await new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: host }, (bound) => {
      port = bound.port;
      resolve({
        url: `${ownOrigin(host, port)}/metrics`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, place)));
  });
}

/** Milliseconds for a statement: Prometheus waits ten seconds for an answer. */
const READ_WITHIN = 3000;

/** Reads the record of a shared crawl; one that is away or not made yet is reported as such, and fails nothing. */
async function sharedFigures(db: string): Promise<SharedFigures | undefined> {
  const { connect } = await import('../cluster/connection.ts');
  const { clusterStatus } = await import('../cluster/status.ts');
  try {
    const connection = await connect(db, { applicationName: 'forager metrics', statementWithin: READ_WITHIN });
    try {
      const begun = performance.now();
      const status = await clusterStatus(connection);
      return { status, seconds: (performance.now() - begun) / 1000 };
    } finally {
      await connection.close();
    }
  } catch {
    return undefined;
  }
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

function listenError(error: NodeJS.ErrnoException, { host, port }: ListenPlace): Error {
  if (error.code === 'EADDRINUSE')
    return new BadInput(`--metrics: ${port} is in use; name another, or 0 for a free one`);
  if (error.code === 'EACCES') return new BadInput(`--metrics: ${port} may not be used by you; name one above 1023`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new BadInput(`--metrics: ${host} is no address of this machine`);
  return error;
}
