import { useState } from 'preact/hooks';
import type { CrawlNow, LimitName } from '../../crawl-now.ts';
import type { StartChoices, StartOptions } from '../../pages/crawl.ts';
import { send, useAnswer } from '../kit/ask.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, limitOf, MINUTE, NumberField, Select, SendButtons, textOf, useSending } from '../kit/form.tsx';
import { tellDone, tellFailed } from '../kit/notices.tsx';

/** The limits that may change while a crawl runs. */
const limitFields: readonly {
  readonly name: LimitName;
  readonly label: string;
  /** What is typed times this is the limit. */
  readonly unit?: number;
  /** Only where the crawl opens sites. */
  readonly isOfFound?: boolean;
}[] = [
  { name: 'pageLimit', label: 'Pages in all' },
  { name: 'sitePageLimit', label: 'Pages of one site' },
  { name: 'timeLimit', label: 'Minutes in all', unit: MINUTE },
  { name: 'depth', label: 'Deepest level' },
  { name: 'newSites', label: 'Sites that are found', isOfFound: true },
  { name: 'newSitePages', label: 'Pages of each of these', isOfFound: true },
];
const fieldsOf = ({ follows }: CrawlNow) => limitFields.filter(({ isOfFound }) => follows || !isOfFound);

/** Limits as they are typed, by their names; empty: none. */
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

/** Changes what the crawl that runs may spend. */
export function LimitsDialog({ crawl, onClose }: DialogProps) {
  const [texts, setTexts] = useState(() => textsOf(crawl));
  const sending = useSending('/api/crawl/limits', 'The limits are changed', onClose);
  return (
    <Dialog title="Limits" onClose={onClose}>
      <p class="dim">They hold at once, over all runs of this crawl, and for those that go on with it.</p>
      <Form onSend={() => void sending.run(limitsOf(texts, crawl))}>
        <LimitFields crawl={crawl} texts={texts} onChange={setTexts} />
        <SendButtons name="Change" sending={sending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Starts a crawl in the dashboard's process, or goes on with the one that ended. */
export function StartDialog({ crawl, onClose }: DialogProps) {
  const [texts, setTexts] = useState(() => textsOf(crawl));
  const [choice, setChoice] = useState<Pick<StartOptions, 'strategy' | 'render'>>({});
  const { value: choices } = useAnswer<StartChoices>('/api/crawl/choices');
  const sending = useSending('/api/crawl/start', 'The crawl has begun', onClose);
  const choose = (name: 'strategy' | 'render', text: string) => {
    const { [name]: _, ...others } = choice;
    setChoice(text === '' ? others : { ...others, [name]: text });
  };
  return (
    <Dialog title={crawl.run === 0 ? 'Start the crawl' : 'Go on with the crawl'} onClose={onClose}>
      <p class="dim">What is not said here is as in the last run.</p>
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
            label="Pages are read"
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
  /** What runs: `crawl`. */
  readonly what: string;
}

/** Ends what runs, in the dashboard's process or in another, when the pages in flight are finished. */
export function StopButton({ isStopping, what }: StopButtonProps) {
  const stop = async () => {
    try {
      await send('/api/crawl/stop');
      tellDone(`The pages in flight are finished, then the ${what} ends`);
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
