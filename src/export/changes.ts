import type { ChangeRecord } from '../storage/lists/history.ts';
import { cell } from './csv.ts';

/** The keys of a change, in the order in which they are printed; docs/history.md tells what they mean. */
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

/** A change with its time as ISO 8601 in UTC. */
const changeOutput = (change: ChangeRecord) => ({ ...change, at: new Date(change.at).toISOString() });

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
