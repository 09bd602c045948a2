import type { ComponentChildren } from 'preact';

interface ShortColumn<R> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: R, at: number) => ComponentChildren;
}

interface ShortTableProps<R> {
  /** Caption of the table. */
  readonly label: string;
  readonly columns: readonly ShortColumn<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  /** Tells whether a row is highlighted. */
  readonly isMarked?: (row: R) => boolean;
  /** Content shown without rows. */
  readonly empty?: ComponentChildren;
}

/** Table that draws all its rows, and scrolls if too wide. */
export function ShortTable<R>({ label, columns, rows, keyOf, isMarked, empty }: ShortTableProps<R>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scroll-x" tabIndex={0} aria-label={label}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)} aria-current={isMarked?.(row) ? 'true' : undefined}>
              {columns.map(({ title, isNumber, cell }) => (
                <td key={title} class={isNumber ? 'number' : ''}>
                  {cell(row, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="dim">{empty ?? 'Nothing here.'}</p>}
    </section>
  );
}

interface ScrollerProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Scroll area for long content, also for the keyboard. */
export function Scroller({ label, children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section class="scroll-y" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
