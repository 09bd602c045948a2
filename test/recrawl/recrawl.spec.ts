import { expect } from '@playwright/test';
import type { RunningCrawl } from '../../src/crawl/visit-pages.ts';
import { editStore } from '../../src/storage/open.ts';
import { limitSites } from '../../src/storage/sites.ts';
import { siteScope } from '../../src/url/scope.ts';
import { runCrawl } from '../crawl/demo-web.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { ask, crawlFirst, revisitsOf, runRecrawl, test } from './changing-web.ts';

test('three recrawl runs: changes are found, and changing pages come first', async ({ changingWeb, file }) => {
  const browser = { render: 'browser' } as const;
  const { pages } = await crawlFirst(file, changingWeb, ['music', 'hist'], browser);

  changingWeb.clock.day = 1;
  const first = await runRecrawl(file, changingWeb, { pageLimit: 2 * pages }, {}, browser);
  expect(first).toMatchObject({ recrawlRun: 1, rule: 'fresh', stopped: 'done', revisits: pages, unreachable: 0 });
  const found = revisitsOf(file, 1);
  const changeOf = { lively: 'changed', moves: 'moved', goes: 'gone', returns: 'gone' } as const;
  for (const [fate, change] of Object.entries(changeOf)) {
    const checks = found.filter((check) => check.fate === fate);
    expect(checks.length, fate).toBeGreaterThan(0);
    expect(new Set(checks.map((check) => check.change)), fate).toEqual(new Set([change]));
  }
  const still = found.filter(({ host, path, fate }) => host === 'music.uni.test' && path !== '/' && fate === 'static');
  expect(new Set(still.map(({ change }) => change))).toEqual(new Set(['unchanged']));
  const news = "select count(*) as n from visits v join internal_links l on l.id = v.page where l.url like '/news-of%'";
  expect(ask(file, news), 'each portal has news, which are visited in the same run').toEqual([{ n: 2 }]);
  expect(brokenInvariants(file)).toEqual({});

  for (const day of [2, 3]) {
    changingWeb.clock.day = day;
    const lively = found.filter(({ host, fate }) => host === 'music.uni.test' && fate === 'lively');
    const summary = await runRecrawl(file, changingWeb, { pageLimit: 20 });
    expect(summary).toMatchObject({ recrawlRun: day, stopped: 'page-limit' });
    // A visit of a new link without a page is charged, and is not a new page.
    const failed = `select count(*) as n from visits v join runs r on r.id = v.run where r.recrawl_run = ${day} and v.outcome <> 'page'`;
    expect(summary.revisits + summary.newPages + Number(ask(file, failed)[0]?.n)).toBe(20);
    const checked = revisitsOf(file, day).filter(({ host }) => host === 'music.uni.test');
    expect(checked.filter(({ fate }) => fate === 'lively').length, 'all that change every day').toBe(lively.length);
    expect(brokenInvariants(file)).toEqual({});
  }
});

test('lost links are marked with their recrawl run, and links and pages return', async ({ changingWeb, file }) => {
  await crawlFirst(file, changingWeb, ['hist']);
  const before = ask(file, 'select count(*) as links from external_links')[0]?.links;
  const events = (event: string) =>
    ask(file, 'select link, at from link_events where kind = 1 and event = ?', event).map(({ at }) => Number(at));
  const begun: number[] = [];
  for (const day of [1, 2]) {
    changingWeb.clock.day = day;
    begun.push(Date.now());
    const summary = await runRecrawl(file, changingWeb, { pageLimit: 200, rule: 'uniform' });
    expect(summary).toMatchObject({ recrawlRun: day, rule: 'uniform', stopped: 'done' });
    expect(brokenInvariants(file)).toEqual({});
  }
  const [first = 0, second = 0] = begun;
  // On day 1 pages are gone with their links, on day 2 some return, and other pages lose a link each.
  expect(revisitsOf(file, 2).filter(({ change }) => change === 'back').length).toBeGreaterThan(0);
  expect(events('removed').filter((at) => at >= first && at < second).length).toBeGreaterThan(0);
  expect(events('removed').filter((at) => at >= second).length).toBeGreaterThan(0);
  expect(events('returned').length).toBeGreaterThan(0);
  expect(Math.min(...events('returned'))).toBeGreaterThanOrEqual(second);
  expect(ask(file, 'select count(*) as links from external_links')[0]?.links, 'none is forgotten').toBe(
    Number(before) + 2,
  );
});

