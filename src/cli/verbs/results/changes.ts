import { z } from 'zod';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { changedThings } from '../../../domain/history.ts';
import { oneOf, words } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import type { ChangeRecord } from '../../../storage/lists/history.ts';
import { moment } from '../../../storage/lists/link-filter.ts';
import { commonOptions, offSwitch, outputOptions } from '../../options/shared-options.ts';
import type { ChangeSpan } from '../../tables/changes-table.ts';
import { verb } from '../../verb.ts';
import { writeResult } from '../../write-result.ts';

const formats = ['table', 'csv', 'jsonl', 'atom'] as const;

export const changesVerb = verb({
  name: 'changes',
  summary: 'list new, changed and removed pages and links',
  options: z.strictObject({
    since: flag(moment.optional(), {
      value: 'DATE',
      defaultText: 'the start of the last completed recrawl, or of the last crawl',
      description: 'changes on or after this date, or date-time (UTC)',
    }),
    until: flag(moment.optional(), {
      value: 'DATE',
      description: 'changes on or before this date, or date-time (UTC)',
    }),
    site: flag(words.text.optional(), {
      value: 'SITE',
      defaultText: 'all',
      description: 'changes on this site: short name, start address or host',
    }),
    kind: flag(z.enum(changedThings, `must be ${changedThings.join(' or ')}`).optional(), {
      value: 'KIND',
      defaultText: 'both',
      description: 'pages or links',
    }),
    text: offSwitch('show the text added to and removed from each page (table and jsonl only)'),
    format: flag(oneOf(formats).text.default('table'), {
      value: 'FORMAT',
      description: `output format: ${formats.join(', ')}`,
    }),
    ...outputOptions,
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
      throw new BadInput(`--text works with --format table or jsonl, not ${format}`);
    const { lastRun, listChanges } = await import('../../../storage/lists/history.ts');
    await writeResult({ out, force, db }, (store) => {
      const things = kind === undefined ? changedThings : [kind];
      const run = since ? undefined : lastRun(store, until?.to);
      const began: ChangeSpan['began'] = since ? undefined : (run?.what ?? 'none');
      const span = { since: since?.from ?? run?.at ?? 0, before: until?.to, began };
      const changes = listChanges(store, { since: span.since, before: span.before, site, things, texts: text });
      return written(format, changes, { ...span, site });
    });
    return ExitCode.done;
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
      return (await import('../../tables/changes-table.ts')).changesTable([...changes], asked);
    case 'csv':
      return (await import('../../../export/changes.ts')).changesAsCsv(changes);
    case 'jsonl':
      return (await import('../../../export/changes.ts')).changesAsJsonl(changes);
    case 'atom':
      return [(await import('../../../export/atom.ts')).changesAsAtom(changes, asked.since, asked.site)];
  }
}
