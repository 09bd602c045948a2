import { z } from 'zod';
import type { Connection } from './connection.ts';
import { TO_DO } from './membership.ts';

/**
 * SQL for figures of the whole crawl. Without a page limit nothing is granted, and used pages are the visits of all
 * sites.
 */
const CRAWL = `
select recrawl_run as "recrawlRun", page_limit as "pageLimit", coalesce(granted, 0) as granted, open as "openGrants",
  case when page_limit is null then visits else granted - open end as "pagesUsed", totals.*
from (
  select coalesce(sum(pages + failed), 0) as visits, count(*) filter (where not is_removed) as sites,
    count(*) filter (where ${TO_DO} > 0 and not is_removed) as "readySites",
    coalesce(sum(pages) filter (where not is_removed), 0) as pages,
    coalesce(sum(failed) filter (where not is_removed), 0) as failed,
    coalesce(sum(waiting) filter (where not is_removed), 0) as "waitingLinks",
    coalesce(sum(in_flight), 0) as "inFlight",
    coalesce(sum(milliseconds) filter (where not is_removed), 0) as milliseconds,
    (select count(*) from inbox) as letters
  from sites where id > 0) as totals
  cross join (select coalesce(sum(open_grant), 0) as open from workers where is_alive) as grants
  left join crawl on true`;

/** SQL for workers. The moving average of heartbeats begins at 0, so divide by the weight so far. */
const WORKERS = `
select id, name, slots, is_idle as "isIdle", pages, open_grant as "openGrant",
  (select count(*) from domains where domains.worker = workers.id) as domains,
  extract(epoch from now() - beat_at)::float8 as "secondsSinceBeat",
  case when beat_at > started_at
    then greatest(0, rate / (1 - exp(-extract(epoch from beat_at - started_at)::float8 / 60))) else 0 end as "pagesPerSecond"
from workers where is_alive order by id`;

const crawlRow = z.object({
  /** Step of the current recrawl run, to which pages and limit belong then. */
  recrawlRun: z.number().nullable(),
  pageLimit: z.number().nullable(),
  /** Pages that are used or granted to a worker. */
  granted: z.number(),
  pagesUsed: z.number(),
  openGrants: z.number(),
  sites: z.number(),
  readySites: z.number(),
  pages: z.number(),
  failed: z.number(),
  waitingLinks: z.number(),
  inFlight: z.number(),
  milliseconds: z.number(),
  letters: z.number(),
});

const workerRow = z.object({
  id: z.number(),
  name: z.string(),
  slots: z.number(),
  isIdle: z.boolean(),
  pages: z.number(),
  openGrant: z.number(),
  domains: z.number(),
  secondsSinceBeat: z.number(),
  pagesPerSecond: z.number(),
});

/** State of a shared crawl. */
export interface ClusterStatus extends z.output<typeof crawlRow> {
  /** Pages per second of all workers, over about a minute. */
  readonly pagesPerSecond: number;
  /** Workers that are alive. */
  readonly workers: readonly z.output<typeof workerRow>[];
}

/** Reads the state of a crawl in two statements; the crawl continues meanwhile. */
export async function clusterStatus(connection: Connection): Promise<ClusterStatus> {
  const [crawl] = await connection.rows(crawlRow, CRAWL);
  const workers = await connection.rows(workerRow, WORKERS);
  const pagesPerSecond = workers.reduce((sum, worker) => sum + worker.pagesPerSecond, 0);
  return { ...crawlRow.parse(crawl), pagesPerSecond, workers };
}
