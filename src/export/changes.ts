import type { ChangeRecord } from '../storage/lists/history.ts';
import { csvLine } from './csv.ts';

/** Keys of a change in output order; docs/history.md describes them. */
export const changeColumns = [
  'at',
  'kind',
  'change',
  'site',
  'url',
  'anchor',
  'sourceUrl',
  'httpStatus',
  'size',
  'kept',
  'gone',
  'fresh',
  'movedTo',
] as const satisfies readonly (keyof ChangeRecord)[];

/** Returns a change with its time in ISO 8601. */
const changeOutput = (change: ChangeRecord) => ({ ...change, at: new Date(change.at).toISOString() });

/** Yields CSV with a header, commas and CRLF, as for links. */
export function* changesAsCsv(changes: Iterable<ChangeRecord>): Generator<string> {
  yield `${changeColumns.join(',')}\r\n`;
  for (const change of changes) {
    const output = changeOutput(change);
    yield csvLine(changeColumns.map((column) => output[column]));
  }
}

/** Yields one JSON object per line. */
export function* changesAsJsonl(changes: Iterable<ChangeRecord>): Generator<string> {
  for (const change of changes) yield `${JSON.stringify(changeOutput(change))}\n`;
}
