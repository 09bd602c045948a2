import { Worker } from 'node:worker_threads';
import { BROUGHT } from '../../site/applications.ts';
import { addresses, expect, test } from '../fixtures.ts';

/** Threads that use up the whole machine. */
const LOAD = 3;

test('on a loaded machine, slow productive controls are found after many unproductive ones', async ({ odd }) => {
  const busy = Array.from({ length: LOAD }, () => new Worker('for (;;);', { eval: true }));
  const page = await odd
    .largePage('applications.test/slow-to-bring')
    .finally(() => Promise.all(busy.map((worker) => worker.terminate())));
  expect(addresses(page).sort()).toEqual(Array.from({ length: BROUGHT }, (_, n) => `/brought/${n}`));
});
