import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Connection, connect } from '../src/cluster/connection.ts';
import { push } from '../src/cluster/copy.ts';
import { Session } from '../src/cluster/session.ts';
import { BadInput } from '../src/domain/errors.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { openStore, type Store } from '../src/storage/open.ts';
import { makeStrategy } from '../src/strategies/strategy.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { collectGarbage } from './collect-garbage.ts';
import { cpuSince, processTime } from './cpu-time.ts';
import { fillFrontier } from './fill-frontier.ts';
import { frontierOn, START } from './open-frontier.ts';
import { median } from './statistics.ts';
import { randomNumbers, SyntheticSite } from './synthetic-site.ts';

const SITES = 20;
/** Pages of one turn. */
const TURN = 250;
/** Turns that are not counted. */
const WARM_UP = 3;
/** Permitted server and client times, in milliseconds per page, by link order. */
const ORDERS = { level: 2, learned: 3 } as const;

/** Cost of a page to a worker and the server of a shared crawl, compared with SQLite alone. */
export const cluster = benchmark({
  name: 'cluster',
  summary: 'a page on a shared crawl: statements, waits, CPU of worker and server, WAL, and what a takeover costs',
  options: z.object({
    db: flag(z.string(), { value: 'ADDRESS', description: 'a PostgreSQL server, where it makes databases of its own' }),
    sizes: flag(z.string().default('1e5'), { value: 'LIST', description: 'stored links' }),
    pages: flag(positive.default(3000), { value: 'N', description: 'pages claimed and settled at each size' }),
  }),
  async run({ db, sizes, pages }, say) {
    const links = sizes.split(',').map(Number);
    if (links.some((size) => !(size >= 1000))) throw new BadInput('--sizes: write numbers of at least 1000, e.g. 1e5');
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    const server = await connect(db, {});
    const metrics: Metric[] = [];
    try {
      for (const size of links) {
        const file = join(folder, `${size}.sqlite`);
        say(`${size} links: filling`);
        const store = await openStore(file);
        fillFrontier(store, size, SITES);
        await store.close();
        for (const order of ['level', 'learned'] as const)
          metrics.push(...(await measured({ db, server, file, order, size, pages, say })));
        await rm(file, { force: true });
      }
      return metrics;
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

interface Task {
  readonly db: string;
  readonly server: Connection;
  readonly file: string;
  readonly order: keyof typeof ORDERS;
  readonly size: number;
  readonly pages: number;
  readonly say: (line: string) => void;
}

async function measured({ db, server, file, order, size, pages, say }: Task): Promise<Metric[]> {
  const at = `${size} links, ${order}`;
  const database = `forager_bench_${process.pid}_${order}`;
  await server.client.query(`create database ${database}`);
  const address = addressOf(db, database);
  const alone = join(`${file}.${order}`);
  await copyFile(file, alone);
  say(`${at}: pushing`);
  await push(address, file);
  const before = process.cpuUsage();
  const session = await Session.open({ db: address, slots: 64, warn: say, now: () => START });
  const takeover = cpuSince(before);
  const own = await openStore(alone);
  try {
    const waits = { count: 0 };
    const { store } = session.set;
    const write: Store['write'] = (work, sent) => {
      if (sent === undefined) waits.count++;
      return store.write(work, sent);
    };
    const shared = await contender({ ...store, write }, order);
    const beside = await contender(own, order);
    const backend = await connect(address, {});
    const { client } = backend;
    const pidRow = z.object({ pid: z.number() });
    const backends = await backend.rows(
      pidRow,
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const serverTime = () => backends.reduce((sum, { pid }) => sum + processTime(pid).cpu, 0);
    const wal = async () => {
      const { rows } = await client.query("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at");
      return z.object({ at: z.number() }).parse(rows[0]).at;
    };
    const sent = async () => {
      const { rows } = await client.query('select sum(sent)::float8 as sent from workers');
      return z.object({ sent: z.number() }).parse(rows[0]).sent;
    };
    const turns: { readonly ours: number; readonly alone: number }[] = [];
    let counted = { wal: 0, sent: 0, server: 0, waits: 0 };
    const snapshot = async () => ({ wal: await wal(), sent: await sent(), server: serverTime(), waits: waits.count });
    for (let turn = -WARM_UP; turn < pages / TURN; turn++) {
      if (turn === 0) counted = await snapshot();
      collectGarbage();
      const ours = await shared(TURN);
      collectGarbage();
      const other = await beside(TURN);
      if (turn >= 0) turns.push({ ours, alone: other });
    }
    const after = await snapshot();
    const visited = turns.length * TURN;
    const each = (key: keyof typeof after) => (after[key] - counted[key]) / visited;
    await backend.close();
    return [
      figure(`${at}: SQLite alone`, median(turns.map((turn) => turn.alone)), 'ms CPU a page'),
      figure(`${at}: a worker`, median(turns.map((turn) => turn.ours)), 'ms CPU a page'),
      atMost(2, `${at}: a worker / SQLite alone`, median(turns.map((turn) => turn.ours / turn.alone)), 'ratio'),
      atMost(2, `${at}: statements`, each('sent'), 'a page'),
      atMost(1, `${at}: waits`, each('waits'), 'a page'),
      atMost(ORDERS[order], `${at}: server`, each('server'), 'ms CPU a page'),
      atMost(20, `${at}: WAL`, each('wal') / 1000, 'kB a page'),
      atMost(30, `${at}: takeover`, (1000 * takeover) / size, 'us CPU a link'),
    ];
  } finally {
    await session.leave();
    await session.set.store.close();
    await own.close();
    await server.client.query(`drop database ${database} with (force)`);
    for (const suffix of ['', '-wal', '-shm', '.lock']) await rm(alone + suffix, { force: true });
  }
}

/** The address of another database of the same server. */
function addressOf(db: string, database: string): string {
  const url = new URL(db);
  url.pathname = `/${database}`;
  return url.href;
}

/** Claims and completes the given number of pages, and returns the CPU time of each, in milliseconds. */
async function contender(store: Store, order: keyof typeof ORDERS): Promise<(pages: number) => Promise<number>> {
  const strategy = makeStrategy(
    { strategy: 'beebot', siteRule: 'time-quantum', linkOrder: order, params: {} },
    undefined,
  );
  const { frontier } = await frontierOn(store, strategy, { pageLimit: undefined, traps: true });
  const random = randomNumbers(1);
  let now = START;
  return async (pages) => {
    let cpu = 0;
    for (let page = 0; page < pages; page++) {
      now += 1000;
      const beforeClaim = process.cpuUsage();
      const next = await frontier.claim(now);
      cpu += cpuSince(beforeClaim);
      if (next.kind !== 'claim') throw new Error('nothing to claim');
      const result = new SyntheticSite(next.claim.site - 1).visit(SyntheticSite.pageOf(next.claim.url), random);
      const beforeSettle = process.cpuUsage();
      await frontier.completeVisit(next.claim, result, now + 1000);
      cpu += cpuSince(beforeSettle);
    }
    return cpu / pages;
  };
}
