import type { ComponentChildren } from 'preact';

interface EmptyProps {
  /** The purpose of the page, in a sentence. */
  readonly purpose: string;
  /** The first step: a sentence, a button. */
  readonly children: ComponentChildren;
  /** The same step as a command. */
  readonly command?: string;
}

/** Shown in place of what a page would list: its purpose, and the first step with an example. */
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
