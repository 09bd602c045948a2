import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BadInput, MustBeAlone, StopCommand } from '../domain/errors.ts';
import type { NewSite } from '../domain/site.ts';
import { type Letter, letterSchema, type Share } from '../frontier/worker-share.ts';
import type { StopReason } from '../storage/runs.ts';
import { type Connection, connect, isConnectionLost, openRecord } from './connection.ts';
import { beginCrawl, checkCrawl, inCrawl, limitCrawl, registerSites } from './crawl-record.ts';
import { IdBlocks } from './id-blocks.ts';
import { LeasedSites } from './leased-sites.ts';
import { Membership, REAP } from './membership.ts';
import { LeaseLost, Record } from './record.ts';
import {
  beginRecrawlRun,
  END_RECRAWL_RUN,
  endRecrawlRun,
  finishSites,
  type PlannedRecrawl,
  stopRecrawlRun,
} from './shared-recrawl.ts';
import { CRAWL } from './table-owners.ts';
import { domainOf, WorkingSet } from './working-set.ts';

interface SessionOptions {
  /** Address of the database server. */
  readonly db: string;
  /** Number of pages that the worker visits in parallel. */
  readonly slots: number;
  /**
   * Limit and further sites of a crawl that the worker starts or resumes; undefined: the worker joins an existing
   * crawl.
   */
  readonly begins?: { readonly pageLimit: number | undefined; readonly sites: readonly NewSite[] } | undefined;
  /** True for a worker that joins again, and waits for an absent server. */
  readonly isBack?: boolean | undefined;
  /** Reason why no other worker may be present; undefined: others may. */
  readonly alone?: string | undefined;
  /** True if the worker joins the recrawl run of other workers. */
  readonly joinsRecrawl?: boolean | undefined;
  /** Milliseconds without a heartbeat after which a worker counts as dead; default: the crawl's setting. */
  readonly lease?: number | undefined;
  readonly warn: (line: string) => void;
  readonly now: () => number;
}

/** Resets leftovers for the first worker: grants of dead workers, a single-worker lock, a recrawl run. */
const RESET_LEFTOVERS = `
update crawl set one_worker = null, ${END_RECRAWL_RUN}
where not exists (select from workers where is_alive and id <> $1) returning id`;

const ALONE = `
update crawl set one_worker = $2 where not exists (select from workers where is_alive and id <> $1) returning id`;

const aloneRow = z.object({ one_worker: z.string().nullable(), recrawl_run: z.number().nullable() });

/** Refuses to join. @throws BadInput if another worker must be alone, or others are in a recrawl run */
async function refuseSecond(
  connection: Connection,
  worker: number,
  { joinsRecrawl = false }: SessionOptions,
): Promise<void> {
  const [row] = await inCrawl(connection, async () => {
    await connection.rows(idRow, RESET_LEFTOVERS, [worker]);
    return await connection.rows(aloneRow, 'select one_worker, recrawl_run from crawl');
  });
  if (row?.one_worker)
    throw new MustBeAlone(`${row.one_worker} needs a single worker, and one is running; wait until it has ended`);
  if (row?.recrawl_run && !joinsRecrawl)
    throw new BadInput(
      `recrawl run ${row.recrawl_run} is in progress; join it with forager work, or wait until it has ended`,
    );
}

async function workAlone(connection: Connection, worker: number, why: string): Promise<void> {
  const alone = await inCrawl(connection, () => connection.rows(idRow, ALONE, [worker, why]));
  if (alone.length === 0) throw new MustBeAlone(`${why} needs a single worker; stop the others first`);
}

const WORKER = `
insert into workers (name, version, slots) values ($1, $2, $3) returning id, started_at::text as "joinedAt"`;
const workerRow = z.object({ id: z.number(), joinedAt: z.string() });
const MAIL = `
select inbox.id, letter from inbox join domains on domains.name = inbox.domain
where domains.worker = $1 order by inbox.id limit 500`;
const letterRow = z.object({ id: z.number(), letter: z.string() });
const idRow = z.object({ id: z.number() });

/** Worker of a crawl, from joining until leaving or being declared dead; then a new session is needed. */
export class Session {
  readonly worker: number;
  readonly record: Record;
  readonly members: Membership;
  readonly holdings: LeasedSites;
  readonly set: WorkingSet;
  readonly #db: string;
  readonly #ids: IdBlocks;

