import {
  BasicCrawler,
  Configuration,
  CriticalError,
  log as crawleeLog,
  type Request,
  type RequestQueue,
} from '@crawlee/basic';
import { notToJoinAgain } from '../cluster/record.ts';
import {
  CommandFailed,
  GiveUpVisit,
  HostBusy,
  HostTrouble,
  HostUnreachable,
  OwnFault,
  RefusedVisit,
  RetryVisit,
} from '../domain/errors.ts';
import type { Claim, CompletedVisit, Failed, Failure, Frontier, NamedSite, Pauses } from '../frontier/frontier.ts';
import { MAX_RETRIES } from '../frontier/retries.ts';
import type { CrawlStore } from '../storage/open.ts';
import type { StopReason } from '../storage/runs.ts';
import { ForagerRequestManager } from './request-manager.ts';
import { LONGEST_TIMER, onTimeOver } from './run-clock.ts';
import type { RunChange, RunRequests } from './run-requests.ts';
import { PATIENCE, startWatchdog } from './watchdog.ts';

/** Seconds after which a visit is given up. The parts of a visit have shorter limits. */
const VISIT_TIMEOUT = 120;
const STALLED = `a page was claimed and not visited for ${PATIENCE / 1000} s`;
/** Maximum number of additional workers for overloading pages. Each page takes memory. */
const MOST_BESIDE = 4;
/** Milliseconds between two polls for requests of other processes. */
const LOOK_EVERY = 1000;

/** Crawler without Crawlee's delays by domain, which follow the adjustable system clock. Forager has its own delays. */
class VisitCrawler extends BasicCrawler {
  protected override delayRequest(): boolean {
    return false;
  }
}

/** Callbacks for the events of a running crawl. */
export interface CrawlEvents {
  /** Tells whether the user wants the crawl to stop, also between two runs. */
  isStopping?(): boolean;
  started?(running: RunningCrawl): void;
  /** Reports a long operation, such as the installation of a browser. */
  note?(line: string): void;
  /** Reports a problem that the user should look after. */
  warn?(line: string): void;
  /** Reports a detail for users who follow every page. */
  detail?(line: string): void;
  completed?(claim: Claim, completed: CompletedVisit): void;
  failed?(claim: Claim, reason: string, failed: Failed): void;
  /** Reports the end, once after each `started`, even after an error. The running crawl must not be used afterwards. */
  ended?(): void;
}

/** Running crawl as seen by observers. */
export interface RunningCrawl {
  /** Number of the run. */
  readonly run: number;
  /** Name of the strategy; undefined for a recrawl run, which has its own rule. */
  readonly strategy: string | undefined;
  /** Pages counted against the budget when the run began. */
  readonly pagesUsed: number;
  /** Current page limit of the whole crawl; undefined without a limit. */
  readonly pageLimit: number | undefined;
  /** Milliseconds that the run may take under the current limit; undefined without a limit. */
  readonly timeLeft: number | undefined;
  sites(): readonly NamedSite[];
  pauses(now: number): Pauses;
  /** Stops the crawl as interrupted. Pages in flight are finished. */
  stop(): void;
  /** Sets limits and patterns for this run and the runs that continue the crawl. Undefined for a recrawl run. */
  readonly setLimits?: ((change: RunChange) => void) | undefined;
}

interface Visiting {
  readonly frontier: Frontier;
  readonly store: Pick<CrawlStore, 'isHeld' | 'hurry'>;
  /** Number of pages visited at the same time. */
  readonly workers: number;
  readonly begun: Pick<RunningCrawl, 'run' | 'strategy' | 'pagesUsed' | 'pageLimit' | 'timeLeft'>;
  /** Requests of other processes to the run. */
  readonly requests: RunRequests;
  /** Applies requested limits and returns the new values; undefined if limits can't be changed. */
  readonly change?: ((change: RunChange) => Promise<Pick<RunningCrawl, 'pageLimit' | 'timeLeft'>>) | undefined;
  readonly now: () => number;
}

