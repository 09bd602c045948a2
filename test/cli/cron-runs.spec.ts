import { expect } from '@playwright/test';
import { type CronRuns, cronTimes, runAtTimes } from '../../src/cli/cron-runs.ts';
import { BadInput } from '../../src/domain/errors.ts';
import { test } from '../plain-test.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string): number => Date.parse(text);

/** A world in which time passes by sleeping and by runs; it ends after the given number of runs. */
async function play(given: Partial<CronRuns> & { from: string; lasting: number; runs: number }) {
  let now = at(given.from);
  const stopping = new AbortController();
  const runs: string[] = [];
  const waits: string[] = [];
  const interrupted = await runAtTimes(
    {
      ...{ cron: '0 2 * * *', timeZone: 'UTC', last: undefined },
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
      run: async () => {
        runs.push(new Date(now).toISOString().slice(5, 16));
        now += given.lasting;
        if (runs.length === given.runs) stopping.abort();
        return false;
      },
      waiting: (next) => waits.push(new Date(next).toISOString().slice(5, 16)),
      ...given,
    },
    stopping.signal,
  );
  return { runs, waits, interrupted };
}

test('a run at each scheduled time, announced before', async () => {
  const { runs, waits } = await play({ from: '2026-03-01T12:00:00Z', lasting: HOUR, runs: 3 });
  expect(runs).toEqual(['03-02T02:00', '03-03T02:00', '03-04T02:00']);
  expect(waits).toEqual(runs);
});

test('runs missed during a run are made up for by one', async () => {
  const { runs } = await play({ from: '2026-03-01T12:00:00Z', lasting: 2.5 * DAY, runs: 3 });
  expect(runs).toEqual(['03-02T02:00', '03-04T14:00', '03-07T02:00']);
});

test('runs missed since the last run are made up for at once, and so is an interrupted one', async () => {
  const from = '2026-03-05T12:00:00Z';
  const run = (text: string, isOpen = false) => ({ startedAt: at(text), isOpen });
  const runsAfter = async (last: CronRuns['last']) => (await play({ from, lasting: HOUR, runs: 2, last })).runs;
  expect(await runsAfter(run('2026-03-03T02:00:00Z'))).toEqual(['03-05T12:00', '03-06T02:00']);
  expect(await runsAfter(run('2026-03-05T02:00:00Z'))).toEqual(['03-06T02:00', '03-07T02:00']);
  expect(await runsAfter(run('2026-03-05T02:00:00Z', true))).toEqual(['03-05T12:00', '03-06T02:00']);
  expect(await runsAfter(undefined)).toEqual(['03-06T02:00', '03-07T02:00']);
});

test('the time zone is respected when clocks change', async () => {
  const berlin = { cron: '30 1 * * *', timeZone: 'Europe/Berlin', lasting: HOUR, runs: 3 };
  const { runs } = await play({ from: '2026-03-27T12:00:00Z', ...berlin });
  expect(runs).toEqual(['03-28T00:30', '03-29T00:30', '03-29T23:30']);
});

test('an interrupt ends a run', async () => {
  const run = async () => true;
  expect((await play({ from: '2026-03-01T12:00:00Z', lasting: 0, runs: 1, run })).interrupted).toBe(true);
});

test('invalid schedules are bad input', () => {
  for (const cron of ['', 'at night', '0 25 * * *', '0 0 30 2 *'])
    expect(() => cronTimes(cron, undefined), cron).toThrow(BadInput);
  const written = '(minute, hour, day of month, month, day of week), such as "0 2 * * *"';
  expect(() => cronTimes('x y', undefined)).toThrow(new BadInput(`--cron: "x y" is not a cron expression ${written}`));
  expect(() => cronTimes('0 0 30 2 *', 'Europe/Berlin')).toThrow(
    new BadInput('--cron: "0 0 30 2 *" never matches a date'),
  );
  expect(() => cronTimes('0 2 * * *', 'Mars/Olympus')).toThrow(
    new BadInput('--time-zone: "Mars/Olympus" is not a time zone, such as Europe/Berlin'),
  );
});
