import { setTimeout as sleep } from 'node:timers/promises';
import { StopCommand } from '../domain/errors.ts';
import { lastRecrawlRun, type RecrawlOptions } from '../recrawl/recrawl-request.ts';
import { cronTimes, runAtTimes } from './cron-runs.ts';
import { type NewsChoice, sendersOf, withNews } from './options/news.ts';
import { handleInterrupts } from './progress/interruption.ts';
import type { Log } from './progress/log.ts';
import { type RecrawlChoice, refuseSharedChecks, runRecrawl } from './run-recrawl.ts';
import { recrawlTable } from './tables/recrawl-table.ts';

interface Schedule extends RecrawlChoice, NewsChoice {
  readonly cron: string;
  readonly timeZone?: string | undefined;
  readonly json: boolean;
}

/**
 * Recrawls at the times of a cron expression until SIGINT or SIGTERM, which lets a current run finish its pages. A
 * failed run is logged, and the schedule continues. Returns true if a run was interrupted.
 * @throws BadInput for an error that would occur in every run
 */
export async function runSchedule(options: RecrawlOptions, schedule: Schedule, log: Log): Promise<boolean> {
  const { cron, timeZone, json } = schedule;
  cronTimes(cron, timeZone);
  refuseSharedChecks(options.db, schedule);
  await sendersOf(schedule);
  const last = await lastRecrawlRun(options.db, options.recrawl);
  const interruption = handleInterrupts();
  try {
    const run = async () => {
      try {
        const summary = await withNews(schedule, log, () => runRecrawl(options, log, schedule));
        process.stdout.write(json ? `${JSON.stringify(summary)}\n` : `${recrawlTable(summary)}\n`);
        return summary.stopped === 'interrupted';
      } catch (error) {
        if (!(error instanceof StopCommand)) throw error;
        log.error(error.message);
        return false;
      }
    };
    return await runAtTimes(
      {
        ...{ cron, timeZone, run, last },
        now: Date.now,
        sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
        waiting: (next) => log.info(`next run: ${new Date(next).toISOString()}`),
      },
      interruption.signal,
    );
  } finally {
    interruption.off();
  }
}
