import { useState } from 'preact/hooks';
import type { CrawlNow } from '../../wire/live.ts';
import { count, span } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { RecrawlDialog } from './recrawl-dialog.tsx';
import { StopButton } from './stop-button.tsx';

/** How the last night stands, live while it runs; and what is done with it. */
export function NightNow() {
  const [isAsking, setAsking] = useState(false);
  const crawl = useLive((told) => told.crawl);
  if (!crawl) return null;
  const { night, runs, canStart, run } = crawl;
  const isRunning = crawl.isNight && runs !== 'nowhere';
  return (
    <section class="panel" aria-label="Recrawling">
      <div class="row spread">
        {isRunning ? (
          <b>
            Night {night?.step} runs{runs === 'elsewhere' ? ' in another process' : ''}
          </b>
        ) : (
          <b>No night runs</b>
        )}
        <div class="row">
          {runs === 'nowhere' && canStart && run > 0 && (
            <button type="button" onClick={() => setAsking(true)}>
              Recrawl…
            </button>
          )}
          {isRunning && <StopButton isStopping={crawl.isStopping} what="night" />}
        </div>
      </div>
      {isRunning && <NightFigures crawl={crawl} />}
      {isAsking && <RecrawlDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

/** What the last night has done so far. */
export function NightFigures({ crawl: { night } }: { readonly crawl: CrawlNow }) {
  if (!night) return null;
  const { rule, pageLimit, timeLimit, milliseconds, checks, newPages } = night;
  const found = Object.entries(checks);
  const pages = found.reduce((sum, [, number]) => sum + number, newPages);
  return (
    <dl class="figures">
      <div>
        <dt>Pages of this night</dt>
        <dd>
          {count(pages)}
          {pageLimit !== null && (
            <>
              {' '}
              of {count(pageLimit)}
              <progress max={pageLimit} value={Math.min(pageLimit, pages)} aria-label="Pages of this night" />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Time of this night</dt>
        <dd>{span(milliseconds)}</dd>
        {timeLimit !== null && <dd class="note">of {span(timeLimit)}</dd>}
      </div>
      {[...found, ['new pages', newPages] as const].map(([what, number]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{count(number)}</dd>
        </div>
      ))}
      <div>
        <dt>Rule</dt>
        <dd>{rule}</dd>
      </div>
    </dl>
  );
}
