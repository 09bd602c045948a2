import { expect } from '@playwright/test';
import { Habits } from '../../../src/capture/acts/habits.ts';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import type { FoundLink } from '../../../src/domain/link.ts';
import { test } from '../../plain-test.ts';
import { html, site, typed } from '../../site/site.ts';

const LAYOUT = { pattern: 'uni.test/*', scripts: 'menu' };

/** Whether an act is tried on each of so many pages in a row; it brings something on those that are named. */
function tried(habits: Habits, pages: number, fruitful: readonly number[] = []): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1).filter((page) => {
    if (!habits.isWorthATry(1, LAYOUT, 'press')) return false;
    habits.learn(1, LAYOUT, 'press', fruitful.includes(page));
    return true;
  });
}

test('what brought nothing on three pages is tried on one in ten, and more seldom later', () => {
  expect(tried(new Habits(), 120)).toEqual([1, 2, 3, 13, 33, 73, 113]);
});

test('what brings something there is tried on all again, until twice as many brought nothing', () => {
  expect(tried(new Habits(), 32, [13])).toEqual([1, 2, 3, 13, 14, 15, 16, 17, 18, 19, 29]);
});

test('sites and acts have nothing to do with each other', () => {
  const habits = new Habits();
  tried(habits, 3);
  expect(habits.isWorthATry(1, LAYOUT, 'hover')).toBe(true);
  expect(habits.isWorthATry(2, LAYOUT, 'press')).toBe(true);
  expect(habits.isWorthATry(1, LAYOUT, 'press')).toBe(false);
});

test('what was learned of sites is bounded: those of which nothing was learned for longest are forgotten', () => {
  const habits = new Habits();
  const learn = (site: number, pattern: string) => habits.learn(site, { pattern, scripts: pattern }, 'press', false);
  for (const pattern of ['a', 'a', 'a', 'a']) for (const site of [1, 2]) learn(site, pattern);
  const isTried = (site: number) => habits.isWorthATry(site, { pattern: 'a', scripts: 'a' }, 'press');
  expect([isTried(1), isTried(2)]).toEqual([false, false]);
  for (let site = 3; site <= 45; site++) {
    for (let page = 0; page < 2500; page++) learn(site, `page ${page}`);
    learn(2, 'a');
  }
  expect([isTried(1), isTried(2)]).toEqual([true, false]);
});

test('where nothing was brought to eight pages in a row, one of each further layout says enough', () => {
  const habits = new Habits();
  const triedOn = (pattern: string) =>
    Array.from({ length: 4 }, () => {
      const isTried = habits.isWorthATry(1, { pattern, scripts: pattern }, 'press');
      if (isTried) habits.learn(1, { pattern, scripts: pattern }, 'press', false);
      return isTried;
    });
  for (const layout of ['a', 'b']) expect(triedOn(layout)).toEqual([true, true, true, false]);
  expect(triedOn('c')).toEqual([true, true, false, false]);
  expect(triedOn('e')).toEqual([true, false, false, false]);
  habits.learn(1, { pattern: 'f', scripts: 'f' }, 'press', true);
  expect(triedOn('g'), 'it brings something to the site after all').toEqual([true, true, true, true]);
});

/** Pages in a row of 500 elements, of which each look costs as much as a number of them: which are looked at. */
function lookedAt(habits: Habits, pages: number, price: number, layoutOf = (_: number) => LAYOUT): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1).filter((page) => {
    const isTried = habits.isWorthATry(1, layoutOf(page), 'press');
    if (isTried) habits.learn(1, layoutOf(page), 'press', false, { cost: price * 2000 });
    habits.keep(1, [], 500);
    return isTried;
  });
}

test('a look that is dear comes again as seldom as it is dear, and a cheap one as often as ever', () => {
  expect(lookedAt(new Habits(), 120, 0.5)).toEqual(tried(new Habits(), 120));
  expect(lookedAt(new Habits(), 1000, 12)).toEqual([1, 2, 3, 13, 301, 601, 901]);
  const late = lookedAt(new Habits(), 4000, 200).filter((page) => page > 20);
  expect(late.length, 'it does come again').toBe(3);
});

test('where nothing is to be expected, looks at new layouts and controls cost little together', () => {
  const layoutOf = (page: number) => ({ pattern: `p${page}`, scripts: `s${page}` });
  const late = lookedAt(new Habits(), 520, 2, layoutOf).filter((page) => page > 20);
  expect(late.length * 2).toBeLessThan(0.05 * 500);
  expect(late.at(-1)).toBeGreaterThan(450);

  const habits = new Habits();
  lookedAt(habits, 12, 2);
  const pages = Array.from({ length: 200 }, (_, index) => {
    const isNew = habits.hasNewControls(1, [`button ${index % 100}`]);
    if (isNew) habits.learn(1, LAYOUT, 'press', false, { cost: 4000 });
    habits.keep(1, [], 500);
    return isNew;
  });
  expect(pages.slice(0, 3), 'at first each of them').toEqual([true, true, true]);
  expect(pages.filter((isNew) => isNew).length).toBeLessThan(12);
  habits.learn(1, LAYOUT, 'press', true, { cost: 4000 });
  expect(habits.hasNewControls(1, ['button 99']), 'once they brought something').toBe(true);
});

