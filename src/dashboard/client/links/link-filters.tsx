import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type LinkKind, textConditions } from '../../../domain/link.ts';
import { namedConditions } from '../../../domain/link-conditions.ts';
import { Check } from '../kit/form.tsx';
import { send } from '../kit/request.ts';

/** Conditions in the form of the address and the server. */
export type Conditions = Readonly<Record<string, string>>;

/** Milliseconds from the last key to the search. */
const PAUSE = 300;

/** Date without a time; other values are shown as text. */
const DATE = /^(\d{4}-\d\d-\d\d)?$/;

type Field = (typeof namedConditions)[number];

/** Fields that are always shown, in this order. */
const MAIN = ['text', 'site', 'domain'];

const main = MAIN.flatMap((name) => namedConditions.filter((one) => one.name === name));
const more = namedConditions.filter(({ name, label }) => label !== undefined && !MAIN.includes(name));

const isOf = (kind: LinkKind) => (field: Field) => field.kinds?.includes(kind) ?? true;

/** Returns the names of the conditions for links of a kind. */
export const conditionNames = (kind: LinkKind): string[] =>
  [...main, ...more].filter(isOf(kind)).map(({ name }) => name);

interface LinkFiltersProps {
  readonly kind: LinkKind;
  readonly conditions: Conditions;
  readonly onChange: (conditions: Conditions) => void;
}

/** Filter form of a list, applied while typing. */
export function LinkFilters({ kind, conditions, onChange }: LinkFiltersProps) {
  const [draft, setDraft] = useState(conditions);
  const sent = useRef(conditions);
  const key = JSON.stringify(conditions);
  useEffect(() => {
    // The Back button may restore other conditions than those typed last.
    if (key !== JSON.stringify(sent.current)) setDraft(conditions);
    sent.current = conditions;
  }, [key]);
  useEffect(() => {
    if (draft === sent.current || JSON.stringify(draft) === key) return undefined;
    const timer = setTimeout(() => {
      sent.current = draft;
      onChange(draft);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [draft]);
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = draft;
    setDraft(value === '' ? others : { ...others, [name]: value });
  };
  const others = more.filter(isOf(kind));
  const used = others.filter(({ name }) => (draft[name] ?? '') !== '').length;
  const fields = (list: readonly Field[]) =>
    list.map((field) => <Input key={field.name} field={field} value={draft[field.name] ?? ''} onInput={set} />);
  // Preloads the texts to search when a text field gets the focus.
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement && textConditions.some((name) => name === target.name))
      void send(`/api/links/${kind}/ahead`).catch(() => undefined);
  };
  return (
    <search class="filters" onFocusIn={onFocusIn}>
      <div class="row">
        {fields(main.filter(isOf(kind)))}
        <Check isOn={draft.deleted === 'true'} onChange={(isOn) => set('deleted', isOn ? 'true' : '')}>
          Show deleted
        </Check>
        {Object.keys(draft).length > 0 && (
          <button type="button" onClick={() => setDraft({})}>
            Clear
          </button>
        )}
      </div>
      <details open={used > 0}>
        <summary>More conditions{used > 0 ? `: ${used} set` : ''}</summary>
        <div class="row">{fields(others)}</div>
      </details>
    </search>
  );
}

interface InputProps {
  readonly field: Field;
  readonly value: string;
  readonly onInput: (name: string, value: string) => void;
}

function Input({ field: { name, label, takes, options, meanings }, value, onInput }: InputProps) {
  const id = useId();
  const common = {
    ...{ id, name, value },
    onInput: (event: Event) => {
      const { target } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) onInput(name, target.value);
    },
  };
  return (
    <label for={id}>
      {label}
      {options ? (
        <select {...common}>
          <option value="">any</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {meanings?.[option] === undefined ? option : `${option}: ${meanings[option]}`}
            </option>
          ))}
        </select>
      ) : (takes === 'since' || takes === 'until') && DATE.test(value) ? (
        <input type="date" {...common} />
      ) : (
        <input
          type="text"
          inputMode={takes === 'level' ? 'numeric' : 'text'}
          autocomplete="off"
          spellcheck={false}
          {...common}
        />
      )}
    </label>
  );
}
