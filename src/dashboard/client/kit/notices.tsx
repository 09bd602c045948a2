import { signal } from '@preact/signals';
import { messageOf } from './request.ts';

interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly text: string;
  /** Button of the notice, such as Undo. */
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

/** Milliseconds that a notice is shown; failures, and notices with a button, stay until closed. */
const STAYS = 6000;

const notices = signal<readonly Notice[]>([]);
let next = 1;

const close = (id: number) => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

function add(kind: Notice['kind'], text: string, action?: Notice['action']): void {
  const id = next++;
  notices.value = [...notices.value.slice(-3), { id, kind, text, action }];
  if (kind === 'done' && !action) setTimeout(close, STAYS, id);
}

/** Shows a success message, with an optional button. */
export const tellDone = (text: string, action?: Notice['action']): void => add('done', text, action);

/** Shows an error. */
export const tellFailed = (error: unknown): void => add('failed', messageOf(error));

/** List of notices, announced by screen readers. */
export function Notices() {
  return (
    <section class="notices" aria-label="Notices" aria-live="polite">
      {notices.value.map(({ id, kind, text, action }) => (
        <div key={id} class={`notice ${kind}`}>
          <span class="grow">{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                close(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="plain" aria-label="Close notice" onClick={() => close(id)}>
            ×
          </button>
        </div>
      ))}
    </section>
  );
}
