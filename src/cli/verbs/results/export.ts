import { z } from 'zod';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { exportFormats } from '../../../export/registry.ts';
import { flag } from '../../../options/option.ts';
import { checkedFilter, linkFilterOptions, linkKind } from '../../options/link-filter.ts';
import { asOfOption, commonOptions, offSwitch, outputOptions } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';

const formats = exportFormats.map(({ name }) => name);

export const exportVerb = verb({
  name: 'export',
  summary: 'export links as CSV, JSON lines, Parquet, SQLite or a spreadsheet',
  options: z.strictObject({
    format: flag(z.enum(formats, `must be one of ${formats.join(', ')}`).optional(), {
      common: true,
      value: 'FORMAT',
      defaultText: 'from the name of --out, or csv',
      description: `file format: ${formats.join(', ')}`,
    }),
    ...outputOptions,
    kind: flag(z.array(linkKind).default(['external']), {
      common: true,
      value: 'KIND',
      defaultText: 'external',
      description: 'external, internal, bad or resource',
      repeatable: true,
    }),
    edges: flag(z.boolean().default(false), {
      common: true,
      description: 'write one row per page and link, instead of one per site and link',
    }),
    ...linkFilterOptions,
    asOf: asOfOption,
    deleted: offSwitch('export deleted links instead'),
    db: commonOptions.db,
  }),
  examples: [
    'forager export --db data/demo.sqlite --out data/links.csv',
    'forager export --as-of 2026-11-20 --db data/demo.sqlite --out data/links-of-november.csv',
    'forager export --format jsonl --kind external --kind internal --site Physics --db data/demo.sqlite | gzip > links.jsonl.gz',
    'forager export --format sqlite --kind external --kind internal --kind bad --kind resource --db data/demo.sqlite --out data/links.sqlite --force',
  ],
  details: () => ROWS,
  async run(given) {
    const { db, out, force } = given;
    const kinds = [...new Set(given.kind)];
    const edgeKinds = kinds.filter((kind) => kind !== 'resource');
    if (given.edges && edgeKinds.length < kinds.length)
      throw new BadInput('--edges does not work with --kind resource: resources have no edges');
    if (given.edges && given.role === 'guess')
      throw new BadInput('--edges does not work with --role guess: guesses have no edges');
    const asOf = given.asOf?.to;
    const filter = { ...(await checkedFilter(given, kinds)), asOf };
    const format = formatOf(out, given.format);
    const { isPrivate, readStore } = await import('../../../storage/open.ts');
    const { listLinks } = await import('../../../storage/lists/links.ts');
    const { listEdges } = await import('../../../storage/lists/edges.ts');
    const { listSites } = await import('../../../storage/sites.ts');
    const { listSitesAsOf } = await import('../../../storage/lists/sites-as-of.ts');
    const { edgesTable, linksTable, sitesTable } = await import('../../../export/columns.ts');
    const { makeFile, refuseUnwritable, writeToFile, writeToStdout } = await import('../../../export/write.ts');
    await readStore(db, async (store) => {
      if (out !== '-') refuseUnwritable(out, force);
      const links = function* () {
        for (const kind of kinds) yield* listLinks(store, kind, filter, given.deleted);
      };
      const table = given.edges ? edgesTable(listEdges(store, edgeKinds, filter, given.deleted)) : linksTable(links());
      if ('fill' in format) {
        const sites = asOf === undefined ? listSites(store, { removed: false }) : listSitesAsOf(store, asOf);
        await makeFile(out, force, (part) => format.fill(part, table, [sitesTable(sites)]), isPrivate(db));
      } else if (out === '-') await writeToStdout(format.text(table));
      else await writeToFile(out, force, format.text(table), isPrivate(db));
    });
    return ExitCode.done;
  },
});

const ROWS = `A row is a link of a site, no matter how many pages of the site have it. With --edges, a row is a link of a page: --site and --level are those of the page, and --since and --until apply to the day on which that page first had the link.`;

/** File endings that no format writes, although users might expect them. */
const FOREIGN = ['xls', 'ods', 'json', 'xml'];

/**
 * Returns the format of `--format`, or of the file's name.
 * @throws BadInput for a file name of an unsupported or different format
 */
function formatOf(out: string, asked: string | undefined) {
  const [, ending = ''] = /\.(\w+)$/.exec(out.toLowerCase()) ?? [];
  const named = exportFormats.find(({ endings }) => endings.includes(ending));
  const format = exportFormats.find(({ name }) => name === (asked ?? named?.name ?? 'csv'));
  if (!format) throw new BadInput(`--format must be one of ${formats.join(', ')}`);
  const isForeign = FOREIGN.includes(ending) && (asked === undefined || ending === 'xls' || ending === 'ods');
  if (isForeign || (named && named !== format))
    throw new BadInput(
      `--out: can't write ${out} as ${named && format ? format.name : `.${ending}`}; formats are ${formats.join(', ')}`,
    );
  if ('fill' in format && out === '-') throw new BadInput(`--format ${format.name} needs a file: add --out FILE`);
  return format;
}
