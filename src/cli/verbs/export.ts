import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { exportFormats } from '../../export/registry.ts';
import { flag } from '../../options/option.ts';
import { checkedFilter, linkFilterOptions, linkKind } from '../options/link-filter.ts';
import { asOfOption, commonOptions, offSwitch, outputOption } from '../options/shared-options.ts';
import { verb } from '../verb.ts';

const formats = exportFormats.map(({ name }) => name);

export const exportVerb = verb({
  name: 'export',
  summary: 'write links as CSV, JSON lines, Parquet, SQLite or a spreadsheet, also while a crawl runs',
  options: z.strictObject({
    format: flag(z.enum(formats, `must be one of ${formats.join(', ')}`).optional(), {
      value: 'FORMAT',
      description: `of the file: ${formats.join(', ')}; if not given, as the ending of --out says, or csv`,
    }),
    out: outputOption,
    force: offSwitch('write over a file that is there'),
    kind: flag(z.array(linkKind).default(['external']), {
      value: 'KIND',
      description: 'external, internal, bad or resource; again for each (default: external)',
      repeatable: true,
    }),
    edges: offSwitch('a row for each page that has a link, in place of one for each link of a site'),
    ...linkFilterOptions,
    asOf: asOfOption,
    deleted: offSwitch('links that were deleted'),
    db: commonOptions.db,
  }),
  examples: [
    'forager export --as-of 2026-11-20 --db data/demo.sqlite --out data/links-of-november.csv',
    'forager export --db data/demo.sqlite --out data/links.csv',
    'forager export --format jsonl --kind external --kind internal --site Physics --db data/demo.sqlite | gzip > links.jsonl.gz',
    'forager export --format sqlite --kind external --kind internal --kind bad --kind resource --db data/demo.sqlite --out data/links.sqlite --force',
  ],
  details: () => ROWS,
  async run(given) {
    const { db, out, force } = given;
    const kinds = [...new Set(given.kind)];
    const edgeKinds = kinds.filter((kind) => kind !== 'resource');
    if (given.edges && edgeKinds.length < kinds.length)
      throw new BadInput('--kind: resources have no edges; leave out --kind resource, or --edges');
    if (given.edges && given.role === 'guess')
      throw new BadInput('--role: guesses have no edges; leave out --role guess, or --edges');
    const asOf = given.asOf?.to;
    const filter = { ...(await checkedFilter(given, kinds)), asOf };
    const format = formatOf(out, given.format);
    const { isPrivate, openStoreToRead } = await import('../../storage/open.ts');
    const { listLinks } = await import('../../storage/lists/links.ts');
    const { listEdges } = await import('../../storage/lists/edges.ts');
    const { listSites } = await import('../../storage/sites.ts');
    const { listSitesAsOf } = await import('../../storage/lists/sites-as-of.ts');
    const { edgesTable, linksTable, sitesTable } = await import('../../export/columns.ts');
    const { makeFile, refuseUnwritable, writeToFile, writeToStdout } = await import('../../export/write.ts');
    const store = await openStoreToRead(db);
    try {
      if (out !== '-') refuseUnwritable(out, force);
      // All is read from the database as it is now, however long it takes.
      store.connection.exec('begin');
      const links = function* () {
        for (const kind of kinds) yield* listLinks(store, kind, filter, given.deleted);
      };
      const table = given.edges ? edgesTable(listEdges(store, edgeKinds, filter, given.deleted)) : linksTable(links());
      if ('fill' in format) {
        const sites = asOf === undefined ? listSites(store, { removed: false }) : listSitesAsOf(store, asOf);
        await makeFile(out, force, (part) => format.fill(part, table, [sitesTable(sites)]), isPrivate(db));
      } else if (out === '-') await writeToStdout(format.text(table));
      else await writeToFile(out, force, format.text(table), isPrivate(db));
      return ExitCode.done;
    } finally {
      await store.close();
    }
  },
});

const ROWS = `
A row is a link of a site: one for each site and address, however many pages of the site have it.
With --edges it is a link of a page: one for each page and address, with site, host, domain and level of both.
--site and --level are then those of the page, --since and --until tell when that page had it first.
`;

/** Endings of files that no format writes, though their readers might try. */
const FOREIGN = ['xls', 'ods', 'json', 'xml'];

/**
 * The format that is asked for, or that a file's name says.
 * @throws BadInput for a name that says what is not written
 */
function formatOf(out: string, asked: string | undefined) {
  const [, ending = ''] = /\.(\w+)$/.exec(out.toLowerCase()) ?? [];
  const named = exportFormats.find(({ endings }) => endings.includes(ending));
  const format = exportFormats.find(({ name }) => name === (asked ?? named?.name ?? 'csv'));
  if (!format) throw new BadInput(`--format: must be one of ${formats.join(', ')}`);
  const isForeign = FOREIGN.includes(ending) && (asked === undefined || ending === 'xls' || ending === 'ods');
  if (isForeign || (named && named !== format))
    throw new BadInput(`--out: ${out} would be no .${ending} file: formats are ${formats.join(', ')}`);
  if ('fill' in format && out === '-') throw new BadInput(`--out: ${format.name} needs a file`);
  return format;
}
