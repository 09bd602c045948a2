import { signal } from '@preact/signals';
import { messageOf } from './ask.ts';

interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly text: string;
  /** What its button does, such as to take back what was done. */
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

/** Milliseconds that a notice stays. Those of failures, and those with something to do, stay until they are closed. */
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

/** Tells the user what was done. */
export const tellDone = (text: string, action?: Notice['action']): void => add('done', text, action);

/** Tells the user what went wrong. */
export const tellFailed = (error: unknown): void => add('failed', messageOf(error));

/** Where notices are shown, and read out. */
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
