import { setTimeout } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { sentTables } from '../../src/cluster/row-images.ts';
import { Session } from '../../src/cluster/session.ts';
import { SharedFrontier } from '../../src/cluster/shared-frontier.ts';
import type { Claim, Frontier } from '../../src/frontier/frontier.ts';
import { type FrontierTables, STATUS, storedTables } from '../../src/frontier/queries.ts';
import type { CrawlStore, Store } from '../../src/storage/open.ts';
import { openStore } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { getOne } from '../../src/storage/statement.ts';
import { type RandomWeb, sitesOf } from '../frontier/random-web.ts';
import { everywhere, newSite, type OpenOptions, onTables, page } from '../frontier/world.ts';
import { must } from '../in-loops.ts';
import { openFresh } from '../storage/fresh-store.ts';

/** The work of a transaction fails once. */
export class NotDone extends Error {}

/** One process of a crawl: alone on a file, or a worker on PostgreSQL. */
export interface Worker {
  readonly frontier: Frontier;
  readonly store: Store;
  readonly session: Session | undefined;
  /** Lets the next transaction fail after its work, unless the returned function is called before. */
  fail(): () => void;
  /** Ends it properly: nothing is in flight. */
  leave(): Promise<void>;
  /** Ends it like a kill: pages in flight stay so. */
  kill(): Promise<void>;
}

/** Milliseconds. */
const LONGEST_WAIT = 4000;

/** Options of a crawl. */
export interface Crawl extends OpenOptions {
  readonly web: RandomWeb;
  /** Pages in flight. */
  readonly workers?: number;
}

/** The test's own hosts are followed, as far as the web leads; only some of them have pages. */
const options = ({ web, ...given }: Crawl): OpenOptions => ({
  follow: { ...everywhere, avoids: (host) => !/^x[12]\.example$/.test(host) },
  ...given,
});

const sitesFor = ({ web }: Crawl) => sitesOf(web).map((url) => newSite(url));

/** Starts a run of a frontier on a store, as the commands do. */
async function begin(store: CrawlStore | Store, crawl: Crawl, now: number, session?: Session) {
  const runs = runQueries(store);
  const { id } = await store.write(() => {
    runs.endKilled.run({});
    return getOne(runs.start, { started_at: now, pid: 1, config: '{}' });
  });
  const tables = storedTables(store);
  let isToFail = false;
  const failing: FrontierTables = {
    ...tables,
    transaction: (work, sent) =>
      tables.transaction(() => {
        const done = work();
        if (isToFail) {
          isToFail = false;
          throw new NotDone();
        }
        return done;
      }, sent),
  };
  const asked = { ...options(crawl), ...(session && { share: session.share }) };
  const frontier = await onTables(failing, asked, { id, startedAt: now });
  const fail = () => {
    isToFail = true;
    return () => {
      isToFail = false;
    };
  };
  return { frontier, fail };
}

/** Starts a crawl alone on a file, or continues it. */
export async function alone(file: string, crawl: Crawl, now = 0): Promise<Worker> {
  const store = await openFresh(file);
  const { frontier, fail } = await begin(store, crawl, now);
  await frontier.addSites(sitesFor(crawl), now);
  const close = () => store.close();
  return { frontier, store, session: undefined, fail, leave: close, kill: close };
}

/** Joins a crawl on PostgreSQL, or starts it. */
export async function worker(db: string, crawl: Crawl, now = 0, lease?: number): Promise<Worker> {
  const begins = { pageLimit: crawl.pageLimit, sites: sitesFor(crawl) };
  const session = await Session.open({ db, slots: 1, begins, lease, warn: () => undefined, now: () => now });
  const { store } = session.set;
  const { frontier, fail } = await begin(store, crawl, now, session);
  const shared = new SharedFrontier(session, frontier);
  await shared.begin(now);
  return {
    ...{ frontier: shared, store, session, fail },
    async leave() {
      await session.leave();
      await store.close();
    },
    async kill() {
      session.close();
      await store.close();
    },
  };
}

/** Progress of a crawl, whichever worker continues it. */
export class Progress {
  readonly order: string[];
  /** Its clock. */
  now = 2000;
  readonly inFlight: Claim[] = [];

  constructor(order: readonly string[] = []) {
    this.order = [...order];
  }

  /** True after a kill: pages in flight are lost. */
  killed(): Progress {
    return Object.assign(new Progress(this.order), { now: this.now });
  }
}

