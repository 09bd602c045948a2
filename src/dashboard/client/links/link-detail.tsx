import type { ComponentChildren } from 'preact';
import type { LinkKind } from '../../../domain/link.ts';
import type { LinkDetail } from '../../wire/links.ts';
import { Crawled, CrawledLink } from '../kit/crawled.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { count, counted, date, figure, span } from '../kit/format.ts';
import { useAnswer } from '../kit/use-answer.ts';
import { LinkPicture } from './link-picture.tsx';

interface LinkDetailProps {
  readonly kind: LinkKind;
  readonly id: number;
  readonly onClose: () => void;
}

/** All that is known of a link: every page that it stands on, what became of it, and why it was visited when it was. */
export function LinkDetailDialog({ kind, id, onClose }: LinkDetailProps) {
  const { value, error } = useAnswer<LinkDetail>(`/api/links/${kind}/${id}`);
  return (
    <Dialog title={`${kind[0]?.toUpperCase()}${kind.slice(1)} link ${id}`} onClose={onClose}>
      {error !== '' && <p class="trouble">{error}</p>}
      {value ? <Detail link={value} /> : error === '' && <p class="dim">Loading…</p>}
    </Dialog>
  );
}

function Detail({ link }: { readonly link: LinkDetail }) {
  const { inlinks, inlinkCount, history, visit } = link;
  return (
    <div class="stack detail">
      <p class="mono">
        <CrawledLink url={link.url} />
      </p>
      <dl class="facts">
        <Fact name="Site">{link.site}</Fact>
        <Fact name="Status">{link.status}</Fact>
        <Fact name="Reason">{link.reason}</Fact>
        <Fact name="Level">{link.level}</Fact>
        <Fact name="Text">{link.anchor && <Crawled text={link.anchor} most={2000} />}</Fact>
        <Fact name="Context">{link.context && <Crawled text={link.context} most={2000} />}</Fact>
        <Fact name="Found on">{link.sourceUrl && <CrawledLink url={link.sourceUrl} />}</Fact>
        <Fact name="Place">{link.tagPath && <Crawled text={link.tagPath} />}</Fact>
        <Fact name="Frame">{link.frame && <CrawledLink url={link.frame} />}</Fact>
        <Fact name="Technique">{[link.technique, link.element && `<${link.element}>`].filter(Boolean).join(', ')}</Fact>
        <Fact name="rel">{link.rel && <Crawled text={link.rel} />}</Fact>
        <Fact name="Role">{[link.role, link.method].filter(Boolean).join(', ')}</Fact>
        <Fact name="First seen">{link.firstSeen && date(link.firstSeen)}</Fact>
        <Fact name="Last seen">{link.lastSeen && date(link.lastSeen)}</Fact>
        <Fact name="Removed">{link.removed && `on no page since ${date(link.removed)}`}</Fact>
        <Fact name="Deleted">{link.deleted && date(link.deleted)}</Fact>
      </dl>
      {link.sourceUrl !== null && <LinkPicture link={link} page={link.sourceUrl} />}
      {visit && <Visit visit={visit} />}
      {inlinkCount > 0 && (
        <section>
          <h3>On {counted(inlinkCount, 'page')}</h3>
          <div class="scroll-x">
            <table>
              <thead>
                <tr>
                  <th>Page</th>
                  <th>Text there</th>
                  <th class="number">Place</th>
                  <th>In</th>
                </tr>
              </thead>
              <tbody>
                {inlinks.map(({ url, title, anchor, tagPath, place, removed }) => (
                  <tr key={url}>
                    <td>
                      <CrawledLink url={url} text={title || url} />
                      {removed !== null && <span class="dim"> until {date(removed)}</span>}
                    </td>
                    <td>
                      <Crawled text={anchor} most={120} />
                    </td>
                    <td class="number">{count(place + 1)}</td>
                    <td>
                      <Crawled text={tagPath.split(' ').slice(-3).join(' ')} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {inlinks.length < inlinkCount && <p class="dim">The first {count(inlinks.length)} are shown.</p>}
        </section>
      )}
      {history.length > 0 && (
        <section>
          <h3>History</h3>
          <ul>
            {history.map(({ at, event }) => (
              <li key={`${at} ${event}`}>
                {date(at)}: {event}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  if (children === null || children === undefined || children === '' || children === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Visit({ visit }: { readonly visit: NonNullable<LinkDetail['visit']> }) {
  const { rank, score, next, ready } = visit;
  return (
    <section>
      <h3>Visited</h3>
      <p>
        Visit {count(visit.number)} of the crawl, {date(visit.startedAt)}, {span(visit.milliseconds)}: {visit.outcome}
        {visit.httpStatus !== null && ` (HTTP ${visit.httpStatus})`}
        {visit.reason !== '' && <Crawled text={`, ${visit.reason}`} />}; reward {figure(visit.reward)}.
      </p>
      <p>
        Picked at rank {figure(rank.value)} (lane {rank.lane}, tier {rank.tier}); its site had{' '}
        {counted(visit.sitePulls, 'visit')} of reward {figure(visit.siteReward)}
        {ready !== null && ` and was one of ${counted(ready, 'site')} that could be picked`}
        {score !== null && `; its index was ${figure(score)}`}
        {next && `, the next, ${next.site}, had ${figure(next.score)}`}.
      </p>
    </section>
  );
}
