import type { ColumnSource, SchemaElement } from 'hyparquet-writer';
import type { FileFormat } from './format.ts';
import type { ColumnType, Table } from './table.ts';

/** Limits of a row group, which is kept in memory: rows, and characters of text. */
const MOST_ROWS = 10_000;
const MOST_CHARACTERS = 4_000_000;

const stored: Readonly<Record<ColumnType, Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64' },
  real: { type: 'DOUBLE' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** Apache Parquet with Snappy compression, written one row group at a time. */
export const parquet: FileFormat = {
  name: 'parquet',
  endings: ['parquet'],
  async fill(file, table) {
    const { fileWriter, ParquetWriter } = await import('hyparquet-writer');
    const fields = table.columns.map(
      ({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...stored[type] }),
    );
    const writer = new ParquetWriter({
      writer: fileWriter(file),
      schema: [{ name: 'root', num_children: fields.length }, ...fields],
      createdBy: 'Forager',
    });
    for (const columnData of rowGroups(table)) writer.write({ columnData, rowGroupSize: MOST_ROWS });
    writer.finish();
  },
};

/** Yields row groups as columns, without text statistics and page offsets, which would stay in memory until the end. */
function* rowGroups({ columns, rows }: Table): Generator<ColumnSource[]> {
  const empty = () =>
    columns.map(({ name, type }) => ({
      name,
      data: [] as unknown[],
      isWide: stored[type].type === 'INT64',
      isText: type === 'text',
    }));
  let group = empty();
  let [count, characters] = [0, 0];
  for (const row of rows) {
    for (const { name, data, isWide } of group) {
      const value = row[name] ?? null;
      if (typeof value === 'string') characters += value.length;
      data.push(isWide && typeof value === 'number' ? BigInt(value) : value);
    }
    count++;
    if (count < MOST_ROWS && characters < MOST_CHARACTERS) continue;
    yield group.map(({ name, data, isText }) => ({ name, data, offsetIndex: false, statistics: !isText }));
    group = empty();
    [count, characters] = [0, 0];
  }
  if (count > 0) yield group.map(({ name, data, isText }) => ({ name, data, offsetIndex: false, statistics: !isText }));
}
