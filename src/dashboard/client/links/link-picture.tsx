import { useEffect, useRef, useState } from 'preact/hooks';
import type { LinkSight } from '../../../domain/link.ts';
import type { LinkDetail, PictureAnswer } from '../../wire/links.ts';
import { messageOf, send } from '../kit/ask.ts';
import { Crawled, CrawledLink, visible } from '../kit/crawled.tsx';
import { Trouble } from '../kit/sending.tsx';

/** What is said of a page that was read. */
const sights: Readonly<Record<LinkSight, string>> = {
  outlined: 'The link is outlined in red.',
  acted: 'The link is outlined in red. It came when something was done to the page, which is shown as that left it.',
  hidden: 'The link is on the page, but not to be seen: in a closed menu, or without a size.',
  bare: 'The link is on the page, but no element shows it: it stands in a script, a header or the like.',
  'by-act': 'The link comes when something is done to the page, and is not to be seen then.',
  gone: 'The link is no longer on this page.',
};

type State = 'idle' | 'busy' | PictureAnswer | { readonly trouble: string };

interface LinkPictureProps {
  readonly link: Pick<LinkDetail, 'kind' | 'id' | 'url'>;
  /** The page that it was found on. */
  readonly page: string;
}

/** The page of a link as it is now, with the link outlined: it is opened when it is asked for. */
export function LinkPicture({ link: { kind, id, url }, page }: LinkPictureProps) {
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
          {isBusy && 'The page is opened in a browser, by the rules of the crawl: a minute at most…'}
          {answer && answer.sight !== 'unread' && sights[answer.sight]}
          {answer && answer.sight !== 'unread' && !answer.picture && ' The page was not drawn in time: no picture.'}
        </span>
      </div>
      {state === 'idle' && <p class="dim">Opens the page that the link was found on, as it is now.</p>}
      {answer?.sight === 'unread' && (
        <p class="trouble" role="alert">
          The page can't be shown: <Crawled text={answer.reason} />
        </p>
      )}
      {typeof state === 'object' && 'trouble' in state && <Trouble text={state.trouble} />}
      {answer && answer.landed !== answer.page && (
        <p>
          It leads to <CrawledLink url={answer.landed} />
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
