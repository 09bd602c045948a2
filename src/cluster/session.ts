import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import type { NewSite } from '../domain/site.ts';
import { type Letter, letterSchema, type Share } from '../frontier/share.ts';
import { type Connection, connect, isConnectionLost, openRecord } from './connection.ts';
import { beginCrawl, checkCrawl, inCrawl, limitCrawl, registerSites } from './crawl-record.ts';
import { Holdings } from './holdings.ts';
import { IdBlocks } from './id-blocks.ts';
import { Membership, REAP } from './membership.ts';
import { LeaseLost, Record } from './record.ts';
import { beginNight, END_NIGHT, endNight, finishSites, type PlannedNight, stopNight } from './shared-night.ts';
import { CRAWL } from './table-owners.ts';
import { domainOf, WorkingSet } from './working-set.ts';

interface SessionOptions {
  /** Address of the database. */
  readonly db: string;
  /** Pages that the worker visits at the same time. */
  readonly slots: number;
  /** Begins the crawl, or goes on with it under this limit, with more sites; undefined: the worker joins what is there. */
  readonly begins?: { readonly pageLimit: number | undefined; readonly sites: readonly NewSite[] } | undefined;
  /** Whether it was a worker before: a server that is away is waited for. */
  readonly isBack?: boolean | undefined;
  /** Why no other worker may be there; undefined: others may. */
  readonly alone?: string | undefined;
  /** Whether it joins the night that other workers are at. */
  readonly joinsNight?: boolean | undefined;
  /** Milliseconds after which a worker that says nothing is taken for dead; as the crawl has it if not given. */
  readonly lease?: number | undefined;
  readonly warn: (line: string) => void;
  readonly now: () => number;
}

/** The first worker finds nothing granted but what is charged, no other alone, and no night. */
const BE_FIRST = `
update crawl set one_worker = null, ${END_NIGHT}
where not exists (select from workers where is_alive and id <> $1) returning id`;

const ALONE = `
update crawl set one_worker = $2 where not exists (select from workers where is_alive and id <> $1) returning id`;

const aloneRow = z.object({ one_worker: z.string().nullable(), night: z.number().nullable() });

/** @throws BadInput where a worker is there that must be alone, or others work on a night */
async function refuseSecond(
  connection: Connection,
  worker: number,
  { joinsNight = false }: SessionOptions,
): Promise<void> {
  const [row] = await inCrawl(connection, async () => {
    await connection.rows(idRow, BE_FIRST, [worker]);
    return await connection.rows(aloneRow, 'select one_worker, night from crawl');
  });
  if (row?.one_worker)
    throw new BadInput(`${row.one_worker} needs a single worker, and one is running; wait until it has ended`);
  if (row?.night && !joinsNight)
    throw new BadInput(
      `recrawl run ${row.night} is in progress; join it with forager work, or wait until it has ended`,
    );
}

async function workAlone(connection: Connection, worker: number, why: string): Promise<void> {
  const alone = await inCrawl(connection, () => connection.rows(idRow, ALONE, [worker, why]));
  if (alone.length === 0) throw new BadInput(`${why} needs a single worker; stop the others first`);
}

const WORKER = 'insert into workers (name, version, slots) values ($1, $2, $3) returning id';
const MAIL = `
select inbox.id, letter from inbox join domains on domains.name = inbox.domain
where domains.worker = $1 order by inbox.id limit 500`;
const letterRow = z.object({ id: z.number(), letter: z.string() });
const idRow = z.object({ id: z.number() });

