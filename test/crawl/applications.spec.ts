import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { serveDemo } from '../../src/demo/server.ts';
import { newSite } from '../frontier/world.ts';
import { facultyApplications } from '../site/faculty-applications.ts';
import { runCrawl, test } from './demo-web.ts';

/** Applications with routes. */
const routed = facultyApplications.filter(({ portal }) => /^(?:hash|history)-app/.test(portal.host));

const visited = z.array(z.object({ url: z.string(), level: z.number() }));
const edges = z.array(z.object({ page: z.string(), link: z.string() }));

function read(file: string) {
  const db = new Database(file, { readonly: true });
  const levels = db.prepare(
    `select distinct l.url, l.level from visits v join internal_links_view l on l.id = v.page where l.url not like '%/#/'`,
  );
  const found = db.prepare(`
    select p.url as page, l.url as link from page_links e
      join internal_links_view p on p.id = e.source join internal_links_view l on l.id = e.target where e.kind = 0
    union select p.url, l.url from page_links e
      join internal_links_view p on p.id = e.source join external_links l on l.id = e.target where e.kind = 1`);
  const result = { pages: visited.parse(levels.all()), edges: edges.parse(found.all()) };
  db.close();
  return result;
}

/** Distance of each from the first page. */
function levelsOf(links: ReadonlyMap<string, readonly string[]>, start: string): ReadonlyMap<string, number> {
  const levels = new Map([[start, 0]]);
  // Grows while it is read.
  for (const [page, level] of levels) {
    for (const link of links.get(page) ?? []) if (links.has(link) && !levels.has(link)) levels.set(link, level + 1);
  }
  return levels;
}

/** `#/` is the start page, drawn again. */
const plain = (url: string): string => url.replace(/\/#\/$/, '/');

test('routes of applications are pages: each at its breadth-first level, with only its own links', async ({ file }) => {
  const server = await serveDemo({ portals: routed.map(({ portal }) => portal) });
  const sites = routed.map(({ portal }) => newSite(portal.start, { shortName: portal.host }));
  await runCrawl(file, sites, server, { capture: 'active', workers: 2 });
  await server.close();
  const { pages, edges } = read(file);
  for (const { portal, links } of routed) {
    const own = pages.filter(({ url }) => new URL(url).host === portal.host);
    expect(new Map(own.map(({ url, level }) => [url, level]))).toEqual(levelsOf(links, portal.start));
    const there = new Set([...links].flatMap(([page, all]) => all.map((link) => `${page} ${plain(link)}`)));
    const stored = new Set(
      edges
        .filter(({ page }) => new URL(page).host === portal.host)
        .map(({ page, link }) => `${plain(page)} ${plain(link)}`),
    );
    expect([...stored].filter((edge) => !there.has(edge))).toEqual([]);
    const isToItself = (edge: string) => edge.split(' ')[0] === edge.split(' ')[1];
    expect([...there].filter((edge) => !stored.has(edge) && !isToItself(edge))).toEqual([]);
  }
});
