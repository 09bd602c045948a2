import { z } from 'zod';
import { counted } from '../../domain/counted.ts';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { positive } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import type { Column } from '../printed-table.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

const pageColumns: readonly Column[] = [
  { head: 'relevance', isNumber: true },
  { head: 'title', share: 2 },
  { head: 'page', share: 3 },
];
const documentColumns: readonly Column[] = [
  { head: 'document', share: 3 },
  { head: 'anchor', share: 2 },
  { head: 'found on', share: 3 },
];

export const topicsFoundVerb = verb({
  name: 'topics found',
  summary: 'what a crawl has found of its topic: the pages nearest to it, and its target documents, also while it runs',
  options: z.strictObject({
    limit: flag(positive.default(20), { value: 'N', description: 'pages, and documents, to show' }),
    ...commonOptions,
  }),
  examples: ['forager topics found', 'forager topics found --db data/forager.sqlite --limit 1000 --json'],
  async run({ db, limit, json }) {
    const { openStoreToRead } = await import('../../storage/open.ts');
    const { foundOfTopic } = await import('../../reports/best-pages.ts');
    const { writeToStdout } = await import('../../export/write.ts');
    const { printedTable } = await import('../printed-table.ts');
    const store = await openStoreToRead(db);
    try {
      const found = foundOfTopic(store, limit);
      if (!found) throw new BadInput(`${db}: no crawl of it had a topic: crawl with --topic FILE or NAME`);
      const { topic, pages, documents } = found;
      if (json) {
        await writeToStdout([`${JSON.stringify(found)}\n`]);
        return ExitCode.done;
      }
      const nearest = pages.nearest.map(({ relevance, title, url }) => [Number(relevance.toFixed(4)), title, url]);
      const first = documents.first.map(({ url, anchor, sourceUrl }) => [url, anchor, sourceUrl]);
      await writeToStdout([
        `${topic}: ${counted(pages.all, 'page')} with words of it, the nearest first\n`,
        ...(nearest.length > 0 ? [`${printedTable(pageColumns, nearest)}\n`] : []),
        `${counted(documents.all, 'target document')}, as they were found\n`,
        ...(first.length > 0 ? [`${printedTable(documentColumns, first)}\n`] : []),
      ]);
      return ExitCode.done;
    } finally {
      await store.close();
    }
  },
});
