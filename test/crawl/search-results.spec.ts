import { expect } from '@playwright/test';
import { z } from 'zod';
import { searchAddress } from '../../src/crawl/search-results.ts';
import { serveDemo } from '../../src/demo/server.ts';
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

test('the first results of a search that scripts write are where a crawl begins', async ({ web, file }) => {
  const { host } = web.portal('math');
  const search = { template: `http://${host}/search?q={query}`, query: 'topology', results: 4 };
  const start = newSite(searchAddress(search.template, search.query));
  await runCrawl(file, [start], web.server, { searches: [search], pageLimit: 3 });
  const { found, anchors, visits } = await known(file);
  expect(found).toHaveLength(4);
  expect(anchors.filter((anchor) => !/topology/i.test(anchor))).toEqual([]);
  expect(visits).toEqual([start.url, ...found.slice(0, 2)]);
});

test('results elsewhere are followed to their sites; a search that answers nothing with an error has a menu', async ({
  file,
}) => {
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
