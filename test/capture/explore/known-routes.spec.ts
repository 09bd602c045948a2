import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { KnownRoutes } from '../../../src/capture/explore/known-routes.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { test } from '../../plain-test.ts';
import { html, type Reply, site, typed } from '../../site/site.ts';

const at = (path: string) => `http://menu.test${path}`;

/** Known target of a control after it has led to a page from others. */
function known(from: readonly string[], to: string): string | undefined {
  const routes = new KnownRoutes();
  for (const path of from) routes.led(1, 'press Staff', at(path), at(to));
  return routes.of(1, 'press Staff');
}

const NOT_KNOWN: readonly [name: string, from: readonly string[], to: string][] = [
  ['it has led there from two sections only', ['/', '/courses', '/courses/2'], '/staff'],
  ['it leads up to the own section, as `Back` does', ['/staff/1', '/staff/2', '/staff/3', '/staff/4'], '/staff'],
  ['two are routes of one section', ['/#/a/1', '/#/a/2', '/#!/b'], '/#/staff'],
];
for (const [name, from, to] of NOT_KNOWN)
  test(`the target of a control is unknown where ${name}`, () => {
    expect(known(from, to)).toBeUndefined();
  });

test('the target of a control is known after three sections', () => {
  expect(known(['/', '/courses', '/labs'], '/staff')).toBe(at('/staff'));
  expect(known(['/#/home', '/#/courses', '/#!/labs'], '/#/staff')).toBe(at('/#/staff'));
});

test('one page in ten follows it nevertheless', () => {
  const routes = new KnownRoutes();
  for (const path of ['/a', '/b', '/c']) routes.led(1, 'x', at(path), at('/staff'));
  const tried = Array.from({ length: 20 }, (_, index) => index + 1).filter(() => routes.of(1, 'x') === undefined);
  expect(tried).toEqual([10, 20]);
  expect(routes.of(2, 'x'), 'of another site').toBeUndefined();
});

test('a control that led elsewhere, or nowhere, is not trusted again', () => {
  for (const fail of [
    (routes: KnownRoutes) => routes.led(1, 'x', at('/d'), at('/other')),
    (routes: KnownRoutes) => routes.stayed(1, 'x', at('/d')),
  ]) {
    const routes = new KnownRoutes();
    for (const path of ['/a', '/b', '/c']) routes.led(1, 'x', at(path), at('/staff'));
    fail(routes);
    for (const path of ['/e', '/f', '/g']) routes.led(1, 'x', at(path), at('/staff'));
    expect(routes.of(1, 'x')).toBeUndefined();
  }
});

test('a control that leads to its own page has no target there', () => {
  const routes = new KnownRoutes();
  for (const path of ['/a', '/b']) routes.led(1, 'x', at(path), at('/staff'));
  routes.stayed(1, 'x', at('/staff'));
  routes.led(1, 'x', at('/c'), at('/staff'));
  expect(routes.of(1, 'x')).toBe(at('/staff'));
});

test('a menu without addresses is pressed on some pages of an application, and all pages get its links', async () => {
  const names = ['arts', 'law', 'maths', 'music', 'physics', 'zoology'];
  let presses = 0;
  const pressed: Reply = () => {
    presses++;
    return typed('text/plain', '');
  };
  // One button has the same text on all pages, and a different target on each; another one leads up.
  const application = html(`<ul id=menu></ul><main></main><script>
    const names = ${JSON.stringify(names)};
    const go = (path) => { fetch('/pressed'); history.pushState({}, '', path); draw() };
    const button = (to, text, path) => { const b = to.appendChild(document.createElement('button')); b.textContent = text; b.onclick = () => go(path) };
    const draw = () => { const main = document.querySelector('main'); main.innerHTML = '<h1>' + location.pathname + '</h1>';
      const [, name, item] = location.pathname.split('/');
      if (item) button(main, 'Back', '/' + name); else { button(main, 'First', '/' + name + '/1'); button(main, 'Second', '/' + name + '/2') } };
    for (const name of names) button(menu, name, '/' + name);
    addEventListener('popstate', draw); draw();</script>`);
  const paths = [
    ...names.map((name) => `/${name}`),
    ...['/arts', '/law', '/zoology'].flatMap((part) => [`${part}/1`, `${part}/2`]),
  ];
  const all = { '/pressed': pressed, ...Object.fromEntries(paths.map((path) => [path, application])) };
  const server = await serveDemo({ portals: [site('menu.test', all)] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const counts: number[] = [];
  for (const path of paths) {
    const before = presses;
    const { links } = await capture.read({ url: at(path), site: 1 });
    counts.push(presses - before);
    const [, name = '', item] = path.split('/');
    const own = item === undefined ? [`/${name}/1`, `/${name}/2`] : [`/${name}`];
    const expected = [...new Set([...names.map((one) => `/${one}`), ...own])].filter((one) => one !== path);
    const found = links.filter(({ role }) => role === 'link').map(({ url = '' }) => new URL(url).pathname);
    expect([...new Set(found)].sort(), path).toEqual(expected.sort());
  }
  expect(counts[0], 'at first').toBeGreaterThan(names.length);
  expect(Math.min(...counts.slice(6)), 'once it is known').toBeLessThan(names.length);
  await capture.close();
  await server.close();
});