test('what costs nothing is not left for what acts have cost', () => {
  const habits = new Habits();
  lookedAt(habits, 20, 100);
  expect(
    Array.from({ length: 12 }, () => habits.isWorthATry(1, { pattern: 'x', scripts: 'x' }, 'scroll')),
  ).not.toContain(false);
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

test('a link is news until a page of the site had it', () => {
  const habits = new Habits();
  expect(habits.isNews(1, link('http://a.test/x'))).toBe(true);
  habits.keep(1, [link('http://a.test/x'), link('http://a.test/i.png?v=1', 'embedded')], 100);
  expect(habits.isNews(1, link('http://a.test/x'))).toBe(false);
  expect(habits.isNews(1, link('http://a.test/x?page=2'))).toBe(true);
  expect(habits.isNews(1, link('http://a.test/i.png?v=2', 'embedded'))).toBe(false);
  expect(habits.isNews(2, link('http://a.test/x'))).toBe(true);
});

test('where pages with the same scripts brought nothing, other folders are not asked anew', () => {
  const habits = new Habits();
  const triedIn = (pattern: string, hasBrought = false) => {
    const isTried = habits.isWorthATry(1, { pattern, scripts: 'menu' }, 'press');
    if (isTried) habits.learn(1, { pattern, scripts: 'menu' }, 'press', hasBrought);
    return isTried;
  };
  for (const folder of ['a', 'b', 'c', 'd']) expect(triedIn(folder)).toBe(true);
  const others = Array.from({ length: 10 }, (_, index) => triedIn(`folder ${index}`));
  expect(others).toEqual([...Array.from({ length: 9 }, () => false), true]);
  expect(habits.isWorthATry(1, { pattern: 'g', scripts: 'tree' }, 'press'), 'other scripts').toBe(true);
  for (let page = 0; page < 19; page++) expect(triedIn('h')).toBe(false);
  expect(triedIn('h', true), 'one of twenty').toBe(true);
  expect([triedIn('h'), triedIn('i')], 'it brings something after all').toEqual([true, true]);
});

test('on a site to which it has brought something, more pages of a layout are asked for', () => {
  const habits = new Habits();
  habits.learn(1, { pattern: 'lists', scripts: 'menu' }, 'press', true);
  const triedOn = Array.from({ length: 14 }, () => {
    const isTried = habits.isWorthATry(1, LAYOUT, 'press');
    if (isTried) habits.learn(1, LAYOUT, 'press', false);
    return isTried;
  });
  expect(triedOn.indexOf(false)).toBe(12);
});

test('where nothing was to be expected, one page of those with the same scripts says enough, until it brings something', () => {
  const habits = new Habits();
  const tryOn = (pattern: string, scripts: string, hasBrought = false) => {
    const isTried = habits.isWorthATry(1, { pattern, scripts }, 'scroll');
    if (isTried) habits.learn(1, { pattern, scripts }, 'scroll', hasBrought, { isUnlikely: true });
    return isTried;
  };
  expect(['a', 'a', 'b', 'c'].map((pattern) => tryOn(pattern, 'menu'))).toEqual([true, false, false, false]);
  expect(tryOn('d', 'other', true)).toBe(true);
  expect(['d', 'd', 'd'].map((pattern) => tryOn(pattern, 'other'))).toEqual([true, true, false]);
  expect(tryOn('e', 'menu'), 'it brings something to the site after all').toBe(true);
});

test('a kind of control is new once a site, as long as not too many are', () => {
  const habits = new Habits();
  expect(habits.hasNewControls(1, ['button search', 'select'])).toBe(true);
  expect(habits.hasNewControls(1, ['select', 'button search'])).toBe(false);
  expect(habits.hasNewControls(1, [])).toBe(false);
  expect(habits.hasNewControls(2, ['select'])).toBe(true);
  const news = Array.from({ length: 200 }, (_, index) => habits.hasNewControls(1, [`button ${index}`]));
  expect(news.filter((isNew) => isNew).length).toBe(98);
});

test('what others of an application did not bring says nothing of a page with a control of its own', async () => {
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

test('what pressing links did not bring says nothing of what only looks like one', async () => {
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

test('what shows much, and links that other pages bring anyway, is seldom looked at again', async () => {
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
  expect(
    counts.slice(20).filter((count) => count > 0),
    'after twenty pages',
  ).toEqual([]);
  await capture.close();
  await server.close();
});