/**
 * Passes the frontier's claims to Crawlee until claims or time run out, or the user stops the crawl. `read` completes
 * a claim, or throws RetryVisit or GiveUpVisit. Each overloading page allows one more concurrent visit.
 *
 * @throws CommandFailed if no host has answered for an hour
 */
export async function visitPages(
  read: (claim: Claim, onOverload: () => void) => Promise<CompletedVisit | undefined>,
  { frontier, store, workers, begun, requests, change, now }: Visiting,
  events: CrawlEvents,
): Promise<StopReason> {
  let stopped: StopReason | undefined;
  let broken: unknown;
  const faults = new Faults(events);
  let { pageLimit, timeLeft } = begun;
  const manager = new ForagerRequestManager({ frontier, now, wake: () => void crawler.autoscaledPool?.notify() });
  const stop = (reason: StopReason) => {
    stopped ??= reason;
    store.hurry();
    manager.close();
  };
  /** Tokens of claims with an overloading page. */
  const overloading = new Set<number>();
  const setWorkers = () => {
    const pool = crawler.autoscaledPool;
    // A single worker visits one page after the other.
    if (!pool || workers === 1) return;
    const count = workers + Math.min(overloading.size, MOST_BESIDE);
    Object.assign(pool, { minConcurrency: count, maxConcurrency: count, desiredConcurrency: count });
    void pool.notify();
  };
  const requestHandler = async ({ request }: { request: Request }) => {
    const claim = manager.claim(request);
    let isOver = false;
    const onOverload = () => {
      if (isOver) return;
      frontier.reportOverload(claim);
      overloading.add(claim.token);
      setWorkers();
    };
    try {
      const completed = await inTime(read(claim, onOverload), store);
      manager.completed(request);
      if (!completed) return;
      faults.see(claim.url, completed.reason);
      events.completed?.(claim, completed);
    } catch (error) {
      if (!(error instanceof RetryVisit || error instanceof GiveUpVisit)) {
        broken ??= error;
        throw new CriticalError('the crawl can not go on');
      }
      const failed =
        error instanceof HostBusy
          ? await manager.busy(request, error)
          : await manager.fail(request, failureOf(error, claim));
      if (!failed) return;
      if (error instanceof OwnFault) faults.see(claim.url, error.message);
      events.failed?.(claim, error.message, failed);
      if (failed.outage?.of === 'all' && failed.outage.until === Number.POSITIVE_INFINITY) {
        broken ??= new CommandFailed(`no host has answered for an hour (${error.message}): the same command goes on`);
        throw new CriticalError('the crawl can not go on');
      }
    } finally {
      isOver = true;
      if (overloading.delete(claim.token)) setWorkers();
    }
  };
  // Crawlee writes its statistics to stdout, where the results go.
  crawleeLog.setLevel(crawleeLog.LEVELS.OFF);
  const crawler = new VisitCrawler(
    {
      // Crawlee 3 accepts any request manager here; only the type asks for Crawlee's own queue.
      requestQueue: manager as unknown as RequestQueue,
      requestHandler,
      // On few cores Crawlee would begin with one slot, and drop slots whenever the browser is busy.
      minConcurrency: workers,
      maxConcurrency: workers,
      maxRequestRetries: MAX_RETRIES,
      // `inTime` has a time-out that pauses while the database is held. Crawlee's default would be a minute.
      requestHandlerTimeoutSecs: LONGEST_TIMER / 1000,
      useSessionPool: false,
      statusMessageLoggingInterval: 1_000_000,
      autoscaledPoolOptions: { loggingIntervalSecs: null },
    },
    new Configuration({ persistStorage: false, systemInfoIntervalMillis: 60_000 }),
  );
  const begin = now();
  let cancelTimer = () => {};
  const setTimer = () => {
    cancelTimer();
    const limit = timeLeft;
    if (limit !== undefined)
      cancelTimer = onTimeOver(
        () => limit - (now() - begin),
        () => stop('time-limit'),
      );
  };
  const pollRequests = async (wanted?: RunChange) => {
    try {
      if (wanted) await requests.ask(wanted);
      if (requests.isToStop) stop('interrupted');
      if (now() - (manager.unvisitedSince ?? now()) > PATIENCE) {
        broken ??= new CommandFailed(`${STALLED}: a fault of Forager, please report it. The same command goes on`);
        await crawler.autoscaledPool?.abort();
      }
      const changed = change && requests.changed();
      if (!changed) return;
      ({ pageLimit, timeLeft } = await change(changed));
      setTimer();
      void crawler.autoscaledPool?.notify();
    } catch (error) {
      broken ??= error;
      stop('interrupted');
    }
  };
  setTimer();
  const polling = setInterval(() => void pollRequests(), LOOK_EVERY);
  const watchdog = startWatchdog();
  try {
    events.started?.({
      run: begun.run,
      strategy: begun.strategy,
      pagesUsed: begun.pagesUsed,
      get pageLimit() {
        return pageLimit;
      },
      get timeLeft() {
        return timeLeft;
      },
      sites: () => frontier.sites(),
      pauses: (at) => frontier.pauses(at),
      stop: () => stop('interrupted'),
      setLimits: change && ((wanted) => void pollRequests(wanted)),
    });
    await crawler.run();
    if (broken !== undefined) throw broken;
  } catch (error) {
    throw stopped === undefined ? (broken ?? error) : notToJoinAgain(broken ?? error);
  } finally {
    cancelTimer();
    clearInterval(polling);
    watchdog.stop();
    faults.end();
    events.ended?.();
  }
  const state = frontier.state(now());
  return state.kind === 'over' && state.reason === 'page-limit' ? 'page-limit' : (stopped ?? 'done');
}

