import { existsSync } from 'node:fs';
import type { z } from 'zod';
import { crawl as runCrawl } from '../crawl/crawl.ts';
import { runClock } from '../crawl/run-clock.ts';
import { type CrawlRun as AnyRun, type CrawlWatcher, startRun } from '../crawl/start-run.ts';
import { BadInput } from '../domain/errors.ts';
import type { Summary } from '../reports/summary.ts';
import { crawlOptionsOf, type givenOptions } from './library-options.ts';

export type { CrawlEvent, CrawlProgress, CrawlWatcher } from '../crawl/start-run.ts';
export { BadInput, CommandFailed, NothingCrawled } from '../domain/errors.ts';
export type { SiteSummary, Summary } from '../reports/summary.ts';

/** Options of a crawl: `db`, `sites`, limits and others, see docs/library.md. Times are in milliseconds. */
export type CrawlOptions = z.input<typeof givenOptions>;

/** Running crawl. */
export type CrawlRun = AnyRun<Summary>;

/**
 * Starts a crawl, or resumes the one of the database `options.db`; resolves when the run has begun. `done` of the run
 * resolves with the crawl's summary.
 * @param watcher receives all events, from the first
 * @throws BadInput in one line for invalid options, and for a database that is not ours or is held by another crawl;
 * CommandFailed for a failure of the machine, such as a browser that can't start. `done` rejects with these too, and
 * with NothingCrawled if no page of any site could be read
 */
export async function crawl(options: CrawlOptions, watcher?: CrawlWatcher): Promise<CrawlRun> {
  const asked = crawlOptionsOf(options);
  if (asked.sites.length === 0 && !existsSync(asked.db)) throw new BadInput('sites: at least one is required');
  const now = runClock();
  return await startRun((events) => runCrawl(asked, events, now), { now, watcher });
}
