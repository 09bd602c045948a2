import { expect } from '@playwright/test';
import { deleteLinks } from '../../src/storage/lists/link-edits.ts';
import { siteGraph } from '../../src/storage/reports/graphs.ts';
import { crawlAll, newSite, open, test } from '../frontier/world.ts';

test('sites and their link targets: hosts or domains, those of the crawl as its sites, by weight', async ({ file }) => {
  const { frontier, store } = await open(file);
  const sites = ['http://a.test/', 'http://b.test/'].map((url) => newSite(url, { shortName: new URL(url).hostname }));
  await frontier.addSites(sites, 0);
  const x = ['http://www.x.org/1', 'http://www.x.org/2', 'http://y.x.org/3'];
  await crawlAll(frontier, {
    'http://a.test/': [...x, 'http://b.test/', 'http://gone.org/', 'http://lone.org/'],
    'http://b.test/': ['http://www.x.org/1'],
  });
  await deleteLinks(store, 'external', { domain: 'gone.org' }, 1);
  const drawn = (by: 'host' | 'domain', most = 100) => {
    const { nodes, edges, ...all } = siteGraph(store, { by, most });
    const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name;
    return {
      nodes: nodes.map(({ name, kind, sites, linksTo, linksFrom }) => [name, kind, sites, linksTo, linksFrom]),
      edges: edges.map(({ from, to, links }) => [nameOf(from), nameOf(to), links]),
      ...all,
    };
  };
  expect(drawn('domain')).toEqual({
    nodes: [
      ['b.test', 'site', 1, 1, 1],
      ['a.test', 'site', 0, 0, 5],
      ['x.org', 'outside', 2, 4, 0],
      ['lone.org', 'outside', 1, 1, 0],
    ],
    edges: [
      ['a.test', 'x.org', 3],
      ['a.test', 'lone.org', 1],
      ['a.test', 'b.test', 1],
      ['b.test', 'x.org', 1],
    ],
    ...{ allNodes: 4, allEdges: 4 },
  });
  expect(drawn('host').nodes.map(([name]) => name)).toEqual([
    ...['b.test', 'a.test', 'www.x.org', 'lone.org', 'y.x.org'],
  ]);
  expect(drawn('domain', 3)).toMatchObject({ allNodes: 4, allEdges: 4, edges: { length: 3 } });
  await store.close();
});
