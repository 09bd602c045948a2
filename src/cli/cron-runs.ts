import { Cron } from 'croner';
import { BadInput } from '../domain/errors.ts';

/** Longest single sleep, in milliseconds: after it, a suspended machine or a changed clock is noticed. */
const LONGEST_SLEEP = 30_000;

export interface CronRuns {
  /**
   * Cron expression of five fields: minute, hour, day of the month, month, day of the week. A sixth field in front has
   * seconds.
   */
  readonly cron: string;
  /** IANA name such as `Europe/Berlin`; undefined: the machine's time zone. */
  readonly timeZone: string | undefined;
  readonly now: () => number;
  /** Sleeps; returns early when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Does one run. Returns true if interrupted. */
  readonly run: () => Promise<boolean>;
  /** Start of the last known run, in milliseconds since the epoch. `isOpen`: true if that run did not end. */
  readonly last: { readonly startedAt: number; readonly isOpen: boolean } | undefined;
  /** Reports the time of the next run. */
  readonly waiting: (next: number) => void;
}

/** Parses a cron expression. @throws BadInput for an invalid expression or time zone, or one that never matches */
export function cronTimes(cron: string, timeZone: string | undefined) {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new BadInput(`--time-zone: "${timeZone}" is not a time zone, such as Europe/Berlin`);
  const job = jobOf(cron, timeZone);
  if (job.nextRun() === null) throw new BadInput(`--cron: "${cron}" never matches a date`);
  return {
    next: (after: number): number => job.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY,
    /** Returns the last matching time at or before a moment. */
    before: (at: number): number => job.previousRuns(1, new Date(at + 1))[0]?.getTime() ?? Number.NEGATIVE_INFINITY,
  };
}

/** Makes the cron job. @throws BadInput */
function jobOf(cron: string, timeZone: string | undefined): Cron {
  try {
    return new Cron(cron, { paused: true, ...(timeZone === undefined ? {} : { timezone: timeZone }) });
  } catch {
    throw new BadInput(
      `--cron: "${cron}" is not a cron expression (minute, hour, day of month, month, day of week), such as "0 2 * * *"`,
    );
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Runs at the times of a cron expression, one run at a time, until the signal is aborted. One run makes up for all
 * times missed during or since the last run; an unfinished run resumes at once. Returns true if a run was interrupted.
 */
export async function runAtTimes(options: CronRuns, signal: AbortSignal): Promise<boolean> {
  const { now, sleep, run, last, waiting } = options;
  const times = cronTimes(options.cron, options.timeZone);
  let due = last?.isOpen || (last !== undefined && times.before(now()) > last.startedAt);
  while (!signal.aborted) {
    if (!due) {
      const next = times.next(now());
      waiting(next);
      while (!signal.aborted && now() < next) await sleep(Math.min(LONGEST_SLEEP, next - now()), signal);
      if (signal.aborted) return false;
    }
    const startedAt = now();
    if (await run()) return true;
    due = times.before(now()) > startedAt;
  }
  return false;
}
