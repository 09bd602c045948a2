import type { SiteDetail, SiteRow } from '../../wire/sites.ts';
import { Crawled, CrawledLink, visible } from '../kit/crawled.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { counted, date, figure, siteStatus } from '../kit/format.ts';
import { hrefOf } from '../kit/router.ts';
import { Scroller } from '../kit/scroller.tsx';
import { useAnswer } from '../kit/use-answer.ts';
import { SiteLimits } from './site-limits.tsx';
import { SiteTree } from './site-tree.tsx';

interface SiteDetailProps {
  readonly site: SiteRow;
  readonly onRemove: (site: SiteRow) => void;
  readonly onRestore: (site: SiteRow) => void;
  /** Its limits were changed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** A site: how it stands, its folders, its robots.txt, and what was set aside of it. */
export function SiteDetailDialog({ site, onRemove, onRestore, onChanged, onClose }: SiteDetailProps) {
  const { value, error } = useAnswer<SiteDetail>(`/api/sites/${site.id}`);
  const kinds = [
    ['external', counted(site.external, 'external', 'external')],
    ['internal', counted(site.internal, 'internal', 'internal')],
    ['bad', counted(site.bad, 'bad', 'bad')],
    ['resource', counted(site.resources, 'resource')],
  ] as const;
  return (
    <Dialog title={visible(site.name)} onClose={onClose}>
      <div class="stack detail">
        <p>
          <CrawledLink url={site.url} />
          <br />
          {site.removed === null ? siteStatus(site.status) : `taken out of the crawl on ${date(site.removed)}`}
          {site.note !== '' && <Crawled text={`: ${site.note}`} />}; {site.kind}, scope {site.scope}; reward{' '}
          {figure(site.reward)} in {counted(site.pages + site.failed, 'visit')}
        </p>
        <p class="row">
          <span>Links:</span>
          {kinds.map(([kind, links]) => (
            <a key={kind} href={hrefOf('links', [kind], { site: site.site })}>
              {links}
            </a>
          ))}
        </p>
        <div class="row">
          {site.removed === null ? (
            <button type="button" class="danger" onClick={() => onRemove(site)}>
              Take out of the crawl
            </button>
          ) : (
            <button type="button" onClick={() => onRestore(site)}>
              Bring back
            </button>
          )}
        </div>
        <SiteLimits site={site} onDone={onChanged} />
        <section>
          <h3>Folders</h3>
          <SiteTree site={site.id} name={site.site} prefix="" />
        </section>
        {error !== '' && <p class="trouble">{error}</p>}
        {value && value.traps.length > 0 && (
          <section>
            <h3>Set aside as endless</h3>
            <ul>
              {value.traps.map(({ kind, pattern, links, example }) => (
                <li key={`${kind} ${pattern}`}>
                  {kind}: <Crawled text={pattern} />, {counted(links, 'link')}, such as <CrawledLink url={example} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {value && (
          <section>
            <h3>robots.txt</h3>
            {value.robots === null && <p class="dim">It was not asked for.</p>}
            {value.robots?.body === '' && <p class="dim">There is none: all may be visited.</p>}
            {value.robots && value.robots.body !== '' && (
              <>
                <p class="dim">Read {date(value.robots.fetchedAt)}.</p>
                <Scroller label="robots.txt">
                  <pre>{value.robots.body}</pre>
                </Scroller>
              </>
            )}
          </section>
        )}
      </div>
    </Dialog>
  );
}