/** A worker of a crawl, from when it joins until it leaves or is taken for dead: then it joins again as another. */
export class Session {
  readonly worker: number;
  readonly record: Record;
  readonly members: Membership;
  readonly holdings: Holdings;
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
   * Joins a crawl: leases a share of its domains, and loads their sites.
   *
   * @throws BadInput where there is no crawl to join, or the server does not let it
   */
  static async open(options: SessionOptions): Promise<Session> {
    const { db, begins, slots, warn } = options;
    if (options.isBack) await untilThere(db);
    const connection = await openRecord(db, { create: begins !== undefined });
    const open = () => connect(db, { applicationName: 'forager', pipeline: false });
    const openPipeline = () => connect(db, { applicationName: 'forager', pipeline: true });
    let joinedAs: number | undefined;
    let record: Record | undefined;
    let members: Membership | undefined;
    try {
      await (begins ? beginCrawl(connection, options.lease) : checkCrawl(connection));
      const [row] = await connection.rows(idRow, WORKER, [nameOfWorker(), VERSION, slots]);
      const { id: worker } = idRow.parse(row);
      joinedAs = worker;
      await refuseSecond(connection, worker, options);
      if (options.alone) await workAlone(connection, worker, options.alone);
      if (begins) {
        await limitCrawl(connection, begins.pageLimit);
        await registerSites(connection, begins.sites, options.now());
      }
      const lost = (why: string) => record?.lose(new LeaseLost(why));
      const watching = new Membership({ open, worker, lost }, connection);
      members = watching;
      record = new Record({ open: openPipeline, worker, warn, isOver: () => watching.isOver }, await openPipeline());
      await members.begin();
      const ids = new IdBlocks(record);
      const set = await WorkingSet.make(record, ids);
      const holdings = new Holdings(record, worker);
      const session = new Session({ worker, record, members, holdings, set, db, ids });
      await session.#load(options.joinsNight ?? false);
      return session;
    } catch (error) {
      if (joinedAs !== undefined) await connection.rows(idRow, REAP, [joinedAs, 'refused']).catch(() => undefined);
      record?.close();
      members?.close();
      if (!members) void connection.close();
      throw error;
    }
  }

  async #load(isNight: boolean): Promise<void> {
    const alive = await this.record.ask(idRow, 'select id from workers where is_alive and id <> $1', [this.worker]);
    await this.set.load([CRAWL], new Set(alive.map(({ id }) => id)));
    const sites = await this.holdings.lease(alive.length === 0 ? Number.POSITIVE_INFINITY : this.#share(0), isNight);
    await this.set.load(sites);
    this.set.endKilledRuns();
    if (alive.length === 0) await this.#ids.takeBack(this.worker, (table) => this.set.lastOf(table));
  }

