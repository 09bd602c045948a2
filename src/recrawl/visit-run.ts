import { SharedFrontier } from '../cluster/shared-frontier.ts';
import { earlierSession } from '../crawl/log-in/open-log-in.ts';
import { begin, end, type RunBase, visitAll } from '../crawl/run.ts';
import { resumedChoice } from '../crawl/run-record.ts';
import { visit } from '../crawl/visit.ts';
import { hasSession } from '../options/crawl.ts';
import type { RecrawlRunOptions } from '../options/recrawl.ts';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries, revisitQueries } from '../storage/recrawl.ts';
import { storedIdentity } from '../storage/runs.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { planner } from './choose-pages.ts';
import { revisitConditionally } from './conditional-revisit.ts';
import type { RecrawlRun } from './open-run.ts';
import { RecrawlFrontier } from './recrawl-frontier.ts';
import { RevisitQueue } from './revisit-queue.ts';
import { RevisitRecord } from './revisit-record.ts';
import { runSums } from './run-sums.ts';
import { ValidatorTrust } from './validator-trust.ts';

/** Share of a recrawl run for retries of lasting failures, and the minimum number. */
const RETRIED_SHARE = 0.05;
const LEAST_RETRIES = 3;

interface RecrawlPart {
  readonly recrawlRun: RecrawlRun;
  readonly asked: RecrawlRunOptions;
  readonly pagesLeft: number | undefined;
}

/** Visits this machine's pages of a recrawl run. */
export async function visitRecrawlRun(base: RunBase, { recrawlRun, asked, pagesLeft }: RecrawlPart) {
  const { store, session, web, options, events, now } = base;
  const { pageLimit, timeLimit, newShare } = asked;
  const identity = storedIdentity(store);
  const choice = resumedChoice({ strategy: undefined, params: {} }, store);
  const strategy = makeStrategy(choice, pageLimit, { seed: options.seed, inThreads: true });
  const sessionBefore = earlierSession(store);
  const limits = { retryFailed: { lasting: lastingRetries(pageLimit) } };
  const run = await begin(base, { strategy, identity, timeLimit, recrawlRun: recrawlRun.step, limits });
  const { frontier } = run;
  const { length: count } = recrawlRun.choice.pages;
  const at = planner(store, recrawlRun.choice, hasSession(options));
  const counts = session && revisitsBySite(store, recrawlRun);
  const queue = new RevisitQueue({ count, counts, at, hosts: frontier.hosts });
  const sums = runSums(store, recrawlRun.step, session ? run.record.id : 0);
  const trust = new ValidatorTrust(store, sums);
  const putOff: string[] = [];
  const record = new RevisitRecord(store, frontier, { recrawlRun, run: run.record, trust, sums });
  const recrawlFrontier = new RecrawlFrontier({
    ...{ frontier, queue, record, pagesLeft, newShare, share: session?.share },
    putOff(host) {
      putOff.push(host);
      events.note?.(`${host} does not answer; its other pages wait for another recrawl run`);
    },
  });
  const shared = session && new SharedFrontier(session, recrawlFrontier);
  await shared?.begin(now());
  const { validators } = revisitQueries(store);
  const asking = { web, frontier: recrawlFrontier, trust, validators, step: recrawlRun.step, seed: options.seed, now };
  const stopped = await visitAll(run, {
    ...{ frontier: shared ?? recrawlFrontier, pagesUsed: pagesOf(store, recrawlRun) },
    ...{ pageLimit, timeLimit, sessionBefore },
    async read(claim, tools, onOverload) {
      const answer = await revisitConditionally(claim, asking);
      return answer ? answer.completed : await visit(claim, tools, onOverload);
    },
  });
  await record.storeHeld();
  if (stopped === 'done') await shared?.finishSites();
  const took = await end(run, stopped, () => undefined);
  return { run: run.record, stopped, took, putOff };
}

/** Returns the number of pages to revisit per site. */
export function revisitsBySite(store: Store, { choice }: RecrawlRun): ReadonlyMap<number, number> {
  const sql = revisitQueries(store);
  const counts = new Map<number, number>();
  for (const page of Array.from(choice.pages)) {
    const site = sql.get.get({ page })?.site;
    if (site !== undefined) counts.set(site, (counts.get(site) ?? 0) + 1);
  }
  return counts;
}

/** Returns the number of retries of lasting failures in a recrawl run, as the pages may have been repaired. */
const lastingRetries = (pageLimit: number | undefined): number =>
  pageLimit === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_RETRIES, RETRIED_SHARE * pageLimit);

/** Returns the pages counted so far: revisits, and visits to new pages. */
export function pagesOf(store: Store, { step, lastVisit }: RecrawlRun): number {
  const revisits = revisitQueries(store).countRevisits.get({ step })?.revisits ?? 0;
  return revisits + (recrawlRunQueries(store).newVisits.get({ step, after: lastVisit })?.visits ?? 0);
}
