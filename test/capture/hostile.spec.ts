import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../src/capture/techniques/choice.ts';
import { RetryVisit } from '../../src/domain/errors.ts';
import type { CapturedPage } from '../../src/domain/page.ts';
import { browserProcesses } from './chromium-processes.ts';
import { addresses, expect, test as odd } from './fixtures.ts';

/** Reads a page of the hostile portal in active mode. */
type Read = (path: string) => Promise<CapturedPage>;

const test = odd.extend<{ read: Read }, { capture: BrowserCapture }>({
  capture: [
    async ({ odd: { server, patience } }, use) => {
      const { hostRules } = server;
      const say = () => undefined;
      const capture = new BrowserCapture({
        techniques: techniqueNames('active'),
        headed: false,
        hostRules,
        workers: 1,
        now: Date.now,
        say,
        // Hundreds of frames take a second or two, and their script is none that never stops.
        patience: { ...patience, script: 2500 },
      });
      await use(capture);
      await capture.close();
    },
    { scope: 'worker' },
  ],
  read: async ({ capture }, use) => {
    await use(async (path) => {
      const captured = await capture.read({ url: `http://hostile.test/${path}`, site: 1 });
      if (captured.kind !== 'page') throw new Error(`${path} is a file`);
      return captured;
    });
  },
});

/** What a page's read ends with, what it has, and which limits it says that it met. */
const cases: readonly { readonly path: string; readonly has?: readonly string[]; readonly limit?: string | RegExp }[] =
  [
    { path: 'never-settles' },
    { path: 'throws', has: ['/clicked'] },
    { path: 'hundreds-of-frames', has: ['/from/leaf'], limit: /frames/ },
    { path: 'frames-for-ever', limit: /frames/ },
    // Its nodes take memory: the machine decides which of the two is met first.
    { path: 'grows-in-nodes', limit: /nodes|memory/ },
    { path: 'grows-in-links', has: ['/n/1'] },
    { path: 'grows-in-bytes', limit: /./ },
    { path: 'grows-in-memory' },
    { path: 'grows-by-scroll', has: ['/scrolled/1', '/scrolled/2'] },
    { path: 'grows-by-action', has: ['/acted/1', '/acted/2'], limit: /actions/ },
    { path: 'thousand-buttons', limit: /actions/ },
    { path: 'menu-of-thousands', has: ['/second'], limit: /actions/ },
    { path: 'blocks-on-load', limit: /script ended/ },
    { path: 'blocks-on-click' },
    { path: 'blocks-on-timer' },
    { path: 'blocks-in-frame' },
    { path: 'minute-body', limit: /still loading/ },
    { path: 'minute-frame', limit: /still loading|never quiet/ },
    { path: 'minute-fetch', limit: /still loading/ },
    { path: 'minute-script', limit: /still loading/ },
    { path: 'minute-click', has: ['/second'] },
    { path: 'asks-on-click' },
  ];
for (const { path, has = [], limit } of cases) {
  test(`costs its limit and no more, and the next page is read: ${path}`, async ({ read }) => {
    const page = await read(path);
    expect(addresses(page)).toEqual(expect.arrayContaining(['/first', ...has]));
    if (limit !== undefined) expect(page.limits.join()).toMatch(limit);
    await expectPlain(read);
  });
}

for (const path of ['crashes-on-click', 'crashed-frame', 'minute-document', 'goes-round']) {
  test(`is read as far as it goes or left for later, and the next page is read: ${path}`, async ({ read }) => {
    const outcome = await read(path).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RetryVisit);
    await expectPlain(read);
  });
}

test('processes and memory are given back', async ({ read, capture }) => {
  await expectPlain(read);
  await expect.poll(() => renderers().length).toBeLessThanOrEqual(2);
  const before = renderers().length;
  const memory = ofRenderers();
  for (const path of ['grows-in-nodes', 'grows-in-memory', 'crashed-frame', 'asks-on-click']) {
    await read(path).catch(() => undefined);
  }
  for (let site = 2; site < 22; site++) await capture.read({ url: 'http://hostile.test/plain', site });
  await capture.close();
  await expect.poll(() => browserProcesses().filter(({ type }) => type !== '')).toEqual([]);
  await expectPlain(read);
  await expect.poll(() => renderers().length).toBeLessThanOrEqual(before);
  await expect.poll(ofRenderers).toBeLessThan(memory + 2 ** 26);
});

const renderers = () => browserProcesses().filter(({ type }) => type === 'renderer');
const ofRenderers = () => renderers().reduce((sum, { memory }) => sum + memory, 0);

async function expectPlain(read: Read): Promise<void> {
  const page = await read('plain');
  expect([page.url, ...addresses(page), ...page.limits]).toEqual(['http://hostile.test/plain', '/first']);
}
