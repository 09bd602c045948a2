import type { VNode } from 'preact';
import type { VisitLine } from '../../crawl-now.ts';
import type { Bandit } from '../../pages/crawl.ts';
import { Crawled, CrawledLink } from '../kit/crawled-text.tsx';
import { count, counted, figure, time } from '../kit/format.ts';
import { Scroller } from '../kit/short-table.tsx';

/** Table of sites in pick order: the first is next, the second the runner-up. */
export function BanditTable({ bandit: { siteRule, arms, sites } }: { readonly bandit: Bandit }) {
  if (arms.length === 0) return <p class="dim">No site has waiting links.</p>;
  return (
    <>
      <p class="dim">
        The order in which the site rule {siteRule} would pick them now
        {arms.length < sites && `; the first ${count(arms.length)} of ${count(sites)}`}.
      </p>
      <Scroller label="Next sites">
        <table>
          <thead>
            <tr>
              <th>Site</th>
              <th class="number">Visits</th>
              <th class="number">Mean reward</th>
              <th class="number">Score</th>
              <th class="number">Waiting</th>
              <th>Place</th>
            </tr>
          </thead>
          <tbody>
            {arms.map(({ site, visits, mean, index, waiting }, place) => (
              <tr key={site}>
                <td>
                  <Crawled text={site} most={60} />
                </td>
                <td class="number">{count(visits)}</td>
                <td class="number">{figure(mean)}</td>
                <td class="number">{index === null ? '∞' : figure(index)}</td>
                <td class="number">{count(waiting)}</td>
                <td>{place === 0 ? 'next' : place === 1 ? 'runner-up' : place + 1}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

/** List of finished visits, with the reason for the pick of each page. */
export function VisitFeed({ visits }: { readonly visits: readonly VisitLine[] }) {
  if (visits.length === 0) return <p class="dim">No page has been visited yet.</p>;
  return (
    <Scroller label="Visits, latest first">
      <ol class="feed">{visits.map(lineOf)}</ol>
    </Scroller>
  );
}

const lines = new WeakMap<VisitLine, VNode>();

/** Returns the same node for the same visit, so that a line is drawn only once. */
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
  const { score, visits, ready, next } = picked;
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
        picked {score === null ? 'in turn' : `with score ${figure(score)}`} after {counted(visits, 'visit')}
        {ready !== null && `, one of ${counted(ready, 'ready site')}`}
        {next && (
          <>
            ; runner-up <Crawled text={next.site} most={40} />
            {next.score !== null && ` ${figure(next.score)}`}
          </>
        )}
      </div>
    </li>
  );
}

/** Returns an address without its scheme and host, which the site's name shows. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/, '') || url;
