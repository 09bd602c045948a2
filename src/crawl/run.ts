import { chosenTechniques } from '../capture/find/registry.ts';
import { LeaseLost, notToJoinAgain } from '../cluster/record.ts';
import { Session } from '../cluster/session.ts';
import { SharedFrontier } from '../cluster/shared-frontier.ts';
import { isPostgres } from '../domain/database.ts';
import type { Topic } from '../domain/topic.ts';
import type { Claim, CompletedVisit, Frontier, FrontierLimits } from '../frontier/frontier.ts';
import { storedTables } from '../frontier/queries.ts';
import { TableFrontier } from '../frontier/table-frontier.ts';
import { captureOf, hasSession } from '../options/crawl.ts';
import { harmOfVisit } from '../safety/harm.ts';
import { type CrawlStore, openStore, storageError } from '../storage/open.ts';
import { runQueries, type StopReason } from '../storage/runs.ts';
import { type Strategy, strategyName } from '../strategies/strategy.ts';
import { avoidance } from '../url/avoidance.ts';
import type { Identity } from '../url/normalise.ts';
import { admission } from '../url/patterns.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { openLogIn } from './log-in/open-log-in.ts';
import { NeedlessParameters } from './probes/needless-parameters.ts';
import type { SlashPages } from './probes/slash-pages.ts';
import { SoftErrors } from './probes/soft-errors.ts';
import {
  beginRun,
  forgetLimits,
  forgetOrder,
  hasSameLimits,
  isRankedOtherwise,
  keepOrder,
  type RunRecord,
} from './run-record.ts';
import { type RunChange, RunRequests } from './run-requests.ts';
import { searchesByAddress } from './site-search.ts';
import type { VisitTools } from './visit.ts';
import { type CrawlEvents, visitPages } from './visit-pages.ts';
import { openWeb, type Web } from './web-access.ts';

/** Resources of a crawl run or a recrawl run. */
export interface RunBase {
  readonly options: CrawlOptions;
  readonly store: CrawlStore;
  /** Worker's membership in a shared crawl; undefined if one machine crawls alone. */
  readonly session: Session | undefined;
  readonly web: Web;
  readonly events: CrawlEvents;
  readonly now: () => number;
}

/** Run in progress. */
interface Run extends RunBase {
  readonly record: RunRecord;
  readonly identity: Identity;
  readonly frontier: TableFrontier;
  /** Frontier for claims in a crawl shared with other workers. A recrawl run has its own. */
  readonly shared: SharedFrontier | undefined;
  readonly strategy: Strategy;
}

/**
 * Opens the database and the web access of a run, does the run, and closes both.
 *
 * @param optionsOf may depend on the results of earlier runs in the database
 * @throws BadInput for impossible options, or a database that is foreign or locked
 */
export async function onBase<S>(
  given: Given,
  { events, now }: Pick<RunBase, 'events' | 'now'>,
  optionsOf: (store: CrawlStore) => CrawlOptions,
  run: (base: RunBase) => Promise<S>,
): Promise<S> {
  const session = isPostgres(given.db) ? await join(given, { events, now }) : undefined;
  const store = session?.set.store ?? (await openStore(given.db, { isPrivate: hasSession(given), warn: events.warn }));
  let web: Web | undefined;
  try {
    const options = optionsOf(store);
    web = openWeb(options, store, events, now);
    const done = await run({ options, store, session, web, events, now });
    await session?.leave();
    return done;
  } catch (error) {
    // A worker that lost its leases has nothing to release.
    if (!(error instanceof LeaseLost)) await session?.leave().catch(() => undefined);
    throw storageError(error, given.db);
  } finally {
    await web?.close();
    session?.close();
    await store.close();
  }
}

type Given = Pick<CrawlOptions, 'db' | 'joins' | 'isBack' | 'workers' | 'storageState' | 'cookies'> &
  Partial<Pick<CrawlOptions, 'sites' | 'pageLimit'>> & {
    /** Work that allows no other worker, for the error message. */
    readonly alone?: string;
    /** True if the worker joins a recrawl run in progress. */
    readonly joinsRecrawl?: boolean;
  };

const join = (
  { db, joins, isBack, alone, joinsRecrawl, sites = [], workers, pageLimit }: Given,
  { events, now }: Pick<RunBase, 'events' | 'now'>,
) =>
  Session.open({
    ...{ db, alone, joinsRecrawl, isBack, slots: workers, now },
    begins: joins ? undefined : { pageLimit, sites },
    warn: (line) => events.warn?.(line),
  });

interface Beginning {
  readonly strategy: Strategy;
  readonly identity: Identity;
  readonly timeLimit: number | undefined;
  /** Recrawl run to work on. New pages keep the ranks of the last crawl. */
  readonly recrawlRun?: number;
  /** Limits that replace those of the options. */
  readonly limits?: Partial<FrontierLimits>;
}

/** Begins a run: records the run and opens its frontier. */
export async function begin(
  base: RunBase,
  { strategy, identity, timeLimit, recrawlRun, limits }: Beginning,
): Promise<Run> {
  const { options, store, session, web, now } = base;
  const isCrawl = recrawlRun === undefined;
  const isRankedAgain = isCrawl && isRankedOtherwise(store, strategy, options.seed);
  const isBoundAsBefore = isCrawl && hasSameLimits(store, options);
  const record = await store.write(() => {
    if (isRankedAgain) forgetOrder(store);
    // Restored at a successful end: a killed run may leave links skipped that are allowed now.
    forgetLimits(store);
    return beginRun(store, options, strategy, now(), recrawlRun);
  });
  const frontier = await TableFrontier.open({
    ...{ tables: storedTables(store), strategy, identity, timeLimit, run: record, isRankedAgain },
    limits: { ...linkLimits(options, web, strategy.topic), ...limits },
    hasSameLimits: isBoundAsBefore,
    share: session?.share,
  });
  const shared = session && isCrawl ? new SharedFrontier(session, frontier) : undefined;
  await shared?.begin(record.startedAt);
  if (isCrawl) await store.write(() => keepOrder(store, strategy, options.seed));
  return { ...base, record, identity, frontier, shared, strategy };
}

