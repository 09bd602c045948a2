import { useMemo, useState } from 'preact/hooks';
import type { CrawlNow } from '../../crawl-now.ts';
import type { Bandit, CrawlCurves } from '../../pages/crawl.ts';
import { CrawlCurvesView, type TimeLeft, timeLeft } from '../crawl/crawl-curves.tsx';
import { LimitsDialog, StartDialog, StopButton } from '../crawl/crawl-dialogs.tsx';
import { BanditTable, VisitFeed } from '../crawl/picks.tsx';
import { Figure, NightFigures, RecrawlDialog } from '../crawl/recrawl.tsx';
import { useAnswer } from '../kit/ask.ts';
import { count, counted, figure, moment, siteStatus, span } from '../kit/format.ts';
import { live, useVersion } from '../kit/live.ts';

/** Milliseconds between two looks at what takes the server some time. */
const LOOK_EVERY = 3000;

/** How the crawl stands: what it found, what it will pick next and why, and each visit as it ends. */
export function CrawlPage() {
  const [crawl, visits] = [live.crawl.value, live.visits.value];
  const version = useVersion(LOOK_EVERY);
  const { value: curves } = useAnswer<CrawlCurves>('/api/crawl/curves', version);
  const { value: bandit } = useAnswer<Bandit>('/api/crawl/bandit', version);
  const left = crawl && timeLeft(crawl, curves);
  // Figures change with every message; what is dear to draw only with what it shows.
  const curvesView = useMemo(() => left && <CrawlCurvesView curves={curves} left={left} />, [curves, !left]);
  const banditTable = useMemo(() => bandit && <BanditTable bandit={bandit} />, [bandit]);
  const feed = useMemo(() => <VisitFeed visits={visits} />, [visits]);
  if (!crawl || !left) return <p class="dim">Loading…</p>;
  return (
    <div class="stack">
      <State crawl={crawl} />
      {crawl.isNight && crawl.runs !== 'nowhere' && <NightFigures crawl={crawl} />}
      <Figures crawl={crawl} left={left} />
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

const stopReasons: Readonly<Record<string, string>> = {
  'page-limit': 'ended at its limit of pages',
  'time-limit': 'ended at its limit of time',
  done: 'ended: nothing was left to visit',
  interrupted: 'was stopped',
};

function stateText({ runs, isStopping, run, stopped, isNight, trouble }: CrawlNow): string {
  if (isStopping) return 'stopping: the pages in flight are finished';
  const what = isNight ? ': a night of recrawling' : '';
  if (runs === 'here') return `running${what}`;
  if (runs === 'elsewhere') return `running in another process${what}`;
  if (trouble !== '') return `failed: ${trouble}`;
  if (run === 0) return 'not begun';
  return stopped === null ? 'ended: its process is gone' : (stopReasons[stopped] ?? stopped);
}

function State({ crawl }: { readonly crawl: CrawlNow }) {
  const [dialog, setDialog] = useState<'start' | 'recrawl' | 'limits' | undefined>();
  const { runs, isStopping, canStart, canLimit, strategy, run, isNight } = crawl;
  const close = () => setDialog(undefined);
  return (
    <div class="row spread">
      <div>
        <h1>Crawl</h1>
        <p class="state">
          <span class={`dot ${runs === 'nowhere' ? '' : 'on'}`} aria-hidden="true" />
          <b>{stateText(crawl)}</b>
          {strategy.siteRule !== '' && (
            <span class="dim">
              {' '}
              {strategy.siteRule}, {strategy.linkOrder}, for {strategy.reward}; run {run}
            </span>
          )}
        </p>
        {runs === 'elsewhere' && (
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
        {runs !== 'nowhere' && (
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

function Figures({ crawl, left }: { readonly crawl: CrawlNow; readonly left: TimeLeft }) {
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
      <Figure name="Pages a second">{figure(isRunning ? rate : 0)}</Figure>
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
