import { expect } from '@playwright/test';
import type { RunningCrawl } from '../../src/crawl/visit-pages.ts';
import { editStore } from '../../src/storage/open.ts';
import { limitSites } from '../../src/storage/sites.ts';
import { siteScope } from '../../src/url/scope.ts';
import { runCrawl } from '../crawl/demo-web.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { ask, crawlFirst, revisitsOf, runNight, test } from './night-web.ts';

test('three nights: what changed is found, and the pages that change come first', async ({ nightWeb, file }) => {
  const browser = { render: 'browser' } as const;
  const { pages } = await crawlFirst(file, nightWeb, ['music', 'hist'], browser);

  nightWeb.clock.night = 1;
  const first = await runNight(file, nightWeb, { pageLimit: 2 * pages }, {}, browser);
  expect(first).toMatchObject({ night: 1, rule: 'fresh', stopped: 'done', checks: pages, unreachable: 0 });
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
  expect(ask(file, news), 'each portal has news, which are visited in the same night').toEqual([{ n: 2 }]);
  expect(brokenInvariants(file)).toEqual({});

  for (const night of [2, 3]) {
    nightWeb.clock.night = night;
    const lively = found.filter(({ host, fate }) => host === 'music.uni.test' && fate === 'lively');
    const summary = await runNight(file, nightWeb, { pageLimit: 20 });
    expect(summary).toMatchObject({ night, stopped: 'page-limit' });
    // A visit of a new link that brings no page is charged, and is no new page.
    const failed = `select count(*) as n from visits v join runs r on r.id = v.run where r.night = ${night} and v.outcome <> 'page'`;
    expect(summary.checks + summary.newPages + Number(ask(file, failed)[0]?.n)).toBe(20);
    const checked = revisitsOf(file, night).filter(({ host }) => host === 'music.uni.test');
    expect(checked.filter(({ fate }) => fate === 'lively').length, 'all that change every night').toBe(lively.length);
    expect(brokenInvariants(file)).toEqual({});
  }
});

test('links that go are marked with their night, and links and pages come back', async ({ nightWeb, file }) => {
  await crawlFirst(file, nightWeb, ['hist']);
  const before = ask(file, 'select count(*) as links from external_links')[0]?.links;
  const events = (event: string) =>
    ask(file, 'select link, at from link_events where kind = 1 and event = ?', event).map(({ at }) => Number(at));
  const begun: number[] = [];
  for (const night of [1, 2]) {
    nightWeb.clock.night = night;
    begun.push(Date.now());
    const summary = await runNight(file, nightWeb, { pageLimit: 200, rule: 'uniform' });
    expect(summary).toMatchObject({ night, rule: 'uniform', stopped: 'done' });
    expect(brokenInvariants(file)).toEqual({});
  }
  const [first = 0, second = 0] = begun;
  // In night 1 pages are gone with their links, in night 2 some are back, and other pages lose a link each.
  expect(revisitsOf(file, 2).filter(({ change }) => change === 'back').length).toBeGreaterThan(0);
  expect(events('removed').filter((at) => at >= first && at < second).length).toBeGreaterThan(0);
  expect(events('removed').filter((at) => at >= second).length).toBeGreaterThan(0);
  expect(events('returned').length).toBeGreaterThan(0);
  expect(Math.min(...events('returned'))).toBeGreaterThanOrEqual(second);
  expect(ask(file, 'select count(*) as links from external_links')[0]?.links, 'none is forgotten').toBe(
    Number(before) + 2,
  );
});

test('a night that is stopped and continues checks what an uninterrupted one does, each page once', async ({
  nightWeb,
  folder,
}) => {
  const { copyFileSync } = await import('node:fs');
  const [whole, cut] = [`${folder}/whole.sqlite`, `${folder}/cut.sqlite`];
  await crawlFirst(whole, nightWeb, ['music']);
  copyFileSync(whole, cut);
  nightWeb.clock.night = 1;
  const night = { pageLimit: 12, newShare: 0, rule: 'fresh' };
  const one = await runNight(whole, nightWeb, night);
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
  const interrupted = await runNight(cut, nightWeb, night, events);
  expect(interrupted).toMatchObject({ stopped: 'interrupted', night: 1 });
  expect(interrupted.checks).toBeLessThan(12);
  const rest = await runNight(cut, nightWeb, night);
  const pagesOf = (file: string) =>
    revisitsOf(file, 1)
      .map(({ page }) => Number(page))
      .sort((a, b) => a - b);
  expect(pagesOf(cut)).toEqual(pagesOf(whole));
  expect(rest).toMatchObject({
    night: 1,
    stopped: 'page-limit',
    checks: 12,
    changed: one.changed,
    harvest: one.harvest,
  });
  const left = 'select left_pool from nights';
  expect(ask(cut, left)).toEqual(ask(whole, left));
});

test('servers are asked whether pages changed once they have shown that they tell; one that lies is not', async ({
  nightWeb,
  file,
}) => {
  await crawlFirst(file, nightWeb, ['music', 'math']);
  for (const night of [1, 2, 3]) {
    nightWeb.clock.night = night;
    const summary = await runNight(file, nightWeb, { pageLimit: 400, rule: 'uniform' });
    expect(summary).toMatchObject({ stopped: 'done', unreachable: 0 });
    expect(brokenInvariants(file)).toEqual({});
    if (night === 1) expect(summary.notModified).toBe(0);
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

test('pages outside a scope that was narrowed since they were read are not checked', async ({ nightWeb, file }) => {
  const isRead = "from visits v join internal_links l on l.id = v.page where v.outcome = 'page'";
  const whole = `${file}.whole`;
  await crawlFirst(whole, nightWeb, ['music']);
  const [deep] = ask(whole, `select l.url ${isRead} and l.url like '/%/%' order by l.url`);
  const path = String(deep?.url);
  const start = `http://music.uni.test${path}`;
  const sites = nightWeb.sites('music').map((site) => ({ ...site, url: start }));
  await runCrawl(file, sites, nightWeb.server, { render: 'http', workers: 3 });
  const isInside = siteScope(new URL(start), 'prefix');
  const read = () => ask(file, `select l.url ${isRead}`);
  const isOutside = (url: unknown) => !isInside(new URL(String(url), start));
  const before = read();
  expect(before.filter(({ url }) => isOutside(url)).length).toBeGreaterThan(0);
  expect(await editStore(file, (store) => limitSites(store, [1], { scope: 'prefix' }, Date.now()))).toBe(1);
  const summary = await runNight(file, nightWeb, { pageLimit: 100, newShare: 0.5 });
  expect(summary.checks).toBeGreaterThan(0);
  expect(revisitsOf(file, 1).filter((check) => isOutside(check.path))).toEqual([]);
  const anew = read().slice(before.length);
  expect(anew.filter(({ url }) => isOutside(url))).toEqual([]);
  expect(brokenInvariants(file)).toEqual({});
});
