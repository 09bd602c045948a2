import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { waitForIdle } from '../../../src/capture/browser/clock/idle.ts';
import { documents } from '../../../src/capture/browser/document.ts';
import { LivePage } from '../../../src/capture/browser/live-page.ts';
import { navigate } from '../../../src/capture/browser/navigate.ts';
import { DocumentSchedule } from '../../../src/capture/network/document-schedule.ts';
import { VisitPace } from '../../../src/capture/network/visit-pace.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { test } from '../../plain-test.ts';
import { html, site } from '../../site/site.ts';
import { openTab, times } from './open-tab.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = z.function({ input: [], output: z.unknown() }).parse(runInNewContext('gc'));

test('a tab keeps no state of its last page', async () => {
  const { tab, close } = await openTab();
  const ask = async () => {
    const answer = await tab.ask(tab.cdp.send('Page.getFrameTree'));
    await tab.turn();
    return new WeakRef(answer);
  };
  const answer = await ask();
  await new Promise((done) => setTimeout(done, 50));
  collectGarbage();
  expect(answer.deref()).toBeUndefined();
  await close();
});

test("a call of ours that ends together with a page's script is repeated", async () => {
  const { tab, close } = await openTab();
  const [page] = await documents(tab);
  const takesLong = '(() => { const end = performance.now() + 500; while (performance.now() < end); return 7; })()';
  const answer = page?.evaluate(takesLong, z.number());
  await sleep(200);
  await tab.cdp.send('Runtime.terminateExecution');
  expect(await answer).toBe(7);
  await close();
});

test('time limits for answers scale with the load of the machine', async () => {
  const begin = performance.now();
  // A machine that gives the browser a tenth of the time.
  const starved = async () => new Map([[1, 0.9 * (performance.now() - begin)]]);
  const patience = { ...times, answer: 500, script: 250 };
  const busy = await openTab({ patience, starved });
  const late = new Promise((done) => setTimeout(() => done('shown'), 800));
  expect(await busy.tab.commit(late)).toBe('shown');
  await busy.close();
  const idle = await openTab({ patience });
  const never = new Promise<never>(() => undefined);
  await expect(idle.tab.commit(never)).rejects.toThrow('no answer in time');
  await idle.close();
  const broken = await openTab({ patience, starved: () => Promise.reject(new TypeError('a bug')) });
  await expect(broken.tab.commit(never)).rejects.toThrow('a bug');
  await broken.close();
});

test('a page that only recreates its texts has not changed, whatever its scripts could create', async () => {
  const script = `const never = () => document.body.attachShadow({ mode: 'closed' });
    setInterval(() => { clock.textContent = Math.random(); for (let n = 0; n < 50; n++) document.createElement('i') }, 100)`;
  const clock = site('clock.test', { '/': html(`<p id=clock>0</p><script>${script}</script>`) });
  const server = await serveDemo({ portals: [clock] });
  const { tab, close } = await openTab({}, server.hostRules);
  await navigate(tab, { url: 'http://clock.test/', site: 1 }, new VisitPace(new DocumentSchedule(() => 0)));
  const page = new LivePage(tab, await waitForIdle(tab, performance.now()), [], undefined);
  expect([await page.settle(1000), await page.settle(1000)]).toEqual([false, false]);
  await tab.page.evaluate(`clock.attachShadow({ mode: 'closed' }).innerHTML = '<a href=/x>x</a>'`);
  expect([await page.settle(1000), page.hasNewAddresses()]).toEqual([true, true]);
  await close();
  await server.close();
});
