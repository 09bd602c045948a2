import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { DocumentGate } from '../../../src/capture/browser/requests/document-gate.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { test } from '../../plain-test.ts';
import { html, site, typed } from '../../site/site.ts';

/** Pages of the site, all alike. */
const PAGES = 60;
/** Number of pages after which the yield of actions is known. */
const LEARNED = 20;

/** Many listeners of all kinds that bring nothing: each simulated event is reported to the server. */
const template = html(`<nav>${Array.from({ length: 8 }, (_, n) => `<button class=tab>Tab ${n}</button>`).join('')}</nav>
  <ul id=menu>${Array.from({ length: 8 }, (_, n) => `<li>Entry ${n}</li>`).join('')}</ul>
  <form id=form><input name=q placeholder=Search><select name=year><option>2025<option>2026</select><button>Find</button></form>
  <p draggable=true id=card>Card</p><div id=basket>Basket</div><div tabindex=0 id=cell>Cell</div>
  <script>
    const hear = (target, types) => { for (const type of types.split(' ')) target.addEventListener(type, (event) => {
      if (event.type === 'submit') event.preventDefault(); if (!event.isTrusted) fetch('/heard') }) }
    for (const tab of document.querySelectorAll('.tab')) hear(tab, 'click');
    hear(menu, 'mouseover click contextmenu'); hear(form, 'submit input change'); hear(card, 'dragstart'); hear(basket, 'drop');
    hear(cell, 'keydown focus wheel'); hear(document, 'keydown focusout wheel'); hear(window, 'blur pagehide');
  </script>`);

test('where actions bring nothing, their number drops below 5 % after twenty pages', async () => {
  let heard = 0;
  const answer = () => {
    heard++;
    return typed('text/plain', '');
  };
  const paths = Array.from({ length: PAGES }, (_, index) => `/items/${index}.html`);
  const portal = site('in-vain.test', {
    '/heard': answer,
    ...Object.fromEntries(paths.map((path) => [path, template])),
  });
  const server = await serveDemo({ portals: [portal] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const counts: number[] = [];
  for (const path of paths) {
    const before = heard;
    await capture.read({ url: `http://in-vain.test${path}`, site: 1 });
    counts.push(heard - before);
  }
  await capture.close();
  await server.close();
  const [first = 0, later] = [counts[0], counts.slice(LEARNED)];
  expect(first, 'every one is tried at first').toBeGreaterThan(40);
  const sum = later.reduce((all, count) => all + count, 0);
  expect(sum / later.length, `heard on each page: ${counts.join(' ')}`).toBeLessThan(0.05 * first);
  expect(later.filter((count) => count > 0).length, 'some are looked at again').toBeGreaterThan(0);
});

/** A menu in the markup, each part of which a button opens and closes. */
const menu =
  html(`${Array.from({ length: 100 }, (_, n) => `<button aria-expanded=false>Unit ${n}</button><ul hidden><li><a href=/unit/${n}>Entry ${n}</a></ul>`).join('')}
  <script>
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => {
      const list = button.nextElementSibling;
      list.hidden = !list.hidden;
      button.setAttribute('aria-expanded', String(!list.hidden));
    });
  </script>`);

test('parts of a menu that were opened together are not closed again one by one', async () => {
  const server = await serveDemo({ portals: [site('menu.test', { '/': menu })] });
  const counts: number[] = [];
  const { grant } = DocumentGate.prototype;
  // The gate is informed of the acts of each round.
  DocumentGate.prototype.grant = function (this: DocumentGate, acts: number) {
    counts.push(acts);
    grant.call(this, acts);
  };
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  await capture.read({ url: 'http://menu.test/', site: 1 });
  await capture.close();
  await server.close();
  DocumentGate.prototype.grant = grant;
  expect(counts.reduce((sum, acts) => sum + acts, 0)).toBeGreaterThan(50);
  expect(counts.length).toBeLessThan(10);
});
