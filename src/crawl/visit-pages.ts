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
import type { Claim, Failed, Failure, Frontier, NamedSite, Pauses, Settled } from '../frontier/frontier.ts';
import { MAX_RETRIES } from '../frontier/retries.ts';
import type { CrawlStore } from '../storage/open.ts';
import type { StopReason } from '../storage/runs.ts';
import { ForagerRequestManager } from './request-manager.ts';
import { LONGEST_TIMER, whenOver } from './run-clock.ts';
import type { RunChange, RunRequests } from './run-requests.ts';
import { PATIENCE, startWatchdog } from './watchdog.ts';

/** A visit that takes longer than this is given up, in seconds; its parts have shorter limits of their own. */
const VISIT_TIMEOUT = 120;
const STANDS_STILL = `a page was claimed and not visited for ${PATIENCE / 1000} s`;
/** Pages that storm, and beside which another is read each, at most: each takes memory. */
const MOST_BESIDE = 4;
/** Milliseconds between two looks at what other processes ask of the run. */
const LOOK_EVERY = 1000;

/** Crawlee without its delays by domain: they go by the machine's clock, which may be set back, and ours hold anyway. */
class VisitCrawler extends BasicCrawler {
  protected override delayRequest(): boolean {
    return false;
  }
}

/** What a crawl tells while it runs. */
export interface CrawlEvents {
  /** Whether its user has asked it to end, also between two runs. */
  isStopping?(): boolean;
  started?(running: RunningCrawl): void;
  /** Something that takes long, such as the installation of a browser. */
  note?(line: string): void;
  /** Something that its user should look after. */
  warn?(line: string): void;
  /** Something for those who follow every page. */
  detail?(line: string): void;
  settled?(claim: Claim, settled: Settled): void;
  failed?(claim: Claim, reason: string, failed: Failed): void;
  /** Comes once after `started`, however it ends. From then on there is nothing to ask it any more. */
  ended?(): void;
}

/** A crawl that runs, for those who watch it. */
export interface RunningCrawl {
  /** Number of its run. */
  readonly run: number;
  /** Its strategy's name; undefined for a night, which goes by a rule of its own. */
  readonly strategy: string | undefined;
  /** Pages charged to the budget when this run began. */
  readonly charged: number;
  /** Pages that may be charged in all, as it is now; undefined without a limit. */
  readonly pageLimit: number | undefined;
  /** Milliseconds that this run may take, as it is now; undefined without a limit. */
  readonly timeLeft: number | undefined;
  sites(): readonly NamedSite[];
  pauses(now: number): Pauses;
  /** Ends it as an interrupted one: pages in flight are finished. */
  stop(): void;
  /** Other limits and patterns hold from now on, and for the runs that go on with this one. Undefined for a night. */
  readonly setLimits?: ((change: RunChange) => void) | undefined;
}

interface Visiting {
  readonly frontier: Frontier;
  readonly store: Pick<CrawlStore, 'isHeld' | 'hurry'>;
  /** Pages visited at the same time. */
  readonly workers: number;
  readonly begun: Pick<RunningCrawl, 'run' | 'strategy' | 'charged' | 'pageLimit' | 'timeLeft'>;
  /** What others ask of the run. */
  readonly requests: RunRequests;
  /** Lets limits hold that were asked for, and returns what they come to; undefined: they can't be changed. */
  readonly change?: ((change: RunChange) => Promise<Pick<RunningCrawl, 'pageLimit' | 'timeLeft'>>) | undefined;
  readonly now: () => number;
}

/**
 * Hands the frontier's claims to Crawlee, which has them read, until they, the time or the user's patience end. `read`
 * settles a claim, or throws RetryVisit or GiveUpVisit; a page that storms does not keep another from being read beside it.
 *
 * @throws CommandFailed if no host has answered for long
 */
