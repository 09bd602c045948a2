import { expect } from '@playwright/test';
import { FairTime } from '../../../../src/capture/browser/clock/cpu-pressure.ts';
import { test } from '../../../plain-test.ts';

/** Milliseconds by the clock at which 1000 ms are over, if a process has waited for the given share of the time. */
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

test('the second half is extended while a process waits for the CPU, up to five times', async () => {
  expect(await overAt(0)).toBe(1000);
  expect(await overAt(0.5)).toBe(1500);
  expect(await overAt(0.8)).toBe(3000);
  expect(await overAt(0.99)).toBe(5000);
});

test('a second half without measurements is granted once more', async () => {
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

test('without measurements of processes, the wall clock is used', async () => {
  for (const starved of [undefined, async () => new Map<number, number>()]) {
    let clock = 0;
    const time = new FairTime(1000, starved, () => clock);
    const over: boolean[] = [];
    for (; clock <= 1000; clock += 250) over.push(await time.isOver());
    expect(over).toEqual([false, false, false, false, true]);
  }
});
