import { runClock } from '../crawl/run-clock.ts';
import { type CrawlEvent, type CrawlRun, startRun } from '../crawl/start-run.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import { hearInterruption } from './progress/interruption.ts';
import { isLive, type Log, type LogChoice } from './progress/log.ts';
import { type Follower, Progress } from './progress/progress.ts';
import { useTempFolder } from './temp-folder.ts';

interface Watched {
  readonly log: Log;
  readonly choice: LogChoice;
  /** `crawling` if not given. */
  readonly doing?: string;
  readonly follower?: Follower | undefined;
  /** Is given what runs, once its run has begun. */
  readonly onRun?: ((run: CrawlRun<unknown>) => void) | undefined;
}

/**
 * Work on pages as a command does it: with progress, and with signals. The first SIGINT or SIGTERM lets the pages in
 * flight finish and saves; the second stops at once (what is stored stays good, the pages in flight are visited again).
 * `now` is the run's time.
 */
export async function watched<T>(
  options: Watched,
  work: (events: CrawlEvents, now: () => number) => Promise<T>,
): Promise<T> {
  const { log, choice, onRun, ...shown } = options;
  const now = runClock();
  useTempFolder();
  let run: CrawlRun<T> | undefined;
  const { signal, off } = hearInterruption();
  signal.addEventListener('abort', () => {
    log.warn('stopping: the pages in flight are finished first; once more stops at once');
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

/** Starts a crawl or a night that no terminal follows: of what happens in it, its log has the warnings. */
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
