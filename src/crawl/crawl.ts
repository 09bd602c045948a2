import { existsSync } from 'node:fs';
import {
  BasicCrawler,
  Configuration,
  CriticalError,
  log as crawleeLog,
  type Request,
  type RequestQueue,
} from 'crawlee';
import { chosenTechniques } from '../capture/techniques/choice.ts';
import { BadInput, GiveUpVisit, HostBusy, NothingCrawled, RetryVisit } from '../domain/errors.ts';
import type { Claim, FrontierLimits, NamedSite, Pauses, Settled } from '../frontier/frontier.ts';
import { StoredFrontier } from '../frontier/stored.ts';
import { openStore, storageError } from '../storage/open.ts';
import { runQueries, type StopReason } from '../storage/runs.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { admission } from '../url/patterns.ts';
import { endsSession } from '../url/session-end.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { ForagerRequestManager, MAX_RETRIES } from './request-manager.ts';
import { beginRun, fixedIdentity, goOnWith } from './run-record.ts';
import { type Summary, summarise } from './summary.ts';
import { type VisitTools, visit } from './visit.ts';
import { openWeb, type Web } from './web.ts';

/** A visit that takes longer than this is given up, in seconds; its parts have shorter limits of their own. */
const VISIT_TIMEOUT = 120;
/** Node's timers fire at once beyond this, in milliseconds (25 days). */
const LONGEST_TIMER = 2 ** 31 - 1;

const NO_SITES = 'no sites to crawl: give --url or --sites';
const ALL_REMOVED = 'no sites to crawl: those named were removed, and forager sites add brings them back';

/** What a crawl tells while it runs. */
export interface CrawlEvents {
  started?(running: RunningCrawl): void;
  /** Something that takes long, such as the installation of a browser. */
  note?(line: string): void;
  settled?(claim: Claim, settled: Settled): void;
  failed?(claim: Claim, reason: string, willRetry: boolean): void;
}

/** A crawl that runs, for those who watch it. */
export interface RunningCrawl {
  /** Pages charged to the budget when this run began. */
  readonly charged: number;
  /** Milliseconds that this run may take; undefined without a limit. */
  readonly timeLeft: number | undefined;
  sites(): readonly NamedSite[];
  pauses(now: number): Pauses;
  /** Ends it as an interrupted one: pages in flight are finished. */
  stop(): void;
}

/**
 * Runs a crawl, new or resumed: the same database goes on where it stopped, whatever stopped it.
 *
 * @throws BadInput for options that can't be, a database that is not ours or is held
 * @throws NothingCrawled if no page of any site could be read
 */
export async function crawl(options: CrawlOptions, events: CrawlEvents, now: () => number): Promise<Summary> {
  const { workers, timeLimit, nofollow } = options;
  makeStrategy(options.choice, options.pageLimit);
  if (options.sites.length === 0 && !existsSync(options.db)) throw new BadInput(NO_SITES);
  const store = await openStore(options.db);
  const say = (line: string) => events.note?.(line);
  let web: Web | undefined;
  try {
    web = openWeb(options, store, say, now);
    const { capture, robots, delay } = web;
    const strategy = makeStrategy(goOnWith(options.choice, store), options.pageLimit);
    const identity = fixedIdentity(store, options, strategy.foldCase);
    await capture.start();
    const run = beginRun(store, options, strategy, now());
    const limits = {
      pageLimit: options.pageLimit,
      sitePageLimit: options.sitePageLimit,
      depth: options.depth,
      admits: admittance(options),
      visitsDocuments: chosenTechniques(options.capture).has('document'),
      traps: options.traps,
      delay,
      admitForbidden: (origin: string) => robots?.isStale(origin) ?? true,
      admitNofollow: nofollow.length === 0,
    };
    const frontier = new StoredFrontier({ store, strategy, identity, limits, timeLimit, run });
    await frontier.addSites(options.sites, run.startedAt);
    if (frontier.sites().length === 0) throw new BadInput(options.sites.length > 0 ? ALL_REMOVED : NO_SITES);

    const timeLeft = timeLimit === undefined ? undefined : timeLimit - run.spentBefore;
    const tools = { ...web, frontier, identity, nofollow, now };
    const stopped = await visitPages(tools, workers, timeLeft, events);
    const { id, startedAt } = run;
    runQueries(store).end.run({ run: id, endedAt: now(), milliseconds: now() - startedAt, stopped });
    const summary = summarise(store);
    if (summary.pages === 0 && stopped !== 'interrupted') throw new NothingCrawled(nothingCrawled(summary));
    return summary;
  } catch (error) {
    throw storageError(error, options.db);
  } finally {
    await web?.close();
    await store.close();
  }
}

