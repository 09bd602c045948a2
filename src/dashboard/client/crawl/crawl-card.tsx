import { useState } from 'preact/hooks';
import type { CrawlNow } from '../../crawl-now.ts';
import type { SharedLook } from '../../shared-crawl.ts';
import { count, counted, figure, moment, span } from '../kit/format.ts';
import { hrefOf, route } from '../kit/router.ts';
import { timeLeft } from './crawl-curves.tsx';
import { LimitsDialog, StartDialog, StopButton } from './crawl-dialogs.tsx';
import { RecrawlDialog } from './recrawl.tsx';

const stopReasons: Readonly<Record<string, string>> = {
  'page-limit': 'page limit reached',
  'time-limit': 'time limit reached',
  done: 'finished: nothing left to visit',
  interrupted: 'stopped before it was finished',
};

function stateText({ runs, isStopping, run, stopped, isRecrawl, trouble }: CrawlNow, shared?: SharedLook): string {
  if (shared?.status && runs !== 'nowhere') return `running on ${counted(shared.status.workers.length, 'worker')}`;
  if (shared && run > 0 && stopped === null) return 'no worker is alive';
  if (isStopping) return 'stopping: the open pages are finished first';
  const what = isRecrawl ? 'recrawl running' : 'running';
  if (runs === 'here') return what;
  if (runs === 'elsewhere') return `${what} in another process`;
  if (trouble !== '') return `failed: ${trouble}`;
  if (run === 0) return 'not started yet';
  return stopped === null ? 'ended: its process is gone' : (stopReasons[stopped] ?? stopped);
}

interface CrawlCardProps {
  readonly crawl: CrawlNow;
  readonly shared: SharedLook | undefined;
}

/** The crawl in one line: its state, its progress, and its controls. */
export function CrawlCard({ crawl, shared }: CrawlCardProps) {
  const [dialog, setDialog] = useState<'start' | 'recrawl' | 'limits' | undefined>();
  const { runs, isStopping, canStart, canLimit, run, isRecrawl } = crawl;
  const close = () => setDialog(undefined);
  return (
    <section class="panel now" aria-label="Crawl">
      <p class="state">
        <span>
          <span class={`dot ${runs === 'nowhere' ? '' : 'on'}`} aria-hidden="true" />
          <b>{stateText(crawl, shared)}</b>
        </span>
        {run > 0 && <Progress crawl={crawl} shared={shared} />}
        {run > 0 && route.value.page !== 'crawl' && <a href={hrefOf('crawl')}>Details</a>}
      </p>
      <div class="row">
        {runs === 'nowhere' && canStart && (
          <button type="button" class="primary" onClick={() => setDialog('start')}>
            {run === 0 ? 'Start…' : 'Continue…'}
          </button>
        )}
        {runs === 'nowhere' && canStart && run > 0 && (
          <button type="button" onClick={() => setDialog('recrawl')}>
            Recrawl…
          </button>
        )}
        {runs !== 'nowhere' && !shared && (
          <>
            {!isRecrawl && (
              <button type="button" disabled={!canLimit || isStopping} onClick={() => setDialog('limits')}>
                Limits…
              </button>
            )}
            <StopButton isStopping={isStopping} what={isRecrawl ? 'recrawl' : 'crawl'} />
          </>
        )}
      </div>
      {dialog === 'start' && <StartDialog crawl={crawl} onClose={close} />}
      {dialog === 'recrawl' && <RecrawlDialog onClose={close} />}
      {dialog === 'limits' && <LimitsDialog crawl={crawl} onClose={close} />}
    </section>
  );
}

/** Pages visited of the limit, and the time left. */
function Progress({ crawl, shared }: CrawlCardProps) {
  const { at, pages, failed, limits, rate, runs, waiting, isRecrawl, recrawlRun } = crawl;
  const isRunning = runs !== 'nowhere';
  const done =
    isRecrawl && recrawlRun
      ? Object.values(recrawlRun.revisits).reduce((a, b) => a + b, recrawlRun.newPages)
      : pages + failed;
  const limit = isRecrawl ? (recrawlRun?.pageLimit ?? null) : limits.pageLimit;
  const left = isRunning && !isRecrawl ? timeLeft(crawl, undefined).budget : undefined;
  return (
    <>
      <span>
        {limit === null ? counted(done, 'page') : `${count(done)} of ${counted(limit, 'page')}`}
        {isRunning && limit !== null && (
          <>
            {' '}
            <progress max={limit} value={Math.min(limit, done)} aria-label="Pages of this run" />
          </>
        )}
      </span>
      {isRunning && <span>{figure(shared?.status?.pagesPerSecond ?? rate)} pages per second</span>}
      {left !== undefined && (
        <span>
          {span(left)} left, until about {moment(at + left, at)}
        </span>
      )}
      <span class="dim">{counted(waiting, 'link')} waiting</span>
    </>
  );
}
