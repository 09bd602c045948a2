import { expect } from '@playwright/test';
import { distinctLinks } from '../../src/crawl/distinct-links.ts';
import { NO_TEXTS } from '../../src/domain/link.ts';
import type { VisitResult } from '../../src/frontier/frontier.ts';
import { failedVisit } from '../../src/frontier/retries.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import { type ChangeFilter, lastRun, listChanges } from '../../src/storage/lists/history.ts';
import type { Store } from '../../src/storage/open.ts';
import { checkOf, claimOf, FOLDED, newSite, open, page, revisit, test } from '../frontier/world.ts';

const A = 'http://a.test/';
const DAY = 86_400_000;
const GONE: VisitResult = { ...failedVisit('HTTP 404'), httpStatus: 404 };

/** A crawl at 1 whose pages have these texts; links get their ids in the home page's order. */
async function crawled(file: string, texts: Readonly<Record<string, string>>, home: readonly string[]) {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A, { shortName: 'A' })], 0);
  await visitAll(frontier, { '/': 'home', ...texts }, home, 1);
  return { frontier, store };
}

async function visitAll(
  frontier: TableFrontier,
  texts: Readonly<Record<string, string>>,
  home: readonly string[],
  now: number,
) {
  for (let claim = await claimOf(frontier, now); claim; claim = await claimOf(frontier, now)) {
    const { pathname } = new URL(claim.url);
    const result = page(claim, pathname === '/' ? home : []);
    await frontier.completeVisit(claim, { ...result, text: [texts[pathname] ?? pathname] }, now);
  }
}

/** Result of a revisit of a page that redirects out of the site. */
function leaving(frontier: TableFrontier, url: string): VisitResult {
  const link = { raw: url, url, role: 'link', method: 'GET', element: '', technique: 'redirect', ...NO_TEXTS } as const;
  const { scope } = checkOf(frontier, A);
  const links = distinctLinks({ url, links: [link], nofollow: [] }, scope, FOLDED, []);
  return { ...failedVisit('leaves'), outcome: 'left-site', httpStatus: 200, links };
}

const wentTo = (store: Store, given: Partial<ChangeFilter> = {}) =>
  [...listChanges(store, { since: 2, before: undefined, site: undefined, things: ['pages'], ...given })]
    .filter(({ change }) => change !== 'new')
    .map(({ url, change, movedTo }) => `${new URL(url).pathname} ${change} ${movedTo}`);

test('a redirecting page moved to its target, inside the site or outside', async ({ file }) => {
  const { frontier, store } = await crawled(file, {}, ['/a', '/b', '/c', '/d', 'http://x.org/known']);
  const there = { ...page(checkOf(frontier, `${A}a`), [], `${A}new/a`), text: ['/a'] };
  await revisit(frontier, 2, there, DAY);
  // Redirects to a known page.
  await revisit(frontier, 3, { ...page(checkOf(frontier, `${A}b`), [], `${A}d`), text: ['/d'] }, DAY + 1);
  await revisit(frontier, 4, leaving(frontier, 'http://x.org/known'), DAY + 2);
  await revisit(frontier, 5, leaving(frontier, 'http://y.org/new'), DAY + 3);
  const then = [
    '/a moved http://a.test/new/a',
    '/b moved http://a.test/d',
    '/c gone http://x.org/known',
    '/d gone http://y.org/new',
  ];
  expect(wentTo(store)).toEqual(then);
  // Later it redirects elsewhere, and another one is back with that link among others.
  await revisit(frontier, 2, { ...page(checkOf(frontier, `${A}a`), []), text: ['/a'] }, 2 * DAY);
  await revisit(frontier, 2, { ...page(checkOf(frontier, `${A}a`), [], `${A}newer/a`), text: ['/a'] }, 3 * DAY);
  await revisit(frontier, 4, page(checkOf(frontier, `${A}c`), ['http://x.org/known', 'http://z.org/']), 3 * DAY + 1);
  await revisit(frontier, 4, GONE, 4 * DAY);
  expect(wentTo(store, { before: 2 * DAY })).toEqual(then);
  expect(wentTo(store, { since: 2 * DAY })).toEqual([
    '/a back null',
    '/a moved http://a.test/newer/a',
    '/c back null',
    '/c gone null',
  ]);
  await store.close();
});

test('a vanished page moved to the only page with its text since', async ({ file }) => {
  const texts = { '/moves': 'a report', '/copied': 'a form', '/copy': 'a form', '/twice': 'a notice', '/empty': '' };
  const { frontier, store } = await crawled(file, texts, ['/moves', '/copied', '/copy', '/twice', '/empty', '/lost']);
  for (const link of [2, 3, 5, 6, 7]) await revisit(frontier, link, GONE, DAY + link);
  const lost = ['/moves', '/copied', '/twice', '/empty', '/lost'].map((path) => `${path} gone null`);
  expect(wentTo(store)).toEqual(lost);
  await revisit(
    frontier,
    1,
    { ...page(checkOf(frontier, A), ['/2026', '/one', '/two', '/none']), text: ['home'] },
    2 * DAY,
  );
  await visitAll(
    frontier,
    { '/2026': 'a report', '/one': 'a notice', '/two': 'a notice', '/none': '' },
    [],
    2 * DAY + 1,
  );
  expect(wentTo(store)).toEqual(['/moves gone http://a.test/2026', ...lost.slice(1)]);
  expect(wentTo(store, { before: 2 * DAY })).toEqual(lost);
  await store.close();
});

test('the last finished recrawl run, or the last crawl if there was none', async ({ file }) => {
  const { store } = await open(file, {}, 5);
  expect(lastRun(store)).toEqual({ at: 5, what: 'crawl' });
  expect(lastRun(store, 5)).toBeUndefined();
  const insert =
    store.connection.prepare(`insert into recrawl_runs (step, started_at, ended_at, rule, params, budget, last_visit, pages)
    values (?, ?, ?, 'fresh', '{}', '{}', 0, 0)`);
  insert.run(1, 10, 20);
  insert.run(2, 30, null);
  expect(lastRun(store)).toEqual({ at: 10, what: 'recrawl' });
  expect(lastRun(store, 20)).toEqual({ at: 5, what: 'crawl' });
  await store.close();
});

test('with texts, a changed page has added and removed text', async ({ file }) => {
  const { frontier, store } = await crawled(file, { '/a': 'Anna leads it.' }, ['/a']);
  await revisit(frontier, 2, { ...page(checkOf(frontier, `${A}a`), []), text: ['Berta leads it.'] }, DAY);
  await revisit(frontier, 2, GONE, 2 * DAY);
  const filter = { since: DAY, before: undefined, site: undefined, things: ['pages', 'links'], texts: true } as const;
  expect([...listChanges(store, filter)].map(({ change, text }) => [change, text])).toEqual([
    ['changed', { changes: [{ gone: ['Anna leads it.'], fresh: ['Berta leads it.'] }], isCut: false }],
    ['gone', undefined],
  ]);
  store.connection.exec('delete from text_differences');
  expect([...listChanges(store, filter)].map(({ text }) => text)).toEqual([null, undefined]);
  await store.close();
});