test('a recrawl run that is interrupted revisits the same pages as an uninterrupted one, each once', async ({
  changingWeb,
  folder,
}) => {
  const { copyFileSync } = await import('node:fs');
  const [whole, cut] = [`${folder}/whole.sqlite`, `${folder}/cut.sqlite`];
  await crawlFirst(whole, changingWeb, ['music']);
  copyFileSync(whole, cut);
  changingWeb.clock.day = 1;
  const asked = { pageLimit: 12, newShare: 0, rule: 'fresh' };
  const one = await runRecrawl(whole, changingWeb, asked);
  let running: RunningCrawl | undefined;
  let completed = 0;
  const events = {
    started: (crawl: RunningCrawl) => {
      running = crawl;
    },
    completed: () => {
      if (++completed === 4) running?.stop();
    },
  };
  const interrupted = await runRecrawl(cut, changingWeb, asked, events);
  expect(interrupted).toMatchObject({ stopped: 'interrupted', recrawlRun: 1 });
  expect(interrupted.revisits).toBeLessThan(12);
  const rest = await runRecrawl(cut, changingWeb, asked);
  const pagesOf = (file: string) =>
    revisitsOf(file, 1)
      .map(({ page }) => Number(page))
      .sort((a, b) => a - b);
  expect(pagesOf(cut)).toEqual(pagesOf(whole));
  expect(rest).toMatchObject({
    recrawlRun: 1,
    stopped: 'page-limit',
    revisits: 12,
    changed: one.changed,
    harvest: one.harvest,
  });
  const left = 'select left_pool from recrawl_runs';
  expect(ask(cut, left)).toEqual(ask(whole, left));
});

test('servers get conditional requests once they answer these correctly; a lying one does not', async ({
  changingWeb,
  file,
}) => {
  await crawlFirst(file, changingWeb, ['music', 'math']);
  for (const day of [1, 2, 3]) {
    changingWeb.clock.day = day;
    const summary = await runRecrawl(file, changingWeb, { pageLimit: 400, rule: 'uniform' });
    expect(summary).toMatchObject({ stopped: 'done', unreachable: 0 });
    expect(brokenInvariants(file)).toEqual({});
    if (day === 1) expect(summary.notModified).toBe(0);
  }
  const checks = revisitsOf(file, 3);
  const told = checks.filter(({ way }) => way === 'conditional');
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told.map(({ host }) => host))).toEqual(new Set(['music.uni.test']));
  for (const host of ['music.uni.test', 'math.uni.test']) {
    const lively = checks.filter((check) => check.host === host && check.fate === 'lively');
    expect(lively.length, host).toBeGreaterThan(0);
    expect(new Set(lively.map(({ change }) => change)), host).toEqual(new Set(['changed']));
  }
});

test('pages outside a scope narrowed since are not revisited', async ({ changingWeb, file }) => {
  const isRead = "from visits v join internal_links l on l.id = v.page where v.outcome = 'page'";
  const whole = `${file}.whole`;
  await crawlFirst(whole, changingWeb, ['music']);
  const [deep] = ask(whole, `select l.url ${isRead} and l.url like '/%/%' order by l.url`);
  const path = String(deep?.url);
  const start = `http://music.uni.test${path}`;
  const sites = changingWeb.sites('music').map((site) => ({ ...site, url: start }));
  await runCrawl(file, sites, changingWeb.server, { render: 'http', workers: 3 });
  const isInside = siteScope(new URL(start), 'prefix');
  const read = () => ask(file, `select l.url ${isRead}`);
  const isOutside = (url: unknown) => !isInside(new URL(String(url), start));
  const before = read();
  expect(before.filter(({ url }) => isOutside(url)).length).toBeGreaterThan(0);
  expect(await editStore(file, (store) => limitSites(store, [1], { scope: 'prefix' }, Date.now()))).toBe(1);
  const summary = await runRecrawl(file, changingWeb, { pageLimit: 100, newShare: 0.5 });
  expect(summary.revisits).toBeGreaterThan(0);
  expect(revisitsOf(file, 1).filter((check) => isOutside(check.path))).toEqual([]);
  const anew = read().slice(before.length);
  expect(anew.filter(({ url }) => isOutside(url))).toEqual([]);
  expect(brokenInvariants(file)).toEqual({});
});
