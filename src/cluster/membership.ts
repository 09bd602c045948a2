import { z } from 'zod';
import { messageOf } from '../domain/errors.ts';
import { scopeKinds, siteKinds } from '../domain/site.ts';
import { type Connection, isConnectionLost } from './connection.ts';

/** Milliseconds between two heartbeats; with each, a worker also reads the state of the others. */
const HEARTBEAT_INTERVAL = 1000;
/** Fraction of a lease, without a confirmed heartbeat, after which a worker begins no page. */
const MARGIN = 0.6;
/** Overlap in seconds of reads of changed sites, as transactions may end in another order than they began. */
const OVERLAP = 10;

/** SQL that frees all holdings of workers with expired leases, or of one worker. */
export const REAP = `
with dead as (
  select id, open_grant from workers
  where is_alive and case when $1::bigint is null
    then beat_at < now() - (select lease from crawl) * interval '1 millisecond' else id = $1 end
  order by id for update),
ended as (
  update workers set is_alive = false, open_grant = 0, ended = $2 from dead where workers.id = dead.id),
freed as (
  update domains set worker = null, freed_at = now() from dead where domains.worker = dead.id returning name),
still as (
  update sites set in_flight = 0, changed_at = now() from freed
  where sites.domain = freed.name and in_flight > 0),
given as (
  update crawl set granted = granted - (select coalesce(sum(open_grant), 0) from dead) where exists (select from dead))
select id from dead`;

/**
 * SQL of a heartbeat, which also updates pages per second: a moving average in which a minute-old value has a weight of
 * one third.
 */
const HEARTBEAT = `
update workers set beat_at = now(), is_idle = $2, beat_pages = pages,
  rate = rate * old + (1 - old) * (pages - beat_pages) / greatest(seconds, 0.001)
from (
  select seconds, exp(-seconds / 60) as old from (
    select extract(epoch from now() - beat_at)::float8 as seconds from workers where id = $1) as before) as since
where id = $1 and started_at = $3::timestamptz and is_alive returning id`;

const OTHERS = `
select sites.id, domain, start_url, short_name, kind, scope, home, found_on, is_removed, pages, failed, reward_sum,
  reward_max, milliseconds, waiting, in_flight, extract(epoch from changed_at)::float8 as changed_at
from sites join domains on domains.name = sites.domain
where changed_at > to_timestamp($2) and domains.worker is distinct from $1 and sites.id > 0`;

/** SQL for changed sites in the worker's domains, new ones included. */
const OWN = `
select id as site, domain from sites join domains on domains.name = sites.domain
where changed_at > to_timestamp($2) and domains.worker = $1`;

/** SQL for the remaining work of a site. */
export const TO_DO = '(case when (select recrawl_run from crawl) is null then waiting else revisits end)';

const SUMMARY = `
select (select count(*)::int from workers where is_alive) as workers,
  count(*) filter (where is_busy)::int as domains,
  count(*) filter (where is_busy and worker = $1)::int as held,
  count(*) filter (where is_busy and worker is null)::int as free,
  exists (select from workers where is_alive and not is_idle and id <> $1) as are_others_busy,
  exists (select from inbox) as is_mail,
  (select recrawl_run from crawl) as recrawl_run, (select least_rank from crawl) as least_rank,
  (select recrawl_is_over from crawl) as recrawl_is_over,
  (select page_limit from crawl) as page_limit, (select granted from crawl) as granted, (select lease from crawl),
  (select coalesce(sum(open_grant), 0)::bigint from workers where is_alive) as open
from (
  select name, worker, bool_or(${TO_DO} > 0 and not is_removed) or (select recrawl_run from crawl) is null and exists (
    select from inbox where inbox.domain = domains.name) as is_busy
  from domains left join sites on sites.domain = domains.name group by name, worker) as all_domains`;

const siteRow = z.object({
  id: z.number(),
  domain: z.string(),
  start_url: z.string(),
  short_name: z.string(),
  kind: z.enum(siteKinds),
  scope: z.enum(scopeKinds),
  home: z.string().nullable(),
  found_on: z.number().nullable(),
  is_removed: z.boolean(),
  pages: z.number(),
  failed: z.number(),
  reward_sum: z.number(),
  reward_max: z.number(),
  milliseconds: z.number(),
  waiting: z.number(),
  in_flight: z.number(),
  changed_at: z.number(),
});
/** Site as stored in the record. */
export type RecordedSite = z.output<typeof siteRow>;

const summaryRow = z.object({
  workers: z.number(),
  domains: z.number(),
  held: z.number(),
  free: z.number(),
  are_others_busy: z.boolean(),
  is_mail: z.boolean(),
  /** Step of the current recrawl run, and least rank of its pages. */
  recrawl_run: z.number().nullable(),
  least_rank: z.number().nullable(),
  recrawl_is_over: z.boolean(),
  page_limit: z.number().nullable(),
  granted: z.number(),
  /** Milliseconds without a heartbeat after which a worker counts as dead. */
  lease: z.number(),
  open: z.number(),
});

