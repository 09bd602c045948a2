import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { connect } from '../../src/cluster/connection.ts';
import { pull } from '../../src/cluster/copy.ts';
import { Session } from '../../src/cluster/session.ts';
import { openStore } from '../../src/storage/open.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { DOMAINS, isKiller, SITES_OF_DOMAIN, siteOf } from './chaos-web.ts';
import { openWay, type PostgresServer } from './postgres-server.ts';

/** Milliseconds after which a silent worker counts as dead: as short as heartbeats every second allow. */
const LEASE = 2500;
/** Milliseconds for which a process is stopped: a zombie wakes when its sites belong to others. */
const STOPPED = LEASE + 1500;
const WORKERS = 3;
/** Milliseconds within which work must continue. */
const PATIENCE = 30_000;

const PROGRAM = join(
  import.meta.dirname.replace(/[/\\]dist(?=[/\\])/, ''),
  '..',
  '..',
  'dist/test/cluster/chaos-worker.js',
);

const event = z.object({ what: z.enum(['begin', 'end', 'again']), url: z.string(), at: z.number(), pid: z.number() });
type Event = z.output<typeof event>;
const counted = z.object({ count: z.number() });

/** Results of a crawl with random failures. */
interface Aftermath {
  readonly pageLimit: number;
  /** Used pages by the record. */
  readonly pagesUsed: number;
  readonly granted: number;
  readonly visits: number;
  readonly distinct: number;
  /** Pages without a stored visit, or only with that of another fetch. */
  readonly inVain: number;
  /** Most fetches on one host that were still running when another process started one. */
  readonly overlaps: number;
  /** Workers that were considered dead. */
  readonly takeovers: number;
  /** Number of times that workers rejoined after losing their leases. */
  readonly again: number;
  /** Left: leases of links, workers that are alive or have pages booked, and domains that are held. */
  readonly leases: number;
  readonly alive: number;
  readonly held: number;
  /** Deaths caused by the page that kills workers. */
  readonly blamed: number;
  readonly broken: Readonly<Record<string, unknown>>;
}

/** A crawl of a made-up web by several processes, with injectable failures. */
export class Chaos {
  readonly #way: Awaited<ReturnType<typeof openWay>>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'forager-chaos-'));
  readonly #db: string;
  readonly #pageLimit: number;
  readonly #children: ChildProcess[] = [];
  /** Times at which processes were ended by us or by a page. */
  readonly #endedAt = new Map<number, number>();
  #primary: PostgresServer;
  #isOver = false;
  #errors = '';

  private constructor(server: PostgresServer, way: Awaited<ReturnType<typeof openWay>>, db: string, pageLimit: number) {
    this.#primary = server;
    this.#way = way;
    this.#db = db;
    this.#pageLimit = pageLimit;
  }

  /** @param server whose standby may be promoted */
  static async begin(server: PostgresServer, pageLimit: number): Promise<Chaos> {
    const way = await openWay(server.port);
    const db = way.by(await server.createDatabase(true));
    const sites = Array.from({ length: DOMAINS * SITES_OF_DOMAIN }, (_, at) => {
      const url = siteOf(at % DOMAINS, Math.floor(at / DOMAINS));
      return { url, name: url, shortName: url, kind: 'other', scope: 'host' } as const;
    });
    const begins = { pageLimit, sites };
    const session = await Session.open({ db, slots: 1, begins, lease: LEASE, warn: () => undefined, now: Date.now });
    await session.leave();
    await session.set.store.close();
    const chaos = new Chaos(server, way, db, pageLimit);
    for (let at = 0; at < WORKERS; at++) chaos.#start(at);
    return chaos;
  }

  #fork(): ChildProcess {
    const child = fork(PROGRAM, [this.#db, join(this.#folder, 'log')], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    child.stderr?.on('data', (piece) => (this.#errors += String(piece)));
    return child;
  }

  #start(at: number): void {
    const child = this.#fork();
    this.#children[at] = child;
    child.on('exit', (_, signal) => {
      if (child.pid !== undefined) this.#endedAt.set(child.pid, Date.now());
      // As a service manager does.
      if (signal === 'SIGKILL' && !this.#isOver) this.#start(at);
    });
  }

  /** Queries the record; an unavailable server is waited for. */
  async #ask(text: string): Promise<number> {
    for (const until = Date.now() + PATIENCE; ; )
      try {
        const connection = await connect(this.#db, {});
        const [row] = await connection.rows(counted, text).finally(() => connection.close());
        return row?.count ?? 0;
      } catch (error) {
        if (Date.now() > until) throw error;
        await setTimeout(50);
      }
  }

  get #pagesUsed(): Promise<number> {
    return this.#ask('select coalesce(sum(pages + failed), 0)::int as count from sites');
  }