/**
 * Continues until the given number of pages were started, or the crawl is over. Visits load, fail, are released and are
 * forbidden in turn.
 *
 * @param isDrained whether pages in flight end then, and none starts meanwhile
 * @param insist retries until nothing fails
 */
export async function crawlOn(
  { frontier }: Pick<Worker, 'frontier'>,
  { web, workers = 1 }: Crawl,
  progress: Progress,
  { pages = Number.POSITIVE_INFINITY, isDrained = false, insist = <T>(ask: () => Promise<T>) => ask() } = {},
): Promise<void> {
  const { order, inFlight } = progress;
  for (let waits = 0; ; ) {
    const isEnough = order.length >= pages;
    if (isEnough && (!isDrained || inFlight.length === 0)) return;
    if (waits === 0) progress.now += 2000;
    const { now } = progress;
    const next = isEnough ? undefined : await insist(() => frontier.claim(now));
    if (next?.kind === 'claim') {
      inFlight.push(next.claim);
      order.push(next.claim.url);
      waits = 0;
      if (inFlight.length < workers) continue;
    }
    const [claim] = inFlight.splice(order.length % Math.max(1, inFlight.length), 1);
    if (!claim && next?.kind === 'over') return;
    // A worker waits until it knows the state of the others.
    if (!claim) await setTimeout(10);
    else await insist(() => end(frontier, claim, web, order.length, now + 1));
    waits = claim ? 0 : waits + 1;
    must(waits < LONGEST_WAIT / 10, 'a worker does not wait for nothing');
  }
}

async function end(frontier: Frontier, claim: Claim, web: RandomWeb, turn: number, now: number): Promise<void> {
  const askedAt = now - 1;
  switch (turn % 16) {
    case 5:
    case 11:
      return await frontier.release(claim, { notBefore: now + 1500, failed: true, askedAt }, now);
    case 9:
      return await frontier.forbid(claim, { reason: 'not now', askedAt }, now);
    case 13:
      return void (await frontier.fail(claim, { reason: 'HTTP 404', kind: 'final', isAnswer: true }, now));
    default: {
      const on = web[claim.url] ?? [];
      const text = [claim.url, ...on.map((link) => JSON.stringify(link))];
      await frontier.completeVisit(claim, { ...page(claim, on), text }, now);
    }
  }
}

/** Columns that describe the process and not the crawl. */
const OWN: Readonly<Record<string, readonly string[]>> = { visits: ['view_age'] };

/** All rows of all shared tables, with numbers of texts and groups replaced by their contents. */
export async function contentsOf(file: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const store = await openStore(file);
  try {
    return rowsOf(store);
  } finally {
    await store.close();
  }
}

function rowsOf({ connection }: { connection: Database.Database }): Readonly<Record<string, readonly unknown[]>> {
  const text = connection.prepare('select text from texts where id = ?').pluck();
  const groupOf = connection
    .prepare("select site || ' ' || tier || ' ' || lane || ' ' || name from queue_groups where id = ?")
    .pluck();
  return Object.fromEntries(
    sentTables({ connection }).map(({ name, columns, key, texts }) => {
      const by = key.map((place) => columns[place]).join(', ');
      const shown = columns.filter((column) => !OWN[name]?.includes(column));
      const rows = connection
        .prepare<[], Record<string, unknown>>(`select ${shown.join(', ')} from ${name} order by ${by}`)
        .all();
      for (const row of rows)
        for (const place of texts) {
          const column = columns[place] ?? '';
          row[column] = text.get(row[column]);
        }
      for (const row of rows) {
        // That of a link that no longer waits may be missing.
        const waits = name !== 'internal_links' || row.status === STATUS.waiting || row.status === STATUS.claimed;
        if ('queue_group' in row) row.queue_group = waits ? groupOf.get(row.queue_group) : undefined;
        if (name === 'queue_groups') row.id = groupOf.get(row.id);
      }
      return [name, rows];
    }),
  );
}

/** The tables in which two databases differ, each with the first rows that do. */
export function differing(
  one: Readonly<Record<string, readonly unknown[]>>,
  other: Readonly<Record<string, readonly unknown[]>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(one).flatMap((table) => {
      const [a, b] = [one, other].map((all) => (all[table] ?? []).map((row) => JSON.stringify(row)));
      const only = a?.filter((row) => !b?.includes(row)) ?? [];
      const others = b?.filter((row) => !a?.includes(row)) ?? [];
      return only.length + others.length === 0 ? [] : [[table, { only: only.slice(0, 3), others: others.slice(0, 3) }]];
    }),
  );
}
