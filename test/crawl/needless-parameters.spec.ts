import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { CrawlOptions } from '../../src/crawl/crawl-options.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { rows, runCrawl, test } from './demo-web.ts';

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8];
const PAGES = ['/', ...NUMBERS.map((n) => `/p${n}`)];
const link = (to: string) => `<a href="${to}">to a page</a> `;

/** A session number, a new one at each call. */
const numbers = () => {
  let count = 0;
  return () => `${(++count * 7919).toString(36)}${'0a1b2c3d'.slice(count % 3)}`;
};

/** Answers of the sites of these tests, by host. */
type Sites = Readonly<
  Record<string, (path: string, query: URLSearchParams, response: ServerResponse) => string | undefined>
>;

/** Serves sites and crawls some; returns the requested addresses, without robots.txt. */
async function asked(
  file: string,
  sites: Sites,
  hosts: readonly string[],
  given: Partial<CrawlOptions>,
  notes: string[] = [],
) {
  const addresses: string[] = [];
  const server = createServer((request, response) => {
    const address = request.url ?? '/';
    if (/robots.txt|sitemap|favicon/.test(address)) return response.writeHead(404).end();
    addresses.push(address);
    const url = new URL(address, 'http://site.test');
    const body = sites[request.headers.host ?? '']?.(url.pathname, url.searchParams, response);
    response.setHeader('content-type', 'text/html');
    return response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const options = { workers: 1, pageLimit: 200, allowPrivate: true, delay: 0, ...given };
  const web = { hostRules: `MAP *.test 127.0.0.1:${port}` };
  const starts = hosts.map((host) => newSite(`http://${host}/`));
  await runCrawl(file, starts, web, options, { note: (line) => notes.push(line) });
  server.close();
  return addresses;
}

const page = (path: string, links: string, said = '') =>
  `<title>Page ${path}</title><h1>About ${path}</h1>${said} ${links}`;

/** Sites whose links have a session number, in many ways. */
function sessions(): Sites {
  const next = numbers();
  return {
    // Each answer starts another session, and mentions it.
    'each.test': (path) => {
      const xid = next();
      return PAGES.includes(path)
        ? page(path, PAGES.map((to) => link(`${to}?xid=${xid}`)).join(''), `Your visit: ${xid}, ${next()}`)
        : undefined;
    },
    // Continues with the number of a link, and starts a new one if it has none; page content varies, too.
    'kept.test': (path) => {
      const [plain = '', given] = path.split(';zsid=');
      const sid = given ?? next();
      const rest = NUMBERS.map((to) => link(`/p${to};zsid=${sid}`)).join('') + link(`/;zsid=${sid}`);
      return PAGES.includes(plain) ? page(plain, `${rest}${link('/p3')}${link('/p5')}${link('/p7')}`) : undefined;
    },
    // Each link has its own number, on pages where something else changes, too.
    'each-link.test': (path) => {
      const turn = next();
      const links = PAGES.map((to) => link(`${to}?t=${next()}&a=1`)).join('');
      return PAGES.includes(path)
        ? page(path, links, `<p>Thought ${turn}</p><img src="/one.png?at=${turn}">`)
        : undefined;
    },
  };
}

for (const [host, parameter] of [
  ['each.test', '?xid'],
  ['kept.test', ';zsid'],
  ['each-link.test', '?t'],
] as const)
  for (const render of ['http', 'browser'] as const)
    test(`session parameters are left out of identities: ${host}, ${render}`, async ({ file }) => {
      const notes: string[] = [];
      const addresses = await asked(file, sessions(), [host], { render }, notes);
      const paths = addresses.map((address) => address.replace(/[;?].*/, ''));
      expect([...new Set(paths)].sort()).toEqual(PAGES);
      expect(addresses.length, addresses.join(' ')).toBeLessThanOrEqual(2 * PAGES.length + 4);
      expect(notes.filter((note) => !note.includes('sandbox'))).toEqual([
        expect.stringContaining(`${host}: the parameter ${parameter.slice(1)} is`),
      ]);
      expect(rows(file, 'select kind, pattern from traps')).toEqual([['session', `/…${parameter}=…`]]);
      expect(brokenInvariants(file)).toEqual({});
    });

test('a later run keeps learned parameters, and --no-traps discards them', async ({ file }) => {
  const next = numbers();
  const many = Array.from({ length: 20 }, (_, n) => `/p${n}`);
  const sites: Sites = {
    'many.test': (path) => {
      const xid = next();
      return page(path, ['/', ...many].map((to) => link(`${to}?xid=${xid}`)).join(''));
    },
  };
  const http = { render: 'http' as const };
  const first = await asked(file, sites, ['many.test'], { ...http, pageLimit: 6 });
  expect(rows(file, 'select kind, pattern from traps')).toEqual([['session', '/…?xid=…']]);
  const notes: string[] = [];
  const later = await asked(file, sites, ['many.test'], { ...http, pageLimit: 16 }, notes);
  const paths = later.map((address) => address.replace(/[?].*/, ''));
  expect(paths.length).toBe(new Set(paths).size);
  expect(first.filter((address) => paths.includes(address.replace(/[?].*/, '')))).toEqual([]);
  expect(notes).toEqual([]);
  expect(paths).toHaveLength(10);
  expect(brokenInvariants(file)).toEqual({});
  const without = await asked(file, sites, ['many.test'], { ...http, traps: false, pageLimit: 60 });
  expect(without.length).toBeGreaterThan(21);
  expect(rows(file, 'select * from traps')).toEqual([]);
});

/** Sites whose links have a significant parameter. */
const honest: Sites = {
  // Empty categories look alike, and links on a category's page are of the same category.
  'shop.test': (path, query) => {
    const category = Number(query.get('category'));
    if (path === '/')
      return page(path, NUMBERS.map((n) => link(`/list?category=${n}`) + link(`/map?category=${n}`)).join(''));
    if (path === '/item') return page(`item ${query.get('id')}`, link('/'));
    const links = ['/list?', '/map?', '/list?sort=name&', '/map?sort=name&'].map((to) =>
      link(`${to}category=${category}`),
    );
    const items = category > 5 && path === '/list' ? link(`/item?id=${category}`) : '';
    return `<title>Shop</title><h1>Nothing is here yet</h1>${links.join('')}${items}`;
  },
  // Each page links to another random picture, in two places; so does the address without a number, which shows one.
  'pictures.test': (() => {
    let turn = 0;
    return (path, query) => {
      const id = ((turn++ * 5) % 8) + 1;
      if (path === '/') return page(path, NUMBERS.map((n) => link(`/look?id=${n}`)).join(''));
      return `<title>Pictures</title><h1>A picture</h1><img src=/drawn?id=${query.get('id') ?? id}>
        ${link(`/picture?id=${id}`) + link(`/large?id=${id}`)}`;
    };
  })(),
};

for (const [host, count] of [
  ['shop.test', 1 + 4 * 8 + 3],
  ['pictures.test', 1 + 3 * 8],
] as const)
  test(`a significant parameter stays: ${host}`, async ({ file }) => {
    const addresses = await asked(file, honest, [host], { render: 'http' });
    expect(rows(file, 'select * from traps')).toEqual([]);
    expect(new Set(addresses).size, addresses.join(' ')).toBeGreaterThanOrEqual(count);
    expect(rows(file, "select url from internal_links_view where status <> 'visited'")).toEqual([]);
  });

/** An application whose script shows a text for each route, between links to all routes. */
const application = (path: string, links: readonly string[], show: string) =>
  path !== '/'
    ? undefined
    : `<title>An application</title><body><nav>${links.map(link).join('')}</nav><main></main><script>
        const draw = () => {
          const [route, query = ''] = location.hash.slice(2).split('?');
          document.querySelector('main').textContent = (${show})(route, new URLSearchParams(query));
        };
        addEventListener('hashchange', draw);
        draw();
      </script>`;

const ROUTES = ['guide', 'api', 'plugins', 'themes'];
const applications: Sites = {
  'sections.test': (path) =>
    application(
      path,
      ROUTES.flatMap((route) => [`#/${route}`, ...NUMBERS.map((n) => `#/${route}?id=part-${n}`)]),
      "(route) => 'All that there is to say of the ' + (route || 'start')",
    ),
  // The first page is the list itself, and the last ones are empty.
  'list.test': (path) =>
    application(
      path,
      ['#/list', ...[1, 2, 3, 4].map((n) => `#/list?page=${n}`)],
      "(route, query) => 'A list of ' + route + ['one', 'one', 'two'][query.get('page') ?? 1]",
    ),
  // The requested resource is missing now.
  'broken.test': (path) =>
    application(
      path,
      ['guide', 'api'].flatMap((route) => [`#/${route}`, `#/${route}?item=1`, `#/${route}?item=2`]),
      "() => 'An error has occurred, please come back later'",
    ),
};

test('section anchors of routes are one page, other parameters of routes stay', async ({ file }) => {
  const hosts = Object.keys(applications);
  await asked(file, applications, hosts, { render: 'browser', workers: 3 });
  const ofSections = ROUTES.length * NUMBERS.length - 2;
  expect(rows(file, 'select kind, pattern, links from traps')).toEqual([['section', '/…#…?id=…', ofSections]]);
  const visited = rows(file, "select url from internal_links_view where status = 'visited'").flat();
  expect(visited.filter((url) => !String(url).includes('sections.test'))).toHaveLength(1 + 5 + 1 + 3 * 2);
  expect(visited).toEqual(expect.arrayContaining(ROUTES.map((route) => `http://sections.test/#/${route}`)));
  expect(visited.filter((url) => String(url).includes('sections.test'))).toHaveLength(1 + ROUTES.length + 2);
  expect(brokenInvariants(file)).toEqual({});
});
