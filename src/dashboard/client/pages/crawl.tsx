import { CrawledLink } from '../kit/crawled.tsx';
import { count, figure, span, time } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';

/** How the crawl stands, and each visit as it ends. */
export function CrawlPage() {
  const { crawl, visits } = useLive();
  if (!crawl) return <p class="dim">Loading…</p>;
  return (
    <>
      <h1>Crawl</h1>
      <dl class="figures">
        <div>
          <dt>Pages</dt>
          <dd>{count(crawl.pages)}</dd>
        </div>
        <div>
          <dt>Pages a second</dt>
          <dd>{figure(crawl.rate)}</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{span(crawl.milliseconds)}</dd>
        </div>
      </dl>
      <h2>Visits</h2>
      <ol class="feed" reversed>
        {visits.map(({ id, at, url, site, newExternal }) => (
          <li key={id}>
            <time>{time(at)}</time> {site} <CrawledLink url={url} /> +{newExternal}
          </li>
        ))}
      </ol>
    </>
  );
}
