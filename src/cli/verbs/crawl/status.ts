import { z } from 'zod';
import { isPostgres } from '../../../domain/database.ts';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { flag } from '../../../options/option.ts';
import { parseUrl } from '../../../url/parse.ts';
import { commonOptions } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';

export const statusVerb = verb({
  name: 'status',
  summary: 'show the progress of a crawl, or why a page was or was not visited',
  options: z.strictObject({
    why: flag(z.string().optional(), {
      value: 'URL',
      description: 'explain why this page was visited, is waiting or was skipped',
    }),
    ...commonOptions,
  }),
  examples: [
    'forager status --db data/demo.sqlite',
    'forager status --db data/demo.sqlite --json',
    'forager status --why http://phys.uni.test/ --db data/demo.sqlite',
    'forager status --db postgres://forager@db/unis',
  ],
  async run({ db, json, why }) {
    const address = why === undefined ? undefined : parseUrl(why);
    if (why !== undefined && !address) throw new BadInput(`--why: ${JSON.stringify(why)} is not an address`);
    if (isPostgres(db) && !address) {
      const status = await statusOfRecord(db);
      const { clusterTable } = await import('../../tables/cluster-table.ts');
      process.stdout.write(`${json ? JSON.stringify(status) : clusterTable(status)}\n`);
      return ExitCode.done;
    }
    const { readStore } = await import('../../../storage/open.ts');
    await readStore(db, async (store) => {
      if (address) {
        const { whyVisited } = await import('../../../reports/why.ts');
        const { whyText } = await import('../../../reports/why-text.ts');
        const { harmless } = await import('../../printable.ts');
        const answers = whyVisited(store, address);
        process.stdout.write(`${json ? JSON.stringify(answers) : harmless(answers.map(whyText).join('\n\n'))}\n`);
        return;
      }
      const { summarise } = await import('../../../reports/summary.ts');
      const summary = summarise(store);
      if (json) process.stdout.write(`${JSON.stringify(summary)}\n`);
      else {
        const { crawlTable } = await import('../../tables/crawl-table.ts');
        const { strategyText } = await import('../../tables/strategy-text.ts');
        const strategy = summary.run === 0 ? '' : `strategy: ${strategyText(summary.strategy)}\n`;
        process.stdout.write(`${crawlTable(summary)}\n${strategy}`);
      }
    });
    return ExitCode.done;
  },
});

/** Reads the status of a shared crawl. @throws BadInput if there is no crawl, or the server denies access */
async function statusOfRecord(db: string) {
  const { openRecord } = await import('../../../cluster/connection.ts');
  const { clusterStatus } = await import('../../../cluster/status.ts');
  const connection = await openRecord(db, { create: false });
  try {
    return await clusterStatus(connection);
  } finally {
    await connection.close();
  }
}
