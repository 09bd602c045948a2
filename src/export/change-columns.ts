import type { ChangeRecord } from '../storage/lists/history.ts';

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
] as const satisfies readonly (keyof ChangeRecord)[];

/** A change with its time as ISO 8601 in UTC. */
export const changeOutput = (change: ChangeRecord) => ({ ...change, at: new Date(change.at).toISOString() });
