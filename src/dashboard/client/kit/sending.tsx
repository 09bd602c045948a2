import { useState } from 'preact/hooks';
import { messageOf, send } from './ask.ts';
import { tellDone } from './notices.tsx';

/** Sends what was chosen; what is wrong with it is told in the dialog. */
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

/** What went wrong with what was sent. */
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
  readonly isSending: boolean;
  readonly trouble: string;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog. */
export const SendButtons = ({ name, isSending, trouble, onCancel }: SendButtonsProps) => (
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
