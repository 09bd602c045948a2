import type { TextFormat } from './format.ts';
import { textValue } from './table.ts';

/** JSON Lines: one JSON object per line. */
export const jsonl: TextFormat = {
  name: 'jsonl',
  endings: ['jsonl', 'ndjson'],
  *text({ columns, rows }) {
    for (const row of rows)
      yield `${JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, textValue(row, column)])))}\n`;
  },
};

/** Yields one JSON document: an array with one object per line. */
export function* jsonArray(objects: Iterable<object>): Generator<string> {
  yield '[';
  let separator = '\n';
  for (const object of objects) {
    yield separator + JSON.stringify(object);
    separator = ',\n';
  }
  yield '\n]\n';
}
