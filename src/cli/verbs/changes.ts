import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import { changedThings } from '../../domain/history.ts';
import { oneOf, words } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import type { ChangeRecord } from '../../storage/lists/history.ts';
import { moment } from '../../storage/lists/link-filter.ts';
import { commonOptions, offSwitch, outputOption } from '../options/shared-options.ts';
import type { Column } from '../tables/printed-table.ts';
import { verb } from '../verb.ts';

const formats = ['table', 'csv', 'jsonl', 'atom'] as const;

export const changesVerb = verb({
  name: 'changes',
  summary: 'what is new, changed and gone: pages and links, as a table, CSV, JSON lines or an Atom feed',
  options: z.strictObject({
    since: flag(moment, { value: 'DATE', description: 'seen on that date (or date-time, UTC) or later; needed' }),
    until: flag(moment.optional(), {
      value: 'DATE',
      description: 'seen on that date (or date-time, UTC) or before',
    }),
    site: flag(words.text.optional(), {
      value: 'SITE',
      description: 'on that site, told by short name, start address or host; all if not given',
    }),
    kind: flag(z.enum(changedThings, `must be ${changedThings.join(' or ')}`).optional(), {
      value: 'KIND',
      description: 'pages or links; both if not given',
    }),
    format: flag(oneOf(formats).text.default('table'), {
      value: 'FORMAT',
      description: `of the output: ${formats.join(', ')}`,
    }),
    out: outputOption,
    force: offSwitch('write over a file that is there'),
    db: commonOptions.db,
  }),
  examples: [
    'forager changes --since 2026-11-01 --db data/demo.sqlite',
    'forager changes --since 2026-11-20T08:30:00Z --kind links --format csv --db data/demo.sqlite',
    'forager changes --since 2026-11-01 --site Physics --format atom --out changes.xml --force --db data/demo.sqlite',
  ],
  async run({ since, until, site, kind, format, out, force, db }) {
    const { isPrivate, openStoreToRead } = await import('../../storage/open.ts');
    const { listChanges } = await import('../../storage/lists/history.ts');
    const { refuseUnwritable, writeToFile, writeToStdout } = await import('../../export/write.ts');
    const store = await openStoreToRead(db);
    try {
      if (out !== '-') refuseUnwritable(out, force);
      store.connection.exec('begin');
      const things = kind === undefined ? changedThings : [kind];
      const changes = listChanges(store, { since: since.from, before: until?.to, site, things });
      const text = await written(format, changes, since.from, site);
      await (out === '-' ? writeToStdout(text) : writeToFile(out, force, text, isPrivate(db)));
      return ExitCode.done;
    } finally {
      await store.close();
    }
  },
});

async function written(
  format: (typeof formats)[number],
  changes: Iterable<ChangeRecord>,
  since: number,
  site: string | undefined,
): Promise<Iterable<string>> {
  switch (format) {
    case 'table':
      return [`${await changeTable([...changes])}\n`];
    case 'csv':
      return (await import('../../export/changes.ts')).changesAsCsv(changes);
    case 'jsonl':
      return (await import('../../export/changes.ts')).changesAsJsonl(changes);
    case 'atom':
      return [(await import('../../export/atom.ts')).changesAsAtom(changes, since, site)];
  }
}

const columns: readonly (Column & { readonly of: (change: ChangeRecord) => string | number | null })[] = [
  { head: 'when', of: ({ at }) => new Date(at).toISOString().slice(0, 16).replace('T', ' ') },
  { head: 'site', share: 1, of: ({ site }) => site },
  { head: 'kind', of: ({ kind }) => kind },
  { head: 'change', of: ({ change }) => change },
  { head: 'url', share: 3, of: ({ url }) => url },
  { head: 'anchor', share: 1, of: ({ anchor }) => anchor },
  { head: 'new', isNumber: true, of: ({ fresh }) => fresh },
  { head: 'gone', isNumber: true, of: ({ gone }) => gone },
];

async function changeTable(changes: readonly ChangeRecord[]): Promise<string> {
  const { printedTable } = await import('../tables/printed-table.ts');
  return printedTable(
    columns,
    changes.map((change) => columns.map(({ of }) => of(change))),
  );
}
