import { useMemo } from 'preact/hooks';
import type { CrawlNow } from '../../crawl-now.ts';
import type { Bandit, CrawlCurves } from '../../pages/crawl.ts';
import type { SharedLook } from '../../shared-crawl.ts';
import { CrawlCard } from '../crawl/crawl-card.tsx';
import { CrawlCurvesView, type TimeLeft, timeLeft } from '../crawl/crawl-curves.tsx';
import { BanditTable, VisitFeed } from '../crawl/picks.tsx';
import { Figure, RecrawlFigures } from '../crawl/recrawl.tsx';
import { useCrawl, Workers } from '../crawl/shared-workers.tsx';
import { count, counted, figure, moment, siteStatus, span } from '../kit/format.ts';
import { live, useVersion } from '../kit/live.ts';
import { useAnswer } from '../kit/request.ts';

/** Milliseconds between two requests that are slow to answer. */
const LOOK_EVERY = 3000;

/** Progress of the crawl: its curves, the sites in pick order, and each finished visit. */
export function CrawlPage() {
  const visits = live.visits.value;
  const version = useVersion(LOOK_EVERY);
  const { value: curves } = useAnswer<CrawlCurves>('/api/crawl/curves', version);
  const { value: bandit } = useAnswer<Bandit>('/api/crawl/bandit', version);
  const { crawl, shared } = useCrawl();
  const left = crawl && timeLeft(crawl, curves);
  // Redraws curves and lists only when their data changes; the other figures change with every message.
  const curvesView = useMemo(() => left && <CrawlCurvesView curves={curves} left={left} />, [curves, !left]);
  const banditTable = useMemo(() => bandit && <BanditTable bandit={bandit} />, [bandit]);
  const feed = useMemo(() => <VisitFeed visits={visits} />, [visits]);
  if (!crawl || !left) return <p class="dim">Loading…</p>;
  const { strategy, run, runs, isRecrawl } = crawl;
  return (
    <div class="stack">
      <div>
        <h1>Crawl progress</h1>
        {strategy.siteRule !== '' && (
          <p class="dim">
            Run {run}. Site rule: {strategy.siteRule}; link order: {strategy.linkOrder}; reward: {strategy.reward}.
          </p>
        )}
        {runs === 'elsewhere' && !shared && (
          <p class="dim">It runs in another process; changes you make here take effect there within two seconds.</p>
        )}
      </div>
      <CrawlCard crawl={crawl} shared={shared} />
      {shared && <Workers shared={shared} />}
      {isRecrawl && runs !== 'nowhere' && <RecrawlFigures crawl={crawl} />}
      <Figures crawl={crawl} left={left} shared={shared} />
      {curvesView}
      <div class="columns">
        <section class="panel">
          <h2>Next sites</h2>
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

interface FiguresProps {
  readonly crawl: CrawlNow;
  readonly left: TimeLeft;
  readonly shared: SharedLook | undefined;
}

function Figures({ crawl, left, shared }: FiguresProps) {
  const { at, pages, failed, limits, rate, milliseconds, waiting, sites, runs } = crawl;
  const isRunning = runs !== 'nowhere';
  const { pageLimit, timeLimit } = limits;
  const statuses = Object.entries(sites).filter(([, number]) => number > 0);
  const all = statuses.reduce((sum, [, number]) => sum + number, 0);
  return (
    <dl class="figures">
      <Figure name="Pages" note={failed > 0 ? `and ${counted(failed, 'visit')} without a page` : ''}>
        {count(pages)}
      </Figure>
      {pageLimit !== null && (
        <Figure name="Budget used">
          {count(pages + failed)} of {count(pageLimit)}
          <progress max={pageLimit} value={Math.min(pageLimit, pages + failed)} aria-label="Budget used" />
        </Figure>
      )}
      <Figure name="Pages per second">{figure(shared?.status?.pagesPerSecond ?? (isRunning ? rate : 0))}</Figure>
      <Figure name="Time" note={timeLimit === null ? '' : `of ${span(timeLimit)}`}>
        {span(milliseconds)}
      </Figure>
      {isRunning && left.budget !== undefined && (
        <Figure name="Budget left for" note={`ends about ${moment(at + left.budget, at)}`}>
          {span(left.budget)}
        </Figure>
      )}
      {isRunning && left.queue !== undefined && (
        <Figure name="Queue" note={Number.isFinite(left.queue) ? `empty about ${moment(at + left.queue, at)}` : ''}>
          {Number.isFinite(left.queue) ? span(left.queue) : 'growing'}
        </Figure>
      )}
      <Figure name="Waiting links">{count(waiting)}</Figure>
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
