/** Type of a column's cells; `time` is milliseconds since the epoch. */
export type ColumnType = 'text' | 'integer' | 'real' | 'time';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

type Value = string | number | null;

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, Value>>;

/** A table, as every format can write it. */
export interface Table {
  /** As SQL can have it. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Read once, one after the other. */
  readonly rows: Iterable<Row>;
}

/** The columns of records, in the order of their types. */
export const columnsOf = (types: Readonly<Record<string, ColumnType>>): readonly Column[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

/** A time as ISO 8601 in UTC. */
export const isoTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** The value of a column as texts have it: a time is written out. */
export function textValue(row: Row, { name, type }: Column): Value {
  const value = row[name] ?? null;
  return type === 'time' && typeof value === 'number' ? isoTime(value) : value;
}
