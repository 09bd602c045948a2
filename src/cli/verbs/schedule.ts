import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import { words } from '../../options/kinds.ts';
import { flag, grouped } from '../../options/option.ts';
import { commonOptions, configOption, monitoringOptions } from '../options/shared-options.ts';
import { afterNight, nightMemoryLine, nightOf, recrawlFlags } from '../run-recrawl.ts';
import { verb } from '../verb.ts';

export const scheduleVerb = verb({
  name: 'schedule',
  summary: 'recrawl at the times of a cron expression, until it is stopped',
  options: z.strictObject({
    ...grouped('When', {
      cron: flag(z.string('is missing: such as "0 2 * * *", two o\'clock every night'), {
        value: 'EXPRESSION',
        description: 'minute, hour, day of the month, month, day of the week: "0 2 * * *" is two o\'clock every night',
      }),
      timeZone: flag(words.text.optional(), {
        value: 'ZONE',
        description: 'Europe/Berlin, UTC; if not given, that of the machine',
      }),
    }),
    ...recrawlFlags,
    ...afterNight,
    ...monitoringOptions,
    ...commonOptions,
    config: configOption,
  }),
  examples: [
    'forager schedule --cron "0 2 * * *" --time-limit 2h --db data/mixed.sqlite',
    'forager schedule --cron "30 1 * * 1-5" --time-zone Europe/Berlin --page-limit 2000 --db data/mixed.sqlite',
  ],
  details: () =>
    '\nA time that was missed while it did not run is made up for by one night at once; then it waits for the next.\n',
  remembers: true,
  async run(given, memory) {
    const { makeLog } = await import('../progress/log.ts');
    const { runSchedule } = await import('../run-schedule.ts');
    const log = makeLog(given);
    const goesOn = nightMemoryLine(memory);
    if (goesOn !== undefined) log.info(goesOn);
    const { withMetrics } = await import('../dashboard.ts');
    const interrupted = await withMetrics(given, log, () => runSchedule(nightOf(given, memory), given, log));
    return interrupted ? ExitCode.interrupted : ExitCode.done;
  },
});
