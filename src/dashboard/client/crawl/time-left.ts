import type { CrawlCurves } from '../../wire/crawl.ts';
import type { CrawlNow } from '../../wire/live.ts';

/** Milliseconds until a crawl ends by what limits it; undefined where that can't be told. */
export interface TimeLeft {
  /** By its limits on pages and time, whichever is reached first. */
  readonly budget: number | undefined;
  /** Until nothing waits any more; infinite where the queue grows. */
  readonly queue: number | undefined;
}

/** Part of the crawl, its last, by which the queue is judged. */
const RECENT = 0.25;

/** How much longer a crawl takes, by its rate of late, and by how fast its queue became shorter. */
export function timeLeft(crawl: CrawlNow, curves: CrawlCurves | undefined): TimeLeft {
  const { limits, rate, pages, failed, milliseconds } = crawl;
  const byPages =
    limits.pageLimit === null || rate === 0
      ? undefined
      : Math.max(0, (1000 * (limits.pageLimit - pages - failed)) / rate);
  const byTime = limits.timeLimit === null ? undefined : Math.max(0, limits.timeLimit - milliseconds);
  const budgets = [byPages, byTime].filter((left) => left !== undefined);
  return {
    budget: budgets.length === 0 ? undefined : Math.min(...budgets),
    queue: curves && untilEmpty(crawl.waiting, curves),
  };
}

/** waiting(t) goes on in a straight line, as it went in the last quarter of the crawl. */
function untilEmpty(waiting: number, { at, waiting: waited }: CrawlCurves): number | undefined {
  const end = at.at(-1);
  if (end === undefined || at.length < 3) return undefined;
  const from = at.findIndex((moment) => moment >= end * (1 - RECENT));
  const [begin, before] = [at[from] ?? 0, waited[from] ?? 0];
  if (end <= begin) return undefined;
  const slope = ((waited.at(-1) ?? 0) - before) / (end - begin);
  return slope < 0 ? waiting / -slope : Number.POSITIVE_INFINITY;
}
