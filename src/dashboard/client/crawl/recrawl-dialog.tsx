import { useState } from 'preact/hooks';
import type { NightChoices, NightOptions } from '../../wire/changes.ts';
import { Dialog } from '../kit/dialog.tsx';
import { limitOf, MINUTE } from '../kit/limit-text.ts';
import { NumberField } from '../kit/number-field.tsx';
import { SendButtons, useSending } from '../kit/sending.tsx';
import { useAnswer } from '../kit/use-answer.ts';

const PERCENT = 100;

const numbers = [
  ['pageLimit', 'Pages, known and new', 'no limit'],
  ['timeLimit', 'Minutes', 'no limit'],
  ['newShare', 'Percent for new pages', ''],
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

/** What was chosen; what was not is left out. */
function optionsOf({ pageLimit, timeLimit, newShare, param, ...chosen }: Texts): NightOptions {
  const limits = [
    ['pageLimit', limitOf(pageLimit)],
    ['timeLimit', limitOf(timeLimit, MINUTE)],
    ['newShare', newShare.trim() === '' ? null : Number(newShare) / PERCENT],
  ] as const;
  const given = [...limits, ...Object.entries(chosen)].filter(([, value]) => value !== null && value !== '');
  const params = param.trim() === '' ? [] : param.trim().split(/\s+/);
  return { ...Object.fromEntries(given), ...(params.length > 0 && { param: params }) };
}

/** Starts a night of recrawling in the dashboard's process, or goes on with one that was cut off. */
export function RecrawlDialog({ onClose }: { readonly onClose: () => void }) {
  const { value: choices } = useAnswer<NightChoices>('/api/recrawl/choices');
  const [texts, setTexts] = useState<Texts>({
    ...{ pageLimit: '', timeLimit: '', newShare: '', rule: '', param: '', budgetBy: '', over: '', render: '' },
  });
  const { trouble, isSending, run } = useSending('/api/recrawl', 'The night has begun', onClose);
  const set = (name: keyof Texts, text: string) => setTexts({ ...texts, [name]: text });
  const rule = choices?.rules.find(({ name }) => name === texts.rule);
  const lists = [
    ['rule', 'Rule', 'as the last night', choices?.rules.map(({ name }) => name)],
    ['budgetBy', 'Pages are worth by', 'pages', choices?.budgets.slice(1)],
    ['over', 'The strongest pages', 'of all sites', choices?.overs.slice(1)],
    ['render', 'Pages are read', 'as before', choices?.renders],
  ] as const;
  return (
    <Dialog title="Recrawl" onClose={onClose}>
      <p class="dim">
        Known pages that change most are visited again, and what is new. A night that was cut off goes on, if its rule
        is the same. What is not said here is as in the last run.
      </p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(optionsOf(texts));
        }}
      >
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
            <label key={name}>
              {label}
              <select value={texts[name]} onChange={(event) => set(name, event.currentTarget.value)}>
                <option value="">{usual}</option>
                {members?.map((member) => (
                  <option key={member}>{member}</option>
                ))}
              </select>
            </label>
          ))}
        </div>
        {rule && (
          <p class="dim">
            {rule.name}: {rule.summary}
          </p>
        )}
        {rule && rule.params.length > 0 && (
          <label>
            Parameters of the rule, NAME=VALUE, blanks between them
            <input
              autocomplete="off"
              spellcheck={false}
              placeholder={rule.params.map(({ name, usual }) => `${name}=${usual}`).join(' ')}
              value={texts.param}
              onInput={(event) => set('param', event.currentTarget.value)}
            />
          </label>
        )}
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
