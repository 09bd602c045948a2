import Table from 'cli-table3';
import { printable } from '../printable.ts';

export interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Share of the terminal's remaining width; a column without a share is as wide as its text. */
  readonly share?: number;
}

/** Returns a table for people, cut to the width of a terminal, if there is one. */
export function printedTable(
  columns: readonly Column[],
  rows: readonly (readonly (string | number | null)[])[],
  width: number | undefined = process.stdout.columns,
): string {
  const lines = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : printable(cell ?? ''))),
  );
  const widest = (index: number) => lines.reduce((most, line) => Math.max(most, line[index]?.length ?? 0), 0);
  const own = columns.map(({ head, share }, index) => (share ? 0 : Math.max(head.length, widest(index)) + 2));
  const left = (width ?? 0) - own.reduce((sum, each) => sum + each + 1, 1);
  const shares = columns.reduce((sum, { share = 0 }) => sum + share, 0);
  const table = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ isNumber }) => (isNumber ? 'right' : 'left')),
    colWidths:
      width === undefined
        ? []
        : columns.map(({ share }, index) =>
            share ? Math.max(8, Math.floor((left * share) / shares)) : (own[index] ?? null),
          ),
    style: { head: [], border: [], compact: true },
  });
  table.push(...lines);
  return table.toString();
}
