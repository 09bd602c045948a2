import type { ComponentChildren } from 'preact';

interface ScrollerProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** What is longer than its place: it is scrolled by the keyboard, too. */
export function Scroller({ label, children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse must be able to scroll it
    <section class="scroll-y" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
