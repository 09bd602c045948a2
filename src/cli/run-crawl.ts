import type { CrawlOptions } from '../crawl/crawl-options.ts';
import { runClock } from '../crawl/run-clock.ts';
import { type CrawlEvent, type CrawlRun, startRun } from '../crawl/start-run.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import { ExitCode } from '../domain/errors.ts';
import type { Summary } from '../reports/summary.ts';
import { handleInterrupts } from './progress/interruption.ts';
import { isLive, type Log, type LogChoice } from './progress/log.ts';
import { type Follower, Progress } from './progress/progress.ts';
import { useTempFolder } from './temp-folder.ts';

/** Runs a crawl for a command, with progress and signals. */
export const runCrawl = (
  options: CrawlOptions,
  log: Log,
  choice: LogChoice,
  watching: Pick<Watched, 'follower' | 'onRun'> = {},
): Promise<Summary> =>
  watched({ log, choice, ...watching }, async (events, now) => {
    // Loaded here, because the engine takes a second to load, and other commands and mistakes need not wait.
    const { crawl } = await import('../crawl/crawl.ts');
    return await crawl(options, events, now);
  });

/** Returns the exit code of a crawl. */
export const exitCode = (summary: Pick<Summary, 'stopped'>): number =>
  summary.stopped === 'interrupted' ? ExitCode.interrupted : ExitCode.done;

interface Watched {
  readonly log: Log;
  readonly choice: LogChoice;
  /** Default: `crawling`. */
  readonly doing?: string;
  readonly follower?: Follower | undefined;
  /** Receives the run once it has begun. */
  readonly onRun?: ((run: CrawlRun<unknown>) => void) | undefined;
}

/**
 * Runs a crawl or recrawl for a command, with progress and signals. The first SIGINT or SIGTERM lets the pages in
 * flight finish; the second stops at once: stored data stays valid, and pages in flight are visited again.
 * @param work gets the run's clock as `now`
 */
export async function watched<T>(
  options: Watched,
  work: (events: CrawlEvents, now: () => number) => Promise<T>,
): Promise<T> {
  const { log, choice, onRun, ...shown } = options;
  const now = runClock();
  useTempFolder();
  let run: CrawlRun<T> | undefined;
  const { signal, off } = handleInterrupts();
  signal.addEventListener('abort', () => {
    log.warn('stopping after the pages in flight; press Ctrl-C again to stop at once');
    run?.stop();
  });
  const progress = new Progress({ log, ...shown, isLive: isLive(choice), now });
  try {
    run = await startRun((events) => work(events, now), { now, follow: progress });
    onRun?.(run);
    if (signal.aborted) run.stop();
    return await run.done;
  } finally {
    off();
  }
}

/** Starts a crawl or a recrawl run without a terminal; only warnings are logged. */
export async function startHere<S>(
  log: Log,
  work: (events: CrawlEvents, now: () => number) => Promise<S>,
): Promise<CrawlRun<S>> {
  useTempFolder();
  const now = runClock();
  const watcher = (event: CrawlEvent) => {
    if (event.type === 'warning') log.warn(event.text);
  };
  return await startRun((events) => work(events, now), { now, watcher });
}