const idRow = z.object({ id: z.number() });
const ownRow = z.object({ site: z.number(), domain: z.string() });

/** State of the crawl at a worker's last look. */
interface Look extends Summary {
  /** Sites of other workers whose figures may have changed. */
  readonly others: readonly RecordedSite[];
  /** Sites of this worker that may be new. */
  readonly own: readonly z.output<typeof ownRow>[];
}
type Summary = z.output<typeof summaryRow>;

const TAKEN_FOR_DEAD = 'it was taken for dead, and its sites are given to others';

interface MembershipOptions {
  readonly open: () => Promise<Connection>;
  readonly worker: number;
  /** The worker's `started_at`: after a failover, the server may give the id to another worker. */
  readonly joinedAt: string;
  /** Called when this worker was declared dead, or on a fatal error of the heartbeat. */
  readonly lost: (why: string) => void;
}

/** Sends a worker's heartbeats each second, reads the state of other workers, and frees holdings of dead ones. */
export class Membership {
  readonly #options: MembershipOptions;
  #connection: Connection | undefined;
  /** Time of the last confirmed heartbeat's sending, by the process's monotonic clock. */
  #confirmed = performance.now();
  #look: Summary | undefined;
  #taken: Summary | undefined;
  #lookedAt = performance.now();
  readonly #others = new Map<number, RecordedSite>();
  #own: readonly z.output<typeof ownRow>[] = [];
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: Promise<void> | undefined;
  #isEnded = false;

  constructor(options: MembershipOptions, connection: Connection) {
    this.#options = options;
    this.#connection = connection;
  }

  /** True if the worker had no work left at its last claim. */
  isIdle = false;

  /** Sends the first heartbeat and starts the timer. */
  async begin(): Promise<void> {
    await this.#sendHeartbeat();
    this.#timer = setInterval(() => void this.#beginHeartbeat(), HEARTBEAT_INTERVAL);
  }

  /** Sends a heartbeat unless one is being sent: two at a time would open two connections after a failure. */
  #beginHeartbeat(): Promise<void> {
    this.#heartbeat ??= this.#sendHeartbeat().finally(() => {
      this.#heartbeat = undefined;
    });
    return this.#heartbeat;
  }

  /** True if a page may begin, as the lease lasts long enough. */
  get isCurrent(): boolean {
    return performance.now() - this.#confirmed < MARGIN * this.#lease;
  }

  /** True if the worker's lease has expired, as far as the worker knows. */
  get isOver(): boolean {
    return performance.now() - this.#confirmed >= this.#lease;
  }

  get #lease(): number {
    return this.#look?.lease ?? 0;
  }

  /** Age of the data about other workers, in milliseconds. */
  get age(): number {
    return performance.now() - this.#lookedAt;
  }

  /** Sends a heartbeat now, and reads the state of the crawl. */
  async look(): Promise<void> {
    await this.#heartbeat;
    await this.#beginHeartbeat();
  }

  /** Last known state of the crawl. */
  get last(): Summary | undefined {
    return this.#look;
  }

  /** Returns the last look once; undefined if already taken. */
  take(): Look | undefined {
    if (!this.#look || this.#look === this.#taken) return undefined;
    this.#taken = this.#look;
    const others = [...this.#others.values()];
    this.#others.clear();
    return { ...this.#look, others, own: this.#own };
  }

  async #sendHeartbeat(): Promise<void> {
    const { worker, joinedAt, lost } = this.#options;
    const sentAt = performance.now();
    try {
      this.#connection ??= await this.#options.open();
      const connection = this.#connection;
      const alive = await connection.rows(idRow, HEARTBEAT, [worker, this.isIdle, joinedAt]);
      if (alive.length === 0) return this.#isEnded ? undefined : lost(TAKEN_FOR_DEAD);
      this.#confirmed = sentAt;
      await connection.rows(idRow, REAP, [null, 'taken for dead']);
      const since = this.#since - OVERLAP;
      const others = await connection.rows(siteRow, OTHERS, [worker, since]);
      this.#own = await connection.rows(ownRow, OWN, [worker, since]);
      const [summary] = await connection.rows(summaryRow, SUMMARY, [worker]);
      for (const site of others) {
        this.#others.set(site.id, site);
        this.#since = Math.max(this.#since, site.changed_at);
      }
      this.#look = summary;
      this.#lookedAt = sentAt;
    } catch (error) {
      if (!isConnectionLost(error)) lost(messageOf(error));
      void this.#connection?.close();
      this.#connection = undefined;
    }
  }

  /** Frees all holdings of this worker. @param why value for `workers.ended` */
  async leave(why: string): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#timer);
    await this.#heartbeat;
    try {
      // The connection may have been lost since the last heartbeat.
      if (this.#connection?.isLost) this.#connection = undefined;
      this.#connection ??= await this.#options.open();
      await this.#connection.rows(idRow, REAP, [this.#options.worker, why]);
    } catch (error) {
      // Other workers free the holdings when the lease expires.
      if (!isConnectionLost(error)) throw error;
    }
  }

  close(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
    void this.#connection?.close();
  }
}
