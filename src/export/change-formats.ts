import type { ChangeRecord } from '../storage/lists/history.ts';
import { changeColumns, changeOutput } from './change-columns.ts';
import { cell } from './csv.ts';

/** A header, commas, CRLF, as of links. */
export function* changesAsCsv(changes: Iterable<ChangeRecord>): Generator<string> {
  yield `${changeColumns.join(',')}\r\n`;
  for (const change of changes) {
    const output = changeOutput(change);
    yield `${changeColumns.map((column) => cell(output[column])).join(',')}\r\n`;
  }
}

/** One JSON object a line. */
export function* changesAsJsonl(changes: Iterable<ChangeRecord>): Generator<string> {
  for (const change of changes) yield `${JSON.stringify(changeOutput(change))}\n`;
}
