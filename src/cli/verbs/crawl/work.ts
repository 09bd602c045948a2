import { z } from 'zod';
import { isPostgres } from '../../../domain/database.ts';
import { BadInput } from '../../../domain/errors.ts';
import { wholeFrom } from '../../../options/kinds.ts';
import { type AskedOptions, flag } from '../../../options/option.ts';
import { logOptions, monitoringOptions, offSwitch, recordOption } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';

const options = z.strictObject({
  db: recordOption,
  workers: flag(wholeFrom(1, 64).text.optional(), {
    value: 'N',
    defaultText: 'as in the crawl',
    description: 'visit N pages at the same time on this machine',
  }),
  ...logOptions,
  ...monitoringOptions,
  json: offSwitch('print the result as JSON'),
});

export const workVerb = verb({
  name: 'work',
  summary: 'join a crawl or recrawl that several machines share, until it is done',
  options,
  examples: [
    'forager work --db postgres://forager@db/unis',
    'forager work --db postgres://forager@db/unis --workers 8',
  ],
  async run(given) {
    if (!isPostgres(given.db))
      throw new BadInput(
        `--db: ${given.db} is a file; to share a crawl, name a PostgreSQL database, postgres://USER@HOST/NAME`,
      );
    const { makeLog } = await import('../../progress/log.ts');
    const { optionsToJoin } = await import('./crawl.ts');
    const { exitCode, runCrawl } = await import('../../run-crawl.ts');
    const { withMetrics } = await import('../../dashboard.ts');
    const { crawlTable } = await import('../../tables/crawl-table.ts');
    const log = makeLog(given);
    const own: AskedOptions = given.workers === undefined ? {} : { workers: given.workers };
    const joining = await optionsToJoin(given.db, own, log);
    const { openRecrawlOf } = await import('../../../cluster/shared-recrawl.ts');
    const recrawlRun = await openRecrawlOf(given.db);
    if (recrawlRun !== undefined) {
      const { runOnRecrawl } = await import('../../run-recrawl.ts');
      const done = await withMetrics(given, log, () => runOnRecrawl(joining, log, given));
      process.stdout.write(
        given.json
          ? `${JSON.stringify({ recrawlRun, ...done })}\n`
          : `recrawl run ${recrawlRun}: ${done.pages} pages visited here\n`,
      );
      return exitCode(done);
    }
    const summary = await withMetrics(given, log, () => runCrawl(joining, log, given));
    process.stdout.write(given.json ? `${JSON.stringify(summary)}\n` : `${crawlTable(summary)}\n`);
    return exitCode(summary);
  },
});
