import { expect } from '@playwright/test';
import { z } from 'zod';
import { connect } from '../../src/cluster/connection.ts';
import { LeaseLost } from '../../src/cluster/record.ts';
import { Session } from '../../src/cluster/session.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { getOne } from '../../src/storage/statement.ts';
import { newSite } from '../frontier/world.ts';
import { test as withPostgres } from './postgres.ts';
import { freePort, openWay, type PostgresServer } from './postgres-server.ts';

type Way = Awaited<ReturnType<typeof openWay>>;

/** A record that can fall back to an earlier state, as by a failover to a standby that lacks the last transactions. */
class Failover {
  /** The address of the record, by a way that can be blocked. */
  readonly db: string;
  readonly #postgres: PostgresServer;
  readonly #way: Way;
  readonly #name: string;
  readonly #nowhere: number;

  private constructor(postgres: PostgresServer, record: string, way: Way, nowhere: number) {
    this.#postgres = postgres;
    this.#way = way;
    this.db = way.by(record);
    this.#name = new URL(record).pathname.slice(1);
    this.#nowhere = nowhere;
  }

  static async of(postgres: PostgresServer, record: string): Promise<Failover> {
    return new Failover(postgres, record, await openWay(postgres.port), await freePort());
  }

  /** Disconnects the workers, whose statements wait until `goOn`. */
  block(): void {
    this.#way.leadTo(this.#nowhere);
    this.#way.cut();
  }

  goOn(): void {
    this.#way.leadTo(this.#postgres.port);
  }

  /** Stores the state of the record. */
  async keep(): Promise<void> {
    this.block();
    const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${this.#name}'`;
    await this.#postgres.run(others);
    await expect(async () => this.#postgres.run(`create database kept template ${this.#name}`)).toPass();
    this.goOn();
  }

  /** Returns to the stored state; workers are disconnected until `goOn`. */
  async fail(): Promise<void> {
    this.block();
    await this.#postgres.run(`drop database ${this.#name} with (force)`);
    await this.#postgres.run(`alter database kept rename to ${this.#name}`);
  }

  close(): void {
    this.#way.close();
  }
}

const test = withPostgres.extend<{ failover: Failover }>({
  failover: async ({ postgres, record }, use) => {
    const failover = await Failover.of(postgres, record);
    await use(failover);
    failover.close();
  },
});

const quiet = { slots: 1, warn: () => undefined, now: () => 0 };

/** Begins a crawl of two sites, on which no worker works. */
async function begin(db: string): Promise<void> {
  const begins = { pageLimit: 10, sites: ['http://a.test/', 'http://b.test/'].map((url) => newSite(url)) };
  const session = await Session.open({ ...quiet, db, begins });
  await session.leave();
  await session.set.store.close();
}

/** Stores a run, and returns its number. */
async function startRun({ set: { store } }: Session, meanwhile: () => void = () => undefined): Promise<number> {
  const { id } = await store.write(() => {
    meanwhile();
    return getOne(runQueries(store).start, { started_at: 0, pid: 1, config: '{}' });
  });
  return id;
}

async function close(...sessions: readonly Session[]): Promise<void> {
  for (const session of sessions) {
    session.close();
    await session.set.store.close();
  }
}

test('a worker that the server has lost is not taken for a later one with its number', async ({ failover, record }) => {
  await begin(record);
  await failover.keep();
  const lost = await Session.open({ ...quiet, db: failover.db });
  await startRun(lost);
  await failover.fail();
  const later = await Session.open({ ...quiet, db: record });
  expect(later.worker).toBe(lost.worker);
  for (let count = 0; count < 3; count++) await startRun(later);
  failover.goOn();
  await expect(startRun(lost)).rejects.toThrow(LeaseLost);
  await startRun(later);
  await close(lost, later);
});

const counted = z.object({ count: z.number() });
const counter = z.object({ name: z.string(), next: z.number() });

test('a worker that the server loses while the worker joins does not reset the ids of others', async ({
  failover,
  record,
}) => {
  await begin(record);
  await failover.keep();
  // It cannot read the domains, and so waits after its first heartbeat.
  const holding = await connect(record, {});
  await holding.client.query('begin; lock table domains');
  const joining = Session.open({ ...quiet, db: failover.db }).catch((error: unknown) => error);
  const watching = await connect(record, {});
  const beating = 'select count(*)::int as count from workers where beat_at > started_at and is_alive';
  await expect.poll(async () => (await watching.rows(counted, beating))[0]?.count).toBe(1);
  for (const one of [holding, watching]) await one.close();
  await failover.fail();
  const later = await Session.open({ ...quiet, db: record });
  await startRun(later);
  const connection = await connect(record, {});
  const ids = () => connection.rows(counter, 'select name, next from counters order by name');
  const before = await ids();
  failover.goOn();
  const joined = await joining;
  expect(await ids()).toEqual(before);
  expect(joined).toBeInstanceOf(LeaseLost);
  await connection.close();
  await close(later);
});

test('a worker that joins again does so once more if the server goes meanwhile', async ({ failover, record }) => {
  await begin(record);
  const holding = await connect(record, {});
  await holding.client.query('begin; lock table workers');
  const joining = Session.open({ ...quiet, db: failover.db, isBack: true });
  const waiting = `select count(*)::int as count from pg_locks where not granted and relation = 'workers'::regclass`;
  await expect.poll(async () => (await holding.rows(counted, waiting))[0]?.count).toBe(1);
  failover.block();
  await holding.close();
  failover.goOn();
  await close(await joining);
});

test('ids that the server has lost, and gives to another worker, are not used', async ({ failover, record }) => {
  await begin(record);
  const one = await Session.open({ ...quiet, db: failover.db });
  await failover.keep();
  let run: Promise<unknown> | undefined;
  // It has its ids then, and has not stored the run yet.
  await new Promise<void>((isBlocked) => {
    run = startRun(one, () => {
      failover.block();
      isBlocked();
    }).catch((error: unknown) => error);
  });
  await failover.fail();
  const other = await Session.open({ ...quiet, db: record });
  const id = await startRun(other);
  failover.goOn();
  expect(await run).not.toBe(id);
  expect(await run).toBeInstanceOf(LeaseLost);
  await close(one, other);
});

test('a worker whose lease of a site the server has lost stores nothing more', async ({ failover, record }) => {
  await begin(record);
  const owner = await Session.open({ ...quiet, db: failover.db });
  const one = await Session.open({ ...quiet, db: failover.db });
  expect(one.holdings.domains.size).toBe(0);
  await startRun(one);
  await failover.keep();
  const connection = await connect(record, {});
  await connection.client.query(`update domains set worker = null where name = 'a.test'`);
  await connection.close();
  expect((await one.holdings.lease(1, false)).length).toBe(1);
  await failover.fail();
  failover.goOn();
  await expect(startRun(one)).rejects.toThrow(LeaseLost);
  await startRun(owner);
  await close(owner, one);
});
