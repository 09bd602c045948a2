import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { CrawlNow } from '../../crawl-now.ts';
import type { RecrawlChoices, RecrawlRunOptions } from '../../pages/changes.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, limitOf, MINUTE, NumberField, Select, SendButtons, useSending } from '../kit/form.tsx';
import { count, span } from '../kit/format.ts';
import { live } from '../kit/live.ts';
import { useAnswer } from '../kit/request.ts';
import { StopButton } from './crawl-dialogs.tsx';

/** Live state of the recrawl, with buttons to start and stop it. */
export function RecrawlNow() {
  const [isAsking, setAsking] = useState(false);
  const crawl = live.crawl.value;
  if (!crawl) return null;
  const { recrawlRun, runs, canStart, run } = crawl;
  const isRunning = crawl.isRecrawl && runs !== 'nowhere';
  return (
    <section class="panel" aria-label="Recrawling">
      <div class="row spread">
        {isRunning ? (
          <b>
            Recrawl run {recrawlRun?.step} is running{runs === 'elsewhere' ? ' in another process' : ''}
          </b>
        ) : (
          <b>No recrawl is running</b>
        )}
        <div class="row">
          {runs === 'nowhere' && canStart && run > 0 && (
            <button type="button" onClick={() => setAsking(true)}>
              Recrawl…
            </button>
          )}
          {isRunning && <StopButton isStopping={crawl.isStopping} what="recrawl" />}
        </div>
      </div>
      {isRunning && <RecrawlFigures crawl={crawl} />}
      {isAsking && <RecrawlDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** Named figure in a list. */
export function Figure({ name, note = '', children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note !== '' && <dd class="note">{note}</dd>}
    </div>
  );
}

/** Figures of the last recrawl run. */
export function RecrawlFigures({ crawl: { recrawlRun } }: { readonly crawl: CrawlNow }) {
  if (!recrawlRun) return null;
  const { rule, pageLimit, timeLimit, milliseconds, revisits, newPages } = recrawlRun;
  const found = Object.entries(revisits);
  const pages = found.reduce((sum, [, number]) => sum + number, newPages);
  return (
    <dl class="figures">
      <Figure name="Pages of this run">
        {count(pages)}
        {pageLimit !== null && (
          <>
            {' '}
            of {count(pageLimit)}
            <progress max={pageLimit} value={Math.min(pageLimit, pages)} aria-label="Pages of this run" />
          </>
        )}
      </Figure>
      <Figure name="Time of this run" note={timeLimit === null ? '' : `of ${span(timeLimit)}`}>
        {span(milliseconds)}
      </Figure>
      {[...found, ['new pages', newPages] as const].map(([what, number]) => (
        <Figure key={what} name={what}>
          {count(number)}
        </Figure>
      ))}
      <Figure name="Rule">{rule}</Figure>
    </dl>
  );
}

const PERCENT = 100;

const numbers = [
  ['pageLimit', 'Page limit, known and new pages', 'no limit'],
  ['timeLimit', 'Time limit in minutes', 'no limit'],
  ['newShare', 'Percentage for new pages', ''],
] as const;

interface Texts {
  readonly pageLimit: string;
  readonly timeLimit: string;
  readonly newShare: string;
  readonly rule: string;
  readonly param: string;
  readonly budgetBy: string;
  readonly over: string;
  readonly render: string;
}

/** Returns the chosen options without empty ones. */
function optionsOf({ pageLimit, timeLimit, newShare, param, ...chosen }: Texts): RecrawlRunOptions {
  const limits = [
    ['pageLimit', limitOf(pageLimit)],
    ['timeLimit', limitOf(timeLimit, MINUTE)],
    ['newShare', newShare.trim() === '' ? null : Number(newShare) / PERCENT],
  ] as const;
  const given = [...limits, ...Object.entries(chosen)].filter(([, value]) => value !== null && value !== '');
  const params = param.trim() === '' ? [] : param.trim().split(/\s+/);
  return { ...Object.fromEntries(given), ...(params.length > 0 && { param: params }) };
}

interface RecrawlDialogProps {
  readonly onClose: () => void;
  /** Initial choice of how pages are captured; that of the last run if not given. */
  readonly render?: string;
}

/** Starts a recrawl in the dashboard's process, or continues an interrupted one. */
export function RecrawlDialog({ onClose, render = '' }: RecrawlDialogProps) {
  const { value: choices } = useAnswer<RecrawlChoices>('/api/recrawl/choices');
  const [texts, setTexts] = useState<Texts>({
    ...{ pageLimit: '', timeLimit: '', newShare: '', rule: '', param: '', budgetBy: '', over: '', render },
  });
  const sending = useSending('/api/recrawl', 'The recrawl has started', onClose);
  const set = (name: keyof Texts, text: string) => setTexts({ ...texts, [name]: text });
  const rule = choices?.rules.find(({ name }) => name === texts.rule);
  const lists = [
    ['rule', 'Rule', 'as in the last recrawl', choices?.rules.map(({ name }) => name)],
    ['budgetBy', 'Value of a page', 'by pages', choices?.budgets.slice(1)],
    ['over', 'Choose pages', 'from all sites together', choices?.overs.slice(1)],
    ['render', 'Read pages with', 'as before', choices?.renders],
  ] as const;
  return (
    <Dialog title="Recrawl" onClose={onClose}>
      <p class="dim">
        Visits the known pages that are most likely to have changed, and crawls new ones. It needs a page or time limit.
        An interrupted recrawl continues if its rule is the same. Empty fields are as in the last run.
      </p>
      <Form onSend={() => void sending.run(optionsOf(texts))}>
        <div class="row">
          {numbers.map(([name, label, usual]) => (
            <NumberField
              key={name}
              label={label}
              text={texts[name]}
              usual={usual || String(Math.round(PERCENT * (choices?.newShare ?? 0)))}
              onType={(text) => set(name, text)}
            />
          ))}
        </div>
        <div class="row">
          {lists.map(([name, label, usual, members]) => (
            <Select
              key={name}
              label={label}
              value={texts[name]}
              options={['', ...(members ?? [])]}
              textOf={(member) => member || usual}
              onChoose={(member) => set(name, member)}
            />
          ))}
        </div>
        {rule && (
          <p class="dim">
            {rule.name}: {rule.summary}
          </p>
        )}
        {rule && rule.params.length > 0 && (
          <label>
            Parameters of the rule: NAME=VALUE, separated by spaces
            <input
              autocomplete="off"
              spellcheck={false}
              placeholder={rule.params.map(({ name, usual }) => `${name}=${usual}`).join(' ')}
              value={texts.param}
              onInput={(event) => set('param', event.currentTarget.value)}
            />
          </label>
        )}
        <SendButtons name={sending.isSending ? 'Starting…' : 'Start'} sending={sending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
