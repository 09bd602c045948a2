import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CrawlNow } from '../../crawl-now.ts';
import type { Bandit, CrawlCurves, DeadCounts } from '../../pages/crawl.ts';
import type { SharedLook } from '../../shared-crawl.ts';
import { CrawlCurvesView, type TimeLeft, timeLeft } from '../crawl/crawl-curves.tsx';
import { LimitsDialog, StartDialog, StopButton } from '../crawl/crawl-dialogs.tsx';
import { BanditTable, VisitFeed } from '../crawl/picks.tsx';
import { Figure, NightFigures, RecrawlDialog } from '../crawl/recrawl.tsx';
import { useAnswer } from '../kit/ask.ts';
import { Crawled } from '../kit/crawled.tsx';
import { count, counted, figure, moment, siteStatus, span, time } from '../kit/format.ts';
import { live, useVersion } from '../kit/live.ts';
import { hrefOf } from '../kit/router.ts';
import { ShortTable } from '../kit/short-table.tsx';

/** Milliseconds between two looks at what takes the server some time. */
const LOOK_EVERY = 3000;
/** Milliseconds between two looks at the workers of a shared crawl. */
const WORKERS_EVERY = 2000;

/** How the crawl stands: what it found, what it will pick next and why, and each visit as it ends. */
export function CrawlPage() {
  const visits = live.visits.value;
  const version = useVersion(LOOK_EVERY);
  const { value: curves } = useAnswer<CrawlCurves>('/api/crawl/curves', version);
  const { value: bandit } = useAnswer<Bandit>('/api/crawl/bandit', version);
  const shared = useShared();
  const crawl = live.crawl.value && ofWorkers(live.crawl.value, shared);
  const left = crawl && timeLeft(crawl, curves);
  // Figures change with every message; what is dear to draw only with what it shows.
  const curvesView = useMemo(() => left && <CrawlCurvesView curves={curves} left={left} />, [curves, !left]);
  const banditTable = useMemo(() => bandit && <BanditTable bandit={bandit} />, [bandit]);
  const feed = useMemo(() => <VisitFeed visits={visits} />, [visits]);
  if (!crawl || !left) return <p class="dim">Loading…</p>;
  return (
    <div class="stack">
      <State crawl={crawl} shared={shared} />
      {shared && <Workers shared={shared} />}
      {crawl.isNight && crawl.runs !== 'nowhere' && <NightFigures crawl={crawl} />}
      <Figures crawl={crawl} left={left} shared={shared} />
      {curvesView}
      <div class="columns">
        <section class="panel">
          <h2>Sites to pick from</h2>
          {banditTable ?? <p class="dim">Loading…</p>}
        </section>
        <section class="panel">
          <h2>Visits</h2>
          {feed}
        </section>
      </div>
    </div>
  );
}

/** How a crawl stands that several workers share, asked again and again while the page can be seen; undefined: it is none. */
function useShared(): SharedLook | undefined {
  const [asked, setAsked] = useState(0);
  const { value } = useAnswer<SharedLook | null>('/api/crawl/workers', asked);
  const isShared = value !== undefined && value !== null;
  useEffect(() => {
    if (!isShared) return undefined;
    const timer = setInterval(() => !document.hidden && setAsked((times) => times + 1), WORKERS_EVERY);
    return () => clearInterval(timer);
  }, [isShared]);
  return value ?? undefined;
}

function Workers({ shared }: { readonly shared: SharedLook }) {
  const { status, at, copiedAt, trouble } = shared;
  return (
    <section class="panel">
      <h2>Workers</h2>
      {trouble !== '' && (
        <p role="alert">
          The database can't be read: figures as of {time(at)}. <Crawled text={trouble} />
        </p>
      )}
      {status && (
        <>
          <ShortTable
            label="Workers of this crawl"
            rows={status.workers}
            keyOf={({ id }) => String(id)}
            empty="No worker is alive."
            columns={[
              { title: 'Worker', cell: ({ id, name }) => <Crawled text={`${id} ${name}`} /> },
              { title: 'State', cell: ({ isIdle }) => (isIdle ? 'idle' : 'at work') },
              { title: 'Heartbeat', isNumber: true, cell: ({ secondsSinceBeat: s }) => `${s.toFixed(1)} s ago` },
              { title: 'Pages', isNumber: true, cell: ({ pages }) => count(pages) },
              { title: 'Pages a second', isNumber: true, cell: ({ pagesPerSecond }) => figure(pagesPerSecond) },
              { title: 'Domains', isNumber: true, cell: ({ domains }) => count(domains) },
              { title: 'Open grant', isNumber: true, cell: ({ openGrant }) => count(openGrant) },
            ]}
          />
          <p>
            {count(status.charged)}
            {status.pageLimit !== null && ` of ${count(status.pageLimit)}`} pages charged
            {status.pageLimit !== null && `, ${count(status.openGrants)} more granted`}
          </p>
        </>
      )}
      <p class="dim">All else on these pages is a copy of the crawl, as of {time(copiedAt)}. It can't be edited.</p>
    </section>
  );
}

const stopReasons: Readonly<Record<string, string>> = {
  'page-limit': 'ended at its limit of pages',
  'time-limit': 'ended at its limit of time',
  done: 'ended: nothing was left to visit',
  interrupted: 'was stopped',
};

/** A shared crawl runs as long as it has workers: the processes that its runs name are of other machines. */
function ofWorkers(crawl: CrawlNow, shared: SharedLook | undefined): CrawlNow {
  if (!shared) return crawl;
  return { ...crawl, runs: shared.status?.workers.length ? 'elsewhere' : 'nowhere', isStopping: false };
}

