import { runClock } from '../crawl/run-clock.ts';
import { type CrawlEvent, type CrawlSession, startSession } from '../crawl/session.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import type { Log } from './log.ts';
import { useTempFolder } from './temp-folder.ts';

/** Starts a crawl or a night that no terminal follows: of what happens in it, its log has the warnings. */
export async function startHere<S>(
  log: Log,
  work: (events: CrawlEvents, now: () => number) => Promise<S>,
): Promise<CrawlSession<S>> {
  useTempFolder();
  const now = runClock();
  const watcher = (event: CrawlEvent) => {
    if (event.type === 'warning') log.warn(event.text);
  };
  return await startSession((events) => work(events, now), { now, watcher });
}
