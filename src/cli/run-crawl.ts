import type { CrawlOptions } from '../crawl/crawl-options.ts';
import type { CrawlRun } from '../crawl/start-run.ts';
import { ExitCode } from '../domain/errors.ts';
import type { Summary } from '../reports/summary.ts';
import type { Log, LogChoice } from './progress/log.ts';
import type { Follower } from './progress/progress.ts';
import { watched } from './watched.ts';

interface Watching {
  readonly follower?: Follower;
  readonly onRun?: ((run: CrawlRun<unknown>) => void) | undefined;
}

/** A crawl as a command runs it: with progress, and with signals. */
export const runCrawl = (
  options: CrawlOptions,
  log: Log,
  choice: LogChoice,
  { follower, onRun }: Watching = {},
): Promise<Summary> =>
  watched({ log, choice, follower, onRun }, async (events, now) => {
    // Loaded here, as the engine takes a second to load: other commands and mistakes need not wait for it.
    const { crawl } = await import('../crawl/crawl.ts');
    return await crawl(options, events, now);
  });

/** The exit code of a crawl that ended so. */
export const exitCode = (summary: Pick<Summary, 'stopped'>): number =>
  summary.stopped === 'interrupted' ? ExitCode.interrupted : ExitCode.done;
