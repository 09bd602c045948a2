import { earlierSession } from '../crawl/log-in/open-log-in.ts';
import { begin, end, onBase, visitAll } from '../crawl/run.ts';
import { resumedChoice } from '../crawl/run-record.ts';
import { visit } from '../crawl/visit.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import { isPostgres } from '../domain/database.ts';
import { hasSession } from '../options/crawl.ts';
import type { NightOptions } from '../options/night.ts';
import { existing, type Store } from '../storage/open.ts';
import { nightQueries, revisitQueries } from '../storage/recrawl.ts';
import { runQueries, storedIdentity } from '../storage/runs.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { crawlOptionsOf, type RecrawlOptions, refuseEmpty, refuseImpossible } from './asked-night.ts';
import { CheckQueue } from './check-queue.ts';
import { CheckRecord } from './check-record.ts';
import { planner } from './choose-pages.ts';
import { checkConditionally } from './conditional-check.ts';
import { NightFrontier } from './night-frontier.ts';
import { type NightSummary, summariseNight } from './night-summary.ts';
import { closeNight, type Night, openNight } from './open-night.ts';
import { readSitemapSignals } from './sitemap-signals.ts';
import { ValidatorTrust } from './validator-trust.ts';

/** Of the pages that are chosen so many times the budget, as some can not be checked. */
const CHOSEN_PER_PAGE = 2;

/** Share of a night that goes to them, and how many it is at least. */
const RETRIED_SHARE = 0.05;
const LEAST_RETRIES = 3;

/**
 * One night's work on the database of a crawl: the pages that are worth most are visited and compared with what is
 * stored, and new ones are crawled within the same budget. A night that was cut off goes on.
 *
 * @throws BadInput for options that can't be, for a database that is not there, and where nothing was crawled yet
 */
export async function recrawl(options: RecrawlOptions, events: CrawlEvents, now: () => number): Promise<NightSummary> {
  const { night: asked, db } = options;
  refuseImpossible(asked);
  const optionsOf = (store: Store) => {
    refuseEmpty(store, db);
    return crawlOptionsOf(store, options);
  };
  const place = isPostgres(db) ? ({ db, joins: true, alone: 'a night' } as const) : { db: existing(db) };
  return await onBase({ ...options, ...place }, { events, now }, optionsOf, async (base) => {
    const { store, web } = base;
    const { pageLimit, timeLimit, newShare } = asked;
    await web.capture.start();
    const identity = storedIdentity(store);
    await readSitemapSignals({ ...web, store, identity });
    const { night, pagesLeft } = await store.write(() => nightWithBudget(store, asked, now()));
    const choice = resumedChoice({ strategy: undefined, params: {} }, store);
    const strategy = makeStrategy(choice, pageLimit, { seed: base.options.seed, inThreads: true });
    const sessionBefore = earlierSession(store);
    const limits = { retryFailed: { lasting: lastingRetries(pageLimit) } };
    const run = await begin(base, { strategy, identity, timeLimit, night: night.step, limits });
    const { frontier } = run;
    const { length: count } = night.choice.pages;
    const at = planner(store, night.choice, hasSession(base.options));
    const queue = new CheckQueue({ count, at, hosts: frontier.hosts });
    const trust = new ValidatorTrust(store, night.step);
    const putOff: string[] = [];
    const record = new CheckRecord(store, frontier, night, run.record, trust);
    const nightly = new NightFrontier({
      ...{ frontier, queue, record, pagesLeft, newShare },
      putOff(host) {
        putOff.push(host);
        events.note?.(`${host} does not answer: what is left of its checks waits for another night`);
      },
    });
    const { validators } = revisitQueries(store);
    const asking = { web, night: nightly, trust, validators, step: night.step, seed: options.seed, now };
    const stopped = await visitAll(run, {
      ...{ frontier: nightly, charged: pagesOf(store, night), pageLimit, timeLimit, sessionBefore },
      async read(claim, tools, storms) {
        const answer = await checkConditionally(claim, asking);
        return answer ? answer.settled : await visit(claim, tools, storms);
      },
    });
    await record.storeHeld();
    const took = await end(run, stopped, () => {
      if (stopped !== 'interrupted') closeNight(store, night.step, now());
    });
    const { id, spentBefore } = run.record;
    return summariseNight(store, night, asked, { run: id, stopped, putOff, milliseconds: spentBefore + took });
  });
}

/** How many pages that failed for a reason that lasts are tried again in a night: somebody may have mended them. */
const lastingRetries = (pageLimit: number | undefined): number =>
  pageLimit === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_RETRIES, RETRIED_SHARE * pageLimit);

/** The night to work on, and how many pages of it are left; one that was cut off when its budget was spent is over. */
function nightWithBudget(store: Store, asked: NightOptions, now: number) {
  const { pageLimit } = asked;
  const wanted = pageLimit === undefined ? Number.MAX_SAFE_INTEGER : CHOSEN_PER_PAGE * pageLimit;
  const leftOf = (night: Night) => (pageLimit === undefined ? undefined : pageLimit - pagesOf(store, night));
  const isSpent = (night: Night, left = leftOf(night)) =>
    (left !== undefined && left <= 0) ||
    (asked.timeLimit !== undefined &&
      (runQueries(store).nightMilliseconds.get({ night: night.step })?.milliseconds ?? 0) >= asked.timeLimit);
  let night = openNight(store, asked, wanted, now);
  if (night.goesOn && isSpent(night)) {
    closeNight(store, night.step, now);
    night = openNight(store, asked, wanted, now);
  }
  return { night, pagesLeft: leftOf(night) };
}

/** Pages that a night has charged so far: checks, and visits of new pages. */
function pagesOf(store: Store, { step, lastVisit }: Night): number {
  const checks = revisitQueries(store).countChecks.get({ step })?.checks ?? 0;
  return checks + (nightQueries(store).newVisits.get({ night: step, after: lastVisit })?.visits ?? 0);
}
