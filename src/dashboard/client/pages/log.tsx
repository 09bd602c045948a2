import type { LogAnswer, RunAnswer, RunLine } from '../../pages/log.ts';
import { Crawled } from '../kit/crawled-text.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { count, date, span } from '../kit/format.ts';
import { CALM, useVersion } from '../kit/live.ts';
import { useAnswer, withQuery } from '../kit/request.ts';
import { goTo, hrefOf, type PageProps } from '../kit/router.ts';
import { ShortTable } from '../kit/short-table.tsx';

/** Log of runs, with their options and results, and of the latest events. */
export function LogPage({ route }: PageProps) {
  const version = useVersion(CALM);
  const { value, error } = useAnswer<LogAnswer>('/api/log', version);
  const opened = value?.runs.find(({ id }) => String(id) === route.query.run);
  return (
    <>
      <h1>Log</h1>
      {error !== '' && <p class="trouble">{error}</p>}
      {value && (
        <div class="columns">
          <ShortTable
            label="Runs, latest first"
            rows={value.runs}
            keyOf={({ id }) => String(id)}
            columns={[
              {
                title: 'Run',
                isNumber: true,
                cell: ({ id }) => <a href={hrefOf('log', [], { run: String(id) })}>{id}</a>,
              },
              {
                title: 'What',
                cell: ({ recrawlRun }) => (recrawlRun === null ? 'crawl' : `recrawl run ${recrawlRun}`),
              },
              { title: 'Began', cell: ({ startedAt }) => date(startedAt) },
              { title: 'Took', isNumber: true, cell: ({ milliseconds }) => span(milliseconds) },
              { title: 'Ended', cell: endingOf },
            ]}
            empty="No run yet: forager crawl starts one."
          />
          <ShortTable
            label="Events, newest first"
            rows={value.events}
            keyOf={({ at, kind, what, site }) => `${at} ${kind} ${what} ${site}`}
            columns={[
              { title: 'When', cell: ({ at }) => date(at) },
              { title: 'Of', cell: ({ kind, site }) => (site === null ? kind : <Crawled text={site} />) },
              { title: 'What', cell: ({ what }) => <Crawled text={what} /> },
            ]}
          />
        </div>
      )}
      {opened && <Run run={opened} onClose={() => goTo(hrefOf('log'))} />}
    </>
  );
}

const endings: Readonly<Record<string, string>> = {
  'page-limit': 'page limit reached',
  'time-limit': 'time limit reached',
  done: 'nothing left to visit',
  interrupted: 'interrupted',
};

function endingOf({ endedAt, stopped }: RunLine): string {
  if (endedAt === null) return 'running, or killed';
  return endings[stopped ?? ''] ?? 'failed';
}

function Run({ run, onClose }: { readonly run: RunLine; readonly onClose: () => void }) {
  const { value, error } = useAnswer<RunAnswer>(withQuery('/api/log/run', { id: run.id }));
  return (
    <Dialog title={`Run ${run.id}`} onClose={onClose}>
      <p>
        {run.recrawlRun === null ? 'Crawl' : `Recrawl run ${run.recrawlRun}`}, started {date(run.startedAt)};{' '}
        {endingOf(run)}.
      </p>
      {error !== '' && <p class="trouble">{error}</p>}
      {value && (
        <>
          <ShortTable
            label="Options given"
            rows={value.asked}
            keyOf={([name]) => name}
            columns={[
              { title: 'Option', cell: ([name]) => <code>{name}</code> },
              { title: 'Value', cell: ([, text]) => <Crawled text={text} /> },
            ]}
            empty="None: all defaults."
          />
          <ShortTable
            label="Results of its visits"
            rows={value.outcomes}
            keyOf={({ outcome, why }) => `${outcome} ${why}`}
            columns={[
              { title: 'Outcome', cell: ({ outcome }) => outcome },
              { title: 'Reason', cell: ({ why }) => <Crawled text={why} /> },
              { title: 'Visits', isNumber: true, cell: ({ visits }) => count(visits) },
              { title: 'New internal', isNumber: true, cell: ({ internal }) => count(internal) },
              { title: 'New external', isNumber: true, cell: ({ external }) => count(external) },
              {
                title: 'Mean time',
                isNumber: true,
                cell: ({ milliseconds, visits }) => `${count(Math.round(milliseconds / visits))} ms`,
              },
            ]}
            empty="No visits."
          />
          <details>
            <summary>All settings</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
            <pre tabIndex={0}>{value.config}</pre>
          </details>
        </>
      )}
    </Dialog>
  );
}
