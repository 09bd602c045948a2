import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { VirtualTime } from '../../../../src/capture/browser/clock/virtual-time.ts';
import { documents } from '../../../../src/capture/browser/document.ts';
import { navigate } from '../../../../src/capture/browser/navigate.ts';
import type { Tab } from '../../../../src/capture/browser/tab.ts';
import { DocumentSchedule } from '../../../../src/capture/network/document-schedule.ts';
import { VisitPace } from '../../../../src/capture/network/visit-pace.ts';
import { serveDemo } from '../../../../src/demo/server.ts';
import { test } from '../../../plain-test.ts';
import { html, late, silence, site, typed } from '../../../site/site.ts';
import { openTab } from '../open-tab.ts';

const portal = site('clock.test', {
  // The request starts while time passes, so that the clock is running.
  '/waits': html(`<script>setTimeout(() => fetch('/silence'), 60)</script>`),
  // Its clock stops while a script runs: the page is working, not waiting.
  '/toils': html(`<script>const toil = setInterval(() => { for (let n = 0; n < 1e7; n++); }, 1)</script>`),
  '/still': html('<p>Nothing moves here.'),
  '/streams': html(`<script>const stream = new EventSource('/stream');
    const ask = () => fetch('/late').then(() => { document.title = 'answered' })</script>`),
  '/listens': html(`<script>new EventSource('/silence');
    const ask = () => fetch('/late').then(() => setTimeout(() => { document.title = 'answered' }, 40))</script>`),
  '/stream': late(600, typed('text/event-stream', 'data: x')),
  '/late': late(300, typed('text/plain', 'late')),
  '/silence': silence,
});
const elsewhere = site('elsewhere.test', { '/': html('<script>setInterval(() => {}, 100)</script>') });
const goTo = async (tab: Tab, url: string) => {
  await navigate(tab, { url, site: 1 }, new VisitPace(new DocumentSchedule(() => 0)));
};

/** A page at its start, and the time passed by its clock. */
async function openPage(path: string): Promise<{ tab: Tab; now(): Promise<number>; close(): Promise<void> }> {
  const server = await serveDemo({ portals: [portal, elsewhere] });
  const { tab, close } = await openTab({}, server.hostRules);
  await goTo(tab, `http://clock.test${path}`);
  return {
    tab,
    now: async () => z.number().parse(await tab.page.evaluate('performance.now()')),
    async close() {
      await close();
      await server.close();
    },
  };
}

test('after a request without an answer, the next period passes in full', async () => {
  const { tab, now, close } = await openPage('/waits');
  expect(await tab.pass(100)).toBe('requests-pending');
  for (const budget of [12_000, 100, 100]) {
    const before = await now();
    expect(await tab.pass(budget)).toBe('requests-pending');
    expect((await now()) - before).toBeGreaterThan(budget - 1);
  }
  await close();
});

test('the rest of an interrupted period does not end the next one early', async () => {
  const { tab, now, close } = await openPage('/toils');
  expect(await tab.pass(3000, 100)).toBe('held up');
  await tab.page.evaluate('clearInterval(toil)');
  for (const budget of [4000, 100, 100]) {
    const before = await now();
    expect(await tab.pass(budget)).toBe('passed');
    expect((await now()) - before).toBeGreaterThan(budget - 1);
  }
  await close();
});

test('a period that ends while another policy is on its way to Chromium leaves the clock stopped', async () => {
  const { tab, now, close } = await openPage('/toils');
  const expired = new Promise((done) => tab.cdp.once('Emulation.virtualTimeBudgetExpired', done));
  const slow = new Proxy(tab.cdp, {
    get(cdp, name) {
      if (name !== 'send') return Reflect.get(cdp, name).bind(cdp);
      return async (...[method, params]: Parameters<typeof cdp.send>) => {
        if (JSON.stringify(params)?.includes('"advance"')) await expired;
        return await cdp.send(method, params);
      };
    },
  });
  const time = new VirtualTime(slow, (answer) => answer, undefined);
  expect(await time.pass(200, 60_000, 1000, () => ({ idle: 1000, waiting: 0, isPending: false }))).toBe('passed');
  const stopped = await now();
  await sleep(300);
  expect(await now()).toBe(stopped);
  await close();
});

for (const url of ['http://elsewhere.test/', 'http://clock.test/waits'])
  test(`the rest of one page's time does not carry over to the next page: ${url}`, async () => {
    const { tab, now, close } = await openPage('/toils');
    expect(await tab.pass(3000, 100)).toBe('held up');
    await goTo(tab, url);
    const before = await now();
    expect(await tab.pass(50)).toBe('passed');
    expect(Math.abs((await now()) - before - 50)).toBeLessThan(1);
    await close();
  });

for (const ask of ['void ask()', 'void setTimeout(ask, 300)'])
  test(`answers are awaited next to an endless stream: ${ask}`, async () => {
    const { tab, close } = await openPage('/listens');
    for (let time = 0; time < 3; time++) expect(await tab.pass(100)).toBe('passed');
    // As an action does it: a request is reported later than it is sent.
    await tab.cdp.send('Runtime.evaluate', { expression: ask });
    expect(await tab.pass(5000)).toBe('passed');
    expect(await tab.page.title()).toBe('answered');
    await close();
  });

test('answers are awaited again after a long stream has ended', async () => {
  const { tab, close } = await openPage('/streams');
  const ended = tab.page.waitForEvent('requestfinished', (request) => request.url().endsWith('/stream'));
  expect(await tab.pass(100)).toBe('passed');
  expect(await tab.page.evaluate('stream.readyState')).toBe(1);
  await ended;
  await tab.page.evaluate('stream.close(); setTimeout(ask, 60)');
  await tab.pass(100);
  expect(await tab.page.title()).toBe('answered');
  await close();
});

test('a page is drawn while its clock stands still, however far behind the machine’s', async () => {
  const { tab, close } = await openPage('/still');
  await tab.pass(100);
  await sleep(1000);
  const [document] = await documents(tab);
  const begin = performance.now();
  expect(document).toBeDefined();
  for (let times = 0; times < 5; times++) await document?.drawn();
  // A page that is never drawn is waited for.
  expect(performance.now() - begin).toBeLessThan(2000);
  await close();
});
