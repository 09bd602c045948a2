import { createRequire } from 'node:module';
import { release, type } from 'node:os';
import { z } from 'zod';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { words } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import type { Store } from '../../../storage/open.ts';
import { BUNDLED } from '../../options/bundle.ts';
import { commonOptions, offSwitch } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';

export const bundleVerb = verb({
  name: 'bundle',
  summary: 'pack a crawl into a ZIP archive: options, sites, robots.txt, links, report',
  options: z.strictObject({
    out: flag(words.text.default('bundle.zip'), { value: 'FILE', description: 'write to this ZIP file' }),
    force: offSwitch('overwrite an existing file'),
    db: commonOptions.db,
  }),
  examples: ['forager bundle --db data/demo.sqlite --out data/study.zip --force'],
  async run({ out, force, db }) {
    if (!/\.zip$/i.test(out)) throw new BadInput(`--out: ${out} must end in .zip`);
    const { isPrivate, readStore } = await import('../../../storage/open.ts');
    const { makeFile, refuseUnwritable } = await import('../../../export/write.ts');
    const { ZipWriter } = await import('../../../export/zip.ts');
    const { crateMetadata } = await import('../../../reports/study/crate.ts');
    const { methodsOf, methodsText } = await import('../../../reports/study/methods.ts');
    await readStore(db, async (store) => {
      refuseUnwritable(out, force);
      const methods = methodsOf(store);
      if (!methods) throw new BadInput(`${db} holds no crawl; start one with forager crawl`);
      const now = Date.now();
      await makeFile(
        out,
        force,
        async (part) => {
          const zip = new ZipWriter(part, now);
          try {
            for await (const file of filesOf(store, now)) zip.add(file);
            const metadata = crateMetadata(methods, methodsText(methods), zip.written, now);
            zip.add({ path: 'ro-crate-metadata.json', text: [metadata] });
            const sums = zip.written.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
            zip.add({ path: 'SHA256SUMS', text: sums });
            zip.end();
          } catch (error) {
            zip.abort();
            throw error;
          }
        },
        isPrivate(db),
      );
    });
    return ExitCode.done;
  },
});

const SITE_COLUMNS = ['url', 'name', 'short_name', 'kind', 'scope'] as const;

/** Yields the files of a bundle except its metadata; files needed to repeat the crawl come first. */
async function* filesOf(store: Store, now: number) {
  const { edgesTable, linksTable } = await import('../../../export/columns.ts');
  const { csv, csvLine } = await import('../../../export/csv.ts');
  const { listEdges } = await import('../../../storage/lists/edges.ts');
  const { listLinks } = await import('../../../storage/lists/links.ts');
  const { listSites } = await import('../../../storage/sites.ts');
  const { robotsQueries } = await import('../../../storage/seeds.ts');
  const { lastAsked } = await import('../../../reports/runs.ts');
  const { studyReport } = await import('../../../reports/study/study-report.ts');
  yield { path: BUNDLED.options, text: [`${JSON.stringify(lastAsked(store) ?? {}, null, 2)}\n`] };
  const given = [...listSites(store, { removed: false })].filter(({ foundOn }) => foundOn === null);
  const sites = given.map(({ url, name, site, kind, scope }) => csvLine([url, name, site, kind, scope]));
  yield { path: BUNDLED.sites, text: [csvLine(SITE_COLUMNS), ...sites] };
  yield { path: 'versions.json', text: [`${JSON.stringify(versions(), null, 2)}\n`] };
  const robots = [...robotsQueries(store).all.all({})];
  const rows = robots.map((row) => csvLine([row.origin, new Date(row.fetched_at).toISOString(), row.http_status]));
  yield { path: 'robots.csv', text: [csvLine(['origin', 'asked', 'status']), ...rows] };
  for (const { origin, body } of robots)
    if (body !== '') yield { path: `robots/${origin.replace(/[^\w.-]+/g, '-')}.txt`, text: [body] };
  const kinds = ['external', 'internal', 'bad'] as const;
  const links = (function* () {
    for (const kind of kinds) yield* listLinks(store, kind, {}, false);
  })();
  yield { path: 'links.csv', text: csv.text(linksTable(links)) };
  yield { path: 'edges.csv', text: csv.text(edgesTable(listEdges(store, kinds, {}, false))) };
  yield { path: 'report.html', text: [studyReport(store, now)] };
}

const packageFile = z.object({ version: z.string() });

/** Returns the versions of the programs that make a bundle. */
function versions(): Readonly<Record<string, string>> {
  const require = createRequire(import.meta.url);
  const versionOf = (name: string) => packageFile.parse(require(`${name}/package.json`)).version;
  const packages = ['forager', 'playwright', 'better-sqlite3'].map((name) => [name, versionOf(name)]);
  return { ...Object.fromEntries(packages), node: process.version, system: `${type()} ${release()} ${process.arch}` };
}
