import { expect } from '@playwright/test';
import { FairTime } from '../../../../src/capture/browser/clock/cpu-pressure.ts';
import { test } from '../../../plain-test.ts';

/** When 1000 ms are over by the clock, where a process has waited for such a share of the time. */
async function overAt(share: number): Promise<number> {
  let clock = 0;
  const time = new FairTime(
    1000,
    async () => new Map([[1, share * clock]]),
    () => clock,
  );
  while (!(await time.isOver())) clock += 50;
  return clock;
}

test('the second half stands still while a process waits for the machine, five times as long at most', async () => {
  expect(await overAt(0)).toBe(1000);
  expect(await overAt(0.5)).toBe(1500);
  expect(await overAt(0.8)).toBe(3000);
  expect(await overAt(0.99)).toBe(5000);
});

test('of a second half that no one looked at it is not known who waited in it: it is given once more', async () => {
  for (const [asked, over] of [
    [2000, 2500],
    [900, 1000],
    [7000, 7000],
  ] as const) {
    let clock = asked;
    const time = new FairTime(
      1000,
      async () => new Map([[1, 0]]),
      () => clock,
      0,
    );
    while (!(await time.isOver())) clock += 50;
    expect(clock).toBe(over);
  }
});

test('where nothing is known of processes, time is the clock’s', async () => {
  for (const starved of [undefined, async () => new Map<number, number>()]) {
    let clock = 0;
    const time = new FairTime(1000, starved, () => clock);
    const over: boolean[] = [];
    for (; clock <= 1000; clock += 250) over.push(await time.isOver());
    expect(over).toEqual([false, false, false, false, true]);
  }
});
