import type { ComponentChildren } from 'preact';
import type { CrawlNow } from '../../crawl-now.ts';
import type { Overview } from '../../pages/overview.ts';
import { Crawled } from '../kit/crawled-text.tsx';
import { count, counted, date } from '../kit/format.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { hrefOf } from '../kit/router.ts';

interface CardProps {
  readonly title: string;
  readonly icon: IconName;
  readonly children: ComponentChildren;
}

/** A group of findings under a heading. */
export const Card = ({ title, icon, children }: CardProps) => (
  <section class="panel card" aria-label={title}>
    <h2>
      <Icon name={icon} /> {title}
    </h2>
    {children}
  </section>
);

interface LineProps {
  readonly figure: number;
  /** Unit of the figure, in the singular; below, in the plural. */
  readonly one: string;
  readonly many?: string;
  /** Address of the list behind the figure. */
  readonly href: string;
  readonly note?: string | false;
}

/** A figure that leads to the list behind it. */
const Line = ({ figure, one, many = `${one}s`, href, note }: LineProps) => (
  <li>
    <a class="figure" href={href} aria-label={counted(figure, one, many)}>
      {count(figure)}
    </a>
    <span>
      {figure === 1 ? one : many}
      {note && <span class="dim">, {note}</span>}
    </span>
  </li>
);

interface FoundProps {
  readonly crawl: CrawlNow;
  readonly found: Overview['found'];
}

/** Totals of the crawl, and the external domains linked from most sites. */
export function FoundCard({ crawl, found: { pages, mostLinked } }: FoundProps) {
  const sites = Object.values(crawl.sites).reduce((sum, number) => sum + number, 0);
  return (
    <Card title="Found" icon="found">
      <ul class="lines">
        <Line figure={crawl.external} one="external link" href={hrefOf('links', ['external'])} />
        <Line figure={crawl.internal} one="internal link" href={hrefOf('links', ['internal'])} />
        <Line
          figure={pages}
          one="page visited"
          many="pages visited"
          href={hrefOf('links', ['internal'], { status: 'visited' })}
        />
        <Line figure={sites} one="site" href={hrefOf('sites')} />
      </ul>
      {mostLinked.length > 0 && (
        <>
          <h3>Most-linked external sites</h3>
          <ul class="lines">
            {mostLinked.map(({ domain, links, sites: from }) => (
              <li key={domain}>
                <a href={hrefOf('links', ['external'], { domain })}>
                  <Crawled text={domain} most={60} />
                </a>
                <span class="dim">
                  {counted(links, 'link')} from {counted(from, 'site')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** Card with new links, pages and changes of the last run. */
export function NewCard({ news }: { readonly news: NonNullable<Overview['news']> }) {
  const { run, since, recrawlRun, pages, external, internal, changes } = news;
  const from = new Date(since).toISOString();
  return (
    <Card title="New" icon="new">
      <p class="dim">
        Since {recrawlRun === null ? `run ${run}` : `recrawl run ${recrawlRun}`} began, {date(since)}
      </p>
      <ul class="lines">
        <Line figure={external} one="external link" href={hrefOf('links', ['external'], { since: from })} />
        <Line figure={internal} one="internal link" href={hrefOf('links', ['internal'], { since: from })} />
        {recrawlRun === null && (
          <Line figure={pages} one="page visited" many="pages visited" href={hrefOf('log', [], { run: String(run) })} />
        )}
        {changes.map(({ change, pages: number }) => (
          <Line
            key={change}
            figure={number}
            one={`page ${change}`}
            many={`pages ${change}`}
            href={hrefOf('changes', [], { run: String(recrawlRun), kind: 'page', change })}
          />
        ))}
      </ul>
    </Card>
  );
}

interface BrokenProps extends Pick<Overview, 'broken'> {
  /** Number of sites that do not answer. */
  readonly down: number;
}

/** Card with dead links, failed pages, and sites that do not answer. */
export function BrokenCard({ broken: { dead, failed }, down }: BrokenProps) {
  const sinceYesterday = (fresh: number) => fresh > 0 && `${count(fresh)} since yesterday`;
  return (
    <Card title="Broken" icon="broken">
      <ul class="lines">
        {dead && (
          <>
            <Line
              figure={dead.external.links}
              one="dead external link"
              href={hrefOf('links', ['external'], { checked: 'dead' })}
              note={sinceYesterday(dead.external.fresh)}
            />
            <Line
              figure={dead.internal.links}
              one="dead internal link"
              href={hrefOf('links', ['internal'], { checked: 'dead' })}
              note={sinceYesterday(dead.internal.fresh)}
            />
          </>
        )}
        <Line figure={failed} one="failed page" href={hrefOf('links', ['internal'], { status: 'failed' })} />
        <Line
          figure={down}
          one="site not answering"
          many="sites not answering"
          href={hrefOf('sites', [], { concern: 'down' })}
        />
      </ul>
      {!dead && (
        <p class="dim">
          External links are not checked yet: <code>forager dead --db FILE</code> finds dead ones.
        </p>
      )}
    </Card>
  );
}
