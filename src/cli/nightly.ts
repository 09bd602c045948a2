import { Cron } from 'croner';
import { BadInput } from '../domain/errors.ts';

/** Longest sleep at a time, in milliseconds: a machine that slept, or whose clock was set, notices within it. */
const LONGEST_SLEEP = 30_000;

export interface Nightly {
  /** Five fields, or six with seconds: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** An IANA name such as `Europe/Berlin`; undefined: that of the machine. */
  readonly timeZone: string | undefined;
  readonly now: () => number;
  /** Ends early when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** One run. Returns whether it was interrupted. */
  readonly run: () => Promise<boolean>;
  /** When the last run began that is known of; `isOpen`: it did not end. */
  readonly last: { readonly startedAt: number; readonly isOpen: boolean } | undefined;
  /** Tells when the next run is. */
  readonly waiting: (next: number) => void;
}

/** @throws BadInput for an expression or a time zone that can't be, or that never comes */
export function cronTimes(cron: string, timeZone: string | undefined) {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new BadInput(`--time-zone: "${timeZone}" is not a time zone, such as Europe/Berlin`);
  const job = jobOf(cron, timeZone);
  if (job.nextRun() === null) throw new BadInput(`--cron: "${cron}" never matches a date`);
  return {
    next: (after: number): number => job.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY,
    /** The last time at or before that moment. */
    before: (at: number): number => job.previousRuns(1, new Date(at + 1))[0]?.getTime() ?? Number.NEGATIVE_INFINITY,
  };
}

/** @throws BadInput */
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
 * Runs at the times of a cron expression, one run at a time, until the signal is aborted. Times that passed during a run,
 * or since the last run that is known of, are made up for by one run; a run that was cut off goes on at once. Returns
 * whether a run was interrupted.
 */
export async function nightly(options: Nightly, signal: AbortSignal): Promise<boolean> {
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
