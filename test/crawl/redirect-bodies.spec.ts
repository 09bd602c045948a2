import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { serveDemo } from '../../src/demo/server.ts';
import { renderings } from '../../src/domain/page.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { html, redirect, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

/** A redirect whose body has other links next to that to its target. */
const withBody = (to: string, ...links: readonly string[]) => ({
  status: 302,
  headers: { location: to, 'content-type': 'text/html' },
  body: `Moved <a href="${to}">here</a>. ${links.map((link) => `<a href=${link}>l</a>`).join(' ')}`,
});

const portal = site('moved.test', {
  '/': html('<a href=/read>r</a><a href=/again>a</a><a href=/out>o</a><a href=/chain>c</a><a href=/to-file>f</a>'),
  '/read': html('read <a href=/>up</a>'),
  '/again': withBody('/read', '/of-again', 'http://first.test/of-again'),
  '/out': withBody('http://other.test/', '/of-out', 'http://first.test/of-out', '/out'),
  '/chain': withBody('/step', '/of-chain'),
  '/step': redirect('http://other.test/back'),
  '/to-file': withBody('http://other.test/archive.zip', '/of-file'),
  '/of-again': html('<a href=/read>r</a>'),
  '/of-out': html('<a href=/read>r</a>'),
  '/of-chain': html('<a href=/read>r</a>'),
  '/of-file': html('<a href=/read>r</a>'),
});

const other = site('other.test', {
  '/': html('<a href=http://moved.test/of-other>not of the site</a>'),
  '/back': withBody('/', 'http://moved.test/of-back'),
  '/archive.zip': typed('application/zip', 'PK'),
});

const found = z.array(z.object({ page: z.string(), link: z.string() }));

for (const render of renderings) {
  test(`links in a redirect's body are relative to the requested address, wherever it leads: ${render}`, async ({
    file,
  }) => {
    const server = await serveDemo({ portals: [portal, other] });
    const summary = await runCrawl(file, [newSite(portal.start)], server, { render, workers: 1 });
    await server.close();
    expect(summary).toMatchObject({ stopped: 'done', pages: 6 });
    const db = new Database(file, { readonly: true });
    const edges = found.parse(
      db
        .prepare(`select p.url as page, l.url as link from page_links e join internal_links_view p on p.id = e.source
          join internal_links_view l on l.id = e.target where e.kind = 0
        union select p.url, l.url from page_links e join internal_links_view p on p.id = e.source
          join external_links l on l.id = e.target where e.kind = 1`)
        .all(),
    );
    db.close();
    const of = (path: string) =>
      edges.filter(({ page }) => page === `http://moved.test/${path}`).map(({ link }) => link.replace('http://', ''));
    expect(of('again').sort()).toEqual(['first.test/of-again', 'moved.test/of-again']);
    expect(of('out').sort()).toEqual(['first.test/of-out', 'moved.test/of-out', 'other.test/']);
    expect(of('chain').sort()).toEqual(['moved.test/of-chain', 'other.test/']);
    expect(of('to-file').sort()).toEqual(['moved.test/of-file', 'other.test/archive.zip']);
    expect(edges.filter(({ link }) => /of-other|of-back|step/.test(link))).toEqual([]);
    expect(brokenInvariants(file)).toEqual({});
  });
}
