import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { editStore, existing, openStoreToRead } from '../storage/open.ts';
import { addAssets } from './assets.ts';
import type { CrawlControls } from './crawl-controls.ts';
import { CrawlLook } from './crawl-now.ts';
import { addGate, isOfThisMachine, ownOrigin, Token } from './gate.ts';
import { type ListenPlace, listen } from './listen.ts';
import { LiveFeed } from './live-feed.ts';
import { addMetrics } from './metrics.ts';
import { openReaders } from './reader-pool.ts';
import { serverPages } from './registry.ts';
import type { Tools } from './server-page.ts';
import type { SharedCrawl } from './shared-crawl.ts';

interface DashboardOptions extends ListenPlace {
  /** Path of an existing database. */
  readonly db: string;
  /** Control of this process's crawl, if any. */
  readonly desk: CrawlControls;
  /** Shared crawl whose copy the database is; undefined: not a copy. */
  readonly shared?: SharedCrawl | undefined;
  /** Token to reuse; a new one if not given. */
  readonly token?: string | undefined;
  readonly now: () => number;
}

/** Running dashboard. */
export interface Dashboard {
  /** Address with the token, which gives access to the dashboard. */
  readonly url: string;
  /** Closes all connections, and resolves when all are closed. */
  close(): Promise<void>;
}

/**
 * Serves the dashboard of a database.
 * @throws BadInput for a missing database or one of another program, and for an unavailable address or port
 */
export async function serveDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { host, desk, shared, now } = options;
  const db = existing(options.db);
  const store = await openStoreToRead(db);
  const readers = openReaders(db);
  const token = new Token(options.token);
  const app = new Hono();
  const closing = new AbortController();
  // Each open tab adds a listener.
  setMaxListeners(0, closing.signal);
  let port = options.port;
  const close = async () => {
    closing.abort();
    await readers.close();
    await store.close();
  };

  app.onError((error, context) => {
    const isBad = error instanceof BadInput;
    return context.json({ error: error.message }, isBad ? 400 : 500);
  });
  addGate(app, { token, host, port: () => port });
  addAssets(app);
  addMetrics(app, store, { token, isOpen: isOfThisMachine(host) });
  const look = new CrawlLook(store, desk, now);
  addEvents(app, new LiveFeed({ store, look, desk, start: randomUUID(), now }), closing.signal);
  const tools: Tools = {
    db,
    store,
    desk,
    shared,
    now,
    read: async (read, args) => {
      if (read.isEdit) refuseCopy(shared);
      return await readers.read(read, args);
    },
    edit: async (work) => {
      refuseCopy(shared);
      return await editStore(db, work);
    },
    closing: closing.signal,
  };
  for (const page of serverPages) page.routes(app, tools);

  try {
    const server = await listen(app, options, { host: '--host', port: '--port' });
    port = server.port;
    return {
      url: `${ownOrigin(host, port)}/#token=${token.text}`,
      async close() {
        closing.abort();
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rejects edits of a copy, where they would be lost. @throws BadInput for the copy of a shared crawl */
function refuseCopy(shared: SharedCrawl | undefined): void {
  if (shared) throw new BadInput(shared.refusal);
}

const lastEvent = z.coerce.number().int().min(0).catch(0);

/** Sends the crawl's state as events; a reconnecting client sends the id of its last message. */
function addEvents(app: Hono, feed: LiveFeed, signal: AbortSignal): void {
  app.get('/api/events', (context) =>
    streamSSE(context, async (stream) => {
      const gone = new AbortController();
      const end = () => gone.abort();
      stream.onAbort(end);
      signal.addEventListener('abort', end);
      const from = lastEvent.parse(context.req.header('last-event-id') ?? context.req.query('after') ?? 0);
      try {
        for await (const { id, message } of feed.listen(from, gone.signal))
          await stream.writeSSE({ id: String(id), data: JSON.stringify(message) });
      } finally {
        signal.removeEventListener('abort', end);
      }
    }),
  );
}
