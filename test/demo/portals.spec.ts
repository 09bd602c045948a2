import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import type { Portal } from '../../src/demo/portal.ts';
import { demoPortals } from '../../src/demo/portals.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import { identityOf } from '../../src/demo/url-identity.ts';
import { test } from '../plain-test.ts';
import { ask } from './ask.ts';
import { linksInJson, type Walk, walkPortal } from './walk-portal.ts';

const portals = demoPortals(1);
let server: DemoServer;
test.beforeAll(async () => {
  server = await serveDemo({ portals });
});
test.afterAll(() => server.close());

function portalAt(host: string): Portal {
  const portal = portals.find((candidate) => candidate.host === host);
  if (portal === undefined) throw new Error(`no portal ${host}`);
  return portal;
}

async function text(host: string, path: string): Promise<string> {
  return (await ask(server.port, host, path)).body.toString();
}

/** All content of a portal on the start page and a page or two below. */
async function said(portal: Portal, paths: readonly string[]): Promise<string> {
  const answers = await Promise.all(paths.map((path) => portal.answer({ method: 'GET', path, headers: {} })));
  return JSON.stringify(answers);
}

/** Paths of a page, a list and an item, of which most portals have at least one, and of the scripted ones' data. */
const samples = ['/', '/news', '/main.html', '/bundle.json', '/api/course/3', '/dept/3', '/bulletins/2', '/labs.php'];

test('the same seed gives the same bytes, another seed others', async () => {
  const again = demoPortals(1);
  const others = demoPortals(2);
  for (const [index, portal] of portals.entries()) {
    const first = await said(portal, samples);
    expect(await said(again[index] ?? portal, samples)).toBe(first);
    expect(await said(others[index] ?? portal, samples)).not.toBe(first);
  }
});

test('a scale multiplies the pages', () => {
  const total = (scale: number): number => demoPortals(1, scale).reduce((sum, { pages }) => sum + pages, 0);
  expect(total(3) / total(1)).toBeGreaterThan(2.7);
  expect(total(0.01)).toBeGreaterThan(100);
});

test('the portals differ in name and host', () => {
  expect(new Set(portals.map(({ host }) => host)).size).toBe(portals.length);
  expect(new Set(portals.map(({ name }) => name)).size).toBe(portals.length);
});

const serverRendered = [
  'phys.uni.test',
  'hist.uni.test',
  'slav.uni.test',
  'music.uni.test',
  'geo.inst.test',
  'astro.inst.test',
  'bot.inst.test',
  'mat.inst.test',
];
for (const host of serverRendered) {
  test(`a walk over ${host} finds all its pages and external links`, async () => {
    const portal = portalAt(host);
    const walk = await walkPortal(portal, server.port);
    expectComplete(walk, portal);
    expect(Math.max(...walk.sizes.values())).toBeLessThan(50_000);
    expect(Math.min(...walk.sizes.values())).toBeGreaterThan(1_000);
    if (portal.kind === 'institute' && portal.pages > 100) expectFewRichPages(walk);
  });
}

test('pages and external links are exact for other seeds and scales as well', async () => {
  const others = demoPortals(7, 0.2).filter(({ host }) => serverRendered.includes(host));
  const other = await serveDemo({ portals: others });
  for (const portal of others) expectComplete(await walkPortal(portal, other.port), portal);
  await other.close();
});

