import { runClock } from '../crawl/run-clock.ts';
import { type CrawlSession, startSession } from '../crawl/session.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import { hearInterruption } from './interruption.ts';
import { isLive, type Log, type LogChoice } from './log.ts';
import { type Follower, Progress } from './progress.ts';
import { useTempFolder } from './temp-folder.ts';

interface Watched {
  readonly log: Log;
  readonly choice: LogChoice;
  /** `crawling` if not given. */
  readonly doing?: string;
  readonly follower?: Follower | undefined;
  /** Is given what runs, once its run has begun. */
  readonly onSession?: ((session: CrawlSession<unknown>) => void) | undefined;
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
  const { log, choice, onSession, ...shown } = options;
  const now = runClock();
  useTempFolder();
  let session: CrawlSession<T> | undefined;
  const { signal, off } = hearInterruption();
  signal.addEventListener('abort', () => {
    log.warn('stopping: the pages in flight are finished first; once more stops at once');
    session?.stop();
  });
  const progress = new Progress({ log, ...shown, isLive: isLive(choice), now });
  try {
    session = await startSession((events) => work(events, now), { now, follow: progress });
    onSession?.(session);
    if (signal.aborted) session.stop();
    return await session.done;
  } finally {
    off();
  }
}
