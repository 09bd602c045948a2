import { expect } from '@playwright/test';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import type { Answer } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { runCrawl } from '../crawl/demo-web.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite, test } from '../frontier/world.ts';
import { site } from '../site/site.ts';
import { ask, plainRecrawl } from './changing-web.ts';

const paths = Array.from({ length: 6 }, (_, n) => `/p${n}`);
const menu = '<nav><a href=/>Home</a><a href=/p0>The department and its people</a></nav>';
const pageOf = (path: string) =>
  `${menu}<p>What is said on ${path}, and nowhere else.</p><a href=http://ext.test${path}>out</a>`;

const start = `${menu}${paths.map((path) => `<a href=${path}>x</a>`).join('')}<p>The start.</p>`;

/** State of a page at a request of a recrawl run; undefined: as it was crawled. */
type Shown = (path: string, asked: number) => string | undefined;

/** Crawls a site, and revisits it in runs with other pages. */
async function recrawlRuns(file: string, render: 'http' | 'browser', shows: readonly Shown[]) {
  let now: Shown | undefined;
  let asked = 0;
  const shown = (path: string, body: string) => (): Answer => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: now?.(path, asked++) ?? body,
  });
  const portal = site('uni.test', {
    '/robots.txt': { status: 404, headers: {}, body: '' },
    '/': shown('/', start),
    ...Object.fromEntries(paths.map((path) => [path, shown(path, pageOf(path))])),
  });
  const server = await serveDemo({ portals: [portal] });
  await runCrawl(file, [newSite(portal.start)], server, { render, delay: 0 });
  const summaries = [];
  for (const run of shows) {
    now = run;
    asked = 0;
    const { workers: _, ...plain } = plainCrawl;
    const options = { ...plain, capture: 'passive,-time,-scroll', hostRules: server.hostRules, db: file } as const;
    const budget = { ...plainRecrawl, pageLimit: 20 };
    const summary = await recrawl({ ...options, render, workers: 2, delay: 0, recrawl: budget }, {}, Date.now);
    const removed = ask(file, "select count(*) as n from link_events where event = 'removed'")[0]?.n;
    summaries.push({ ...summary, removed: Number(removed) });
  }
  await server.close();
  expect(brokenInvariants(file)).toEqual({});
  return summaries;
}

const closed = () => '<title>Down</title><h1>Back at 06:00</h1>';
const asItWas = () => undefined;

for (const render of ['http', 'browser'] as const)
  test(`a run during maintenance removes nothing, a second one in a row does: ${render}`, async ({ file }) => {
    const [first, well, again, second] = await recrawlRuns(file, render, [closed, asItWas, closed, closed]);
    expect(first).toMatchObject({ doubted: 7, changed: 0, removed: 0 });
    expect(well).toMatchObject({ unchanged: 7, removed: 0, returnedLinks: 0 });
    expect(again).toMatchObject({ doubted: 7, removed: 0 });
    expect(second).toMatchObject({ doubted: 0, changed: 7 });
    expect(second?.removed).toBeGreaterThanOrEqual(6);
  });

const kinds: Readonly<Record<string, Shown>> = {
  'has the menu of the site': (path) => (path === '/' ? undefined : `${menu}<p>We are back soon.</p>`),
  'tells the time': (_, asked) => `<p>Back soon. It is 05:${10 + asked}, request ${asked}.</p>`,
  'is empty': (path) => (path === '/' ? undefined : ''),
  'comes in the middle of the run': (_, asked) => (asked < 3 ? undefined : closed()),
};
test('one run removes nothing, whatever its text', async ({ folder }) => {
  for (const [kind, shown] of Object.entries(kinds)) {
    const [run] = await recrawlRuns(`${folder}/${kind}.sqlite`, 'http', [shown]);
    expect(run?.removed, kind).toBe(0);
    expect(run?.doubted, kind).toBeGreaterThan(2);
  }
});

test('a self-changing page is updated at once, an empty one in another run', async ({ file }) => {
  const shown: Shown = (path) => ({ '/p1': '<p>All new.</p><a href=/nowhere>x</a>', '/p2': '' })[path];
  const [first, second] = await recrawlRuns(file, 'http', [shown, shown]);
  // The new link without a page is not a new page.
  expect(first).toMatchObject({ changed: 1, doubted: 1, removed: 1, newPages: 0 });
  expect(second).toMatchObject({ changed: 1, doubted: 0, removed: 2 });
});
