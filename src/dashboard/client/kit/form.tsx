import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { tellDone } from './notices.tsx';
import { messageOf, send } from './request.ts';

/** Sends a form, and shows errors in the dialog. */
export function useSending(path: string, done: string, onDone: () => void, method: 'POST' | 'PATCH' = 'POST') {
  const [trouble, setTrouble] = useState('');
  const [isSending, setSending] = useState(false);
  const run = async (body: object) => {
    setSending(true);
    setTrouble('');
    try {
      await send(path, body, { method });
      tellDone(done);
      onDone();
    } catch (error) {
      setTrouble(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return { trouble, isSending, run };
}

/** An error message. */
export function Trouble({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p class="trouble" role="alert">
      {text}
    </p>
  );
}

interface SendButtonsProps {
  readonly name: string;
  readonly sending: ReturnType<typeof useSending>;
  readonly onCancel: () => void;
}

/** Buttons at the end of a form in a dialog. */
export const SendButtons = ({ name, sending: { isSending, trouble }, onCancel }: SendButtonsProps) => (
  <>
    <Trouble text={trouble} />
    <div class="row">
      <button type="submit" class="primary" disabled={isSending}>
        {name}
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  </>
);

interface NumberFieldProps {
  readonly label: string;
  /** Typed text. */
  readonly text: string;
  /** Description of the default, shown while the field is empty. */
  readonly usual: string;
  readonly onType: (text: string) => void;
}

/** Input of an optional number, at least 0. */
export const NumberField = ({ label, text, usual, onType }: NumberFieldProps) => (
  <label>
    {label}
    <input
      type="number"
      min="0"
      step="any"
      placeholder={usual}
      value={text}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  </label>
);

export const MINUTE = 60_000;

/** Formats a limit for an input field, in a unit; empty: no limit. */
export const textOf = (limit: number | null, unit = 1): string =>
  limit === null ? '' : String(Math.round((100 * limit) / unit) / 100);

/** Parses a typed limit; null: no limit. */
export const limitOf = (text: string, unit = 1): number | null =>
  text.trim() === '' ? null : Math.round(Number(text) * unit);

/** Returns the non-empty lines of a text. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface FormProps {
  readonly class?: string;
  readonly onSend: () => void;
  readonly children: ComponentChildren;
}

/** Form sent by a script. */
export const Form = ({ class: name = 'stack', onSend, children }: FormProps) => (
  <form
    class={name}
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {children}
  </form>
);

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly T[];
  /** Returns the shown text of an option; the option itself if not given. */
  readonly textOf?: (option: T) => string;
  readonly titleOf?: (option: T) => string | undefined;
  readonly onChoose: (option: T) => void;
}

/** Choice of one option. */
export const Select = <T extends string>({ label, value, options, textOf, titleOf, onChoose }: SelectProps<T>) => (
  <label>
    {label}
    <select
      value={value}
      onChange={({ currentTarget }) => onChoose(options.find((option) => option === currentTarget.value) ?? value)}
    >
      {options.map((option) => (
        <option key={option} value={option} title={titleOf?.(option)}>
          {textOf?.(option) ?? option}
        </option>
      ))}
    </select>
  </label>
);

interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

/** Checkbox. */
export const Check = ({ isOn, onChange, children }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
    {children}
  </label>
);
