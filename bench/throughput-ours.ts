import { join } from 'node:path';
import { z } from 'zod';
import { crawl } from '../src/crawl/crawl.ts';
import { plainCrawl } from '../src/crawl/crawl-options.ts';
import { openStoreToRead, type Store } from '../src/storage/open.ts';
import { type ContenderResult, contenderInput, measured } from './contender.ts';
import { readInput } from './contender-input.ts';
import { printLine } from './run-child.ts';

/** Forager's own crawl, as `forager crawl --delay 0` runs it. */
const { hostRules, sites, pages, sitePages, render, workers, strategy, folder } = await readInput(contenderInput);
const db = join(folder, 'crawl.sqlite');
const { value: summary, ...used } = await measured(() =>
  crawl(
    {
      ...plainCrawl,
      db,
      sites: sites.map((url) => ({ name: url, shortName: url, url, kind: 'university', scope: 'host' })),
      choice: { strategy, params: {} },
      pageLimit: pages,
      sitePageLimit: sitePages,
      render,
      workers,
      delay: 0,
      hostRules,
    },
    {},
    Date.now,
  ),
);
const store = await openStoreToRead(db);
printLine({ ...used, pages: summary.pages + summary.failed, withoutBrowser: summary.withoutBrowser, ...stored(store) });
await store.close();

/** Visits and links stored by the crawl. */
function stored({ connection }: Store): Pick<ContenderResult, 'visited' | 'found' | 'external'> {
  const visited = connection
    .prepare('select l.url from visits v join internal_links_view l on l.id = v.link order by v.started_at, v.id')
    .pluck();
  const edges = connection.prepare(`
    select p.url as page, l.url as link from page_links e
      join internal_links_view p on p.id = e.source join internal_links_view l on l.id = e.target where e.kind = 0
    union all select p.url, l.url from page_links e
      join internal_links_view p on p.id = e.source join external_links l on l.id = e.target where e.kind = 1
    union all select p.url, p.url from visits v join internal_links_view p on p.id = v.page`);
  const links = new Map<string, string[]>();
  for (const { page, link } of z.array(z.object({ page: z.string(), link: z.string() })).parse(edges.all())) {
    links.set(page, [...(links.get(page) ?? []), link]);
  }
  const external = connection.prepare('select count(*) from external_links').pluck();
  return {
    external: z.number().parse(external.get()),
    visited: z.array(z.string()).parse(visited.all()),
    found: [...links].map(([page, all]) => ({ page, links: all })),
  };
}