export async function visitPages(
  read: (claim: Claim, storms: () => void) => Promise<Settled | undefined>,
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
  /** Claims whose page storms. */
  const storming = new Set<number>();
  const setWorkers = () => {
    const pool = crawler.autoscaledPool;
    // A single worker is there for one page after the other.
    if (!pool || workers === 1) return;
    const count = workers + Math.min(storming.size, MOST_BESIDE);
    Object.assign(pool, { minConcurrency: count, maxConcurrency: count, desiredConcurrency: count });
    void pool.notify();
  };
  const requestHandler = async ({ request }: { request: Request }) => {
    const claim = manager.claim(request);
    let isOver = false;
    const storms = () => {
      if (isOver) return;
      frontier.storms(claim);
      storming.add(claim.token);
      setWorkers();
    };
    try {
      const settled = await inTime(read(claim, storms), store);
      manager.settled(request);
      if (!settled) return;
      faults.see(claim.url, settled.reason);
      events.settled?.(claim, settled);
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
      if (storming.delete(claim.token)) setWorkers();
    }
  };
  // Its statistics go to stdout, where our results go.
  crawleeLog.setLevel(crawleeLog.LEVELS.OFF);
  const crawler = new VisitCrawler(
    {
      // Crawlee 3 takes any request manager here; only its type asks for its own queue.
      requestQueue: manager as unknown as RequestQueue,
      requestHandler,
      // On few cores it would begin with one slot and drop slots whenever the browser is busy.
      minConcurrency: workers,
      maxConcurrency: workers,
      maxRequestRetries: MAX_RETRIES,
      // Ours stops while the database is held; without one, Crawlee's would be a minute.
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
      cancelTimer = whenOver(
        () => limit - (now() - begin),
        () => stop('time-limit'),
      );
  };
  const heed = async (wanted?: RunChange) => {
    try {
      if (wanted) await requests.ask(wanted);
      if (requests.isToStop) stop('interrupted');
      if (now() - (manager.unvisitedSince ?? now()) > PATIENCE) {
        broken ??= new CommandFailed(`${STANDS_STILL}: a fault of Forager, please report it. The same command goes on`);
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
  const heeding = setInterval(() => void heed(), LOOK_EVERY);
  const watchdog = startWatchdog();
  try {
    events.started?.({
      run: begun.run,
      strategy: begun.strategy,
      charged: begun.charged,
      get pageLimit() {
        return pageLimit;
      },
      get timeLeft() {
        return timeLeft;
      },
      sites: () => frontier.sites(),
      pauses: (at) => frontier.pauses(at),
      stop: () => stop('interrupted'),
      setLimits: change && ((wanted) => void heed(wanted)),
    });
    await crawler.run();
    if (broken !== undefined) throw broken;
  } catch (error) {
    throw stopped === undefined ? (broken ?? error) : notToJoinAgain(broken ?? error);
  } finally {
    cancelTimer();
    clearInterval(heeding);
    watchdog.stop();
    faults.end();
    events.ended?.();
  }
  const state = frontier.state(now());
  return state.kind === 'over' && state.reason === 'page-limit' ? 'page-limit' : (stopped ?? 'done');
}

/** Faults of Forager's own that are reported one by one. */
const MOST_FAULTS = 10;

/** Tells the user of the faults of Forager's own that visits met, each once, and at the end how many visits did. */
class Faults {
  readonly #events: CrawlEvents;
  readonly #told = new Set<string>();
  #visits = 0;

  constructor(events: CrawlEvents) {
    this.#events = events;
  }

  /** @param reason what a visit ended with */
  see(url: string, reason: string): void {
    const at = reason.indexOf('fault: ');
    if (at < 0) return;
    this.#visits++;
    const fault = reason.slice(at + 'fault: '.length);
    if (this.#told.has(fault) || this.#told.size >= MOST_FAULTS) return;
    this.#told.add(fault);
    this.#events.warn?.(`a fault of Forager at ${url}, please report it: ${fault}`);
  }

  end(): void {
    if (this.#visits > this.#told.size) this.#events.warn?.(`${this.#visits} visits met faults of Forager`);
  }
}

/** Ends a visit that takes too long; time in which another program holds the database does not count. @throws RetryVisit */
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

/** What an error says of the claim's host. Where it is another's trouble, the claim's own has answered: it led there. */
function failureOf(error: RetryVisit | GiveUpVisit, claim: Claim): Failure {
  const reason = error.message;
  if (error instanceof HostTrouble && !isOf(claim, error)) return { reason, kind: 'retry', isAnswer: true };
  if (error instanceof HostUnreachable) return { reason, kind: 'unreachable', isAnswer: false };
  if (error instanceof HostTrouble) return { reason, kind: 'trouble', isAnswer: error.isAnswer };
  if (error instanceof RetryVisit) return { reason, kind: 'retry', isAnswer: false };
  return { reason, kind: 'final', isAnswer: !(error instanceof RefusedVisit) };
}

const isOf = (claim: Claim, { host = claim.host }: HostTrouble): boolean => host === claim.host;
