import { z } from 'zod';
import { ExitCode } from '../../../domain/errors.ts';
import { hasSession } from '../../../options/crawl.ts';
import { flag } from '../../../options/option.ts';
import { sendersOf, withNews } from '../../options/news.ts';
import { commonOptions, configOption } from '../../options/shared-options.ts';
import { afterRecrawlRun, recrawlFlags, recrawlMemoryLine, recrawlRunOf, runRecrawl } from '../../run-recrawl.ts';
import { verb } from '../../verb.ts';

export const recrawlVerb = verb({
  name: 'recrawl',
  summary: 'revisit the pages most likely to have changed, and crawl new ones',
  options: z.strictObject({
    ...recrawlFlags,
    ...afterRecrawlRun,
    ...commonOptions,
    dryRun: flag(z.boolean().default(false), {
      common: true,
      description: 'list what would be visited and why, and exit',
    }),
    config: configOption,
  }),
  examples: [
    'forager recrawl --page-limit 2000 --db data/mixed.sqlite',
    'forager recrawl --time-limit 2h --new-share 0.5 --db data/mixed.sqlite',
    'forager recrawl --page-limit 50 --rule scent --param delta=0.5 --dry-run',
  ],
  remembers: true,
  async run(given, memory) {
    const options = recrawlRunOf(given, memory);
    const goesOn = recrawlMemoryLine(memory);
    const { recrawlTable, planTable } = await import('../../tables/recrawl-table.ts');
    if (given.dryRun) {
      const { planRecrawl } = await import('../../../recrawl/plan-run.ts');
      const plan = await planRecrawl(options.db, options.recrawl, Date.now(), hasSession(options));
      const { recrawlRun, rule, pages, visits } = plan;
      const head = `run ${recrawlRun}, rule ${rule}: ${visits.length} of ${pages.toLocaleString('en')} pages`;
      const heading = goesOn === undefined ? head : `${goesOn}\n${head}`;
      const asJson = { ...plan, asBefore: memory.recalled };
      process.stdout.write(given.json ? `${JSON.stringify(asJson)}\n` : `${heading}\n${planTable(visits)}\n`);
      return ExitCode.done;
    }
    const { makeLog } = await import('../../progress/log.ts');
    const { exitCode } = await import('../../run-crawl.ts');
    const log = makeLog(given);
    await sendersOf(given);
    if (goesOn !== undefined) log.info(goesOn);
    const summary = await withNews(given, log, () => runRecrawl(options, log, given));
    process.stdout.write(given.json ? `${JSON.stringify(summary)}\n` : `${recrawlTable(summary)}\n`);
    return exitCode(summary);
  },
});
