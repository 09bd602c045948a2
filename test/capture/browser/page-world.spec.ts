import { expect } from '@playwright/test';
import { navigate } from '../../../src/capture/browser/navigate.ts';
import { mayComeLater } from '../../../src/capture/browser/page-world.ts';
import { DocumentSchedule } from '../../../src/capture/network/document-schedule.ts';
import { VisitPace } from '../../../src/capture/network/visit-pace.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { test } from '../../plain-test.ts';
import { html, site } from '../../site/site.ts';
import { openTab } from './open-tab.ts';

/** Scripts, and whether they still have pending callbacks after 100 ms. */
const scripts: readonly (readonly [string, boolean])[] = [
  ['document.title = 1', false],
  ['setTimeout(() => {}, 5000)', true],
  ['setTimeout(() => {}, "5000")', true],
  ['setTimeout("document.title = 2", { valueOf: () => 5000 })', true],
  ['setTimeout(() => {}); setTimeout(() => {}, 20); setTimeout(() => {}, -1); setTimeout(() => {}, "x")', false],
  ['const again = () => setTimeout(again, 40); again()', true],
  ['setInterval(() => {}, 10)', true],
  ['requestIdleCallback(() => {})', true],
  ['const draw = () => requestAnimationFrame(draw); draw()', true],
  ['requestAnimationFrame(() => {})', false],
  ['scheduler.postTask(() => {}, { delay: 5000 })', true],
  ['scheduler.postTask(() => {})', false],
  ['indexedDB.open("x")', true],
  ['new WebSocket("ws://timers.test/")', true],
  ['Performance.prototype.now = () => 1e9; setTimeout(() => {}, 5000)', true],
  ['for (const key of Object.getOwnPropertySymbols(window)) delete window[key]', true],
];

test('delayed callbacks are known until they are due', async () => {
  const pages = Object.fromEntries(scripts.map(([script], at) => [`/${at}`, html(`<script>${script}</script>`)]));
  const server = await serveDemo({ portals: [site('timers.test', pages)] });
  const { tab, close } = await openTab({}, server.hostRules);
  for (const [at, [script, isDue]] of scripts.entries()) {
    await navigate(tab, { url: `http://timers.test/${at}`, site: 1 }, new VisitPace(new DocumentSchedule(() => 0)));
    await tab.pass(100);
    expect(await mayComeLater(tab.cdp), script).toBe(isDue);
  }
  await close();
  await server.close();
});

test('patched timers look native to scripts', async () => {
  const server = await serveDemo({ portals: [site('timers.test', { '/': html('<p>x') })] });
  const { tab, close } = await openTab({}, server.hostRules);
  await navigate(tab, { url: 'http://timers.test/', site: 1 }, new VisitPace(new DocumentSchedule(() => 0)));
  const looks = `['setTimeout', 'setInterval', 'requestIdleCallback', 'requestAnimationFrame'].map((name) =>
    [window[name].name, window[name].length, String(window[name]), 'prototype' in window[name]].join())`;
  const native = ['setTimeout,1', 'setInterval,1', 'requestIdleCallback,1', 'requestAnimationFrame,1'];
  // A function assigned after another one has no name in its source.
  expect(await tab.page.evaluate(looks)).toEqual(native.map((one) => `${one},function () { [native code] },false`));
  await close();
  await server.close();
});