/** Maximum number of Forager's own faults to report one by one. */
const MOST_FAULTS = 10;

/** Reports each fault of Forager itself once, and the number of affected visits at the end. */
class Faults {
  readonly #events: CrawlEvents;
  readonly #reported = new Set<string>();
  #visits = 0;

  constructor(events: CrawlEvents) {
    this.#events = events;
  }

  /** @param reason reason of the visit's outcome */
  see(url: string, reason: string): void {
    const at = reason.indexOf('fault: ');
    if (at < 0) return;
    this.#visits++;
    const fault = reason.slice(at + 'fault: '.length);
    if (this.#reported.has(fault) || this.#reported.size >= MOST_FAULTS) return;
    this.#reported.add(fault);
    this.#events.warn?.(`a fault of Forager at ${url}, please report it: ${fault}`);
  }

  end(): void {
    if (this.#visits > this.#reported.size) this.#events.warn?.(`${this.#visits} visits met faults of Forager`);
  }
}

/**
 * Gives up a visit that takes too long. Time in which another program holds the database does not count.
 *
 * @throws RetryVisit
 */
async function inTime<T>(visit: Promise<T>, store: Pick<CrawlStore, 'isHeld'>): Promise<T> {
  let seconds = 0;
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, fail) => {
    timer = setInterval(() => {
      if (!store.isHeld) seconds++;
      if (seconds >= VISIT_TIMEOUT) fail(new RetryVisit(`the visit took longer than ${VISIT_TIMEOUT} s`));
    }, 1000);
  });
  visit.catch(() => undefined);
  return await Promise.race([visit, overdue]).finally(() => clearInterval(timer));
}

/** Classifies an error for the claim's host. If another host failed, the claim's host has answered with a redirect. */
function failureOf(error: RetryVisit | GiveUpVisit, claim: Claim): Failure {
  const reason = error.message;
  if (error instanceof HostTrouble && !isOf(claim, error)) return { reason, kind: 'retry', isAnswer: true };
  if (error instanceof HostUnreachable) return { reason, kind: 'unreachable', isAnswer: false };
  if (error instanceof HostTrouble) return { reason, kind: 'trouble', isAnswer: error.isAnswer };
  if (error instanceof RetryVisit) return { reason, kind: 'retry', isAnswer: false };
  return { reason, kind: 'final', isAnswer: !(error instanceof RefusedVisit) };
}

const isOf = (claim: Claim, { host = claim.host }: HostTrouble): boolean => host === claim.host;
