import { expect } from '@playwright/test';
import { z } from 'zod';
import { launchChromium } from '../../../../src/capture/browser/chromium.ts';
import { test } from '../../../plain-test.ts';
import { moduleOf } from '../in-page.ts';
import { openTwoWorlds, withSharedElement } from './two-worlds.ts';

const ANIMATION_FRAMES = `${moduleOf('page-world/clock.ts')}.takeFramesByPageTime`;
const OURS = moduleOf('shared-element.ts', 'animations.ts');

/** Values recorded by a script, in a page with simulated frames, before the given time has passed. */
async function told(script: string, time: number): Promise<unknown> {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const page = await browser.newPage();
  const cdp = await page.context().newCDPSession(page);
  await page.addInitScript(withSharedElement(ANIMATION_FRAMES));
  await page.goto('data:text/html,<title>frames</title>');
  await cdp.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
  await cdp.send('Runtime.evaluate', { expression: `globalThis.told = []; ${script}` });
  const passed = new Promise((done) => cdp.once('Emulation.virtualTimeBudgetExpired', done));
  await cdp.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: time });
  await passed;
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'told', returnByValue: true });
  await browser.close();
  return result.value;
}

for (const [what, script, expected] of [
  [
    'come one after the other, as the time of the page passes',
    `const step = (n) => { told.push(n); if (n < 20) requestAnimationFrame(() => step(n + 1)) }; step(1)`,
    Array.from({ length: 20 }, (_, n) => n + 1),
  ],
  [
    'are told one time, that of the page, in the order of their requests',
    `const times = []; const tell = (now) => { times.push(now); if (times.length === 2) told.push(times[0] === times[1], now <= performance.now()) };
    requestAnimationFrame(tell); requestAnimationFrame(tell)`,
    [true, true],
  ],
  [
    'that were taken back do not come, be it by another one of the same time',
    `const first = requestAnimationFrame(() => told.push('first')); requestAnimationFrame(() => { told.push('second'); cancelAnimationFrame(third) });
    const third = requestAnimationFrame(() => told.push('third')); cancelAnimationFrame(first)`,
    ['second'],
  ],
  [
    'come once in a while, however often one was taken back and asked for again',
    `let [asked, n] = [0, 0]; const spin = () => { told[0] = ++n; if (n < 200) requestAnimationFrame(spin) };
    for (let times = 0; times < 9; times++) { cancelAnimationFrame(asked); asked = requestAnimationFrame(spin) }
    setTimeout(() => told.push(n > 3 && n < 15), 170)`,
    [58, true],
  ],
  [
    'come though one of them fails, and windows are told of that',
    `onerror = (message) => told.push(message); requestAnimationFrame(() => { throw new Error('one') }); requestAnimationFrame(() => told.push('other'))`,
    ['Uncaught Error: one', 'other'],
  ],
  [
    'show what scripts have made of the page: transitions begin from it',
    `const box = document.body.appendChild(document.createElement('p')); box.style.display = 'none';
    requestAnimationFrame(() => { box.style.cssText = 'opacity: 0'; requestAnimationFrame(() => { box.style.cssText = 'opacity: 1; transition: opacity 1s';
      requestAnimationFrame(() => told.push(document.getAnimations().length)) }) })`,
    [1],
  ],
  [
    'are functions',
    `try { requestAnimationFrame(7) } catch (error) { told.push(error instanceof TypeError, requestAnimationFrame.name) }`,
    [true, 'requestAnimationFrame'],
  ],
] as const) {
  test(`animation frames that scripts request ${what}`, async () => {
    expect(await told(script, 1000)).toEqual(expected);
  });
}

test('endless animation frames do not use up all of the time', async () => {
  const script = 'let n = 0; const spin = () => { told[0] = ++n; requestAnimationFrame(spin) }; spin()';
  const [frames] = z.tuple([z.number()]).parse(await told(script, 1_000_000));
  expect(frames).toBeGreaterThan(100);
  expect(frames).toBeLessThan(1000);
});

test('frames requested by an action are drawn after it, and no others; those they request, with the next; no script gets the element', async () => {
  const { cdp, inPage, inOurs, close } = await openTwoWorlds(ANIMATION_FRAMES, '<button>x</button>', OURS);
  await cdp.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
  await inPage(`globalThis.told = []; requestAnimationFrame(() => told.push('before')); document.querySelector('button').onclick = () => {
    const taken = requestAnimationFrame(() => told.push('taken back')); cancelAnimationFrame(taken);
    requestAnimationFrame(() => { told.push('first'); requestAnimationFrame(() => told.push('second')) }) };
    const { apply } = Reflect; Reflect.apply = (...given) => { if (given[1] instanceof Element) told.push('handed'); return apply(...given) }; 0`);
  const drawn = await inOurs(`ours.beginPictures();
    const drawn = [ours.drawPicture()]; document.querySelector('button').click(); drawn.push(ours.drawPicture(), ours.drawPicture(), ours.drawPicture()); drawn`);
  expect(drawn).toEqual([false, true, true, false]);
  expect(await inPage('told')).toEqual(['first', 'second']);
  await close();
});