  private constructor(
    parts: Pick<Session, 'worker' | 'record' | 'members' | 'holdings' | 'set'> & {
      readonly db: string;
      readonly ids: IdBlocks;
    },
  ) {
    this.worker = parts.worker;
    this.record = parts.record;
    this.members = parts.members;
    this.holdings = parts.holdings;
    this.set = parts.set;
    this.#db = parts.db;
    this.#ids = parts.ids;
  }

  /**
   * Joins a crawl: leases a share of the domains, and loads their sites. With `isBack`, tries until the server stays.
   * @throws BadInput if there is no crawl to join, or the server refuses
   */
  static async open(options: SessionOptions): Promise<Session> {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await Session.#join(options);
      } catch (error) {
        const reason = error instanceof StopCommand ? error.cause : error;
        if (!options.isBack || !isConnectionLost(reason)) throw error;
      }
      await sleep(pause);
    }
  }

  static async #join(options: SessionOptions): Promise<Session> {
    const { db, begins, slots, warn } = options;
    const connection = await openRecord(db, { create: begins !== undefined });
    const open = () => connect(db, { applicationName: 'forager', pipeline: false });
    const openPipeline = () => connect(db, { applicationName: 'forager', pipeline: true });
    let joinedAs: number | undefined;
    let record: Record | undefined;
    let members: Membership | undefined;
    try {
      await (begins ? beginCrawl(connection, options.lease) : checkCrawl(connection));
      const [row] = await connection.rows(workerRow, WORKER, [nameOfWorker(), VERSION, slots]);
      const { id: worker, joinedAt } = workerRow.parse(row);
      joinedAs = worker;
      await refuseSecond(connection, worker, options);
      if (options.alone) await workAlone(connection, worker, options.alone);
      if (begins) {
        await limitCrawl(connection, begins.pageLimit);
        await registerSites(connection, begins.sites, options.now());
      }
      const lost = (why: string) => record?.lose(new LeaseLost(why));
      const watching = new Membership({ open, worker, joinedAt, lost }, connection);
      members = watching;
      record = await Record.open({ open: openPipeline, worker, joinedAt, warn, isOver: () => watching.isOver });
      await members.begin();
      const ids = new IdBlocks(record);
      const set = await WorkingSet.make(record, ids);
      const holdings = new LeasedSites(record, worker);
      const session = new Session({ worker, record, members, holdings, set, db, ids });
      await session.#load(options.joinsRecrawl ?? false);
      return session;
    } catch (error) {
      if (joinedAs !== undefined) await connection.rows(idRow, REAP, [joinedAs, 'refused']).catch(() => undefined);
      record?.close();
      members?.close();
      if (!members) void connection.close();
      throw error;
    }
  }

  async #load(isRecrawl: boolean): Promise<void> {
    const alive = await this.record.ask(idRow, 'select id from workers where is_alive and id <> $1', [this.worker]);
    await this.set.load([CRAWL], new Set(alive.map(({ id }) => id)));
    const sites = await this.holdings.lease(alive.length === 0 ? Number.POSITIVE_INFINITY : this.#share(0), isRecrawl);
    await this.set.load(sites);
    this.set.endKilledRuns();
    if (alive.length === 0) await this.#ids.recoverUnused(this.worker, (table) => this.set.lastOf(table));
  }

  /**
   * Returns the number of domains to lease in addition for an equal share among workers.
   * @param own leased domains with work
   */
  #share(own: number): number {
    const { workers = 1, domains = 0 } = this.members.last ?? {};
    return Math.ceil(domains / Math.max(1, workers)) - own;
  }

  /** Leases more domains with work if the worker has less than its share. Returns their sites with rows loaded. */
  async leaseMore(): Promise<readonly number[]> {
    const { held = 0, free = 0 } = this.members.last ?? {};
    const more = Math.min(this.#share(held), free);
    if (more < 1) return [];
    const sites = await this.holdings.lease(more, true);
    await this.set.load(sites);
    return sites;
  }

  /** Number of domains with work to give to workers that have fewer. */
  get surplus(): number {
    const { workers = 1, held = 0, free = 0, domains = 0 } = this.members.last ?? {};
    const isHungry = free === 0 && workers > 1 && domains >= workers;
    return isHungry ? Math.max(0, -this.#share(held)) : 0;
  }

  /** Returns letters for the worker's domains. */
  async mail(): Promise<readonly { readonly id: number; readonly letter: Letter }[]> {
    const rows = await this.record.ask(letterRow, MAIL, [this.worker]);
    return rows.map(({ id, letter }) => ({ id, letter: letterSchema.parse(JSON.parse(letter)) }));
  }

  /** Deletes letters whose links are stored; after a crash before, letters are read a second time. */
  async tidyMail(ids: readonly number[]): Promise<void> {
    await this.record.ask(idRow, 'delete from inbox where id = any($1) returning id', [ids]);
  }

  /** Part of the crawl that belongs to the worker, for its frontier. */
  get share(): Share {
    const { members, record, holdings, set } = this;
    return {
      get granted() {
        return members.last?.page_limit == null ? Number.POSITIVE_INFINITY : record.grant;
      },
      get isSpent() {
        const { page_limit: limit = null, granted = 0, open = 0, recrawl_is_over: isOver = false } = members.last ?? {};
        if (isOver) return true;
        return limit !== null && granted - open >= limit;
      },
      get isWorkElsewhere() {
        const {
          are_others_busy: areOthersBusy = false,
          is_mail: isMail = false,
          free = 0,
          recrawl_run: step,
        } = members.last ?? {};
        // A worker in a recrawl run keeps its sites until these are finished.
        return step == null && (areOthersBusy || isMail || free > 0);
      },
      viewAge() {
        const { workers = 1, free = 0 } = members.last ?? {};
        return workers > 1 || free > 0 ? Math.round(members.age) : undefined;
      },
      isOpenable: (domain) => holdings.has(domain),
      post: (letters) => set.post(letters.map((letter) => ({ domain: domainOf(letter.url), letter }))),
    };
  }

  /** Waits, before a request for a page, until no other worker can have the sites. @throws LeaseLost */
  async sure(): Promise<void> {
    while (!this.members.isCurrent) {
      if (this.record.lost) throw this.record.lost;
      await sleep(LOOK_AGAIN);
    }
    if (this.record.lost) throw this.record.lost;
  }

  /** Lets other workers join the recrawl run that this one has planned alone. */
  async beginRecrawlRun(plan: PlannedRecrawl): Promise<void> {
    await this.set.flush();
    await beginRecrawlRun(this.record, this.worker, plan);
    await this.members.look();
  }

  /** Waits for sites of the current recrawl run. Returns false if no work is left, or if the worker is to stop. */
  async sitesOfRecrawl(isStopping: () => boolean): Promise<boolean> {
    this.members.isIdle = true;
    for (;;) {
      if (this.record.lost) throw this.record.lost;
      await this.members.look();
      const { recrawl_run: step, are_others_busy: areOthersBusy, free } = this.members.last ?? {};
      if (step == null || this.share.isSpent || isStopping()) return false;
      if (this.holdings.domains.size > 0) break;
      if (!(areOthersBusy || free)) return false;
      if ((await this.leaseMore()).length === 0) await sleep(LOOK_AGAIN);
    }
    this.members.isIdle = false;
    return true;
  }

  /** Reports that the worker has finished its sites in this recrawl run. */
  async finishSites(): Promise<void> {
    await this.set.flush();
    await finishSites(this.record, this.worker);
  }

  /**
   * Ends a recrawl run if no other worker is in it, and keeps others away. Returns false if there are other workers, or
   * were: their results are not loaded here, and they may have left sites unfinished.
   * @param stopped reason for which this worker stopped; after a time limit, the others must begin no further page
   */
  async endRecrawlRun(step: number, why: string, stopped: StopReason): Promise<boolean> {
    const isAlone = await this.workAlone(why).then(
      () => true,
      (error: unknown) => {
        if (error instanceof MustBeAlone) return false;
        throw error;
      },
    );
    if (!isAlone) {
      if (stopped === 'time-limit') await stopRecrawlRun(this.record, step);
      return false;
    }
    if (stopped !== 'interrupted' && this.holdings.hasGivenBack) return false;
    await endRecrawlRun(this.record, step);
    return true;
  }

  /**
   * Keeps other workers away from now on.
   * @param why reason for messages
   * @throws BadInput if there is another worker
   */
  async workAlone(why: string): Promise<void> {
    const connection = await connect(this.#db, {});
    await workAlone(connection, this.worker, why).finally(() => connection.close());
  }

  /** Leaves the crawl and gives back all leases. */
  async leave(): Promise<void> {
    await this.set.flush();
    await this.#ids.giveBack();
    await this.members.leave('left');
    this.close();
  }

  /** Closes the connections, without a message to the server. */
  close(): void {
    this.record.close();
    this.members.close();
  }
}

/** Milliseconds between two looks of a worker that waits for others. */
const LOOK_AGAIN = 200;
/** Milliseconds between two attempts to reach an absent server: first and longest pause. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('forager/package.json'));
const nameOfWorker = (): string => `${hostname()}:${process.pid}`;
