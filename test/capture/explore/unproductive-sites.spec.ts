import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { DocumentGate } from '../../../src/capture/browser/requests/document-gate.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { test } from '../../plain-test.ts';
import { html, type Reply, site, typed } from '../../site/site.ts';

/** Pages of the site, all alike. */
const PAGES = 60;
/** Number of pages after which the yield of actions is known. */
const LEARNED = 20;

/** Many listeners of all kinds that bring nothing: each simulated event is reported to the server. */
const template = `<nav>${Array.from({ length: 8 }, (_, n) => `<button class=tab>Tab ${n}</button>`).join('')}</nav>
  <ul id=menu>${Array.from({ length: 8 }, (_, n) => `<li>Entry ${n}</li>`).join('')}</ul>
  <form id=form><input name=q placeholder=Search><select name=year><option>2025<option>2026</select><button>Find</button></form>
  <p draggable=true id=card>Card</p><div id=basket>Basket</div><div tabindex=0 id=cell>Cell</div>
  <script>
    const hear = (target, types) => { for (const type of types.split(' ')) target.addEventListener(type, (event) => {
      if (event.type === 'submit') event.preventDefault(); if (!event.isTrusted) fetch('/heard') }) }
    for (const tab of document.querySelectorAll('.tab')) hear(tab, 'click');
    hear(menu, 'mouseover click contextmenu'); hear(form, 'submit input change'); hear(card, 'dragstart'); hear(basket, 'drop');
    hear(cell, 'keydown focus wheel'); hear(document, 'keydown focusout wheel'); hear(window, 'blur pagehide');
  </script>`;

/** Controls of kinds of their own, each of which changes the page in vain. */
const kinds = `<output id=out></output>${Array.from({ length: 40 }, (_, n) => `<p class=k${n}><button class=k${n} onclick="turn${n}()">Part ${n}</button>`).join('')}
  <script>
    for (let n = 0; n < 40; n++) globalThis['turn' + n] = () => { out.hidden = !out.hidden; out.title = n };
  </script>`;

/** Reads pages of a site one after the other. Returns the acts of each page's rounds. */
async function actsOn(pages: readonly string[], answers: Record<string, Reply> = {}): Promise<readonly number[][]> {
  const paths = pages.map((page, index) => [`/items/${index}.html`, html(page)] as const);
  const server = await serveDemo({ portals: [site('in-vain.test', { ...answers, ...Object.fromEntries(paths) })] });
  const acts: number[][] = [];
  const { grant } = DocumentGate.prototype;
  // The gate is informed of the acts of each round.
  DocumentGate.prototype.grant = function (this: DocumentGate, done: number) {
    acts.at(-1)?.push(done);
    grant.call(this, done);
  };
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  for (const [path] of paths) {
    acts.push([]);
    await capture.read({ url: `http://in-vain.test${path}`, site: 1 });
  }
  await capture.close();
  await server.close();
  DocumentGate.prototype.grant = grant;
  return acts;
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

test('where actions bring nothing, their number drops below 5 % after twenty pages', async () => {
  let heard = 0;
  const answer = () => {
    heard++;
    return typed('text/plain', '');
  };
  const acts = (
    await actsOn(
      Array.from({ length: PAGES }, () => template),
      { '/heard': answer },
    )
  ).map(sum);
  const [first = 0, later] = [acts[0] ?? 0, acts.slice(LEARNED)];
  expect(heard, 'the page hears them').toBeGreaterThan(40);
  expect(sum(later) / later.length, `on each page: ${acts.join(' ')}`).toBeLessThan(0.05 * first);
  expect(later.filter((count) => count > 0).length, 'some are looked at again').toBeGreaterThan(0);
  expect(sum(acts.slice(4, 45)), 'once the planning and rounds in vain are saved again').toBe(0);
});

test('pages with scripts of their own are explored less after others in vain', async () => {
  const pages = Array.from(
    { length: 12 },
    (_, n) => `${kinds}<script>globalThis.page_${'abcdefghijkl'[n]} = true</script>`,
  );
  const rounds = (await actsOn(pages)).map(({ length }) => length);
  expect(rounds[0]).toBeGreaterThan(10);
  expect(sum(rounds), rounds.join(' ')).toBeLessThan(3 * (rounds[0] ?? 0));
});

/** A menu in the markup, each part of which a button opens and closes. */
const menu = `${Array.from({ length: 100 }, (_, n) => `<button aria-expanded=false>Unit ${n}</button><ul hidden><li><a href=/unit/${n}>Entry ${n}</a></ul>`).join('')}
  <script>
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => {
      const list = button.nextElementSibling;
      list.hidden = !list.hidden;
      button.setAttribute('aria-expanded', String(!list.hidden));
    });
  </script>`;

test('parts of a menu that were opened together are not closed again one by one', async () => {
  const [rounds = []] = await actsOn([menu]);
  expect(sum(rounds)).toBeGreaterThan(50);
  expect(rounds.length).toBeLessThan(10);
});
