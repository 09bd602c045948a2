import type { VNode } from 'preact';
import type { VisitLine } from '../../wire/live.ts';
import { Crawled, CrawledLink } from '../kit/crawled.tsx';
import { count, figure, time } from '../kit/format.ts';
import { Scroller } from '../kit/scroller.tsx';

/** Each visit as it ends, and why its page was picked. */
export function VisitFeed({ visits }: { readonly visits: readonly VisitLine[] }) {
  if (visits.length === 0) return <p class="dim">No page was visited yet.</p>;
  return (
    <Scroller label="Visits, the last first">
      <ol class="feed">{visits.map(lineOf)}</ol>
    </Scroller>
  );
}

const lines = new WeakMap<VisitLine, VNode>();

/** The same for the same visit: a line that stands there is not drawn again. */
function lineOf(visit: VisitLine): VNode {
  const line = lines.get(visit) ?? <Line key={visit.id} visit={visit} />;
  lines.set(visit, line);
  return line;
}

function Line({
  visit: { at, site, url, title, outcome, reason, newExternal, newInternal, picked },
}: {
  readonly visit: VisitLine;
}) {
  const { score, pulls, ready, next } = picked;
  return (
    <li>
      <time class="dim">{time(at)}</time> <Crawled text={site} most={40} /> <CrawledLink url={url} text={pathOf(url)} />{' '}
      {outcome === 'page' ? (
        <b>
          +{count(newExternal)} external, +{count(newInternal)} internal
        </b>
      ) : (
        <span class="trouble">
          {outcome}
          {reason !== '' && <Crawled text={` (${reason})`} most={120} />}
        </span>
      )}
      {title !== '' && (
        <span class="dim">
          {' '}
          <Crawled text={title} most={80} />
        </span>
      )}
      <div class="dim why">
        picked {score === null ? 'in its turn' : `for its index ${figure(score)}`}, after {count(pulls)} pulls
        {ready !== null && `, of ${count(ready)} ready`}
        {next && (
          <>
            ; next <Crawled text={next.site} most={40} />
            {next.score !== null && ` ${figure(next.score)}`}
          </>
        )}
      </div>
    </li>
  );
}

/** An address without its scheme and host, which the site tells. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/, '') || url;
