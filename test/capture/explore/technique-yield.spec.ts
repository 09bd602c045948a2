import { expect } from '@playwright/test';
import fc from 'fast-check';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { type Layout, TechniqueYield } from '../../../src/capture/explore/technique-yield.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import type { FoundLink } from '../../../src/domain/link.ts';
import { test } from '../../plain-test.ts';
import { html, site, typed } from '../../site/site.ts';

const LAYOUT: Layout = { pattern: 'uni.test/*', scripts: 'menu' };
const PRIOR = 0.5;

/** The expectation for a layout after actions on pages, each with its layout and whether it brought a link. */
function expectedAfter(pages: readonly (readonly [Layout, boolean])[], of = LAYOUT): number {
  const yields = new TechniqueYield();
  for (const [layout, hasBrought] of pages) yields.learn(1, layout, 'press', hasBrought);
  return yields.expected(1, of, 'press', PRIOR);
}

const pagesOf = (layout: Layout, count: number, hasBrought = false) =>
  Array.from({ length: count }, (): [Layout, boolean] => [layout, hasBrought]);

test('without data the prior is expected, and each unsuccessful page lowers it', () => {
  const means = [0, 1, 2, 3, 10].map((count) => expectedAfter(pagesOf(LAYOUT, count)));
  expect(means[0]).toBe(PRIOR);
  expect(means).toEqual([...means].sort((a, b) => b - a));
  expect(means[2]).toBeCloseTo(PRIOR / 3, 1);
});

test('an expectation is a probability, and more successes never lower it', () => {
  const layouts = ['a', 'b'].flatMap((pattern) => ['x', 'y'].map((scripts): Layout => ({ pattern, scripts })));
  const page = fc.tuple(fc.constantFrom(...layouts), fc.boolean());
  fc.assert(
    fc.property(fc.array(page, { maxLength: 60 }), fc.nat(60), (pages, at) => {
      const mean = expectedAfter(pages, layouts[0]);
      expect(mean).toBeGreaterThanOrEqual(0);
      expect(mean).toBeLessThanOrEqual(1);
      const better = pages.map(([layout, hasBrought], index): [Layout, boolean] => [
        layout,
        hasBrought || index === at,
      ]);
      expect(expectedAfter(better, layouts[0])).toBeGreaterThanOrEqual(mean - 1e-9);
    }),
  );
});

test('pages with the same scripts are stronger evidence for a layout than the rest of the site', () => {
  const alike = { pattern: 'other', scripts: LAYOUT.scripts };
  const unlike = { pattern: 'other', scripts: 'tree' };
  expect(expectedAfter(pagesOf(unlike, 40))).toBeGreaterThan(
    expectedAfter([...pagesOf(unlike, 40), ...pagesOf(alike, 4)]),
  );
  const productive = [...pagesOf(unlike, 40), ...pagesOf(alike, 10, true)];
  expect(expectedAfter(productive)).toBeGreaterThan(PRIOR);
  expect(
    expectedAfter([...pagesOf(LAYOUT, 10, true), ...pagesOf(alike, 40)]),
    'its own record counts most',
  ).toBeGreaterThan(PRIOR);
});

test('sites and techniques are independent', () => {
  const yields = new TechniqueYield();
  for (let page = 0; page < 5; page++) yields.learn(1, LAYOUT, 'press', false);
  expect(yields.expected(1, LAYOUT, 'hover', PRIOR)).toBe(PRIOR);
  expect(yields.expected(2, LAYOUT, 'press', PRIOR)).toBe(PRIOR);
  expect(yields.expected(1, LAYOUT, 'press', PRIOR)).toBeLessThan(0.1);
});

/** Consecutive pages, each tried if that is worth its price or due for a retry: those that are tried. */
function triedOn(yields: TechniqueYield, pages: number, price: number, productive: readonly number[] = []): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1).filter((page) => {
    const isWorthIt = yields.isWorthIt(1, LAYOUT, 'press', PRIOR, price);
    const isTried = isWorthIt || yields.mayTryAgain(1, 'press', price, 1);
    if (isTried) yields.learn(1, LAYOUT, 'press', productive.includes(page));
    if (isTried && !isWorthIt && !productive.includes(page)) yields.charge(1, 'press', price);
    yields.keep(1, []);
    return isTried;
  });
}

test('failing techniques are retried forever, the less often the more they cost', () => {
  const [cheap, dear] = [0.1, 0.9].map((price) =>
    triedOn(new TechniqueYield(), 2000, price).filter((page) => page > 100),
  );
  expect(cheap?.length ?? 0).toBeGreaterThan(5 * (dear?.length ?? 0));
  expect(dear?.length ?? 0).toBeGreaterThan(5);
  expect(0.9 * (dear?.length ?? 0)).toBeLessThan(0.06 * 1900);
});

test('a technique that brings something again is applied to all pages', () => {
  const every = Array.from({ length: 400 }, (_, index) => index + 1);
  const tried = triedOn(new TechniqueYield(), 400, 0.25, every.slice(200));
  expect(tried.filter((page) => page > 350)).toHaveLength(50);
  expect(tried.filter((page) => page > 100 && page <= 200).length).toBeLessThan(40);
});

test('memory of sites is bounded: the least recently updated ones are forgotten', () => {
  const yields = new TechniqueYield();
  for (let site = 1; site <= 2; site++) yields.learn(site, LAYOUT, 'press', false);
  for (let site = 3; site <= 150; site++) {
    yields.learn(site, LAYOUT, 'press', false);
    yields.learn(2, LAYOUT, 'press', false);
  }
  expect(yields.expected(1, LAYOUT, 'press', PRIOR)).toBe(PRIOR);
  expect(yields.expected(2, LAYOUT, 'press', PRIOR)).toBeLessThan(0.1);
});

