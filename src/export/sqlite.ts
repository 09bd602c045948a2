import type { SiteRecord } from '../storage/sites.ts';
import { linkColumns, siteColumns } from './columns.ts';
import type { FileFormat } from './format.ts';

const WHOLE = new Set<string>(
  'id level firstSeen lastSeen removed deleted pages failed internal external bad resources added pageLimit depth delay'.split(
    ' ',
  ),
);

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Patterns as JSON, as a column holds no list. */
function* siteRows(sites: Iterable<SiteRecord>): Generator<object> {
  for (const site of sites)
    yield { ...site, include: JSON.stringify(site.include), exclude: JSON.stringify(site.exclude) };
}

/** A new SQLite file with the tables `links` and `sites`; times are integer milliseconds since the epoch. */
export const sqlite: FileFormat = {
  name: 'sqlite',
  async fill(file, links, sites) {
    const { createSqliteFile } = await import('../storage/open.ts');
    const connection = createSqliteFile(file);
    try {
      const fill = (table: string, columns: readonly string[], records: Iterable<object>) => {
        const types = columns.map(
          (key) => `${snake(key)} ${WHOLE.has(key) ? 'integer' : key === 'reward' ? 'real' : 'text'}`,
        );
        connection.exec(`create table ${table} (${types.join(', ')})`);
        const insert = connection.prepare(
          `insert into ${table} values (${columns.map((key) => `@${key}`).join(', ')})`,
        );
        for (const record of records) insert.run(record);
      };
      connection.exec('begin');
      fill('links', linkColumns, links);
      fill('sites', siteColumns, siteRows(sites));
      connection.exec('commit');
    } finally {
      connection.close();
    }
  },
};
