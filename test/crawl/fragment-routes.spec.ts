import { expect } from '@playwright/test';
import type { CrawlOptions } from '../../src/crawl/crawl-options.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import type { Portal } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { ask, plainRecrawl } from '../recrawl/changing-web.ts';
import { html, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';
import { hurried } from './hurried.ts';

/** Views by name, and the links of each; `old` redirects to another one. */
const VIEWS = { home: ['people', 'old'], people: ['people/1', 'people/2'], 'people/1': ['home'], 'people/2': [] };

/** An application whose start page leads to its own route. @param before prefix of routes */
const application = (before: string) =>
  html(`<div id=app></div><script>
    const views = ${JSON.stringify(VIEWS)}, before = ${JSON.stringify(before)};
    function draw() {
      const name = location.hash.slice(before.length);
      if (name === 'old') return location.replace(before + 'people');
      if (!views[name]) return location.replace(before + 'home');
      app.innerHTML = '<h1 id=part>' + name + '</h1><a href="#part">below</a><a href="#">up</a><a href=/of/' + name + '.html>of</a>'
        + views[name].map((view) => '<p><a href="' + before + view + '">' + view + '</a>').join('');
    }
    addEventListener('hashchange', draw); draw();
  </script>`);

/** An application with a text menu, which shows its start without a route. */
const menu =
  html(`<nav>${['', 'courses', 'staff', 'events'].map((name) => `<a href="#${name}">x</a>`).join(' ')}</nav><main></main><script>
  const draw = () => { document.querySelector('main').innerHTML = '<a href="/of/' + (location.hash.slice(1) || 'start') + '.html">x</a>' };
  addEventListener('hashchange', draw); draw()</script>`);

/** An application that draws its views on changes of the fragment, but not when loaded with one. */
const heard =
  html(`<nav>${['courses', 'staff', 'events'].map((name) => `<a href="#${name}">x</a>`).join(' ')}</nav><main></main><script>
  addEventListener('hashchange', (event) => { document.querySelector('main').innerHTML = '<a href="/of/' + new URL(event.newURL).hash.slice(1) + '.html">x</a>' })</script>`);

/** An application whose views replace each other, without a menu. */
const replaced = html(`<main></main><script>
  const views = { '': ['about', 'staff', 'news'], about: ['contact'] };
  const draw = () => { const name = location.hash.slice(1); document.querySelector('main').innerHTML = '<a href="/of/' + (name || 'start') + '.html">x</a>'
    + (views[name] ?? []).map((view) => '<p><a href="#' + view + '">' + view + '</a>').join('') };
  addEventListener('hashchange', draw); draw()</script>`);

/** Three tabs, on a page that leads to more others. */
const tabbed = html(`<p>${['a', 'b', 'c'].map((name) => `<a href="#${name}">x</a>`).join(' ')}</p><main></main>
  ${['1', '2', '3', '4'].map((name) => `<a href="/of/${name}.html">x</a>`).join(' ')}<script>
  addEventListener('hashchange', () => { document.querySelector('main').textContent = location.hash })</script>`);

/** Section links of plain pages, of which one has no target; a script tracks the reader's position. */
const anchored = html(`<h2 id=a/b>One</h2><a href="#a/b">one</a><a href="#missing">none</a><a href=/plain>plain</a>
  <script>addEventListener('hashchange', () => document.title = location.hash)</script>`);

function portal(host: string, start: ReturnType<typeof html>): Portal {
  const whole = site(host, { '/': start, '/plain': html('<a href="/#people/1">x</a><a href="#x/y">y</a>') });
  return { ...whole, answer: (request) => (/^\/of\//.test(request.path) ? html('of') : whole.answer(request)) };
}

const portals = [
  portal('slash.test', application('#/')),
  portal('words.test', application('#')),
  portal('anchored.test', anchored),
  portal('menu.test', menu),
  portal('heard.test', heard),
  portal('replaced.test', replaced),
  portal('tabbed.test', tabbed),
];

const pagesOf = (file: string, host: string) =>
  Object.fromEntries(
    ask(
      file,
      `select substr(l.url, length(s.origin) + 1) as url, l.url as whole, l.status, l.level from internal_links_view l
         join seeds s on s.short_name = l.site where s.host = ?`,
      host,
    ).map(({ whole, status, level }) => [String(whole).replace(`http://${host}`, ''), `${status} ${level}`]),
  );

const edgesOf = (file: string, host: string) =>
  ask(
    file,
    `select p.url as page, l.url as link from page_links e join internal_links_view p on p.id = e.source
       join internal_links_view l on l.id = e.target where e.kind = 0 and e.removed is null and p.url like ? order by 1, 2`,
    `http://${host}/%`,
  ).map(({ page, link }) => `${page} > ${link}`.replaceAll(`http://${host}`, ''));

/** Final addresses of an application: one page for the target of its start page, one for each other view. */
const knownOf = (before: string) => ({
  '/': 'redirected 0',
  [`/${before}home`]: 'visited 0',
  [`/${before}people`]: 'visited 1',
  [`/${before}old`]: 'redirected 1',
  [`/${before}people/1`]: 'visited 2',
  [`/${before}people/2`]: 'visited 2',
  '/of/home.html': 'visited 1',
  '/of/people.html': 'visited 2',
  '/of/people/1.html': 'visited 3',
  '/of/people/2.html': 'visited 3',
});

const edgesIn = (before: string) =>
  Object.entries(VIEWS)
    .flatMap(([name, views]) => [
      `/${before}${name} > /of/${name}.html`,
      ...views.map((view) => `/${before}${name} > /${before}${view}`),
      `/${before}${name} > /`,
    ])
    .sort();

const applications = { 'slash.test': '#/', 'words.test': '#' };

for (const [how, given] of Object.entries({
  'active, with a delay and a moving clock': { capture: 'active', delay: 20 },
  'adaptive, two workers': { capture: 'active', render: 'adaptive', workers: 2 },
}) as [string, Partial<CrawlOptions>][])
  test(`a start page that sets its own route is one page, and routes need no slash: ${how}`, async ({ file }) => {
    const server = await serveDemo({ portals });
    const sites = portals.map(({ start, host }) => newSite(start, { shortName: host }));
    const now = given.delay ? hurried() : Date.now;
    // A restart in between: routes are known from the database.
    await runCrawl(file, sites, server, { ...given, pageLimit: 7 }, {}, now);
    await runCrawl(file, [], server, given, {}, now);
    for (const [host, before] of Object.entries(applications)) {
      expect(pagesOf(file, host)).toEqual(knownOf(before));
      expect(edgesOf(file, host)).toEqual(edgesIn(before));
    }
    expect(edgesOf(file, 'menu.test').filter((edge) => edge.includes('/of/'))).toEqual([
      '/ > /of/start.html',
      ...['courses', 'events', 'staff'].map((name) => `/#${name} > /of/${name}.html`),
    ]);
    expect(edgesOf(file, 'heard.test')).toEqual(
      expect.arrayContaining(['courses', 'events', 'staff'].map((name) => `/#${name} > /of/${name}.html`)),
    );
    expect(edgesOf(file, 'replaced.test').filter((edge) => edge.includes('/of/'))).toEqual(
      ['about', 'contact', 'news', 'staff']
        .map((name) => `/#${name} > /of/${name}.html`)
        .concat('/ > /of/start.html')
        .sort(),
    );
    expect(Object.keys(pagesOf(file, 'tabbed.test')), 'tabs are no routes').toEqual([
      '/',
      ...[1, 2, 3, 4].map((name) => `/of/${name}.html`),
    ]);
    expect(pagesOf(file, 'anchored.test'), 'a place in a page is none').toEqual({
      '/': 'visited 0',
      '/plain': 'visited 1',
    });
    const aliases = ask(file, "select url, page_url from aliases_view where kind = 'redirect' order by url");
    expect(aliases).toEqual(
      Object.entries(applications).flatMap(([host, before]) => [
        { url: `http://${host}/`, page_url: `http://${host}/${before}home` },
        { url: `http://${host}/${before}old`, page_url: `http://${host}/${before}people` },
      ]),
    );
    expect(brokenInvariants(file)).toEqual({});
    const { workers: _, ...plain } = plainCrawl;
    const options = { ...plain, capture: 'passive', db: file, workers: 2, hostRules: server.hostRules } as const;
    await recrawl({ ...options, recrawl: { ...plainRecrawl, pageLimit: 40 } }, {}, now);
    await server.close();
    const changes = ask(file, "select distinct change from page_revisits where change <> 'unchanged'");
    expect(changes).toEqual([]);
    for (const [host, before] of Object.entries(applications)) expect(pagesOf(file, host)).toEqual(knownOf(before));
  });

test('routes are kept if their page fails at first, and if robots.txt forbids others', async ({ file }) => {
  let asked = 0;
  const whole = site('shaky.test', {
    '/robots.txt': typed('text/plain', 'User-agent: *\nDisallow: /of/'),
    '/': () => (++asked === 3 ? { status: 500, headers: {}, body: '' } : application('#')),
  });
  const server = await serveDemo({ portals: [whole] });
  await runCrawl(file, [newSite(whole.start, { shortName: whole.host })], server, { delay: 20 }, {}, hurried());
  await server.close();
  const known = Object.entries(knownOf('#')).map(([url, is]) => [
    url,
    /^\/of/.test(url) ? is.replace('visited', 'forbidden') : is,
  ]);
  expect(pagesOf(file, whole.host)).toEqual({ ...Object.fromEntries(known), '/of/': 'forbidden 1' });
  expect(asked, 'one try more than there are views').toBe(6);
});
