/** Type of a column's cells; `time` is milliseconds since the epoch. */
export type ColumnType = 'text' | 'integer' | 'real' | 'time';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

type Value = string | number | null;

/** Values of a row by column name. */
export type Row = Readonly<Record<string, Value>>;

/** Table that any format can write. */
export interface Table {
  /** Valid SQL identifier. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Rows, read only once and in order. */
  readonly rows: Iterable<Row>;
}

/** Returns the columns of records, in the order of `types`. */
export const columnsOf = (types: Readonly<Record<string, ColumnType>>): readonly Column[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

/** Formats a time as ISO 8601 in UTC. */
export const isoTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** Returns a cell's value for text formats, with times in ISO 8601. */
export function textValue(row: Row, { name, type }: Column): Value {
  const value = row[name] ?? null;
  return type === 'time' && typeof value === 'number' ? isoTime(value) : value;
}
