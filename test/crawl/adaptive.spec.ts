import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Portal } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { newSite } from '../frontier/world.ts';
import { html, script, site } from '../site/site.ts';
import { expectTurns } from '../site/turns.ts';
import { runCrawl, test } from './demo-web.ts';

const PAGES = 40;
/** Number of sites read in the browser throughout. */
const FEW = 15;
/** The page from which on the script of `turning.test` writes links. */
const TURN = 20;

/** A start page, and `/p/0`, `/p/1` …, each of which links to the next and out of the site. */
function portal(
  host: string,
  pages: number,
  make: (page: number) => string,
  others: Parameters<typeof site>[1] = {},
): Portal {
  const whole = site(host, { '/': html('<a href=/p/0>first</a>'), ...others });
  return {
    ...whole,
    answer(request) {
      const page = Number(/^\/p\/(\d+)$/.exec(request.path)?.[1] ?? Number.NaN);
      const next = page + 1 < pages ? `<a href=/p/${page + 1}>next</a>` : '';
      return page < pages ? html(next + make(page)) : whole.answer(request);
    },
  };
}

const out = (page: number): string => `<a href=http://out.test/${page}>out</a>`;

const still = portal('still.test', PAGES, out);
const quiet = portal(
  'quiet.test',
  PAGES,
  (page) => `<script src=/quiet.js></script>${out(page)}<script>count(${page})</script>`,
  { '/quiet.js': script('function count(page) { document.title = "page " + page }') },
);
const scripted = portal('scripted.test', FEW, () => '<p id=links></p><script src=/links.js></script>', {
  '/links.js': script('links.innerHTML = "<a href=http://out.test" + location.pathname + ">out</a>"'),
});
const turning = portal('turning.test', PAGES, () => '<p id=links></p><script src=/links.js></script>', {
  '/links.js': script(
    `const page = Number(location.pathname.slice(3));
       if (page >= ${TURN}) links.innerHTML = "<a href=http://out.test/" + page + ">out</a>"`,
  ),
});
const application = site('app.test', {
  '/': html('<div id=app></div><script src=/app.js></script>'),
  '/app.js': script(`
    const page = Number(location.pathname.slice(3) || -1);
    app.innerHTML = page < 9 ? "<a href=/p/" + (page + 1) + ">next</a>" : "";`),
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, page) => [`/p/${page}`, html('<div id=app></div><script src=/app.js></script>')]),
  ),
});
const few = portal('few.test', FEW, out);
/** Answers plain requests with an error. */
const refusing: Portal = {
  ...few,
  ...{ host: 'refusing.test', start: 'http://refusing.test/' },
  answer: (request) =>
    /compatible; Forager/.test(request.headers['user-agent'] ?? '') && request.path !== '/robots.txt'
      ? { ...html('no'), status: 403 }
      : few.answer(request),
};

const visits = z.array(z.object({ site: z.string(), url: z.string(), rendering: z.string().nullable() }));
const templates = z.array(
  z.object({ site: z.string(), pattern: z.string(), state: z.string(), different: z.number() }),
);

function read(file: string) {
  const db = new Database(file, { readonly: true });
  const visited = db.prepare(`select s.host as site, l.url, v.rendering from visits v
    join seeds s on s.id = v.site join internal_links l on l.id = v.link order by v.id`);
  const learned = db.prepare(`select s.host as site, t.pattern, t.state, t.different from templates t
    join seeds s on s.id = t.site order by t.pattern`);
  const result = { visits: visits.parse(visited.all()), templates: templates.parse(learned.all()) };
  db.close();
  const of = (host: string) => result.visits.filter((visit) => visit.site === host);
  const inBrowser = (host: string) => of(host).filter(({ rendering }) => rendering === 'browser').length;
  return { ...result, of, inBrowser };
}

test('pages are read without a browser only where that finds the same links', async ({ file }) => {
  const portals = [still, quiet, scripted, turning, application, refusing];
  const server = await serveDemo({ portals });
  const sites = portals.map(({ start, host }) => newSite(start, { shortName: host }));
  const details: string[] = [];
  await runCrawl(
    file,
    sites,
    server,
    { render: 'adaptive', sitePageLimit: 30 },
    { detail: (line) => details.push(line) },
  );
  const before = read(file);
  expect(before.inBrowser('still.test')).toBeLessThan(10);
  expect(before.inBrowser('quiet.test')).toBeLessThan(18);
  expect(before.inBrowser('app.test')).toBe(before.of('app.test').length);
  expect(details).toContain(
    'http://still.test/: read both ways; still.test/ of shape static is learning (1 in a row the same, 0 different)',
  );

  const summary = await runCrawl(file, [], server, { render: 'adaptive' });
  await server.close();
  const { templates, of, inBrowser } = read(file);

  // Every link that a browser sees on every page, except those of pages that change unnoticed.
  const links = Object.fromEntries(
    summary.sites.map((one) => [one.site, { pages: one.pages, external: one.external }]),
  );
  for (const host of ['still.test', 'quiet.test'])
    expect(links[host], host).toEqual({ pages: PAGES + 1, external: PAGES });
  for (const host of ['scripted.test', 'refusing.test'])
    expect(links[host], host).toEqual({ pages: FEW + 1, external: FEW });
  expect(links['app.test']).toEqual({ pages: 11, external: 0 });

  for (const host of ['still.test', 'quiet.test'])
    expect(inBrowser(host), `${host}: what was learned is not learned anew, and a check counts as read plain`).toBe(
      before.inBrowser(host),
    );
  for (const host of ['scripted.test', 'app.test', 'refusing.test']) {
    expect(inBrowser(host), host).toBe(of(host).length);
  }
  expect(templates.filter((one) => one.site === 'refusing.test')).toEqual([]);
  expect(templates.find((one) => one.pattern === 'scripted.test/p/*')).toMatchObject({ state: 'browser' });
  expect(templates.find((one) => one.pattern === 'quiet.test/p/*')).toMatchObject({ state: 'plain', different: 0 });

  // Once a page read both ways shows that the template has changed, the browser reads it again.
  const turned = of('turning.test').slice(1);
  expect(turned.slice(12, TURN).some(({ rendering }) => rendering === 'http')).toBe(true);
  const caught = turned.findIndex(({ rendering }, page) => page >= TURN && rendering === 'browser');
  expect(caught).toBeGreaterThan(0);
  expect(turned.slice(caught).map(({ rendering }) => rendering)).toEqual(turned.slice(caught).map(() => 'browser'));
  expect(links['turning.test']).toEqual({ pages: PAGES + 1, external: PAGES - caught });

  expect(summary.withoutBrowser).toBe(read(file).visits.filter(({ rendering }) => rendering === 'http').length);
});

test('between the two requests for a page its server has the usual pause between pages', async ({ file }) => {
  const asked: number[] = [];
  const slow: Portal = {
    ...still,
    ...{ host: 'slow.test', start: 'http://slow.test/' },
    answer(request) {
      asked.push(performance.now());
      return still.answer(request);
    },
  };
  const server = await serveDemo({ portals: [slow] });
  let begun = 0;
  const started = () => {
    begun = performance.now();
  };
  const options = { render: 'adaptive', delay: 300, pageLimit: 3 } as const;
  await runCrawl(file, [newSite(slow.start)], server, options, { started });
  await server.close();
  // robots.txt, a sitemap, two pages twice, one once.
  expect(asked).toHaveLength(1 + 1 + 2 + 2 + 1);
  expectTurns(asked, begun, 300);
});
