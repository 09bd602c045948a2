import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { changedThings } from '../../domain/history.ts';
import { oneOf, words } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import type { ChangeRecord } from '../../storage/lists/history.ts';
import { moment } from '../../storage/lists/link-filter.ts';
import { commonOptions, offSwitch, outputOption } from '../options/shared-options.ts';
import type { ChangeSpan } from '../tables/changes-table.ts';
import { verb } from '../verb.ts';

const formats = ['table', 'csv', 'jsonl', 'atom'] as const;

export const changesVerb = verb({
  name: 'changes',
  summary: 'what is new, changed and gone: pages and links, as a table, CSV, JSON lines or an Atom feed',
  options: z.strictObject({
    since: flag(moment.optional(), {
      value: 'DATE',
      description:
        'seen on that date (or date-time, UTC) or later; if not given, since the last night that has ended began, or the last crawl where there was none',
    }),
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
    text: offSwitch('with what went from the text of each changed page and what came, in a table and JSON lines'),
    format: flag(oneOf(formats).text.default('table'), {
      value: 'FORMAT',
      description: `of the output: ${formats.join(', ')}`,
    }),
    out: outputOption,
    force: offSwitch('write over a file that is there'),
    db: commonOptions.db,
  }),
  examples: [
    'forager changes --db data/demo.sqlite',
    'forager changes --kind pages --text --db data/demo.sqlite',
    'forager changes --since 2026-11-01 --db data/demo.sqlite',
    'forager changes --since 2026-11-20T08:30:00Z --kind links --format csv --db data/demo.sqlite',
    'forager changes --since 2026-11-01 --site Physics --format atom --out changes.xml --force --db data/demo.sqlite',
  ],
  async run({ since, until, site, kind, text, format, out, force, db }) {
    if (text && format !== 'table' && format !== 'jsonl')
      throw new BadInput(`--text: ${format} has no place for texts; leave it out, or give --format table or jsonl`);
    const { isPrivate, openStoreToRead } = await import('../../storage/open.ts');
    const { lastRun, listChanges } = await import('../../storage/lists/history.ts');
    const { refuseUnwritable, writeToFile, writeToStdout } = await import('../../export/write.ts');
    const store = await openStoreToRead(db);
    try {
      if (out !== '-') refuseUnwritable(out, force);
      store.connection.exec('begin');
      const things = kind === undefined ? changedThings : [kind];
      const run = since ? undefined : lastRun(store, until?.to);
      const began: ChangeSpan['began'] = since ? undefined : (run?.what ?? 'none');
      const span = { since: since?.from ?? run?.at ?? 0, before: until?.to, began };
      const changes = listChanges(store, { since: span.since, before: span.before, site, things, texts: text });
      const output = await written(format, changes, { ...span, site });
      await (out === '-' ? writeToStdout(output) : writeToFile(out, force, output, isPrivate(db)));
      return ExitCode.done;
    } finally {
      await store.close();
    }
  },
});

interface Asked extends ChangeSpan {
  readonly site: string | undefined;
}

async function written(
  format: (typeof formats)[number],
  changes: Iterable<ChangeRecord>,
  asked: Asked,
): Promise<Iterable<string>> {
  switch (format) {
    case 'table':
      return (await import('../tables/changes-table.ts')).changesTable([...changes], asked);
    case 'csv':
      return (await import('../../export/changes.ts')).changesAsCsv(changes);
    case 'jsonl':
      return (await import('../../export/changes.ts')).changesAsJsonl(changes);
    case 'atom':
      return [(await import('../../export/atom.ts')).changesAsAtom(changes, asked.since, asked.site)];
  }
}
