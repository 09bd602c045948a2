import { z } from 'zod';
import { ExitCode } from '../../../domain/errors.ts';
import { words } from '../../../options/kinds.ts';
import { flag, grouped } from '../../../options/option.ts';
import { commonOptions, configOption, monitoringOptions } from '../../options/shared-options.ts';
import { afterRecrawlRun, recrawlFlags, recrawlMemoryLine, recrawlRunOf } from '../../run-recrawl.ts';
import { verb } from '../../verb.ts';

export const scheduleVerb = verb({
  name: 'schedule',
  summary: 'recrawl on a cron schedule, until you stop it',
  options: z.strictObject({
    ...grouped('When', {
      cron: flag(z.string('is required, for example --cron "0 2 * * *" for 2:00 every night'), {
        common: true,
        value: 'EXPRESSION',
        description: 'when to run: "0 2 * * *" is 2:00 every night',
      }),
      timeZone: flag(words.text.optional(), {
        common: true,
        value: 'ZONE',
        defaultText: "the machine's",
        description: 'time zone, such as Europe/Berlin or UTC',
      }),
    }),
    ...recrawlFlags,
    ...afterRecrawlRun,
    ...monitoringOptions,
    ...commonOptions,
    config: configOption,
  }),
  examples: [
    'forager schedule --cron "0 2 * * *" --time-limit 2h --db data/mixed.sqlite',
    'forager schedule --cron "30 1 * * 1-5" --time-zone Europe/Berlin --page-limit 2000 --db data/mixed.sqlite',
  ],
  details: () => 'If runs were missed while forager schedule was not running, one run starts at once.',
  remembers: true,
  async run(given, memory) {
    const { makeLog } = await import('../../progress/log.ts');
    const { runSchedule } = await import('../../run-schedule.ts');
    const log = makeLog(given);
    const goesOn = recrawlMemoryLine(memory);
    if (goesOn !== undefined) log.info(goesOn);
    const { withMetrics } = await import('../../dashboard.ts');
    const interrupted = await withMetrics(given, log, () => runSchedule(recrawlRunOf(given, memory), given, log));
    return interrupted ? ExitCode.interrupted : ExitCode.done;
  },
});
