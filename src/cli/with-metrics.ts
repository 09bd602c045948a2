import type { Log } from './log.ts';

interface Monitoring {
  readonly db: string;
  /** The port; undefined: not asked for. */
  readonly metrics?: number | undefined;
}

/** Does some work, and tells of its database in figures meanwhile, if it was asked to. @throws what the work does; BadInput */
export async function withMetrics<T>({ db, metrics }: Monitoring, log: Log, work: () => Promise<T>): Promise<T> {
  if (metrics === undefined) return await work();
  const { serveMetrics } = await import('../dashboard/metrics-server.ts');
  const server = await serveMetrics(db, metrics);
  log.info({ url: server.url }, `metrics: ${server.url}`);
  try {
    return await work();
  } finally {
    await server.close();
  }
}
