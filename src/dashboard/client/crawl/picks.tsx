import type { VNode } from 'preact';
import type { VisitLine } from '../../crawl-now.ts';
import type { Bandit } from '../../pages/crawl.ts';
import { Crawled, CrawledLink } from '../kit/crawled.tsx';
import { count, figure, time } from '../kit/format.ts';
import { Scroller } from '../kit/short-table.tsx';

/** The sites as the rule sees them: the first is picked next, the second is the runner-up. */
export function BanditTable({ bandit: { siteRule, arms, sites } }: { readonly bandit: Bandit }) {
  if (arms.length === 0) return <p class="dim">No site has a link that waits.</p>;
  return (
    <>
      <p class="dim">
        In the order in which {siteRule} would pick among them now
        {arms.length < sites && `; the first ${count(arms.length)} of ${count(sites)}`}.
      </p>
      <Scroller label="Sites as the rule sees them">
        <table>
          <thead>
            <tr>
              <th>Site</th>
              <th class="number">Pulls</th>
              <th class="number">Mean</th>
              <th class="number">Index</th>
              <th class="number">Waiting</th>
              <th>Turn</th>
            </tr>
          </thead>
          <tbody>
            {arms.map(({ site, pulls, mean, index, waiting }, place) => (
              <tr key={site}>
                <td>
                  <Crawled text={site} most={60} />
                </td>
                <td class="number">{count(pulls)}</td>
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
