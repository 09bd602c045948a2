import { existsSync } from 'node:fs';
import {
  BasicCrawler,
  Configuration,
  CriticalError,
  log as crawleeLog,
  type Request,
  type RequestQueue,
} from 'crawlee';
import { BrowserCapture } from '../capture/browser.ts';
import { type HostRules, isLoopback, parseHostRules } from '../capture/host-rules.ts';
import { BadInput, GiveUpVisit, NothingCrawled, RetryVisit } from '../domain/errors.ts';
import type { NewSite } from '../domain/site.ts';
import type { Claim, Settled } from '../frontier/frontier.ts';
import { StoredFrontier } from '../frontier/stored.ts';
import { openStore, type Store, storageError } from '../storage/open.ts';
import { runQueries, type StopReason } from '../storage/runs.ts';
import { settingQueries } from '../storage/settings.ts';
import { makeStrategy, type Strategy, type StrategyChoice } from '../strategies/strategy.ts';
import { ForagerRequestManager, MAX_RETRIES } from './request-manager.ts';
import { type Summary, summarise } from './summary.ts';
import { type VisitTools, visit } from './visit.ts';

/** A visit that takes longer than this is given up, in seconds; its parts have shorter limits of their own. */
const VISIT_TIMEOUT = 120;
/** Pause between two requests to one host, in milliseconds, where nothing else is said; hosts of this machine need none. */
const DEFAULT_DELAY = 1000;

export interface CrawlOptions {
  /** The database's file. */
  readonly db: string;
  /** Sites to add; those of the database go on. */
  readonly sites: readonly NewSite[];
  readonly choice: StrategyChoice;
  /** Undefined: as the database was begun, or as the strategy's preset says. */
  readonly foldCase: boolean | undefined;
  readonly pageLimit: number | undefined;
  /** Milliseconds for the whole crawl, over all its runs. */
  readonly timeLimit: number | undefined;
  readonly sitePageLimit: number | undefined;
  readonly depth: number | undefined;
  readonly workers: number;
  /** Milliseconds between two requests to one host. */
  readonly delay: number | undefined;
  /** Chromium's syntax; empty for none. */
  readonly hostRules: string;
  readonly headed: boolean;
  /** Kept in the run's record: chance is not used by any rule yet. */
  readonly seed: number;
}

/** Node's timers fire at once beyond this, in milliseconds (25 days). */
const LONGEST_TIMER = 2 ** 31 - 1;

const NO_SITES = 'no sites to crawl: give --url or --sites';

/** What a crawl tells while it runs. */
export interface CrawlEvents {
  /** `charged`: pages charged to the budget so far, earlier runs included. */
  started?(at: { readonly charged: number; readonly sites: number; readonly stop: () => void }): void;
  /** Something that takes long, such as the installation of a browser. */
  note?(line: string): void;
  settled?(claim: Claim, settled: Settled): void;
  failed?(claim: Claim, reason: string, willRetry: boolean): void;
}

/**
 * Runs a crawl, new or resumed: the same database goes on where it stopped, whatever stopped it.
 *
 * @throws BadInput for options that can't be, a database that is not ours or is held
 * @throws NothingCrawled if no page of any site could be read
 */
export async function crawl(options: CrawlOptions, events: CrawlEvents, now: () => number): Promise<Summary> {
  const { headed, workers, timeLimit } = options;
  const hostRules = parseHostRules(options.hostRules);
  const strategy = makeStrategy(options.choice, options.pageLimit);
  if (options.sites.length === 0 && !existsSync(options.db)) throw new BadInput(NO_SITES);
  const store = await openStore(options.db);
  const say = (line: string) => events.note?.(line);
  const capture = new BrowserCapture({ headed, hostRules: hostRules.text, workers, say });
  try {
    const foldCase = fixedFoldCase(store, options.foldCase, strategy.foldCase);
    const run = beginRun(store, options, strategy, now());
    const limits = {
      pageLimit: options.pageLimit,
      sitePageLimit: options.sitePageLimit,
      depth: options.depth,
      delay: (host: string) => options.delay ?? defaultDelay(host, hostRules),
    };
    const frontier = new StoredFrontier({ store, strategy, foldCase, limits, timeLimit, run });
    await frontier.addSites(options.sites, run.startedAt);
    if (frontier.sites().length === 0) throw new BadInput(NO_SITES);
    await capture.start();

    const timeLeft = timeLimit === undefined ? undefined : timeLimit - run.spentBefore;
    const stopped = await visitPages({ capture, frontier, foldCase, now }, workers, timeLeft, events);
    const { id, startedAt } = run;
    runQueries(store).end.run({ run: id, endedAt: now(), milliseconds: now() - startedAt, stopped });
    const summary = summarise(store);
    if (summary.pages === 0 && stopped !== 'interrupted') throw new NothingCrawled(nothingCrawled(summary));
    return summary;
  } catch (error) {
    throw storageError(error, options.db);
  } finally {
    await capture.close();
    await store.close();
  }
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
      request.noRetry = error instanceof GiveUpVisit;
      events.failed?.(claim, error.message, !request.noRetry && request.retryCount < MAX_RETRIES);
      throw error;
    }
  };
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
  crawler.log.setLevel(crawleeLog.LEVELS.OFF);
  const timer =
    timeLeft === undefined
      ? undefined
      : setTimeout(() => stop('time-limit'), Math.min(Math.max(0, timeLeft), LONGEST_TIMER));
  const charged = frontier.sites().reduce((sum, site) => sum + site.visits, 0);
  events.started?.({ charged, sites: frontier.sites().length, stop: () => stop('interrupted') });
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

const defaultDelay = (host: string, hostRules: HostRules): number =>
  isLoopback(new URL(`http://${host}`), hostRules) ? 0 : DEFAULT_DELAY;

/** Records that a run begins; `spentBefore` is what earlier runs took, in milliseconds. */
function beginRun(store: Store, options: CrawlOptions, strategy: Strategy, startedAt: number) {
  const runs = runQueries(store);
  runs.endKilled.run({});
  const spentBefore = runs.totalMilliseconds.get({})?.milliseconds ?? 0;
  const config = JSON.stringify({ ...options, sites: undefined, strategy: strategy.names });
  const { id } = runs.start.run({ startedAt, pid: process.pid, config });
  return { id, startedAt, spentBefore };
}

/** Identities depend on it, so a database keeps the choice that it was begun with. */
function fixedFoldCase(store: Store, asked: boolean | undefined, preset: boolean): boolean {
  const settings = settingQueries(store);
  const known = settings.get.get({ name: 'fold-case' });
  if (known) {
    const value = known.value === 'true';
    if (asked !== undefined && asked !== value) {
      throw new BadInput(`--fold-case: this database was begun with ${known.value}; use another database`);
    }
    return value;
  }
  const value = asked ?? preset;
  settings.insert.run({ name: 'fold-case', value: String(value) });
  return value;
}

function nothingCrawled(summary: Summary): string {
  const reasons = summary.sites.slice(0, 3).map(({ url, note }) => `${url} (${note || 'no page could be read'})`);
  const more = summary.sites.length > 3 ? ` and ${summary.sites.length - 3} more` : '';
  return `no site could be reached: ${reasons.join(', ')}${more}`;
}
