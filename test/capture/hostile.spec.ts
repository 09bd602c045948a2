import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../src/capture/find/registry.ts';
import { patience as usual } from '../../src/capture/network/visit-pace.ts';
import { RetryVisit } from '../../src/domain/errors.ts';
import type { CapturedPage } from '../../src/domain/page.ts';
import { browserProcesses } from './chromium-processes.ts';
import { addresses, expect, type Odd, test as odd } from './fixtures.ts';

/** Reads a page of the hostile portal in active mode; pages of one site by the same tab. */
type Read = (path: string, site?: number) => Promise<CapturedPage>;

const opened = ({ server: { hostRules }, patience }: Odd, script: number): BrowserCapture =>
  new BrowserCapture({
    ...{ techniques: techniqueNames('active'), headed: false, hostRules, workers: 1, now: Date.now },
    ...{ say: () => undefined, patience: { ...patience, requests: 600, script } },
  });

const readWith =
  (capture: BrowserCapture): Read =>
  async (path, site = 1) => {
    const captured = await capture.read({ url: `http://hostile.test/${path}`, site });
    if (captured.kind !== 'page') throw new Error(`${path} is a file`);
    return captured;
  };

const test = odd.extend<{ read: Read }, { capture: BrowserCapture }>({
  capture: [
    async ({ odd }, use) => {
      // Frames and bytes in large numbers take seconds on a busy machine, and their scripts are not endless.
      const capture = opened(odd, usual.script);
      await use(capture);
      await capture.close();
    },
    { scope: 'worker' },
  ],
  read: async ({ capture }, use) => await use(readWith(capture)),
});

/** Links of a page, and the limits it reports. */
interface Case {
  readonly path: string;
  readonly has?: readonly string[];
  readonly limit?: string | RegExp;
  /** Of a page read as its own site, so that nothing learned from others applies. */
  readonly site?: number;
}

/** They use up a processor, or memory, by themselves. */
const greedy: readonly Case[] = [
  { path: 'hundreds-of-frames', has: ['/from/leaf'], limit: /frames/ },
  { path: 'frames-for-ever', limit: /frames/ },
  // Its nodes use memory, and its scripts time: the machine decides which limit is met first.
  { path: 'grows-in-nodes', limit: /nodes|memory|script ended/ },
  { path: 'grows-in-links', has: ['/n/1'] },
  { path: 'grows-in-bytes', limit: /./ },
  { path: 'grows-in-memory' },
  // On the others scrolling has brought nothing, and is skipped.
  { path: 'grows-by-scroll', site: 2, has: ['/scrolled/1', '/scrolled/200'], limit: /scrolling/ },
  { path: 'grows-by-action', has: ['/acted/1', '/acted/2'], limit: /actions/ },
  { path: 'thousand-buttons', limit: /actions/ },
  { path: 'menu-of-thousands', has: ['/second'], limit: /actions/ },
  { path: 'never-settles' },
  { path: 'throws', has: ['/clicked'] },
  { path: 'asks-on-click' },
];
/** They make others wait, and are read concurrently. */
const idle: Readonly<Record<string, readonly Case[]>> = {
  'scripts that never stop': [
    { path: 'blocks-on-load', limit: /script ended/ },
    { path: 'blocks-on-click' },
    { path: 'blocks-on-timer' },
    { path: 'blocks-in-frame' },
  ],
  'answers that never come': [
    { path: 'minute-body', limit: /still loading/ },
    { path: 'minute-frame', limit: /still loading|never quiet/ },
    { path: 'minute-fetch', limit: /still loading/ },
    { path: 'minute-script', limit: /still loading/ },
    { path: 'minute-click', has: ['/second'] },
  ],
};
async function expectLimit(read: Read, { path, has = [], limit = /./ }: Case, site?: number): Promise<void> {
  const page = await read(path, site);
  expect.soft(addresses(page), path).toEqual(expect.arrayContaining(['/first', ...has]));
  expect.soft(`${page.limits.join()}.`, path).toMatch(limit);
  await expectPlain(read, site);
}
for (const one of greedy) {
  test(`stays within its limits, and the next page is read: ${one.path}`, async ({ read }) => {
    await expectLimit(read, one, one.site);
  });
}
for (const [name, cases] of Object.entries(idle)) {
  test(`each stays within its limits, and the next page is read: ${name}`, async ({ odd }) => {
    // Limits of a page are in CPU time: with other tests running that is a multiple by the clock.
    test.slow();
    const capture = opened(odd, odd.patience.script);
    await Promise.all(cases.map((one, index) => expectLimit(readWith(capture), one, 100 + index)));
    await capture.close();
  });
}

for (const path of ['crashes-on-click', 'crashed-frame', 'minute-document', 'goes-round']) {
  test(`is read as far as possible or retried later, and the next page is read: ${path}`, async ({ read }) => {
    const outcome = await read(path).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RetryVisit);
    await expectPlain(read);
  });
}

test('processes and memory are released', async ({ read, capture }) => {
  // Tabs of earlier tests are kept.
  await capture.close();
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

async function expectPlain(read: Read, site?: number): Promise<void> {
  const page = await read('plain', site);
  expect([page.url, ...addresses(page), ...page.limits]).toEqual(['http://hostile.test/plain', '/first']);
}
