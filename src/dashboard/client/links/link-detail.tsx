import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LinkKind, LinkSight } from '../../../domain/link.ts';
import type { LinkDetail } from '../../link-reads.ts';
import type { PictureAnswer } from '../../picture-controls.ts';
import { Crawled, CrawledLink, visible } from '../kit/crawled-text.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Trouble } from '../kit/form.tsx';
import { count, counted, date, figure, span } from '../kit/format.ts';
import { messageOf, send, useAnswer } from '../kit/request.ts';

interface LinkDetailProps {
  readonly kind: LinkKind;
  readonly id: number;
  readonly onClose: () => void;
}

/** Details of a link: pages that have the link, history, and the reason for its visit. */
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
        <Fact name="Checked">{link.check && checkText(link.check)}</Fact>
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

/** Describes a link check: `dead since 2 November 2026: HTTP 404; asked on 3 November 2026`. */
const checkText = ({ state, reason, movedTo, since, checkedAt }: NonNullable<LinkDetail['check']>): string => {
  const why = movedTo !== null && state === 'moved' ? `to ${movedTo}` : reason;
  return `${state} since ${date(since)}${why === '' ? '' : `: ${visible(why)}`}; last checked ${date(checkedAt)}`;
};

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
        Picked with rank {figure(rank.value)} (lane {rank.lane}, tier {rank.tier}); its site had{' '}
        {counted(visit.siteVisits, 'visit')} with reward {figure(visit.siteReward)}
        {ready !== null && ` and was one of ${counted(ready, 'site')} that were ready`}
        {score !== null && `; its score was ${figure(score)}`}
        {next && `, the next, ${next.site}, had ${figure(next.score)}`}.
      </p>
    </section>
  );
}

/** Sentences for the visibility of a link in its page. */
const sights: Readonly<Record<LinkSight, string>> = {
  outlined: 'The link is outlined in red.',
  acted:
    'The link is outlined in red. It appeared after an interaction, such as a click; the page is shown as it was then.',
  hidden: 'The link is on the page, but hidden: in a closed menu, or without a size.',
  bare: 'The link is on the page, but no element shows it: it is in a script, a header or the like.',
  'by-act': 'The link appears after an interaction, such as a click, and is not visible.',
  gone: 'The link is no longer on this page.',
};

type State = 'idle' | 'busy' | PictureAnswer | { readonly trouble: string };

interface LinkPictureProps {
  readonly link: Pick<LinkDetail, 'kind' | 'id' | 'url'>;
  /** Page that the link was found on. */
  readonly page: string;
}

/** Current picture of a link's page, with the link outlined, taken on request. */
function LinkPicture({ link: { kind, id, url }, page }: LinkPictureProps) {
  const [state, setState] = useState<State>('idle');
  const control = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const take = async () => {
    const own = new AbortController();
    control.current = own;
    setState('busy');
    try {
      setState(await send<PictureAnswer>(`/api/links/${kind}/${id}/picture`, {}, own));
    } catch (error) {
      setState(own.signal.aborted ? 'idle' : { trouble: messageOf(error) });
    }
  };
  const isBusy = state === 'busy';
  const answer = typeof state === 'object' && 'sight' in state ? state : undefined;
  return (
    <section>
      <h3>On its page</h3>
      <div class="row">
        <button type="button" disabled={isBusy} onClick={() => void take()}>
          {answer ? 'Take it again' : 'Take a picture'}
        </button>
        {isBusy && (
          <button type="button" onClick={() => control.current?.abort()}>
            Cancel
          </button>
        )}
        <span role="status" class={isBusy ? 'dim' : ''}>
          {isBusy && 'Opening the page in a browser, with the settings of the crawl; this takes a minute at most…'}
          {answer && answer.sight !== 'unread' && sights[answer.sight]}
          {answer && answer.sight !== 'unread' && !answer.picture && ' The page took too long to draw: no picture.'}
        </span>
      </div>
      {state === 'idle' && <p class="dim">Opens the page that has the link, as it is now.</p>}
      {answer?.sight === 'unread' && (
        <p class="trouble" role="alert">
          The page can't be shown: <Crawled text={answer.reason} />
        </p>
      )}
      {typeof state === 'object' && 'trouble' in state && <Trouble text={state.trouble} />}
      {answer && answer.landed !== answer.page && (
        <p>
          It redirects to <CrawledLink url={answer.landed} />
        </p>
      )}
      {answer?.picture && (
        <a class="page-picture" href={answer.picture.src} target="_blank" rel="noopener" title="Full size">
          <img
            src={answer.picture.src}
            width={answer.picture.width}
            height={answer.picture.height}
            alt={`${visible(page)}, with the link ${visible(url)}. ${answer.sight === 'unread' ? '' : sights[answer.sight]}`}
          />
        </a>
      )}
    </section>
  );
}
