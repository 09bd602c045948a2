import type { CrawlCurves } from '../../wire/crawl.ts';
import { Curves } from '../kit/curves.tsx';
import { span } from '../kit/format.ts';
import type { TimeLeft } from './time-left.ts';

const FOUND = 'Links found by visits';
const QUEUED = 'Queued and crawled';

interface Props {
  /** Undefined until they are answered. */
  readonly curves: CrawlCurves | undefined;
  readonly left: TimeLeft;
}

/** Links that visits found, and what waits beside what was visited, with the end that the crawl comes to if it goes on so. */
export function CrawlCurvesView({ curves, left }: Props) {
  if (!curves) return <ToCome />;
  const { at, internal, external, waiting, visits } = curves;
  const end = at.at(-1);
  if (end === undefined) return <p class="dim">No page was visited yet.</p>;
  const ends = [left.budget, left.queue].filter((time): time is number => time !== undefined && Number.isFinite(time));
  const until = ends.length > 0 ? Math.min(...ends) : undefined;
  // A projection that is many times longer than what is known would press that into a corner.
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
          label="Internal and external links that were new to a visit, over the time of crawling"
          xName="Time of crawling"
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
          label="Links that wait, and pages visited, over the time of crawling, with the projected end"
          xName="Time of crawling"
          x={time}
          xText={span}
          curves={[
            { name: 'queued', colour: '--curve-4', values: known(waiting) },
            { name: 'crawled', colour: '--curve-3', values: known(visits) },
            ...(isShown
              ? [
                  {
                    ...{ name: 'queued at the end', colour: '--curve-4', isDashed: true },
                    values: projected(waiting, lastWaiting * (1 - drained)),
                  },
                  {
                    ...{ name: 'crawled at the end', colour: '--curve-3', isDashed: true },
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
