import type { ChangeRecord } from '../../storage/lists/history.ts';
import { printable } from '../printable.ts';
import { type Column, printedTable } from './printed-table.ts';

/** Period of a list of changes, in milliseconds since the epoch. */
export interface ChangeSpan {
  readonly since: number;
  readonly before: number | undefined;
  /** Run that began at `since`; `none` without a run, undefined if the user gave a date. */
  readonly began: 'recrawl' | 'crawl' | 'none' | undefined;
}

const columns: readonly (Column & { readonly of: (change: ChangeRecord) => string | number | null })[] = [
  { head: 'when', of: ({ at }) => minute(at) },
  { head: 'site', of: ({ site }) => site },
  { head: 'kind', of: ({ kind }) => kind },
  { head: 'change', of: ({ change }) => change },
  { head: 'url', isUnbroken: true, of: ({ url }) => url },
  { head: 'anchor', of: ({ anchor }) => anchor },
  { head: 'new', isNumber: true, of: ({ fresh }) => fresh },
  { head: 'gone', isNumber: true, of: ({ gone }) => gone },
];
const movedTo = { head: 'moved to', isUnbroken: true, of: (change: ChangeRecord) => change.movedTo };

/** Yields changes for people: the start of the period, a row for each change, and the requested texts. */
export function* changesTable(changes: readonly ChangeRecord[], span: ChangeSpan): Generator<string> {
  yield `${spanText(span)}\n`;
  const shown = changes.some((change) => change.movedTo !== null) ? [...columns, movedTo] : columns;
  yield `${printedTable(
    shown,
    changes.map((change) => shown.map(({ of }) => of(change))),
  )}\n`;
  for (const change of changes) if (change.text !== undefined) yield* textLines(change);
}

function spanText({ since, before, began }: ChangeSpan): string {
  if (began === 'none') return 'nothing was crawled before';
  const what = began === undefined ? '' : `, the start of the last ${began}`;
  return `since ${minute(since)} UTC${what}${before === undefined ? '' : `, until ${minute(before - 1)} UTC`}`;
}

const minute = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** Yields the removed and added text of a page, one block per line. */
function* textLines({ at, url, text }: ChangeRecord): Generator<string> {
  yield `\n${printable(url)}, ${minute(at)}\n`;
  if (!text) yield '  its text was not stored\n';
  for (const { gone, fresh } of text?.changes ?? []) {
    for (const block of gone) yield `- ${printable(block)}\n`;
    for (const block of fresh) yield `+ ${printable(block)}\n`;
  }
  if (text?.isCut) yield '  and more, which was not stored\n';
}
