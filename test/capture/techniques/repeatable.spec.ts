import { Worker } from 'node:worker_threads';
import { expect, test } from '../fixtures.ts';

/** Threads that use up all that the machine has. */
const LOAD = 6;

test('what a loaded machine does to a page, and finds there, is what an idle one does', async ({ odd }) => {
  test.setTimeout(120_000);
  const read = async () => {
    const { links, limits } = await odd.page('applications.test/eager');
    return { links: links.map(({ method, url, role }) => `${method} ${role} ${url}`).sort(), limits };
  };
  const idle = await read();
  const busy = Array.from({ length: LOAD }, () => new Worker('for (;;);', { eval: true }));
  const loaded = await read().finally(() => Promise.all(busy.map((worker) => worker.terminate())));
  expect(loaded).toEqual(idle);
  expect(idle.links.filter((link) => link.includes('/brought/')).length).toBeGreaterThan(10);
});
