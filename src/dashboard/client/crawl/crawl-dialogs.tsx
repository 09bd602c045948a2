import { useState } from 'preact/hooks';
import type { StartChoices, StartOptions } from '../../wire/crawl.ts';
import type { CrawlNow } from '../../wire/live.ts';
import { Dialog } from '../kit/dialog.tsx';
import { limitOf, MINUTE, textOf } from '../kit/limit-text.ts';
import { NumberField } from '../kit/number-field.tsx';
import { SendButtons, useSending } from '../kit/sending.tsx';
import { useAnswer } from '../kit/use-answer.ts';

/** As it is typed; empty: no limit. */
interface LimitTexts {
  readonly pageLimit: string;
  readonly sitePageLimit: string;
  /** In minutes. */
  readonly timeLimit: string;
  readonly depth: string;
  readonly newSites: string;
  readonly newSitePages: string;
}

const textsOf = ({ limits }: CrawlNow): LimitTexts => ({
  pageLimit: textOf(limits.pageLimit),
  sitePageLimit: textOf(limits.sitePageLimit),
  timeLimit: textOf(limits.timeLimit, MINUTE),
  depth: textOf(limits.depth),
  newSites: textOf(limits.newSites),
  newSitePages: textOf(limits.newSitePages),
});
const limitsOf = (
  { pageLimit, sitePageLimit, timeLimit, depth, newSites, newSitePages }: LimitTexts,
  { follows }: CrawlNow,
) => ({
  pageLimit: limitOf(pageLimit),
  sitePageLimit: limitOf(sitePageLimit),
  timeLimit: limitOf(timeLimit, MINUTE),
  depth: limitOf(depth),
  ...(follows && { newSites: limitOf(newSites), newSitePages: limitOf(newSitePages) }),
});

interface LimitFieldsProps {
  readonly texts: LimitTexts;
  /** Whether the crawl opens sites: then there are limits of those, too. */
  readonly follows: boolean;
  readonly onChange: (texts: LimitTexts) => void;
}

const fields = [
  ['pageLimit', 'Pages in all'],
  ['sitePageLimit', 'Pages of one site'],
  ['timeLimit', 'Minutes in all'],
  ['depth', 'Deepest level'],
] as const;

const foundFields = [
  ['newSites', 'Sites that are found'],
  ['newSitePages', 'Pages of each of these'],
] as const;

function LimitFields({ texts, follows, onChange }: LimitFieldsProps) {
  return (
    <div class="row">
      {[...fields, ...(follows ? foundFields : [])].map(([name, label]) => (
        <NumberField
          key={name}
          label={label}
          text={texts[name]}
          usual="no limit"
          onType={(text) => onChange({ ...texts, [name]: text })}
        />
      ))}
    </div>
  );
}

interface DialogProps {
  readonly crawl: CrawlNow;
  readonly onClose: () => void;
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
          void run(limitsOf(texts, crawl));
        }}
      >
        <LimitFields texts={texts} follows={crawl.follows} onChange={setTexts} />
        <SendButtons name="Change" isSending={isSending} trouble={trouble} onCancel={onClose} />
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
          void run({ ...limitsOf(texts, crawl), ...choice });
        }}
      >
        <LimitFields texts={texts} follows={crawl.follows} onChange={setTexts} />
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
        <SendButtons
          name={isSending ? 'Starting…' : 'Start'}
          isSending={isSending}
          trouble={trouble}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
