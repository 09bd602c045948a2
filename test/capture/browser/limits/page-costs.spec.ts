import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { untilTooCostly } from '../../../../src/capture/browser/limits/page-costs.ts';
import { readPage } from '../../../../src/capture/browser/read-page.ts';
import type { Tab } from '../../../../src/capture/browser/tab.ts';
import { techniqueNames } from '../../../../src/capture/find/registry.ts';
import { DocumentSchedule } from '../../../../src/capture/network/document-schedule.ts';
import { VisitPace } from '../../../../src/capture/network/visit-pace.ts';
import { serveDemo } from '../../../../src/demo/server.ts';
import { test } from '../../../plain-test.ts';
import { html, site } from '../../../site/site.ts';
import { openTab } from '../open-tab.ts';

const moving = '<style>@keyframes to { to { left: 9em } } p { position: absolute; animation: to 1s infinite }</style>';
const toil = 'onmessage = () => { for (let n = 0; ; n++); }';
const portal = site('left.test', {
  '/still': html('<p>Nothing moves here.'),
  '/timers': html('<script>setInterval(() => { for (let n = 0; n < 1e7; n++); }, 1)</script>'),
  '/moves': html(moving + '<p>Text that moves.'.repeat(200)),
  '/toils': html(`<script>new Worker(URL.createObjectURL(new Blob(['${toil}']))).postMessage(0)</script>`),
});

async function readAndWait(tab: Tab, path: string): Promise<void> {
  const pace = new VisitPace(new DocumentSchedule(() => 0));
  const reading = { now: Date.now, pace, techniques: new Set(techniqueNames('passive')) };
  await readPage(tab, { url: `http://left.test${path}`, site: 1 }, reading);
  void tab.deferUnload();
}

/** Tells whether the tab has unloaded its page: a tab that does not do so in time is closed. */
const hasLeft = (tab: Tab): boolean => tab.page.isClosed() || tab.page.url() === 'about:blank';

async function opened(): Promise<{ tab: Tab; close(): Promise<void> }> {
  const server = await serveDemo({ portals: [portal] });
  const { tab, close } = await openTab({}, server.hostRules);
  return {
    tab,
    async close() {
      await close();
      await server.close();
    },
  };
}

for (const path of ['/still', '/timers'])
  test(`an inexpensive page is kept while its tab is idle: ${path}`, async () => {
    const { tab, close } = await opened();
    await readAndWait(tab, path);
    await sleep(1200);
    expect(tab.page.url()).toBe(`http://left.test${path}`);
    await tab.unpark();
    await sleep(100);
    expect(tab.page.url(), 'nobody looks after it once it is used again').toBe(`http://left.test${path}`);
    await close();
  });

for (const path of ['/moves', '/toils'])
  test(`a page that keeps running is unloaded: ${path}`, async () => {
    const { tab, close } = await opened();
    await readAndWait(tab, path);
    await tab.unpark();
    const left = untilTooCostly(tab.cdp, Number.POSITIVE_INFINITY, new AbortController().signal);
    expect(await Promise.race([left.then(() => 'left'), sleep(60_000, 'kept')])).toBe('left');
    await close();
  });

test('an idle page is unloaded after a while, as it uses memory', async () => {
  const { tab, close } = await opened();
  await readAndWait(tab, '/still');
  await expect.poll(() => hasLeft(tab), { timeout: 30_000 }).toBe(true);
  await close();
});

test('a tab used again at the same moment keeps its new page', async () => {
  const { tab, close } = await opened();
  await readAndWait(tab, '/still');
  await sleep(200);
  await readAndWait(tab, '/timers');
  await sleep(1200);
  expect(tab.page.url()).toBe('http://left.test/timers');
  await close();
});
