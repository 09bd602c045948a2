import { expect } from '@playwright/test';
import { z } from 'zod';
import { searchAddress, withResultsOnly } from '../../src/crawl/site-search.ts';
import { serveDemo } from '../../src/demo/server.ts';
import type { FoundLink } from '../../src/domain/link.ts';
import type { Captured } from '../../src/domain/page.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { newSite } from '../frontier/world.ts';
import { html, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

/** Internal links by level, and addresses in the order of their visits. */
async function known(file: string) {
  const store = await openStoreToRead(file);
  const list = (query: string) => z.array(z.string()).parse(store.connection.prepare(query).pluck().all());
  const found = list('select url from internal_links_view where level = 1 order by id');
  const anchors = list('select anchor from internal_links_view where level = 1 order by id');
  const visits = list('select l.url from visits v join internal_links_view l on l.id = v.link order by v.id');
  await store.close();
  return { found, anchors, visits };
}

test('a crawl starts from the first results of a scripted search', async ({ web, file }) => {
  const { host } = web.portal('math');
  const search = { template: `http://${host}/search?q={query}`, query: 'topology', results: 4 };
  const start = newSite(searchAddress(search.template, search.query));
  await runCrawl(file, [start], web.server, { searches: [search], pageLimit: 3 });
  const { found, anchors, visits } = await known(file);
  expect(found).toHaveLength(4);
  expect(anchors.filter((anchor) => !/topology/i.test(anchor))).toEqual([]);
  expect(visits).toEqual([start.url, ...found.slice(0, 2)]);
});

test('results on other sites are followed there; an empty or failing search starts from its menu', async ({ file }) => {
  const menu = '<a href="/">Home</a> <a href="/help">Help</a> ';
  const results =
    '<a href="http://a.test/x#top">A</a> <a href="http://a.test/x">again</a> <a href="http://b.test/">B</a>';
  const engine =
    (nothing: ReturnType<typeof html>) =>
    ({ path }: { readonly path: string }) =>
      path.includes('graph%20theory') ? html(`${menu}${results} <a href="/s?q=graph%20theory&p=2">next</a>`) : nothing;
  const pages = { '/x': html(''), '/': html('') };
  const others = [site('a.test', pages), site('b.test', pages)];
  const crawled = async (name: string, nothing: ReturnType<typeof html>) => {
    const server = await serveDemo({ portals: [site('find.test', { '/s': engine(nothing), ...pages }), ...others] });
    const search = { template: 'http://find.test/s?q={query}', query: 'graph theory', results: 3 };
    const start = newSite(searchAddress(search.template, search.query));
    await runCrawl(name, [start], server, { searches: [search], follow: 'web', render: 'http', delay: 20 });
    await server.close();
    return (await known(name)).found;
  };
  expect(await crawled(file, html(menu))).toEqual(['http://a.test/x', 'http://b.test/']);
  const failing = { ...typed('text/html', 'Nothing'), status: 404 };
  expect(await crawled(`${file}-2`, failing)).toEqual([
    'http://find.test/',
    'http://find.test/help',
    'http://a.test/x',
  ]);
});

for (const [where, template, links, taken] of [
  [
    'parameter',
    'http://a.test/?s={query}',
    ['/?p=1', '/?s=graph&page=2', '/#/item', '/#top'],
    ['/?p=1', '/#/item', '/'],
  ],
  ['path', 'http://a.test/find/{query}', ['/find/graph/2', '/found', '/find/other'], ['/found', '/find/other']],
] as const)
  test(`words in the ${where}: links back to the search are not results`, async () => {
    const page = (url: string, hrefs: readonly string[]): Captured => ({
      ...{
        kind: 'page',
        url,
        httpStatus: 200,
        contentType: 'text/html',
        title: '',
        canonical: undefined,
        nofollow: [],
      },
      ...{ text: [], asksPassword: false, limits: [], askedAt: 0, links: hrefs.map(foundLink) },
    });
    const search = { template, query: 'graph', results: 10 };
    const read = async (url: string) => page(url, []);
    const { links: found } = await withResultsOnly(page(searchAddress(template, 'graph'), links), search, read);
    expect(found.map(({ raw }) => raw.replace('/#top', '/'))).toEqual(taken);
  });

const foundLink = (raw: string): FoundLink => ({
  ...{ raw, url: undefined, role: 'link', method: 'GET', anchor: '', context: '', rel: '', element: 'a', tagPath: '' },
  ...{ frame: '', technique: 'dom' },
});
