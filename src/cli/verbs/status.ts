import { z } from 'zod';
import { summarise } from '../../crawl/summary.ts';
import { openStoreToRead } from '../../storage/open.ts';
import { crawlTable } from '../crawl-table.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

export const statusVerb = verb({
  name: 'status',
  summary: 'how far a crawl is, also while it runs',
  options: z.strictObject(commonOptions),
  examples: ['forager status --db data/demo.sqlite', 'forager status --db data/demo.sqlite --json'],
  async run(options) {
    const store = await openStoreToRead(options.db);
    try {
      const summary = summarise(store);
      process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : `${crawlTable(summary)}\n`);
      return 0;
    } finally {
      await store.close();
    }
  },
});
