import { useState } from 'preact/hooks';
import type { StartChoices, StartOptions } from '../../wire/crawl.ts';
import type { CrawlNow } from '../../wire/live.ts';
import { messageOf, send } from '../kit/ask.ts';
import { Dialog } from '../kit/dialog.tsx';
import { tellDone } from '../kit/notices.tsx';
import { useAnswer } from '../kit/use-answer.ts';

const MINUTE = 60_000;

/** As it is typed; empty: no limit. */
interface LimitTexts {
  readonly pageLimit: string;
  readonly sitePageLimit: string;
  /** In minutes. */
  readonly timeLimit: string;
}

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit));
const textsOf = ({ limits: { pageLimit, sitePageLimit, timeLimit } }: CrawlNow): LimitTexts => ({
  pageLimit: textOf(pageLimit),
  sitePageLimit: textOf(sitePageLimit),
  timeLimit: textOf(timeLimit === null ? null : Math.round((100 * timeLimit) / MINUTE) / 100),
});
const limitOf = (text: string, unit = 1): number | null =>
  text.trim() === '' ? null : Math.round(Number(text) * unit);
const limitsOf = ({ pageLimit, sitePageLimit, timeLimit }: LimitTexts) => ({
  pageLimit: limitOf(pageLimit),
  sitePageLimit: limitOf(sitePageLimit),
  timeLimit: limitOf(timeLimit, MINUTE),
});

interface LimitFieldsProps {
  readonly texts: LimitTexts;
  readonly onChange: (texts: LimitTexts) => void;
}

const fields = [
  ['pageLimit', 'Pages in all'],
  ['sitePageLimit', 'Pages of one site'],
  ['timeLimit', 'Minutes in all'],
] as const;

function LimitFields({ texts, onChange }: LimitFieldsProps) {
  return (
    <div class="row">
      {fields.map(([name, label]) => (
        <label key={name}>
          {label}
          <input
            type="number"
            min="0"
            step="any"
            placeholder="no limit"
            value={texts[name]}
            onInput={(event) => onChange({ ...texts, [name]: event.currentTarget.value })}
          />
        </label>
      ))}
    </div>
  );
}

interface DialogProps {
  readonly crawl: CrawlNow;
  readonly onClose: () => void;
}

/** Sends what was chosen; what is wrong with it is told in the dialog. */
function useSending(path: string, done: string, onClose: () => void) {
  const [trouble, setTrouble] = useState('');
  const [isSending, setSending] = useState(false);
  const run = async (body: object) => {
    setSending(true);
    setTrouble('');
    try {
      await send(path, body);
      tellDone(done);
      onClose();
    } catch (error) {
      setTrouble(messageOf(error));
      setSending(false);
    }
  };
  return { trouble, isSending, run };
}

/** Changes what the crawl that runs may spend. */
export function LimitsDialog({ crawl, onClose }: DialogProps) {
  const [texts, setTexts] = useState(() => textsOf(crawl));
  const { trouble, isSending, run } = useSending('/api/crawl/limits', 'The limits are changed', onClose);
  return (
    <Dialog title="Limits" onClose={onClose}>
      <p class="dim">They hold at once, over all runs of this crawl, and for those that go on with it.</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(limitsOf(texts));
        }}
      >
        <LimitFields texts={texts} onChange={setTexts} />
        <Trouble text={trouble} />
        <div class="row">
          <button type="submit" class="primary" disabled={isSending}>
            Change
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Starts a crawl in the dashboard's process, or goes on with the one that ended. */
export function StartDialog({ crawl, onClose }: DialogProps) {
  const [texts, setTexts] = useState(() => textsOf(crawl));
  const [choice, setChoice] = useState<Pick<StartOptions, 'strategy' | 'render'>>({});
  const { value: choices } = useAnswer<StartChoices>('/api/crawl/choices');
  const { trouble, isSending, run } = useSending('/api/crawl/start', 'The crawl has begun', onClose);
  const choose = (name: 'strategy' | 'render', text: string) => {
    const { [name]: _, ...others } = choice;
    setChoice(text === '' ? others : { ...others, [name]: text });
  };
  return (
    <Dialog title={crawl.run === 0 ? 'Start the crawl' : 'Go on with the crawl'} onClose={onClose}>
      <p class="dim">What is not said here is as in the last run.</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run({ ...limitsOf(texts), ...choice });
        }}
      >
        <LimitFields texts={texts} onChange={setTexts} />
        <div class="row">
          <label>
            Strategy
            <select value={choice.strategy ?? ''} onChange={(event) => choose('strategy', event.currentTarget.value)}>
              <option value="">as before</option>
              {choices?.strategies.map(({ name, summary }) => (
                <option key={name} value={name} title={summary}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            Pages are read
            <select value={choice.render ?? ''} onChange={(event) => choose('render', event.currentTarget.value)}>
              <option value="">as before</option>
              {choices?.renders.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        </div>
        <Trouble text={trouble} />
        <div class="row">
          <button type="submit" class="primary" disabled={isSending}>
            {isSending ? 'Starting…' : 'Start'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Trouble({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p class="trouble" role="alert">
      {text}
    </p>
  );
}