test('an application with routes in the path lists all of them in its data', async () => {
  const portal = portalAt('courses.uni.test');
  const walk = await walkPortal(portal, server.port, {
    sourceOf: (path) => (path.startsWith('/files/') ? path : `/api${path}`.replace(/#.*/, '')),
    linksOf: linksInJson,
  });
  expectComplete(walk, portal);
  expect(walk.failed.size).toBe(0);
  expect(await text(portal.host, '/course/12')).toBe(await text(portal.host, '/no/such/route'));
});

test('an application with routes in the fragment lists all of them in its bundle', async () => {
  const portal = portalAt('chem.uni.test');
  const routes: unknown = JSON.parse(await text(portal.host, '/bundle.json'));
  expect(Object.keys(Object(routes))).toHaveLength(portal.pages);
  const walk = await walkPortal(portal, server.port, {
    sourceOf: (path) => (path.startsWith('/files/') ? path : '/bundle.json'),
    linksOf: linksInJson,
  });
  expectComplete(walk, portal);
});

test('menus written by scripts lead to pages without other links', async () => {
  const portal = portalAt('math.uni.test');
  const withoutMenus = await walkPortal(portal, server.port);
  expect(withoutMenus.pages.size).toBeLessThan(portal.pages / 2);

  const data = (await text(portal.host, '/js/menu-data.js')).replace(/^var menuData = |;\s*$/g, '');
  const menus: Record<string, [string, string][]> = JSON.parse(data);
  menus.olympiads = JSON.parse(await text(portal.host, '/menu.json'));
  const moreLinks = Object.entries(menus).flatMap(([directory, items]) =>
    items.map(([file]) => `/${directory}/${file}.html`),
  );
  expectComplete(await walkPortal(portal, server.port, { moreLinks }), portal);
});

test('links that need an action are in the data requested by it', async () => {
  const portal = portalAt('ocean.inst.test');
  expect((await walkPortal(portal, server.port)).pages.size).toBe(1);
  const walk = await walkPortal(portal, server.port, {
    sourceOf: (path) => `/held.json?page=${encodeURIComponent(path)}`,
    linksOf: linksInJson,
  });
  expectComplete(walk, portal);
});

test('a browser that acts on its pages finds them all', async () => {
  const portal = demoPortals(1, 0.05).find(({ host }) => host === 'ocean.inst.test');
  if (!portal) throw new Error('no such portal');
  const small = await serveDemo({ portals: [portal] });
  const how = { headed: false, hostRules: small.hostRules, workers: 3, now: Date.now, say: () => undefined };
  const capture = new BrowserCapture(how);
  const [pages, externals] = [new Set([identityOf(portal.start)]), new Set<string>()];
  const read = async (url: string) => {
    const captured = await capture.read({ url, site: 1 });
    for (const link of captured.links.filter(({ role }) => role === 'link')) {
      if (!link.url?.startsWith('http')) continue;
      (new URL(link.url).host === portal.host ? pages : externals).add(identityOf(link.url));
    }
  };
  for (let done = 0; done < pages.size; ) {
    const next = [...pages].slice(done, done + 3);
    await Promise.all(next.map(read));
    done += next.length;
  }
  await capture.close();
  await small.close();
  expect([pages.size, externals.size]).toEqual([portal.pages, portal.externals]);
});

test('unusual links are included', async () => {
  const history = await walkPortal(portalAt('hist.uni.test'), server.port);
  expect([...history.failed.values()].sort()).toEqual([301, 404, 404, 404, 404, 404]);
  expect(history.bad).toContain('http://[unfinished');
  expect(history.bad).toContain('javascript:window.print()');
  expect(history.bad.some((href) => href.startsWith('mailto:'))).toBe(true);

  const away = await ask(server.port, 'phys.uni.test', '/go/chemistry');
  expect([away.status, away.headers.location]).toEqual([302, 'http://chem.uni.test/']);
  const file = await ask(server.port, 'hist.uni.test', '/files/archive.zip');
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/zip']);
});

function expectComplete(walk: Walk, portal: Portal): void {
  expect(walk.pages.size).toBe(portal.pages);
  expect(walk.externals.size).toBe(portal.externals);
}

/** External links are on a few pages, most of them not on the start page nor next to it. */
function expectFewRichPages(walk: Walk): void {
  const sources = new Map<string, number>();
  for (const page of walk.externals.values()) sources.set(page, (sources.get(page) ?? 0) + 1);
  const rich = [...sources].filter(([, links]) => links >= 30);
  expect(rich.length).toBeGreaterThanOrEqual(4);
  expect(rich.length).toBeLessThanOrEqual(10);
  const levels = rich.map(([page]) => walk.pages.get(page) ?? 0);
  expect(Math.min(...levels)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...levels)).toBeGreaterThanOrEqual(3);
}
