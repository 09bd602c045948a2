import { useState } from 'preact/hooks';
import type { CrawlNow, LimitName } from '../../crawl-now.ts';
import type { StartChoices, StartOptions } from '../../pages/crawl.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, limitOf, MINUTE, NumberField, Select, SendButtons, textOf, useSending } from '../kit/form.tsx';
import { tellDone, tellFailed } from '../kit/notices.tsx';
import { send, useAnswer } from '../kit/request.ts';

/** Limits that can be changed while a crawl runs. */
const limitFields: readonly {
  readonly name: LimitName;
  readonly label: string;
  /** Factor from the typed number to the limit; 1 if not given. */
  readonly unit?: number;
  /** True for limits that apply only if the crawl adds found sites. */
  readonly isOfFound?: boolean;
}[] = [
  { name: 'pageLimit', label: 'Page limit' },
  { name: 'sitePageLimit', label: 'Page limit per site' },
  { name: 'timeLimit', label: 'Time limit in minutes', unit: MINUTE },
  { name: 'depth', label: 'Deepest level' },
  { name: 'newSites', label: 'New sites', isOfFound: true },
  { name: 'newSitePages', label: 'Page limit per new site', isOfFound: true },
];
const fieldsOf = ({ follows }: CrawlNow) => limitFields.filter(({ isOfFound }) => follows || !isOfFound);

/** Typed limits by name; empty: none. */
type LimitTexts = Readonly<Record<string, string>>;

const textsOf = ({ limits }: CrawlNow): LimitTexts =>
  Object.fromEntries(limitFields.map(({ name, unit }) => [name, textOf(limits[name], unit)]));
const limitsOf = (texts: LimitTexts, crawl: CrawlNow) =>
  Object.fromEntries(fieldsOf(crawl).map(({ name, unit }) => [name, limitOf(texts[name] ?? '', unit)]));

interface LimitFieldsProps {
  readonly crawl: CrawlNow;
  readonly texts: LimitTexts;
  readonly onChange: (texts: LimitTexts) => void;
}

const LimitFields = ({ crawl, texts, onChange }: LimitFieldsProps) => (
  <div class="row">
    {fieldsOf(crawl).map(({ name, label }) => (
      <NumberField
        key={name}
        label={label}
        text={texts[name] ?? ''}
        usual="no limit"
        onType={(text) => onChange({ ...texts, [name]: text })}
      />
    ))}
  </div>
);

interface DialogProps {
  readonly crawl: CrawlNow;
  readonly onClose: () => void;
}

/** Changes the limits of the running crawl. */
export function LimitsDialog({ crawl, onClose }: DialogProps) {
  const [texts, setTexts] = useState(() => textsOf(crawl));
  const sending = useSending('/api/crawl/limits', 'Limits changed', onClose);
  return (
    <Dialog title="Limits" onClose={onClose}>
      <p class="dim">They take effect immediately, count over all runs of this crawl, and are kept for later runs.</p>
      <Form onSend={() => void sending.run(limitsOf(texts, crawl))}>
        <LimitFields crawl={crawl} texts={texts} onChange={setTexts} />
        <SendButtons name="Change" sending={sending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Starts a crawl in the dashboard's process, or continues the one that ended. */
export function StartDialog({ crawl, onClose }: DialogProps) {
  const [texts, setTexts] = useState(() => textsOf(crawl));
  const [choice, setChoice] = useState<Pick<StartOptions, 'strategy' | 'render'>>({});
  const { value: choices } = useAnswer<StartChoices>('/api/crawl/choices');
  const sending = useSending('/api/crawl/start', 'The crawl has started', onClose);
  const choose = (name: 'strategy' | 'render', text: string) => {
    const { [name]: _, ...others } = choice;
    setChoice(text === '' ? others : { ...others, [name]: text });
  };
  return (
    <Dialog title={crawl.run === 0 ? 'Start the crawl' : 'Continue the crawl'} onClose={onClose}>
      <p class="dim">Limits count over all runs. Empty choices are as in the last run.</p>
      <Form onSend={() => void sending.run({ ...limitsOf(texts, crawl), ...choice })}>
        <LimitFields crawl={crawl} texts={texts} onChange={setTexts} />
        <div class="row">
          <Select
            label="Strategy"
            value={choice.strategy ?? ''}
            options={['', ...(choices?.strategies.map(({ name }) => name) ?? [])]}
            textOf={(name) => name || 'as before'}
            titleOf={(name) => choices?.strategies.find((one) => one.name === name)?.summary}
            onChoose={(name) => choose('strategy', name)}
          />
          <Select
            label="Read pages with"
            value={choice.render ?? ''}
            options={['', ...(choices?.renders ?? [])]}
            textOf={(name) => name || 'as before'}
            onChoose={(name) => choose('render', name)}
          />
        </div>
        <SendButtons name={sending.isSending ? 'Starting…' : 'Start'} sending={sending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

interface StopButtonProps {
  readonly isStopping: boolean;
  /** Kind of run: `crawl` or `recrawl`. */
  readonly what: string;
}

/** Stops the crawl or recrawl, in this process or another, once the open pages are finished. */
export function StopButton({ isStopping, what }: StopButtonProps) {
  const stop = async () => {
    try {
      await send('/api/crawl/stop');
      tellDone(`The ${what} stops once its open pages are finished`);
    } catch (error) {
      tellFailed(error);
    }
  };
  return (
    <button type="button" class="danger" disabled={isStopping} onClick={stop}>
      Stop
    </button>
  );
}