interface Work {
  /** Frontier that provides the claims. */
  readonly frontier: Frontier;
  /** Pages counted against the budget before the run, and the maximum; undefined without a limit. */
  readonly pagesUsed: number;
  readonly pageLimit: number | undefined;
  readonly timeLimit: number | undefined;
  readonly slashPages?: SlashPages | undefined;
  /** Log-in session that known pages were captured with, for revisits. */
  readonly sessionBefore?: string | undefined;
  /** Completes a claim, or throws RetryVisit or GiveUpVisit. */
  readonly read: (claim: Claim, tools: VisitTools, onOverload: () => void) => Promise<CompletedVisit | undefined>;
  /** Applies new limits and returns them; undefined if limits can't be changed. */
  readonly change?: (change: RunChange) => Promise<Pick<CrawlOptions, 'pageLimit' | 'timeLimit'>>;
}

/** Visits the pages of a run until the limits or the user end it. Returns the reason. */
export async function visitAll(run: Run, work: Work): Promise<StopReason> {
  const { options, store, web, events, now, record, identity, strategy } = run;
  const { frontier, pagesUsed, pageLimit, timeLimit, slashPages, change } = work;
  const { session, delay } = web;
  const logIn = openLogIn(options, { session, delay, store, frontier, identity, now }, events, work.sessionBefore);
  const { nofollow, workers, traps } = options;
  const isRecrawl = record.recrawlRun !== undefined;
  const tools: VisitTools = {
    ...{ web, frontier, logIn, now },
    rules: {
      ...{ identity, nofollow, searches: searchesByAddress(options.searches) },
      isInSession: hasSession(options),
      seeksSitemaps: !isRecrawl,
    },
    probes: { softErrors: new SoftErrors(), needless: traps ? new NeedlessParameters() : undefined, slashPages },
    note: (line) => events.note?.(line),
  };
  const timeLeftOf = (limit: number | undefined) => (limit === undefined ? undefined : limit - record.spentBefore);
  const stopped = await visitPages(
    async (claim, onOverload) => {
      await run.session?.sure();
      return await work.read(claim, tools, onOverload);
    },
    {
      ...{ frontier, store, workers, now },
      begun: {
        run: record.id,
        strategy: isRecrawl ? undefined : strategyName(strategy.choice),
        ...{ pagesUsed, pageLimit, timeLeft: timeLeftOf(timeLimit) },
      },
      requests: new RunRequests(store, record.id),
      change:
        change &&
        (async (wanted) => {
          const limits = await change(wanted);
          return { pageLimit: limits.pageLimit, timeLeft: timeLeftOf(limits.timeLimit) };
        }),
    },
    events,
  );
  await logIn?.save();
  return stopped;
}

/** Records the end of a run and runs `also` in the same transaction. Returns the run's duration in milliseconds. */
export async function end({ store, record, now }: Run, stopped: StopReason, also: () => void): Promise<number> {
  const milliseconds = now() - record.startedAt;
  const ended = store.write(() => {
    runQueries(store).end.run({ id: record.id, ended_at: now(), milliseconds, stopped });
    also();
  });
  await ended.catch((error: unknown) => {
    throw stopped === 'interrupted' ? notToJoinAgain(error) : error;
  });
  return milliseconds;
}

/** Returns the limits of links for a run. */
function linkLimits(
  options: CrawlOptions,
  { robots, delay, placeOf, siteDelays }: Web,
  topic: Topic | undefined,
): FrontierLimits {
  const { pageLimit, sitePageLimit, depth, traps } = options;
  return {
    ...{ pageLimit, sitePageLimit, depth, traps, delay, placeOf, siteDelays },
    asksFiles: true,
    admits: admittance(options),
    follow: following(options),
    visitsDocuments: topic?.definition.targets.read
      ? 'ranked'
      : chosenTechniques(captureOf(options)).has('document')
        ? 'last'
        : undefined,
    admitForbidden: (origin) => robots?.isStale(origin) ?? true,
    retryFailed: options.retryFailed ? { lasting: 0 } : undefined,
    admitNofollow: options.nofollow.length === 0,
  };
}

/** Returns the rules for following external links; undefined if no external links are followed. */
function following({ follow, openAs, newSites, newSitePages, followExcept }: CrawlOptions): FrontierLimits['follow'] {
  if (follow === 'sites') return undefined;
  return { reach: follow, openAs, newSites, newSitePages, avoids: avoidance(followExcept) };
}

/** Returns a test of links against the crawl's patterns and the rules against harm. */
export function admittance(
  options: Pick<CrawlOptions, 'include' | 'exclude' | 'storageState' | 'cookies'>,
): FrontierLimits['admits'] {
  const admits = admission(options.include, options.exclude);
  const isInSession = hasSession(options);
  return ({ url, anchor, rel }, isGuess, isStart) =>
    (admits?.(url, isStart) ?? true) && harmOfVisit({ url, anchor, rel, isGuess }, isInSession) === undefined;
}
