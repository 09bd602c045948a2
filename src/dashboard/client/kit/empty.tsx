import type { ComponentChildren } from 'preact';

interface EmptyProps {
  /** Purpose of the page, in a sentence. */
  readonly purpose: string;
  /** First step: a sentence, a button. */
  readonly children: ComponentChildren;
  /** Command for the same step. */
  readonly command?: string;
}

/** Placeholder for an empty list: the purpose of the page, and the first step with an example. */
export const Empty = ({ purpose, children, command }: EmptyProps) => (
  <section class="panel nothing" aria-label="First step">
    <p>{purpose}</p>
    <div class="step">{children}</div>
    {command !== undefined && (
      <p>
        In a terminal: <code>{command}</code>
      </p>
    )}
  </section>
);