function stateText({ runs, isStopping, run, stopped, isNight, trouble }: CrawlNow, shared?: SharedLook): string {
  if (shared?.status && runs !== 'nowhere') return `running on ${counted(shared.status.workers.length, 'worker')}`;
  if (shared && run > 0 && stopped === null) return 'no worker is alive';
  if (isStopping) return 'stopping: the pages in flight are finished';
  const what = isNight ? ': a night of recrawling' : '';
  if (runs === 'here') return `running${what}`;
  if (runs === 'elsewhere') return `running in another process${what}`;
  if (trouble !== '') return `failed: ${trouble}`;
  if (run === 0) return 'not begun';
  return stopped === null ? 'ended: its process is gone' : (stopReasons[stopped] ?? stopped);
}

interface StateProps {
  readonly crawl: CrawlNow;
  readonly shared: SharedLook | undefined;
}

function State({ crawl, shared }: StateProps) {
  const [dialog, setDialog] = useState<'start' | 'recrawl' | 'limits' | undefined>();
  const { runs, isStopping, canStart, canLimit, strategy, run, isNight } = crawl;
  const close = () => setDialog(undefined);
  return (
    <div class="row spread">
      <div>
        <h1>Crawl</h1>
        <p class="state">
          <span class={`dot ${runs === 'nowhere' ? '' : 'on'}`} aria-hidden="true" />
          <b>{stateText(crawl, shared)}</b>
          {strategy.siteRule !== '' && (
            <span class="dim">
              {' '}
              {strategy.siteRule}, {strategy.linkOrder}, for {strategy.reward}; run {run}
            </span>
          )}
        </p>
        <Dead />
        {runs === 'elsewhere' && !shared && (
          <p class="dim">It was started there; what is changed here it takes up within a second or two.</p>
        )}
      </div>
      <div class="row">
        {runs === 'nowhere' && canStart && (
          <button type="button" class="primary" onClick={() => setDialog('start')}>
            {run === 0 ? 'Start…' : 'Go on…'}
          </button>
        )}
        {runs === 'nowhere' && canStart && run > 0 && (
          <button type="button" onClick={() => setDialog('recrawl')}>
            Recrawl…
          </button>
        )}
        {runs !== 'nowhere' && !shared && (
          <>
            {!isNight && (
              <button type="button" disabled={!canLimit || isStopping} onClick={() => setDialog('limits')}>
                Limits…
              </button>
            )}
            <StopButton isStopping={isStopping} what={isNight ? 'night' : 'crawl'} />
          </>
        )}
      </div>
      {dialog === 'start' && <StartDialog crawl={crawl} onClose={close} />}
      {dialog === 'recrawl' && <RecrawlDialog onClose={close} />}
      {dialog === 'limits' && <LimitsDialog crawl={crawl} onClose={close} />}
    </div>
  );
}

/** How many links are dead, where they were checked. */
function Dead() {
  const { value } = useAnswer<DeadCounts>('/api/crawl/dead', 0);
  if (!value || value.dead === 0) return null;
  const { dead, sinceYesterday } = value;
  return (
    <p>
      <a href={hrefOf('links', ['external'], { checked: 'dead' })}>{counted(dead, 'dead link')}</a>
      {sinceYesterday > 0 ? `, ${count(sinceYesterday)} since yesterday` : ''}
    </p>
  );
}

interface FiguresProps extends StateProps {
  readonly left: TimeLeft;
}

function Figures({ crawl, left, shared }: FiguresProps) {
  const { at, pages, failed, limits, rate, milliseconds, waiting, sites, runs } = crawl;
  const isRunning = runs !== 'nowhere';
  const { pageLimit, timeLimit } = limits;
  const statuses = Object.entries(sites).filter(([, number]) => number > 0);
  const all = statuses.reduce((sum, [, number]) => sum + number, 0);
  return (
    <dl class="figures">
      <Figure name="Pages" note={failed > 0 ? `and ${counted(failed, 'visit')} without one` : ''}>
        {count(pages)}
      </Figure>
      {pageLimit !== null && (
        <Figure name="Charged">
          {count(pages + failed)} of {count(pageLimit)}
          <progress max={pageLimit} value={Math.min(pageLimit, pages + failed)} aria-label="Pages charged" />
        </Figure>
      )}
      <Figure name="Pages a second">{figure(shared?.status?.pagesPerSecond ?? (isRunning ? rate : 0))}</Figure>
      <Figure name="Time" note={timeLimit === null ? '' : `of ${span(timeLimit)}`}>
        {span(milliseconds)}
      </Figure>
      {isRunning && left.budget !== undefined && (
        <Figure name="Left by budget" note={`ends about ${moment(at + left.budget, at)}`}>
          {span(left.budget)}
        </Figure>
      )}
      {isRunning && left.queue !== undefined && (
        <Figure
          name="Left by queue"
          note={Number.isFinite(left.queue) ? `empty about ${moment(at + left.queue, at)}` : ''}
        >
          {Number.isFinite(left.queue) ? span(left.queue) : 'it grows'}
        </Figure>
      )}
      <Figure name="Waiting">{count(waiting)}</Figure>
      <Figure name="External links">{count(crawl.external)}</Figure>
      <Figure name="Internal links">{count(crawl.internal)}</Figure>
      <Figure name="Bad links">{count(crawl.bad)}</Figure>
      <Figure name="Resources">{count(crawl.resources)}</Figure>
      <Figure
        name="Sites"
        note={statuses.map(([status, number]) => `${count(number)} ${siteStatus(status)}`).join(', ')}
      >
        {count(all)}
      </Figure>
    </dl>
  );
}
