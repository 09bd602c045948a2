import type { ScopeKind } from '../../src/domain/site.ts';
import type { Claim, Failure, NamedSite } from '../../src/frontier/frontier.ts';
import { type FrontierTables, storedTables } from '../../src/frontier/queries.ts';
import { deleteLinks } from '../../src/storage/lists/link-edits.ts';
import { openStoreToEdit, type Store } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { addSites } from '../../src/storage/sites.ts';
import { getOne } from '../../src/storage/statement.ts';
import { expectSame, must } from '../in-loops.ts';
import { openFresh } from '../storage/fresh-store.ts';
import { brokenInvariants } from './invariants.ts';
import { type RandomWeb, sitesOf } from './random-web.ts';
import {
  checkOf,
  everywhere,
  grouped,
  misjudged,
  newSite,
  type OpenOptions,
  onTables,
  page,
  queuedIn,
  recheckUnchanged,
  revisit,
} from './world.ts';

/** The disk is full once. */
class NotStored extends Error {}

/** Tables of which one transaction at a time is rolled back after its work. */
function failing(tables: FrontierTables) {
  let untilFailure = Number.POSITIVE_INFINITY;
  return {
    ...tables,
    transaction: <T>(work: () => T): Promise<T> =>
      tables.transaction(() => {
        const done = work();
        if (untilFailure-- === 0) throw new NotStored();
        return done;
      }),
    /** Runs once, without success: its first transaction is rolled back. */
    async refuse(ask: () => Promise<unknown>): Promise<void> {
      untilFailure = 0;
      const refused: unknown = await ask().catch((error: unknown) => error);
      untilFailure = Number.POSITIVE_INFINITY;
      must(refused instanceof NotStored, `what is not stored is refused: ${refused}`);
    },
    /** Runs until nothing fails: each transaction is rolled back once, in order. */
    async insist<T>(ask: () => Promise<T>): Promise<T> {
      for (let fine = 0; ; fine++) {
        untilFailure = fine;
        try {
          return await ask();
        } catch (error) {
          if (!(error instanceof NotStored)) throw error;
        } finally {
          untilFailure = Number.POSITIVE_INFINITY;
        }
      }
    },
  };
}

/** Hosts without pages in the webs. */
const isOutside = (host: string) => host.endsWith('.example');

interface Crawling extends OpenOptions {
  readonly starts?: readonly string[];
  /** Of its sites; each host unless given. */
  readonly scope?: ScopeKind;
  /** Pages in flight; one unless given. */
  readonly workers?: number;
  /** True if each commit fails once. */
  readonly isFailing?: boolean;
  /** True if the user edits links and sites meanwhile and changes limits, and pages are revisited in the end. */
  readonly isDisturbed?: boolean;
  /** True if all rows are compared with those of a crawl that broke no invariant: then this one breaks none. */
  readonly isCompared?: boolean;
  /** Tells whether, and how, a page fails to load at a time. */
  readonly fails?: (url: string, now: number) => Failure['kind'] | undefined;
}

/**
 * Crawls a web; returns the order of its visits, the figures of its sites in memory after each, and the contents of its
 * tables. Visits load, fail, are released and are forbidden in turn.
 */
