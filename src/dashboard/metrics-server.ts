import { existsSync } from 'node:fs';
import { Hono } from 'hono';
import { isPostgres } from '../domain/database.ts';
import { BadInput } from '../domain/errors.ts';
import { openStoreToRead, type Store } from '../storage/open.ts';
import { isOwnHost, ownOrigin } from './gate.ts';
import { type ListenPlace, listen } from './listen.ts';
import { Metrics, type SharedFigures } from './metrics.ts';

interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` and `/healthz` for a command. Opens the database for each request only: the database may not exist
 * yet, and no process holds it between recrawl runs.
 *
 * @throws BadInput if the server can't listen there
 */
export async function serveMetrics(db: string, place: ListenPlace): Promise<MetricsServer> {
  const { host } = place;
  const metrics = new Metrics();
  const app = new Hono();
  let { port } = place;
  app.use(async (context, next) => {
    // Blocks web pages that reach this server by DNS rebinding.
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
  const server = await listen(app, place, { host: '--metrics', port: '--metrics' });
  port = server.port;
  return { url: `${ownOrigin(host, port)}/metrics`, close: server.close };
}

/** Milliseconds of a statement, at most: Prometheus waits ten seconds for an answer. */
const READ_WITHIN = 3000;

/** Reads the state of a shared crawl; undefined if the database is missing or unreachable. */
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
    // Database that is being created.
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}