const link = (url: string, role: FoundLink['role'] = 'link'): FoundLink => ({
  raw: url,
  url,
  role,
  method: 'GET',
  anchor: '',
  context: '',
  rel: '',
  element: 'a',
  tagPath: '',
  frame: '',
  technique: 'dom',
});

test('a link is new until a page of the site had it', () => {
  const yields = new TechniqueYield();
  expect(yields.isNews(1, link('http://a.test/x'))).toBe(true);
  yields.keep(1, [link('http://a.test/x'), link('http://a.test/i.png?v=1', 'embedded')]);
  expect(yields.isNews(1, link('http://a.test/x'))).toBe(false);
  expect(yields.isNews(1, link('http://a.test/x?page=2'))).toBe(true);
  expect(yields.isNews(1, link('http://a.test/i.png?v=2', 'embedded'))).toBe(false);
  expect(yields.isNews(2, link('http://a.test/x'))).toBe(true);
});

test('a kind of control is new once per site, up to a limit', () => {
  const yields = new TechniqueYield();
  expect(yields.hasNewControls(1, ['button search', 'select'])).toBe(true);
  expect(yields.hasNewControls(1, ['select', 'button search'])).toBe(false);
  expect(yields.hasNewControls(1, [])).toBe(false);
  expect(yields.hasNewControls(2, ['select'])).toBe(true);
  const news = Array.from({ length: 200 }, (_, index) => yields.hasNewControls(1, [`button ${index}`]));
  expect(news.filter((isNew) => isNew).length).toBe(98);
});

test('failures on other pages of an application are no evidence about a new control', async () => {
  const page = (body: string) =>
    html(`<div class=card>Listens</div>${body}<script>
    document.addEventListener('click', ({ target }) => { if (target.matches('.card')) document.title += '!';
      if (target.matches('button, [role=button]')) document.body.insertAdjacentHTML('beforeend', '<a href=/by' + location.pathname + '>x</a>') })
    </script>`);
  const plain = Array.from({ length: 10 }, (_, index) => `/plain-${String.fromCharCode(97 + index)}/x`);
  const portal = site('learned.test', {
    ...Object.fromEntries(plain.map((path) => [path, page('')])),
    '/late': page('<button>More</button>'),
    '/later': page('<button>More</button>'),
    '/last': page('<b role=button>All</b>'),
  });
  const server = await serveDemo({ portals: [portal] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const brings = async (path: string) => {
    const { links } = await capture.read({ url: `http://learned.test${path}`, site: 1 });
    return links.some(({ raw }) => raw === `/by${path}`);
  };
  for (const path of plain) expect(await brings(path)).toBe(false);
  for (const path of ['/late', '/later', '/last']) expect(await brings(path), path).toBe(true);
  await capture.close();
  await server.close();
});

test('failures of pressing links are no evidence about look-alikes', async () => {
  const paths = Array.from({ length: 8 }, (_, index) => `/part-${String.fromCharCode(97 + index)}`);
  const page = (body: string) =>
    html(`<nav>${paths.map((path) => `<a href=${path}>${path}</a> `).join('')}</nav><p>${body}</p><button>Own</button><script>
    document.querySelector('button').onclick = () => document.body.insertAdjacentHTML('beforeend', '<a href=/own' + location.pathname + '>x</a>');
    const act = (event) => { event.preventDefault(); const to = event.currentTarget.getAttribute('href');
      if (to === '#') document.body.insertAdjacentHTML('beforeend', '<a href=/by' + location.pathname + '>x</a>'); else history.pushState({}, '', to) };
    for (const link of document.querySelectorAll('a')) link.onclick = act</script>`);
  const pages = Object.fromEntries(paths.map((path) => [path, page('')]));
  const server = await serveDemo({ portals: [site('links.test', { ...pages, '/last': page('<a href=#>More</a>') })] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  for (const path of paths) await capture.read({ url: `http://links.test${path}`, site: 1 });
  const { links } = await capture.read({ url: 'http://links.test/last', site: 1 });
  expect(links.map(({ raw }) => raw)).toContain('/by/last');
  await capture.close();
  await server.close();
});

test('expensive controls with links known from other pages are rarely tried again', async () => {
  const body = html(`<p></p><script>for (let row = 0; row < 40; row++) {
    const button = document.body.appendChild(document.createElement('button'))
    button.className = button.textContent = 'row-' + row + location.pathname.replace(/\\W/g, '-')
    button.onclick = () => { fetch('/pressed'); document.querySelector('p').innerHTML += '<a href=/>' + row + '</a>' } }
    </script>`);
  let presses = 0;
  const pressed = () => {
    presses++;
    return typed('text/plain', '');
  };
  const pages = Array.from({ length: 40 }, (_, index) => `/rows/${index}.html`);
  const start = html('<a href=/pressed>Press</a> <a href=/>Home</a>');
  const all = { '/': start, '/pressed': pressed, ...Object.fromEntries(pages.map((path) => [path, body])) };
  const server = await serveDemo({ portals: [site('rows.test', all)] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const counts: number[] = [];
  for (const path of ['/', ...pages]) {
    const before = presses;
    await capture.read({ url: `http://rows.test${path}`, site: 1 });
    counts.push(presses - before);
  }
  expect(counts[1], 'at first').toBeGreaterThan(30);
  expect(Math.max(...counts.slice(20)), 'after twenty pages').toBeLessThan(5);
  await capture.close();
  await server.close();
});
