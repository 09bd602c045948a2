import type { CrawlNow } from '../../crawl-now.ts';
import type { CrawlCurves } from '../../pages/crawl.ts';
import { Curves } from '../kit/curves.tsx';
import { span } from '../kit/format.ts';

const FOUND = 'Links found by visits';
const QUEUED = 'Waiting and visited';

interface Props {
  /** Curves of the crawl; undefined while loading. */
  readonly curves: CrawlCurves | undefined;
  readonly left: TimeLeft;
}

/** Curves of found links, and of waiting and visited pages with the projected end. */
export function CrawlCurvesView({ curves, left }: Props) {
  if (!curves) return <ToCome />;
  const { at, internal, external, waiting, visits } = curves;
  const end = at.at(-1);
  if (end === undefined) return <p class="dim">No page has been visited yet.</p>;
  const ends = [left.budget, left.queue].filter((time): time is number => time !== undefined && Number.isFinite(time));
  const until = ends.length > 0 ? Math.min(...ends) : undefined;
  // Hides a projection much longer than the crawl so far, which would squeeze the known part into a corner.
  const isShown = until !== undefined && until > 0 && until < 4 * end;
  const time = isShown ? [...at, end + until] : at;
  const known = (values: readonly number[]) => (isShown ? [...values, null] : values);
  const projected = (values: readonly number[], to: number) => [
    ...values.slice(0, -1).map(() => null),
    values.at(-1) ?? 0,
    Math.max(0, to),
  ];
  const lastVisits = visits.at(-1) ?? 0;
  const lastWaiting = waiting.at(-1) ?? 0;
  const drained =
    left.queue === undefined || !Number.isFinite(left.queue) || until === undefined ? 0 : until / left.queue;
  const pace = end > 0 ? lastVisits / end : 0;
  return (
    <div class="columns">
      <section class="panel">
        <h2>{FOUND}</h2>
        <Curves
          label="New internal and external links over the crawl time"
          xName="Crawl time"
          x={at}
          xText={span}
          curves={[
            { name: 'new external', colour: '--curve-2', values: external },
            { name: 'new internal', colour: '--curve-1', values: internal },
          ]}
        />
      </section>
      <section class="panel">
        <h2>{QUEUED}</h2>
        <Curves
          label="Waiting links and visited pages over the crawl time, with the projected end"
          xName="Crawl time"
          x={time}
          xText={span}
          curves={[
            { name: 'waiting', colour: '--curve-4', values: known(waiting) },
            { name: 'visited', colour: '--curve-3', values: known(visits) },
            ...(isShown
              ? [
                  {
                    ...{ name: 'waiting, projected', colour: '--curve-4', isDashed: true },
                    values: projected(waiting, lastWaiting * (1 - drained)),
                  },
                  {
                    ...{ name: 'visited, projected', colour: '--curve-3', isDashed: true },
                    values: projected(visits, lastVisits + pace * until),
                  },
                ]
              : []),
          ]}
        />
      </section>
    </div>
  );
}

const ToCome = () => (
  <div class="columns">
    {[FOUND, QUEUED].map((title) => (
      <section key={title} class="panel">
        <h2>{title}</h2>
        <p class="dim curves-to-come">Loading…</p>
      </section>
    ))}
  </div>
);

/** Milliseconds until a crawl ends, by each of its limits; undefined if that is not known. */
export interface TimeLeft {
  /** Milliseconds until the first of the limits on pages and time. */
  readonly budget: number | undefined;
  /** Milliseconds until no link is waiting; infinite if the queue grows. */
  readonly queue: number | undefined;
}

/** Share of the crawl, at its end, used to extrapolate the queue. */
const RECENT = 0.25;

/** Estimates the time left to a crawl, by its recent rate, and by the trend of its queue. */
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

/** Extrapolates waiting(t) linearly from the last quarter of the crawl. */
function untilEmpty(waiting: number, { at, waiting: waited }: CrawlCurves): number | undefined {
  const end = at.at(-1);
  if (end === undefined || at.length < 3) return undefined;
  const from = at.findIndex((moment) => moment >= end * (1 - RECENT));
  const [begin, before] = [at[from] ?? 0, waited[from] ?? 0];
  if (end <= begin) return undefined;
  const slope = ((waited.at(-1) ?? 0) - before) / (end - begin);
  return slope < 0 ? waiting / -slope : Number.POSITIVE_INFINITY;
}
