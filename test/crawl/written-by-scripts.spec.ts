import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { newSite } from '../frontier/world.ts';
import { html, script, site } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

const application = site('app.test', {
  '/': html('<div id=app></div><noscript>This page needs JavaScript.</noscript><script src=/app.js></script>'),
  '/app.js': script(`app.innerHTML = '<a href="/p/1">one</a>'`),
  '/p/1': html('<div id=app></div><script src=/app.js></script>'),
});
const document = site('text.test', {
  '/': html('<script src=/track.js></script><a href=/p/1>one</a><p id=note></p>'),
  '/p/1': html(`<div id=ads></div><script src=/track.js></script><p>${'Words of a page. '.repeat(30)}`),
});

test('a site that needs scripts is reported once where they are not run', async ({ file }) => {
  const portals = [application, document];
  const server = await serveDemo({ portals });
  const sites = portals.map(({ start, host }) => newSite(start, { shortName: host }));
  const plain = await runCrawl(file, sites, server, { render: 'http' });
  expect(plain.sites.map(({ site: name, pages, writtenByScripts }) => [name, pages, writtenByScripts])).toEqual([
    ['app.test', 1, true],
    ['text.test', 2, false],
  ]);
  const seen = await runCrawl(`${file}-seen.sqlite`, sites, server, { render: 'browser' });
  expect(seen.sites.map(({ pages, writtenByScripts }) => [pages, writtenByScripts])).toEqual([
    [2, false],
    [2, false],
  ]);
  await server.close();
});