  /** Waits until the given number of additional pages are used, or all. Returns whether pages are left. */
  async goOn(pages: number): Promise<boolean> {
    const wanted = Math.min(this.#pageLimit, (await this.#pagesUsed) + pages);
    for (const until = Date.now() + PATIENCE; (await this.#pagesUsed) < wanted; await setTimeout(50))
      if (Date.now() > until) throw new Error(`the crawl does not go on: ${this.#errors.slice(-2000)}`);
    return wanted < this.#pageLimit;
  }

  kill(at: number): void {
    this.#children[at % WORKERS]?.kill('SIGKILL');
  }

  /** Stops a worker for longer than its lease. */
  async stop(at: number): Promise<void> {
    const child = this.#children[at % WORKERS];
    child?.kill('SIGSTOP');
    await setTimeout(STOPPED);
    child?.kill('SIGCONT');
  }

  cut(): void {
    this.#way.cut();
  }

  async restart(): Promise<void> {
    await this.#primary.restart('immediate');
  }

  /** Creates a standby, and promotes it in place of the server, which ends as by a crash. */
  async failOver(standby: PostgresServer): Promise<void> {
    await this.#primary.stop('immediate');
    await standby.promote();
    this.#primary = standby;
    this.#way.leadTo(standby.port);
    this.#way.cut();
  }

  /** Waits until all workers have ended by themselves, and counts. */
  async end(): Promise<Aftermath> {
    for (const until = Date.now() + PATIENCE; this.#running.length > 0; await setTimeout(50))
      if (Date.now() > until) throw new Error(`the crawl does not end: ${this.#errors.slice(-2000)}`);
    this.#isOver = true;
    await setTimeout(LEASE);
    // It finds no work, and releases the leases of the last dead workers.
    await once(this.#fork(), 'exit');
    const file = join(this.#folder, 'pulled.sqlite');
    await pull(this.#db, file);
    const store = await openStore(file);
    const count = (sql: string) => z.number().parse(store.connection.prepare(sql).pluck().get());
    const events = this.#events();
    const begun = events.filter(({ what, url }) => what === 'begin' && !isKiller(url)).length;
    const visits = count('select count(*) from visits');
    const aftermath = {
      pageLimit: this.#pageLimit,
      pagesUsed: await this.#pagesUsed,
      granted: await this.#ask('select granted::int as count from crawl'),
      visits,
      distinct: count('select count(distinct link) from visits'),
      inVain: begun - visits,
      overlaps: this.#overlaps(events),
      takeovers: await this.#ask(`select count(*)::int as count from workers where ended = 'taken for dead'`),
      again: events.filter(({ what }) => what === 'again').length,
      leases: count('select count(*) from leases'),
      alive: await this.#ask('select count(*)::int as count from workers where is_alive or open_grant <> 0'),
      held: await this.#ask('select count(*)::int as count from domains where worker is not null'),
      blamed: count('select coalesce(max(crashes), 0) from crashes'),
      broken: {},
    };
    await store.close();
    return { ...aftermath, broken: brokenInvariants(file) };
  }

  get #running(): ChildProcess[] {
    return this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode !== 'SIGTERM');
  }

  #events(): Event[] {
    const log = join(this.#folder, 'log');
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
    return lines.map((line) => event.parse(JSON.parse(line)));
  }

  /** Most fetches on one host that were still running when another process started one there. */
  #overlaps(events: readonly Event[]): number {
    const fetches = new Map<string, { pid: number; url: string; from: number; to: number }[]>();
    for (const { what, url, at, pid } of events) {
      if (what === 'again') continue;
      const { host } = new URL(url);
      const ofHost = fetches.get(host) ?? [];
      fetches.set(host, ofHost);
      const begun = ofHost.findLast((one) => one.pid === pid && one.url === url);
      if (what === 'begin') ofHost.push({ pid, url, from: at, to: this.#endedAt.get(pid) ?? Number.POSITIVE_INFINITY });
      else if (begun) begun.to = at;
    }
    const overlapping = [...fetches.values()].map(
      (all) =>
        all.filter((one, at) => all.slice(at + 1).some((other) => other.pid !== one.pid && other.from < one.to)).length,
    );
    return Math.max(0, ...overlapping);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    for (const child of this.#children) {
      const ended = child.exitCode === null && child.signalCode === null && once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await ended;
    }
    this.#way.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
