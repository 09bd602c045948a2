import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { printable } from '../printable.ts';
import { WIDTH } from './term-list.ts';

export interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
  /** True for addresses, which are to be copied: if the table is too wide, they are whole on lines below their row. */
  readonly isUnbroken?: boolean;
}

const GAP = '  ';
const INDENT = '    ';
/** Minimum width of a text column of a table that would be too wide. */
const LEAST = 14;
/** Maximum number of lines of a text in a table that would be too wide. */
const MOST_LINES = 4;

/** A column with its place in each row and its width. */
interface Placed extends Column {
  readonly index: number;
  readonly width: number;
}

/**
 * Returns a table for people that fits the width: if needed, addresses go below their rows, texts wrap, and further
 * columns go to a table of their own.
 */
export function printedTable(
  columns: readonly Column[],
  rows: readonly (readonly (string | number | null)[])[],
  width: number = process.stdout.columns ?? WIDTH,
): string {
  const lines = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : printable(cell ?? ''))),
  );
  const placed = columns.map((column, index) => {
    const widest = lines.reduce(
      (most, line) => Math.max(most, stringWidth(line[index] ?? '')),
      stringWidth(column.head),
    );
    return { ...column, index, width: isText(column) ? Math.min(widest, width) : widest };
  });
  const { grid, below } = withAddressesBelow(placed, width);
  const tables = total(grid.map(atLeast)) <= width ? [grid] : splitToFit(grid, width);
  return tables
    .map((part) => narrowed(part, width))
    .map((part, at) => [
      ...rowLines(part, ({ head }) => head),
      rowLines(part, (column) => '─'.repeat(column.width)).join('\n'),
      ...lines.flatMap((line) => [
        ...rowLines(part, ({ index }) => line[index] ?? ''),
        ...(at < tables.length - 1 ? [] : below)
          .filter(({ index }) => line[index])
          .flatMap(({ head, index }) => belowLines(head, line[index] ?? '', width)),
      ]),
    ])
    .map((part) => part.join('\n'))
    .join('\n\n');
}

/** Returns an address with its column's head, on a line of its own if both together are too wide. */
function belowLines(head: string, address: string, width: number): readonly string[] {
  const line = `${INDENT}${head}: ${address}`;
  return stringWidth(line) <= width ? [line] : [`${INDENT}${head}:`, address];
}

/** Takes addresses out of a table that is too wide, the widest first. */
function withAddressesBelow(columns: readonly Placed[], width: number): Record<'grid' | 'below', readonly Placed[]> {
  const least = columns.map(atLeast);
  const addresses = columns
    .filter(({ isUnbroken }) => isUnbroken)
    .sort((a, b) => b.width - a.width || b.index - a.index);
  const isBelow = (count: number) => (column: Column & { readonly index: number }) =>
    addresses.slice(0, count).some(({ index }) => index === column.index);
  let count = 0;
  while (count < addresses.length && total(least.filter((column) => !isBelow(count)(column))) > width) count++;
  return { grid: columns.filter((column) => !isBelow(count)(column)), below: columns.filter(isBelow(count)) };
}

/** Narrows the widest text, blank by blank, until the table fits. */
function narrowed(columns: readonly Placed[], width: number): readonly Placed[] {
  if (total(columns) <= width) return columns;
  const [widest] = columns.filter(isText).sort((a, b) => b.width - a.width);
  if (!widest || widest.width <= LEAST) return columns;
  return narrowed(
    columns.map((column) => (column === widest ? { ...column, width: column.width - 1 } : column)),
    width,
  );
}

/** Splits columns into as many tables as needed; each begins with the texts before the first number. */
function splitToFit(columns: readonly Placed[], width: number): readonly (readonly Placed[])[] {
  const keys = Math.max(
    1,
    columns.findIndex(({ isNumber }) => isNumber),
  );
  const end = columns.findIndex((_, index) => index > keys && total(columns.slice(0, index + 1)) > width);
  if (end < 0) return [columns];
  return [columns.slice(0, end), ...splitToFit([...columns.slice(0, keys), ...columns.slice(end)], width)];
}

const atLeast = (column: Placed): Placed =>
  isText(column) ? { ...column, width: Math.min(column.width, LEAST) } : column;

const isText = ({ isNumber, isUnbroken }: Column): boolean => !isNumber && !isUnbroken;

const total = (columns: readonly Placed[]): number =>
  columns.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length);

/** Returns the lines of one row: as many as its longest cell needs. */
function rowLines(columns: readonly Placed[], textOf: (column: Placed) => string): string[] {
  const cells = columns.map((column) => wrapped(textOf(column), column.width));
  return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, at) =>
    columns
      .map(({ isNumber, width }, place) => {
        const text = cells[place]?.[at] ?? '';
        const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
        return isNumber ? blanks + text : text + blanks;
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** Breaks a text into lines between words, longer words anywhere; many lines are cut. */
function wrapped(text: string, width: number): readonly string[] {
  const lines = wrapAnsi(text, width, { hard: true }).split('\n');
  if (lines.length <= MOST_LINES) return lines;
  const last = [...(lines[MOST_LINES - 1] ?? '')].slice(0, width - 1).join('');
  return [...lines.slice(0, MOST_LINES - 1), `${last}…`];
}
