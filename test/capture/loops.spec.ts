import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import type { Capture } from '../../src/capture/capture.ts';
import { FallbackCapture } from '../../src/capture/fallback-capture.ts';
import { HttpCapture } from '../../src/capture/http/http.ts';
import { DocumentSchedule } from '../../src/capture/network/document-schedule.ts';
import { parseHostRules } from '../../src/capture/network/host-rules.ts';
import type { PortalRequest } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import type { CapturedPage } from '../../src/domain/page.ts';
import { test as base } from '../plain-test.ts';
import { frameLoops, loops, nested, reloads, requestLoops, slow } from '../site/loops.ts';
import { expectTurns } from '../site/turns.ts';
import { addresses } from './fixtures.ts';

const DELAY = 100;
/** Shorter than the usual: much here never ends. */
const patience = { answer: 2500, page: 1500, requests: 600, script: 1500 };

interface Log {
  /** All that was asked for, in order … */
  readonly paths: () => readonly string[];
  /** … when one path was, in milliseconds, … */
  readonly times: (path: string) => readonly number[];
  /** … and since when, by the same clock. */
  readonly begun: number;
}

interface Looping {
  /** Reads a page once its host may be asked, and says what was asked for. */
  read(how: 'browser' | 'http', address: string): Promise<Log & { page: CapturedPage }>;
  /** What was asked for by the last read. */
  log(): Log;
  setDelay(delay: number): void;
}

const test = base.extend<Record<never, never>, { looping: Looping }>({
  looping: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      let log: { path: string; at: number }[] = [];
      const noted = (portal: typeof loops) => ({
        ...portal,
        answer: (request: PortalRequest) => {
          log.push({ path: request.path, at: performance.now() });
          return portal.answer(request);
        },
      });
      const server = await serveDemo({ portals: [loops, nested, ...slow].map(noted) });
      const { hostRules } = server;
      let delay = DELAY;
      const turns = new DocumentSchedule(() => delay);
      const browser = new BrowserCapture({
        ...{ headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined, turns, patience },
      });
      const http = new HttpCapture({
        hostRules: parseHostRules(hostRules),
        userAgent: 'Forager',
        now: Date.now,
        turns,
      });
      const captures: Record<string, Capture> = { browser: new FallbackCapture(browser, http), http };
      let begun = performance.now();
      const logOf = (mine: typeof log): Log => ({
        paths: () => mine.map(({ path }) => path),
        times: (path) => mine.filter((one) => one.path.split('?')[0] === path).map(({ at }) => at),
        begun,
      });
      await use({
        async read(how, address) {
          await sleep(DELAY);
          log = [];
          begun = performance.now();
          const mine = logOf(log);
          const page = await captures[how]?.read({ url: `http://${address}`, site: 1 });
          if (page?.kind !== 'page') throw new Error(`${address} is a file`);
          return { page, ...mine };
        },
        log: () => logOf(log),
        setDelay(next) {
          delay = next;
        },
      });
      await browser.close();
      await http.close();
      await server.close();
    },
    { scope: 'worker' },
  ],
});

test.afterEach(({ looping }) => looping.setDelay(DELAY));

/** A page that was read asks for nothing any more. */
async function staysSilent(paths: () => readonly string[]): Promise<void> {
  const before = paths().length;
  await sleep(250);
  expect(paths().length).toBe(before);
}

/** Leaving takes a moment, on a busy machine more. */
async function becomesSilent(paths: () => readonly string[]): Promise<void> {
  await expect(async () => await staysSilent(paths)).toPass({ timeout: 10_000 });
}

const count = (paths: readonly string[], path: string): number =>
  paths.filter((one) => one.split('?')[0] === path).length;

for (const path of Object.keys(reloads)) {
  test(`a page that loads itself again does so five times at most, at its host's delay: ${path}`, async ({
    looping,
  }) => {
    const { page, paths, times, begun } = await looping.read('browser', `loops.test${path}`);
    expect(addresses(page)).toContain('/first');
    expect(page.limits).toContain('too many documents');
    // One that asks for the next before it has the last gets fewer.
    const asked = count(paths(), path);
    expect(/always|messages/.test(path) ? Math.max(asked, 5) : asked).toBe(5);
    expectTurns(times(path), begun, DELAY);
    await staysSilent(paths);
  });
}

