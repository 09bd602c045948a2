import { linkLimits } from '../crawl/link-limits.ts';
import { NeedlessParameters } from '../crawl/needless-parameters.ts';
import { earlierSession, openSession } from '../crawl/open-session.ts';
import { beginRun, forgetBounds, resumedChoice } from '../crawl/run-record.ts';
import { RunRequests } from '../crawl/run-requests.ts';
import { searchesByAddress } from '../crawl/search-results.ts';
import { SoftErrors } from '../crawl/soft-errors.ts';
import { visit } from '../crawl/visit.ts';
import { type CrawlEvents, visitPages } from '../crawl/visit-pages.ts';
import { openWeb, type Web } from '../crawl/web.ts';
import type { Claim } from '../frontier/frontier.ts';
import { storedTables } from '../frontier/queries.ts';
import { TableFrontier } from '../frontier/table-frontier.ts';
import { hasSession } from '../options/crawl.ts';
import type { NightOptions } from '../options/night.ts';
import { existing, openStore, type Store, storageError } from '../storage/open.ts';
import { nightQueries, revisitQueries } from '../storage/recrawl.ts';
import { runQueries, storedIdentity } from '../storage/runs.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { crawlOptionsOf, type RecrawlOptions, refuseEmpty, refuseImpossible } from './asked-night.ts';
import { CheckQueue } from './check-queue.ts';
import { CheckRecord } from './check-record.ts';
import { checkConditionally } from './conditional-check.ts';
import { NightFrontier } from './night-frontier.ts';
import { type NightSummary, summariseNight } from './night-summary.ts';
import { closeNight, type Night, openNight } from './open-night.ts';
import { planner } from './planner.ts';
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
  const { night: asked } = options;
  refuseImpossible(asked);
  const store = await openStore(existing(options.db), { isPrivate: hasSession(options), warn: events.warn });
  let web: Web | undefined;
  try {
    refuseEmpty(store, options.db);
    const crawlOptions = crawlOptionsOf(store, options);
    web = openWeb(crawlOptions, store, events, now);
    const opened = web;
    await web.capture.start();
    const identity = storedIdentity(store);
    await readSitemapSignals({ ...opened, store, identity });
    const { night, pagesLeft } = await store.write(() => nightWithBudget(store, asked, now()));
    const choice = resumedChoice({ strategy: undefined, params: {} }, store);
    const strategy = makeStrategy(choice, asked.pageLimit, { seed: crawlOptions.seed, inThreads: true });
    const sessionBefore = earlierSession(store);
    const run = await store.write(() => {
      forgetBounds(store);
      return beginRun(store, crawlOptions, strategy, now(), night.step);
    });
    const limits = {
      ...linkLimits(crawlOptions, opened, strategy.topic),
      retryFailed: { lasting: lastingRetries(asked.pageLimit) },
    };
    const frontier = await TableFrontier.open({
      ...{ tables: storedTables(store), strategy, identity, limits, run },
      timeLimit: asked.timeLimit,
    });
    const hosts = frontier.hosts;
    const isInSession = hasSession(crawlOptions);
    const { length: count } = night.choice.pages;
    const queue = new CheckQueue({ count, at: planner(store, night.choice, isInSession), hosts });
    const trust = new ValidatorTrust(store, night.step);
    const putOff: string[] = [];
    const record = new CheckRecord(store, frontier, night, run, trust);
    const nightly = new NightFrontier({
      ...{ frontier, queue, record, pagesLeft, newShare: asked.newShare },
      putOff(host) {
        putOff.push(host);
        events.note?.(`${host} does not answer: what is left of its checks waits for another night`);
      },
    });
    const { workers } = options;
    const timeLeft = asked.timeLimit === undefined ? undefined : asked.timeLimit - run.spentBefore;
    const session = { ...opened, store, frontier: nightly, identity, now };
    const watch = openSession(crawlOptions, session, events, sessionBefore);
    const searches = searchesByAddress(crawlOptions.searches);
    const { nofollow } = crawlOptions;
    const needless = crawlOptions.traps ? new NeedlessParameters() : undefined;
    const note = (line: string) => events.note?.(line);
    const learning = { softErrors: new SoftErrors(), needless, note };
    const tools = { ...session, ...learning, searches, nofollow, watch, isInSession };
    const { validators } = revisitQueries(store);
    const asking = { ...tools, night: nightly, trust, validators, step: night.step, seed: options.seed };
    const check = async (claim: Claim, storms: () => void) => {
      const asked = await checkConditionally(claim, asking);
      return asked ? asked.settled : await visit(claim, tools, storms);
    };
    const { pageLimit } = asked;
    const begun = { run: run.id, charged: pagesOf(store, night), pageLimit, timeLeft };
    const visiting = { frontier: nightly, store, workers, now, ...begun, requests: new RunRequests(store, run.id) };
    const stopped = await visitPages(check, visiting, events);
    await record.storeHeld();
    await watch?.save();
    const milliseconds = now() - run.startedAt;
    await store.write(() => {
      runQueries(store).end.run({ id: run.id, ended_at: now(), milliseconds, stopped });
      if (stopped !== 'interrupted') closeNight(store, night.step, now());
    });
    const ending = { run: run.id, stopped, putOff, milliseconds: run.spentBefore + milliseconds };
    return summariseNight(store, night, asked, ending);
  } catch (error) {
    throw storageError(error, options.db);
  } finally {
    await web?.close();
    await store.close();
  }
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
