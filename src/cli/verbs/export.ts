import { existsSync, realpathSync } from 'node:fs';
import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import type { LinkKind } from '../../domain/link.ts';
import { exportFormats } from '../../export/registry.ts';
import { makeFile, writeToFile, writeToStdout } from '../../export/write.ts';
import { type LinkFilter, listLinks } from '../../storage/link-list.ts';
import { openStoreToRead, type Store } from '../../storage/open.ts';
import { listSites } from '../../storage/sites.ts';
import { linkFilter, linkFilterOptions, linkKind } from '../link-filter.ts';
import { flag } from '../options.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

const formats = exportFormats.map(({ name }) => name);

export const exportVerb = verb({
  name: 'export',
  summary: 'write links as CSV, JSON lines or a SQLite file, also while a crawl runs',
  options: z.strictObject({
    format: flag(z.enum(formats, `must be one of ${formats.join(', ')}`).default('csv'), {
      value: 'FORMAT',
      description: `of the file: ${formats.join(', ')}`,
    }),
    out: flag(z.string().min(1, 'must not be empty').default('-'), {
      value: 'FILE',
      description: 'file to write; - is stdout',
    }),
    force: flag(z.boolean().default(false), { description: 'write over a file that is there' }),
    kind: flag(z.array(linkKind).default(['external']), {
      value: 'KIND',
      description: 'external, internal, bad or resource; again for each (default: external)',
      repeatable: true,
    }),
    ...linkFilterOptions,
    deleted: flag(z.boolean().default(false), { description: 'links that were deleted' }),
    db: commonOptions.db,
  }),
  examples: [
    'forager export --db data/demo.sqlite --out data/links.csv',
    'forager export --format jsonl --kind external --kind internal --site Physics --db data/demo.sqlite | gzip > links.jsonl.gz',
    'forager export --format sqlite --kind external --kind internal --kind bad --kind resource --db data/demo.sqlite --out data/links.sqlite --force',
  ],
  async run(given) {
    const { db, out, force } = given;
    const kinds = [...new Set(given.kind)];
    const filter = linkFilter(given, kinds);
    const format = exportFormats.find(({ name }) => name === given.format);
    if (!format) throw new BadInput(`--format: must be one of ${formats.join(', ')}`);
    const store = await openStoreToRead(db);
    try {
      if (existsSync(out) && realpathSync(out) === realpathSync(db))
        throw new BadInput(`--out: ${out} is the database itself`);
      // All is read from the database as it is now, however long it takes.
      store.connection.exec('begin');
      const links = linksOf(store, kinds, filter, given.deleted);
      if ('fill' in format) {
        if (out === '-') throw new BadInput(`--out: ${format.name} needs a file`);
        await makeFile(out, force, (part) => format.fill(part, links, listSites(store, { removed: false })));
      } else if (out === '-') await writeToStdout(format.text(links));
      else await writeToFile(out, force, format.text(links));
      return ExitCode.done;
    } finally {
      await store.close();
    }
  },
});

function* linksOf(store: Store, kinds: readonly LinkKind[], filter: LinkFilter, deleted: boolean) {
  for (const kind of kinds) yield* listLinks(store, kind, filter, deleted);
}
