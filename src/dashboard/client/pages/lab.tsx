import { useEffect, useState } from 'preact/hooks';
import type { LabAsked, LabComparison, LabResult } from '../../lab-controls.ts';
import type { LabAnswer } from '../../pages/lab.ts';
import { Curves } from '../kit/curves.tsx';
import { Empty } from '../kit/empty.tsx';
import { Check, Form } from '../kit/form.tsx';
import { count, counted, figure, span } from '../kit/format.ts';
import { tellFailed } from '../kit/notices.tsx';
import { ask, messageOf, send } from '../kit/request.ts';
import { hrefOf } from '../kit/router.ts';
import { ShortTable } from '../kit/short-table.tsx';

/** Milliseconds between two requests for a running comparison. */
const LOOK_EVERY = 500;
const OFFERED = ['forager', 'beebot-universities', 'beebot-institutes', 'beebot-trivial'];
const colours = ['--curve-1', '--curve-2', '--curve-3', '--curve-4'] as const;
/** Curves drawn, at most: more can't be distinguished. */
const MOST_CURVES = 8;

/** Comparison of strategies on this crawl, by the links that each would have found. */
export function LabPage() {
  const [answer, setAnswer] = useState<LabAnswer | undefined>(undefined);
  const [error, setError] = useState('');
  const look = () =>
    ask<LabAnswer>('/api/lab').then(
      (value) => {
        setAnswer(value);
        setError('');
      },
      (failed: unknown) => setError(messageOf(failed)),
    );
  const isRunning = answer?.comparison?.isRunning === true;
  useEffect(() => {
    void look();
    const timer = isRunning ? setInterval(look, LOOK_EVERY) : undefined;
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <>
      <h1>Lab</h1>
      <p class="dim">
        Replays this crawl with other strategies, without sending any request: how many external links would each have
        found with the same number of pages? A replay can visit only pages that the crawl has visited.
      </p>
      {error !== '' && <p class="trouble">{error}</p>}
      {answer?.pages === 0 && (
        <Empty
          purpose="The lab needs a crawl to replay. No page has been visited yet."
          command="forager crawl --url https://www.example.edu/ --page-limit 500 --db FILE"
        >
          <span>
            Start the crawl on the <a href={hrefOf('overview')}>Overview</a>.
          </span>
        </Empty>
      )}
      {answer && answer.pages > 0 && (
        <>
          <Start
            answer={answer}
            isRunning={isRunning}
            onStart={(asked) => void send('/api/lab/start', asked).then(look, tellFailed)}
            onStop={() => void send('/api/lab/stop').then(look, tellFailed)}
          />
          {answer.comparison && <Comparison comparison={answer.comparison} />}
        </>
      )}
    </>
  );
}

interface StartProps {
  readonly answer: LabAnswer;
  readonly isRunning: boolean;
  readonly onStart: (asked: LabAsked) => void;
  readonly onStop: () => void;
}

function Start({ answer: { presets, pages, comparison }, isRunning, onStart, onStop }: StartProps) {
  const [strategies, setStrategies] = useState<readonly string[]>(comparison?.strategies ?? OFFERED);
  const [pageLimit, setPageLimit] = useState(comparison?.pageLimit ?? Math.max(1, Math.floor(pages / 2)));
  const [seeds, setSeeds] = useState(comparison?.seeds ?? 4);
  return (
    <Form onSend={() => onStart({ strategies, pageLimit, seeds })}>
      <fieldset class="panel columns">
        <legend>Strategies</legend>
        {presets.map(({ name, summary }) => (
          <Check
            key={name}
            isOn={strategies.includes(name)}
            onChange={(isOn) =>
              setStrategies(isOn ? [...strategies, name] : strategies.filter((other) => other !== name))
            }
          >
            <span>
              <b>{name}</b>: {summary}
            </span>
          </Check>
        ))}
      </fieldset>
      <div class="row">
        <label>
          Pages to visit, of {count(pages)}
          <input
            type="number"
            min="1"
            required
            value={pageLimit}
            onInput={({ currentTarget }) => setPageLimit(currentTarget.valueAsNumber)}
          />
        </label>
        <label>
          Replays per strategy
          <input
            type="number"
            min="1"
            max="100"
            required
            value={seeds}
            onInput={({ currentTarget }) => setSeeds(currentTarget.valueAsNumber)}
          />
        </label>
        <button type="submit" class="primary" disabled={isRunning || strategies.length === 0 || pages === 0}>
          Compare
        </button>
        {isRunning && (
          <button type="button" onClick={onStop}>
            Stop and keep the results
          </button>
        )}
      </div>
    </Form>
  );
}

function Comparison({ comparison }: { readonly comparison: LabComparison }) {
  const { isRunning, done, tasks, milliseconds, trouble, report, pageLimit } = comparison;
  const left = done === 0 ? '' : `, about ${span((milliseconds / done) * (tasks - done))} left`;
  return (
    <section class="stack below" aria-label="Comparison">
      <p role="status">
        {isRunning
          ? `${count(done)} of ${counted(tasks, 'replay')}, ${span(milliseconds)} so far${left}`
          : trouble !== ''
            ? ''
            : `${counted(done, 'replay')} in ${span(milliseconds)}`}
      </p>
      {isRunning && <progress value={done} max={tasks} aria-label="Replays" />}
      {trouble !== '' && <p class="trouble">{trouble}</p>}
      {report && <Report report={report} pageLimit={pageLimit} />}
    </section>
  );
}

function Report({ report, pageLimit }: { readonly report: LabResult; readonly pageLimit: number }) {
  const { results, curves, pages, web, isInterrupted } = report;
  const strategies = results.filter(({ isOracle }) => !isOracle);
  const [best] = strategies;
  const last = strategies.at(-1);
  const more = best && last && last.mean > 0 ? Math.round(100 * (best.mean / last.mean - 1)) : undefined;
  const drawn = results.slice(0, MOST_CURVES).flatMap(({ strategy }, at) => {
    const curve = curves.find((one) => one.strategy === strategy);
    const colour = colours[at % colours.length] ?? colours[0];
    return curve ? [{ name: strategy, colour, isDashed: at >= colours.length, values: curve.links }] : [];
  });
  if (!best) return <p>No replay was finished.</p>;
  return (
    <>
      <p>
        <b>{best.strategy}</b> finds the most
        {more === undefined || more === 0 || best === last ? '' : `: ${more} % more than ${last?.strategy}`}, with{' '}
        {counted(pageLimit, 'page')}
        {web ? ` of ${counted(web.pages, 'page')} on ${counted(web.sites, 'site')}` : ''}
        {isInterrupted ? '; stopped before all replays were done' : ''}.
      </p>
      <Curves
        label={`External links found by number of pages visited, for ${drawn.map(({ name }) => name).join(', ')}; the table has the last values`}
        xName="pages"
        x={pages}
        curves={drawn}
      />
      <ShortTable
        label="External links found, S(N)"
        rows={results}
        keyOf={({ strategy }) => strategy}
        isMarked={(row) => row === best}
        columns={[
          { title: 'Strategy', cell: ({ strategy, isOracle }) => (isOracle ? <i>{strategy}</i> : strategy) },
          { title: 'S(N)', isNumber: true, cell: ({ mean }) => figure(mean) },
          { title: '±', isNumber: true, cell: ({ sd }) => figure(sd) },
          { title: 'of R1', isNumber: true, cell: ({ ratioToTrivial }) => figure(ratioToTrivial) },
          { title: 'of the oracle', isNumber: true, cell: ({ ratioToOracle }) => figure(ratioToOracle) },
          { title: 'Replays', isNumber: true, cell: ({ seeds }) => count(seeds) },
        ]}
      />
      <p>
        <a href="/api/lab/report" target="_blank" rel="noopener">
          Full report
        </a>
        : curves, regret, and data to download.
      </p>
    </>
  );
}
