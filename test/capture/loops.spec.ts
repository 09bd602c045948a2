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
/** Shorter than usual: much here is endless. */
const patience = { answer: 2500, page: 1500, requests: 600, script: 1500 };

interface Log {
  /** All requests, in order … */
  readonly paths: () => readonly string[];
  /** … times of the requests for one path, in milliseconds, … */
  readonly times: (path: string) => readonly number[];
  /** … and the start, by the same clock. */
  readonly begun: number;
}

interface Looping {
  /** Reads a page once its host may be requested, and returns the requests made. */
  read(how: 'browser' | 'http', address: string): Promise<Log & { page: CapturedPage }>;
  /** Requests of the last read. */
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

/** A page that was read sends no more requests. */
async function staysSilent(paths: () => readonly string[]): Promise<void> {
  const before = paths().length;
  await sleep(250);
  expect(paths().length).toBe(before);
}

/** Leaving takes a moment, longer on a busy machine. */
async function becomesSilent(paths: () => readonly string[]): Promise<void> {
  await expect(async () => await staysSilent(paths)).toPass({ timeout: 10_000 });
}

const count = (paths: readonly string[], path: string): number =>
  paths.filter((one) => one.split('?')[0] === path).length;

for (const path of Object.keys(reloads)) {
  test(`a page that reloads itself does so five times at most, at its host's delay: ${path}`, async ({ looping }) => {
    const { page, paths, times, begun } = await looping.read('browser', `loops.test${path}`);
    expect(addresses(page)).toContain('/first');
    expect(page.limits).toContain('too many documents');
    // A page that requests the next before it has the last gets fewer.
    const asked = count(paths(), path);
    expect(/always|messages/.test(path) ? Math.max(asked, 5) : asked).toBe(5);
    expectTurns(times(path), begun, DELAY);
    await staysSilent(paths);
  });
}

/** Permitted requests: those that come with the page, and those that then wait for its host. */
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
test('the table covers every frame loop', () => expect(Object.keys(inFrames)).toEqual(Object.keys(frameLoops)));

for (const [path, { atOnce, further }] of Object.entries(inFrames)) {
  test(`frames that reload themselves are limited, and wait for their host: ${path}`, async ({ looping }) => {
    const { page, paths, times, begun } = await looping.read('browser', `loops.test${path}`);
    expect(addresses(page)).toContain('/first');
    expect(page.limits).toContain('too many documents');
    const asked = paths().filter((one) => one.startsWith('/in/'));
    expect(asked.length).toBeLessThanOrEqual(atOnce + further);
    // On a busy machine, the page is read before all its frames have loaded for the first time.
    expect(asked.length).toBeGreaterThan(further);
    expectTurns(times(asked[0]?.split('?')[0] ?? '').slice(-further - 1), begun, DELAY);
    await staysSilent(paths);
  });
}

for (const how of ['browser', 'http'] as const) {
  test(`nested frames wait for their host: ${how}`, async ({ looping }) => {
    const { page, paths } = await looping.read(how, 'nested.test/');
    expect(addresses(page)).toContain('/first');
    expect(page.limits).toContain('too many documents');
    // The page, three levels deep, and ten more.
    expect(paths().length).toBe(1 + 3 + 10);
    await staysSilent(paths);
  });

  test(`a page with four redirects by itself is followed, each at its host's delay: ${how}`, async ({ looping }) => {
    const { page, times, begun } = await looping.read(how, `loops.test/${how === 'http' ? 'refreshed' : 'steps'}`);
    expect(addresses(page)).toContain('/arrived');
    expect(page.limits).toEqual([]);
    const asked = times(how === 'http' ? '/refreshed' : '/steps');
    expect(asked.length).toBe(5);
    expectTurns(asked, begun, DELAY);
  });

  test(`endless refreshes are followed to the fifth document: ${how}`, async ({ looping }) => {
    const { page, times, begun } = await looping.read(how, 'loops.test/meta-steps');
    expect(page.url).toBe('http://loops.test/meta-steps?4');
    expect(page.limits).toEqual(['too many documents']);
    expectTurns(times('/meta-steps'), begun, DELAY);
  });

  test(`server redirects are limited, and wait from the sixth on: ${how}`, async ({ looping }) => {
    await expect(looping.read(how, 'loops.test/redirects')).rejects.toThrow('ERR_TOO_MANY_REDIRECTS');
    const { times, begun } = looping.log();
    expect(times('/redirects').length).toBe(11);
    expectTurns(times('/redirects').slice(5), begun, DELAY);
  });

  test(`where the host's turn would come too late, a page stays as it is and its target is a link: ${how}`, async ({
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
  test(`requests of scripts are limited: ${path}`, async ({ looping }) => {
    const { page, paths } = await looping.read('browser', `loops.test${path}`);
    expect(addresses(page)).toContain('/first');
    const most = path === '/jsonp' ? 1000 : 300;
    expect(paths().length).toBeLessThan(most + 20);
    if (paths().length > most) expect(page.limits).toContain('too many requests');
    await becomesSilent(paths);
  });
}

test('windows opened endlessly are not requested', async ({ looping }) => {
  const { page, paths } = await looping.read('browser', 'loops.test/popups');
  expect(addresses(page)).toContain('/first');
  expect(paths().filter((path) => path.startsWith('/popup'))).toEqual(['/popups']);
});
