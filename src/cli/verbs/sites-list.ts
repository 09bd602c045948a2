import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import { failureText } from '../../domain/failure-text.ts';
import { limitsText } from '../../domain/limits-text.ts';
import { siteOutput } from '../../export/columns.ts';
import { jsonArray } from '../../export/jsonl.ts';
import type { Column } from '../printed-table.ts';
import { commonOptions, offSwitch } from '../shared-options.ts';
import { verb } from '../verb.ts';

const columns: readonly Column[] = [
  { head: 'site', share: 1 },
  { head: 'kind' },
  { head: 'scope' },
  { head: 'status', share: 1 },
  { head: 'pages', isNumber: true },
  { head: 'internal', isNumber: true },
  { head: 'external', isNumber: true },
  { head: 'bad', isNumber: true },
  { head: 'start page', share: 2 },
];

export const sitesListVerb = verb({
  name: 'sites list',
  summary: 'the sites of a crawl with their totals, also while it runs',
  options: z.strictObject({
    removed: offSwitch('those that were removed'),
    ...commonOptions,
  }),
  examples: ['forager sites list --db data/demo.sqlite', 'forager sites list --removed --json --db data/demo.sqlite'],
  async run({ removed, db, json }) {
    const { openStoreToRead } = await import('../../storage/open.ts');
    const { listSites } = await import('../../storage/sites.ts');
    const { writeToStdout } = await import('../../export/write.ts');
    const { printedTable } = await import('../printed-table.ts');
    const store = await openStoreToRead(db);
    try {
      const sites = listSites(store, { removed });
      const isFound = sites.some(({ foundOn }) => foundOn !== null);
      const isLimited = sites.some((site) => limitsText(site) !== '');
      const rows = sites.map((row) => [
        ...[row.site, row.kind, row.scope, row.note === '' ? row.status : `${row.status}: ${failureText(row.note)}`],
        ...[row.pages, row.internal, row.external, row.bad, row.url],
        ...(isLimited ? [limitsText(row)] : []),
        ...(isFound ? [row.foundOn] : []),
      ]);
      const shown = [
        ...columns,
        ...(isLimited ? [{ head: 'own limits', share: 1 }] : []),
        ...(isFound ? [{ head: 'found on', share: 2 }] : []),
      ];
      await writeToStdout(json ? jsonArray(sites.map(siteOutput)) : [`${printedTable(shown, rows)}\n`]);
      return ExitCode.done;
    } finally {
      await store.close();
    }
  },
});