/** Which links may be visited, by the crawl's patterns, and in a session without ending it; undefined: each. */
function admittance({ include, exclude, storageState, cookies }: CrawlOptions): FrontierLimits['admits'] {
  const admits = admission(include, exclude);
  const hasSession = storageState !== undefined || cookies !== undefined;
  if (!admits && !hasSession) return undefined;
  return (link) => (admits?.(link.url) ?? true) && !(hasSession && endsSession(link));
}

/** Hands the frontier's claims to Crawlee until they, the time or the user's patience end. */
async function visitPages(
  tools: VisitTools,
  workers: number,
  timeLeft: number | undefined,
  events: CrawlEvents,
): Promise<StopReason> {
  const { frontier, now } = tools;
  let stopped: StopReason | undefined;
  let broken: unknown;
  const manager = new ForagerRequestManager({ frontier, now, wake: () => void crawler.autoscaledPool?.notify() });
  const stop = (reason: StopReason) => {
    stopped ??= reason;
    manager.close();
  };
  const requestHandler = async ({ request }: { request: Request }) => {
    const claim = manager.claim(request);
    try {
      const settled = await visit(claim, tools);
      manager.settled(request);
      if (settled) events.settled?.(claim, settled);
    } catch (error) {
      if (!(error instanceof RetryVisit || error instanceof GiveUpVisit)) {
        broken ??= error;
        throw new CriticalError('the crawl can not go on');
      }
      if (error instanceof HostBusy) await frontier.slowDown(claim, error.retryAfter, now());
      request.noRetry = error instanceof GiveUpVisit;
      events.failed?.(claim, error.message, !request.noRetry && request.retryCount < MAX_RETRIES);
      throw error;
    }
  };
  // Its statistics go to stdout, where our results go.
  crawleeLog.setLevel(crawleeLog.LEVELS.OFF);
  const crawler = new BasicCrawler(
    {
      // Crawlee 3 takes any request manager here; only its type asks for its own queue.
      requestQueue: manager as unknown as RequestQueue,
      requestHandler,
      // On few cores it would begin with one slot and drop slots whenever the browser is busy.
      minConcurrency: workers,
      maxConcurrency: workers,
      maxRequestRetries: MAX_RETRIES,
      requestHandlerTimeoutSecs: VISIT_TIMEOUT,
      useSessionPool: false,
      statusMessageLoggingInterval: 1_000_000,
      autoscaledPoolOptions: { loggingIntervalSecs: null },
    },
    new Configuration({ persistStorage: false, systemInfoIntervalMillis: 60_000 }),
  );
  const timer =
    timeLeft === undefined
      ? undefined
      : setTimeout(() => stop('time-limit'), Math.min(Math.max(0, timeLeft), LONGEST_TIMER));
  const charged = frontier.sites().reduce((sum, site) => sum + site.visits, 0);
  events.started?.({
    charged,
    timeLeft,
    sites: () => frontier.sites(),
    pauses: (at) => frontier.pauses(at),
    stop: () => stop('interrupted'),
  });
  try {
    await crawler.run();
  } catch (error) {
    throw broken ?? error;
  } finally {
    clearTimeout(timer);
  }
  const state = frontier.state(now());
  return state.kind === 'over' && state.reason === 'page-limit' ? 'page-limit' : (stopped ?? 'done');
}

function nothingCrawled(summary: Summary): string {
  const reasons = summary.sites.slice(0, 3).map(({ url, note }) => `${url} (${note || 'no page could be read'})`);
  const more = summary.sites.length > 3 ? ` and ${summary.sites.length - 3} more` : '';
  return `no site could be reached: ${reasons.join(', ')}${more}`;
}