/** What may be asked for: what comes with the page, and what waits for its host after that. */
const inFrames: Record<string, { readonly atOnce: number; readonly further: number }> = {
  '/reloads': { atOnce: 1, further: 4 },
  '/goes-on': { atOnce: 1, further: 4 },
  '/refreshes': { atOnce: 1, further: 4 },
  '/set-again': { atOnce: 1, further: 4 },
  '/set-on-load': { atOnce: 1, further: 4 },
  '/many-reload': { atOnce: 12, further: 10 },
  '/in-itself': { atOnce: 2, further: 10 },
  '/branches': { atOnce: 4, further: 10 },
  '/redirected': { atOnce: 9, further: 10 },
};
test('the table has every loop of frames', () => expect(Object.keys(inFrames)).toEqual(Object.keys(frameLoops)));

for (const [path, { atOnce, further }] of Object.entries(inFrames)) {
  test(`frames that load themselves again have an end, and wait for their host: ${path}`, async ({ looping }) => {
    const { page, paths, times, begun } = await looping.read('browser', `loops.test${path}`);
    expect(addresses(page)).toContain('/first');
    expect(page.limits).toContain('too many documents');
    const asked = paths().filter((one) => one.startsWith('/in/'));
    expect(asked.length).toBeLessThanOrEqual(atOnce + further);
    // A busy machine's page is read before all of its frames have loaded for the first time.
    expect(asked.length).toBeGreaterThan(further);
    expectTurns(times(asked[0]?.split('?')[0] ?? '').slice(-further - 1), begun, DELAY);
    await staysSilent(paths);
  });
}

for (const how of ['browser', 'http'] as const) {
  test(`frames in frames in frames wait for their host: ${how}`, async ({ looping }) => {
    const { page, paths } = await looping.read(how, 'nested.test/');
    expect(addresses(page)).toContain('/first');
    expect(page.limits).toContain('too many documents');
    // The page, three deep, and ten more.
    expect(paths().length).toBe(1 + 3 + 10);
    await staysSilent(paths);
  });

  test(`a page that leads on four times is followed, each time at its host's delay: ${how}`, async ({ looping }) => {
    const { page, times, begun } = await looping.read(how, `loops.test/${how === 'http' ? 'refreshed' : 'steps'}`);
    expect(addresses(page)).toContain('/arrived');
    expect(page.limits).toEqual([]);
    const asked = times(how === 'http' ? '/refreshed' : '/steps');
    expect(asked.length).toBe(5);
    expectTurns(asked, begun, DELAY);
  });

  test(`refreshes that lead on without end are followed to the fifth document: ${how}`, async ({ looping }) => {
    const { page, times, begun } = await looping.read(how, 'loops.test/meta-steps');
    expect(page.url).toBe('http://loops.test/meta-steps?4');
    expect(page.limits).toEqual(['too many documents']);
    expectTurns(times('/meta-steps'), begun, DELAY);
  });

  test(`redirects by a server have an end, and wait from the sixth on: ${how}`, async ({ looping }) => {
    await expect(looping.read(how, 'loops.test/redirects')).rejects.toThrow('ERR_TOO_MANY_REDIRECTS');
    const { times, begun } = looping.log();
    expect(times('/redirects').length).toBe(11);
    expectTurns(times('/redirects').slice(5), begun, DELAY);
  });

  test(`where a host's turn would come too late a page stays as it is, and where it leads is a link: ${how}`, async ({
    looping,
  }) => {
    looping.setDelay(60_000);
    const { page, paths } = await looping.read(how, `slow-${how}.test/`);
    expect(page.limits).toEqual(['long delay']);
    expect(addresses(page)).toContain('/arrived');
    expect(paths().length).toBe(1);
  });
}

for (const path of Object.keys(requestLoops)) {
  test(`what scripts ask for has an end: ${path}`, async ({ looping }) => {
    const { page, paths } = await looping.read('browser', `loops.test${path}`);
    expect(addresses(page)).toContain('/first');
    const most = path === '/jsonp' ? 1000 : 300;
    expect(paths().length).toBeLessThan(most + 20);
    if (paths().length > most) expect(page.limits).toContain('too many requests');
    await becomesSilent(paths);
  });
}

test('windows that a page opens without end are not asked for', async ({ looping }) => {
  const { page, paths } = await looping.read('browser', 'loops.test/popups');
  expect(addresses(page)).toContain('/first');
  expect(paths().filter((path) => path.startsWith('/popup'))).toEqual(['/popups']);
});
