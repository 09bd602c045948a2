import type { CrawlOptions } from '../crawl/crawl-options.ts';
import type { Summary } from '../crawl/summary.ts';
import { ExitCode } from '../domain/errors.ts';
import { isLive, type Log, type LogChoice } from './log.ts';
import { Progress } from './progress.ts';

/**
 * A crawl as a command runs it: with progress, and with signals. The first SIGINT or SIGTERM lets the pages in flight
 * finish and saves; the second stops at once (what is stored stays good, the pages in flight are visited again).
 */
export async function runCrawl(options: CrawlOptions, log: Log, choice: LogChoice): Promise<Summary> {
  let stop: (() => void) | undefined;
  let signals = 0;
  const onSignal = () => {
    if (++signals > 1) process.exit(ExitCode.interrupted);
    log.warn('stopping: the pages in flight are finished first; once more stops at once');
    stop?.();
  };
  const progress = new Progress({
    log,
    pageLimit: options.pageLimit,
    isLive: isLive(choice),
    now: Date.now,
    onStarted: (running) => {
      stop = running.stop;
      if (signals > 0) running.stop();
    },
  });
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    // Loaded here, as the engine takes a second to load: other commands and mistakes need not wait for it.
    const { crawl } = await import('../crawl/crawl.ts');
    return await crawl(options, progress, Date.now);
  } finally {
    progress.end();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** The exit code of a crawl that ended so. */
export const exitCode = (summary: Summary): number =>
  summary.stopped === 'interrupted' ? ExitCode.interrupted : ExitCode.done;
