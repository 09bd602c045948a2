import { useState } from 'preact/hooks';
import type { CrawlNow } from '../../crawl-now.ts';
import type { ConcernLine, Overview } from '../../pages/overview.ts';
import { StartDialog } from '../crawl/crawl-dialogs.tsx';
import { RecrawlDialog } from '../crawl/recrawl.tsx';
import { Crawled } from '../kit/crawled-text.tsx';
import { count, counted } from '../kit/format.ts';
import { hrefOf } from '../kit/router.ts';
import { concernTexts } from '../sites/concerns.ts';
import { Card } from './finding-cards.tsx';

/** Sentences for the ends of a run that leave links waiting. */
const endings: Readonly<Record<string, string>> = {
  'page-limit': 'The crawl has reached its page limit',
  'time-limit': 'The crawl has reached its time limit',
  interrupted: 'The crawl was stopped',
};

interface DecisionProps extends Pick<Overview, 'concerns'> {
  readonly crawl: CrawlNow;
}

/** Reasons why the crawl or some of its sites stopped, each with the step that resolves it. */
export function DecisionCard({ crawl, concerns }: DecisionProps) {
  const { runs, stopped, waiting, isRecrawl } = crawl;
  const ending = runs === 'nowhere' && !isRecrawl && waiting > 0 ? endings[stopped ?? ''] : undefined;
  return (
    <Card title="Needs a decision" icon="decision">
      {ending === undefined && concerns.length === 0 && <p class="dim">Nothing needs a decision.</p>}
      <ul class="lines">
        {ending !== undefined && <Ending crawl={crawl} text={ending} />}
        {concerns.map((line) => (
          <ConcernItem key={line.concern} line={line} canStart={runs === 'nowhere' && crawl.canStart} />
        ))}
      </ul>
    </Card>
  );
}

function Ending({ crawl, text }: { readonly crawl: CrawlNow; readonly text: string }) {
  const [isAsking, setAsking] = useState(false);
  const isStopped = crawl.stopped === 'interrupted';
  return (
    <li>
      <div class="grow">
        {text}; {counted(crawl.waiting, 'link')} {crawl.waiting === 1 ? 'is' : 'are'} waiting.
      </div>
      {crawl.canStart ? (
        <button type="button" onClick={() => setAsking(true)}>
          {isStopped ? 'Continue the crawl…' : 'Raise the limit…'}
        </button>
      ) : (
        <span class="dim">
          {isStopped ? 'Continue' : 'Raise the limit'}:{' '}
          <code>forager crawl {isStopped ? '' : '--page-limit N '}--db FILE</code>
        </span>
      )}
      {isAsking && <StartDialog crawl={crawl} onClose={() => setAsking(false)} />}
    </li>
  );
}

interface ConcernItemProps {
  readonly line: ConcernLine;
  /** True if a recrawl can be started here now. */
  readonly canStart: boolean;
}

function ConcernItem({ line: { concern, sites, first }, canStart }: ConcernItemProps) {
  const [isAsking, setAsking] = useState(false);
  const { one, many, step } = concernTexts[concern];
  return (
    <li>
      <div class="concern">
        <div>
          <a href={hrefOf('sites', [], { concern })}>
            <b>{count(sites)}</b> {sites === 1 ? one : many}
          </a>
          :{' '}
          {first.map(({ id, site }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <a href={hrefOf('sites', [], { concern, open: String(id) })}>
                <Crawled text={site} most={40} />
              </a>
            </span>
          ))}
          {sites > first.length && ' …'}
        </div>
        <div class="dim">{step}</div>
        {concern === 'browser' && canStart && (
          <div>
            <button type="button" onClick={() => setAsking(true)}>
              Recrawl with a browser…
            </button>
          </div>
        )}
      </div>
      {isAsking && <RecrawlDialog render="browser" onClose={() => setAsking(false)} />}
    </li>
  );
}
