import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { MustBeAlone } from '../domain/errors.ts';
import { connect, isConnectionLost } from './connection.ts';
import { REAP } from './membership.ts';
import type { Record } from './record.ts';

/** Plan of a recrawl run by its first worker. */
export interface PlannedRecrawl {
  readonly step: number;
  /** Remaining pages of the budget; undefined: no limit. */
  readonly pages: number | undefined;
  /** Least rank of pages to revisit; undefined: all pages. */
  readonly least: number | undefined;
  /** Work per site: revisits, and waiting links if the recrawl run visits new pages. */
  readonly revisits: ReadonlyMap<number, number>;
}

const PLAN = `
update sites set revisits = coalesce(plan.revisits, 0), changed_at = now()
from sites as all_sites left join json_to_recordset($1::json) as plan (site bigint, revisits bigint)
  on plan.site = all_sites.id
where sites.id = all_sites.id and sites.id > 0 returning sites.id`;

const BEGIN = `
update crawl set recrawl_run = $1, page_limit = $2, least_rank = $3, recrawl_is_over = false, one_worker = null,
  limit_after = case when recrawl_run is null then page_limit else limit_after end,
  granted = (select coalesce(sum(open_grant), 0) from workers where is_alive)
where exists (select from workers where id = $4 and is_alive) returning id`;

/** SQL that clears the remaining work of a worker's sites, which can't be done now, as on an unreachable host. */
const DONE = `
update sites set revisits = 0, changed_at = now() from domains
where domains.name = sites.domain and domains.worker = $1 and revisits > 0 returning sites.id`;

/** Part of a statement after `update crawl set` that restores the crawl's own limit. */
export const END_RECRAWL_RUN = `
recrawl_run = null, least_rank = null, recrawl_is_over = false, limit_after = null,
page_limit = case when recrawl_run is null then page_limit else limit_after end,
granted = (select coalesce(sum(pages + failed), 0) from sites)
  + (select coalesce(sum(open_grant), 0) from workers where is_alive)`;

const END = `update crawl set ${END_RECRAWL_RUN} where recrawl_run = $1 returning id`;

const idRow = z.object({ id: z.number() });

/** Lets other workers join the recrawl run of a worker that was alone until now. */
export async function beginRecrawlRun(record: Record, worker: number, plan: PlannedRecrawl): Promise<void> {
  const revisits = [...plan.revisits].map(([site, count]) => ({ site, revisits: count }));
  await record.ask(idRow, PLAN, [JSON.stringify(revisits)]);
  await record.ask(idRow, BEGIN, [plan.step, plan.pages ?? null, plan.least ?? null, worker]);
}

/** Reports that a worker has finished its sites. */
export const finishSites = (record: Record, worker: number) => record.ask(idRow, DONE, [worker]);

/** Stops workers from beginning pages of the recrawl run. */
export const stopRecrawlRun = (record: Record, step: number) =>
  record.ask(idRow, 'update crawl set recrawl_is_over = true where recrawl_run = $1 returning id', [step]);

/** Ends the recrawl run, so that the crawl can continue. */
export async function endRecrawlRun(record: Record, step: number): Promise<void> {
  await record.ask(idRow, END, [step]);
  await record.ask(idRow, 'update sites set revisits = 0 where revisits > 0 returning id', []);
}

const recrawlRow = z.object({ recrawl_run: z.number().nullable(), alive: z.number() });
const STEP = `
select recrawl_run, (select count(*)::int from workers where is_alive) as alive from crawl`;

/** Returns the step of the current recrawl run; undefined if there is none. */
export async function openRecrawlOf(db: string): Promise<number | undefined> {
  const connection = await connect(db, {});
  try {
    await connection.rows(idRow, REAP, [null, 'taken for dead']);
    const [row] = await connection.rows(recrawlRow, STEP);
    return row?.alive ? (row.recrawl_run ?? undefined) : undefined;
  } finally {
    await connection.close();
  }
}

/** Milliseconds between two looks for other workers in the recrawl run. */
const LOOK_AGAIN = 1000;

/** Waits until no worker is in the recrawl run any more, or this one is to stop. */
export async function waitForOthers(db: string, step: number, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    try {
      if ((await openRecrawlOf(db)) !== step) return;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    await sleep(LOOK_AGAIN);
  }
}

/** Joins a recrawl run that has begun, as soon as no worker is alone in it, or has to be, as between two of its parts. */
export async function joinWhenAllowed<T>(join: () => Promise<T>, isStopping: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await join();
    } catch (error) {
      if (!(error instanceof MustBeAlone) || isStopping()) throw error;
    }
    await sleep(LOOK_AGAIN);
  }
}