  /** Domains that it may lease more, and still leave as many to each other worker. @param own those with work that it has */
  #share(own: number): number {
    const { workers = 1, domains = 0 } = this.members.last ?? {};
    return Math.ceil(domains / Math.max(1, workers)) - own;
  }

  /** Leases more domains with work where it has fewer than its share. Returns their sites, whose rows are loaded. */
  async leaseMore(): Promise<readonly number[]> {
    const { held = 0, free = 0 } = this.members.last ?? {};
    const more = Math.min(this.#share(held), free);
    if (more < 1) return [];
    const sites = await this.holdings.lease(more, true);
    await this.set.load(sites);
    return sites;
  }

  /** How many domains with work it is to give to others, which have fewer. */
  get surplus(): number {
    const { workers = 1, held = 0, free = 0, domains = 0 } = this.members.last ?? {};
    const isHungry = free === 0 && workers > 1 && domains >= workers;
    return isHungry ? Math.max(0, -this.#share(held)) : 0;
  }

  /** Letters for domains that it holds. */
  async mail(): Promise<readonly { readonly id: number; readonly letter: Letter }[]> {
    const rows = await this.record.ask(letterRow, MAIL, [this.worker]);
    return rows.map(({ id, letter }) => ({ id, letter: letterSchema.parse(JSON.parse(letter)) }));
  }

  /** Throws letters away whose links are stored: if it dies before that, they are read once more. */
  async tidyMail(ids: readonly number[]): Promise<void> {
    await this.record.ask(idRow, 'delete from inbox where id = any($1) returning id', [ids]);
  }

  /** The worker's part of the crawl, as its frontier sees it. */
  get share(): Share {
    const { members, record, holdings, set } = this;
    return {
      get granted() {
        return members.last?.page_limit == null ? Number.POSITIVE_INFINITY : record.grant;
      },
      get isSpent() {
        const { page_limit: limit = null, granted = 0, open = 0, night_is_over: isOver = false } = members.last ?? {};
        if (isOver) return true;
        return limit !== null && granted - open >= limit;
      },
      get isWorkElsewhere() {
        const { are_others_busy: areOthersBusy = false, is_mail: isMail = false, free = 0, night } = members.last ?? {};
        // A worker at a night has its sites until it is through with them.
        return night == null && (areOthersBusy || isMail || free > 0);
      },
      viewAge: () => ((members.last?.workers ?? 1) > 1 ? Math.round(members.age) : undefined),
      isOpenable: (domain) => holdings.has(domain),
      post: (letters) => set.post(letters.map((letter) => ({ domain: domainOf(letter.url), letter }))),
    };
  }

  /** Waits until no other can have the worker's sites, before a page is asked for. @throws LeaseLost */
  async sure(): Promise<void> {
    while (!this.members.isCurrent) {
      if (this.record.lost) throw this.record.lost;
      await sleep(LOOK_AGAIN);
    }
    if (this.record.lost) throw this.record.lost;
  }

  /** Lets other workers join the night that this one has planned alone. */
  async beginNight(plan: PlannedNight): Promise<void> {
    await this.set.flush();
    await beginNight(this.record, this.worker, plan);
    await this.members.look();
  }

  /** Waits until it has sites of the night that is under way. False: nothing of it is left to do, or it is to stop. */
  async sitesOfNight(isStopping: () => boolean): Promise<boolean> {
    this.members.isIdle = true;
    for (;;) {
      if (this.record.lost) throw this.record.lost;
      await this.members.look();
      const { night, are_others_busy: areOthersBusy, free } = this.members.last ?? {};
      if (night == null || this.share.isSpent || isStopping()) return false;
      if (this.holdings.domains.size > 0) break;
      if (!(areOthersBusy || free)) return false;
      if ((await this.leaseMore()).length === 0) await sleep(LOOK_AGAIN);
    }
    this.members.isIdle = false;
    return true;
  }

  /** Says that it has done what it can of its sites tonight. */
  async finishSites(): Promise<void> {
    await this.set.flush();
    await finishSites(this.record, this.worker);
  }

  /**
   * Ends a night where no other worker is at it, and keeps others away. Returns whether it could.
   *
   * @param isOver whether the others begin no page from now on
   */
  async endNight(step: number, why: string, isOver: boolean): Promise<boolean> {
    const isAlone = await this.workAlone(why).then(
      () => true,
      (error: unknown) => {
        if (error instanceof BadInput) return false;
        throw error;
      },
    );
    if (isAlone) await endNight(this.record, step);
    else if (isOver) await stopNight(this.record, step);
    return isAlone;
  }

  /** No other worker joins from now on. @param why what needs that @throws BadInput where there is another */
  async workAlone(why: string): Promise<void> {
    const connection = await connect(this.#db, {});
    await workAlone(connection, this.worker, why).finally(() => connection.close());
  }

  /** Leaves the crawl: gives back all that it holds. */
  async leave(): Promise<void> {
    await this.set.flush();
    await this.#ids.giveBack();
    await this.members.leave('left');
    this.close();
  }

  /** Ends without a word to the server, or after it. */
  close(): void {
    this.record.close();
    this.members.close();
  }
}

/** Milliseconds after which a worker that waits for others looks again. */
const LOOK_AGAIN = 200;
/** Milliseconds between two tries to reach a server that is away: the first, and the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/** Waits until a server answers, whatever it says. */
async function untilThere(db: string): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      await (await connect(db, {})).close();
      return;
    } catch (error) {
      if (!isConnectionLost(error)) return;
    }
    await sleep(pause);
  }
}

const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('forager/package.json'));
const nameOfWorker = (): string => `${hostname()}:${process.pid}`;