export async function trialCrawl(file: string, web: RandomWeb, { starts = sitesOf(web), ...given }: Crawling) {
  const {
    scope = 'host',
    workers = 1,
    isFailing = false,
    isDisturbed = false,
    isCompared = false,
    fails = () => undefined,
    ...asked
  } = given;
  const store = await openFresh(file);
  const { id } = getOne(runQueries(store).start, { started_at: 0, pid: 1, config: '{}' });
  const tables = storedTables(store);
  const failingOnce = failing(tables);
  // Only some webs have links between sites.
  const options = {
    linkOrder: grouped,
    siteRule: 'best-first',
    follow: { ...everywhere, avoids: isOutside },
    ...asked,
  };
  const frontier = await onTables(failingOnce, options, { id, startedAt: 0 });
  const insist = isFailing ? failingOnce.insist : <T>(ask: () => Promise<T>) => ask();
  const sites = starts.map((url) => newSite(url, { scope }));
  await insist(() => frontier.addSites(sites, 0));
  const order: string[] = [];
  const inFlight: Claim[] = [];
  const read: Claim[] = [];
  const figures: unknown[] = [];
  // Between two pages passes the time between two looks for edits.
  for (let now = 2000; ; now += 2000) {
    const next = await insist(() => frontier.claim(now));
    if (next.kind === 'claim') {
      inFlight.push(next.claim);
      expectSame(misjudged(frontier, queuedIn(tables, now)), []);
      order.push(next.claim.url);
      if (inFlight.length < workers) continue;
    }
    const [claim] = inFlight.splice(order.length % Math.max(1, inFlight.length), 1);
    if (!claim) {
      if (next.kind === 'over') break;
      continue;
    }
    const on = web[claim.url] ?? [];
    const completed = { ...page(claim, on), text: [claim.url, ...on.map((link) => JSON.stringify(link))] };
    const kind = fails(claim.url, now);
    const turn = order.length % 16;
    // A failed transaction need not be repeated.
    if (turn === 11 && kind === undefined && isFailing)
      await failingOnce.refuse(() => frontier.completeVisit(claim, completed, now + 1));
    if (kind !== undefined) {
      const failure = { reason: 'it failed', kind, isAnswer: false };
      figures.push(await insist(() => frontier.fail(claim, failure, now + 1)));
    } else if (turn === 5 || turn === 11)
      await insist(() => frontier.release(claim, { notBefore: now + 1500, failed: true, askedAt: now }, now + 1));
    else if (turn === 9) await insist(() => frontier.forbid(claim, { reason: 'not now', askedAt: now }, now + 1));
    else if (turn === 13)
      await insist(() => frontier.fail(claim, { reason: 'HTTP 404', kind: 'final', isAnswer: true }, now + 1));
    else {
      await insist(() => frontier.completeVisit(claim, completed, now + 1));
      read.push(claim);
    }
    if (isDisturbed && order.length === 3) await edit(file, now + 1);
    if (isDisturbed && order.length % 4 === 0) {
      const depth = order.length % 8 === 0 ? 9 : 1;
      await insist(() => frontier.setLimits({ depth }, now + 1));
    }
    figures.push(frontier.sites().map(figuresOf), frontier.state(now + 1), frontier.pauses(now + 1));
  }
  for (const [at, { link, site, url }] of isDisturbed ? read.entries() : []) {
    const now = 1_000_000 + at;
    const on = (web[url] ?? []).slice(1).reverse();
    const checked = { ...page(checkOf(frontier, url, site), [...on, `/new${at % 3}`]), text: [`${at}`, 'as before'] };
    figures.push(await insist(() => revisit(frontier, link, checked, now, [`${at} times`, 'as before'])));
    figures.push(await insist(() => recheckUnchanged(frontier, link, now + 500)), frontier.sites().map(figuresOf));
  }
  const stored = contentsOf(store);
  expectSame(store.connection.pragma('integrity_check', { simple: true }), 'ok');
  await store.close();
  if (!isCompared) expectSame(brokenInvariants(file), {});
  return { order, figures, stored };
}

/** The user deletes some links, and adds a site. */
async function edit(file: string, now: number): Promise<void> {
  const editing = await openStoreToEdit(file);
  await deleteLinks(editing, 'internal', { text: '2' }, now);
  addSites(editing, [newSite('http://added.test/')], now);
  await editing.close();
}

const figuresOf = ({ id, waiting, best, visits, inFlight, rewardSum, rewardMax, milliseconds }: NamedSite) => ({
  ...{ id, waiting, best, visits, inFlight, rewardSum, rewardMax, milliseconds },
});

/** All rows of all tables. */
function contentsOf({ connection }: Store): Readonly<Record<string, readonly unknown[]>> {
  const names = connection
    .prepare<[], string>("select name from sqlite_master where type = 'table' and name not like 'kysely%'")
    .pluck()
    .all();
  return Object.fromEntries(names.map((name) => [name, connection.prepare(`select * from "${name}"`).all()]));
}
