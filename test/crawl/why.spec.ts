import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import type { PortalRequest } from '../../src/demo/portal.ts';
import { demoPortals } from '../../src/demo/portals.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { whyVisited } from '../../src/reports/why.ts';
import { whyText } from '../../src/reports/why-text.ts';
import { listLinks } from '../../src/storage/lists/links.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { test } from '../frontier/world.ts';
import { framed } from '../site/frames.ts';
import { linkless } from '../site/linkless.ts';
import { html } from '../site/site.ts';
import { runCrawl, siteOf } from './demo-web.ts';

test('why a page was visited at its time, why another waits, and why a third is never visited', async ({ file }) => {
  const portals = demoPortals(1, 0.1).filter(({ host }) => /^(hist|slav|phys)\./.test(host));
  const server = await serveDemo({ portals });
  const choice = { strategy: 'beebot-universities', params: { m: 2 } };
  await runCrawl(file, portals.map(siteOf), server, { render: 'http', workers: 1, pageLimit: 20, choice });

  const db = new Database(file, { readonly: true });
  const one = (query: string): string => String(db.prepare(query).pluck().get());
  const last = db.prepare('select * from visits order by id desc limit 1').get() as Record<string, number>;
  const lastUrl = one(
    'select url from internal_links_view where id = (select link from visits order by id desc limit 1)',
  );
  const waitingUrl = one(`select v.url from queue q join internal_links_view v on v.id = q.link
    join queue_groups g on g.id = q.queue_group where g.site = 2 order by g.tier desc, q.rank desc, q.link limit 1 offset 3`);
  const externalUrl = one('select url from external_links limit 1');
  db.close();

  const store = await openStoreToRead(file);
  const [visited] = whyVisited(store, new URL(lastUrl));
  expect(visited).toMatchObject({
    status: 'visited',
    siteRule: 'ucb1',
    linkOrder: 'level',
    waiting: null,
    visited: { visit: 20, ready: 3, visits: 19, siteVisits: last.site_visits, siteReward: last.site_reward },
  });
  // UCB1 by hand: mean / Xmax + sqrt(2 ln n / t).
  const { siteVisits = 0, siteReward = 0, rewardMax = 0, score = 0, next } = visited?.visited ?? {};
  expect(score).toBeCloseTo(siteReward / siteVisits / (rewardMax ?? 0) + Math.sqrt((2 * Math.log(19)) / siteVisits), 9);
  expect(next?.score).toBeLessThanOrEqual(score ?? 0);
  expect(visited && whyText(visited)).toMatch(
    /Visit 20 of the crawl.*\n.*order: level.*\n.*\nThe rule ucb1: best of 3 sites, score/,
  );

  const [waiting] = whyVisited(store, new URL(waitingUrl));
  expect(waiting).toMatchObject({ status: 'waiting', visited: null, waiting: { before: 3 } });
  expect(waiting?.waiting?.sites.length).toBe(3);
  const scores = waiting?.waiting?.sites.map((site) => site.score) ?? [];
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(waiting && whyText(waiting)).toMatch(/It is waiting: 3 links of its site come first \(order: level/);

  expect(whyVisited(store, new URL(externalUrl))[0]).toMatchObject({ kind: 'external', visited: null, waiting: null });
  expect(() => whyVisited(store, new URL('http://nowhere.test/'))).toThrow('no visited page links to');
  await store.close();

  // Files are probed after all pages are read.
  await runCrawl(file, [], server, { render: 'http', workers: 1 });
  await server.close();
  const later = await openStoreToRead(file);
  const [listed] = listLinks(later, 'internal', { status: 'file' }, false);
  const [aside] = whyVisited(later, new URL(listed?.url ?? ''));
  expect(aside && whyText(aside)).toContain('files are listed, not visited');
  await later.close();
});

test('the expectation of a link order in words, recomputed from the visits before', async ({ file }) => {
  const portals = demoPortals(1, 0.1).filter(({ host }) => /^(hist|phys)\./.test(host));
  const server = await serveDemo({ portals });
  await runCrawl(file, portals.map(siteOf), server, {
    ...{ render: 'http', workers: 1, pageLimit: 40, choice: { strategy: 'forager', params: {} } },
  });
  await server.close();
  const db = new Database(file, { readonly: true });
  const url = (where: string): URL =>
    new URL(String(db.prepare(`select url from internal_links_view where ${where} limit 1`).pluck().get()));
  const last = url("id = (select link from visits where outcome = 'page' order by id desc limit 1)");
  const waits = url("status = 'waiting' and technique = 'dom'");
  const start = url('level = 0');
  db.close();

  const store = await openStoreToRead(file);
  const [visited] = whyVisited(store, last);
  expect(visited?.expected?.because.length).toBe(5);
  expect(visited && whyText(visited)).toMatch(
    /Expected reward \(order learned\): \d[\d.]*, mostly because of .+ x\d\.\d\d, .+\. Found: \d+\./,
  );
  const [waiting] = whyVisited(store, waits);
  expect(waiting && whyText(waiting)).toMatch(/Expected reward \(order learned\): \d[\d.]*, mostly because of/);
  const [first] = whyVisited(store, start);
  expect(first && whyText(first)).not.toContain('worth');
  await store.close();
});

test('why a visit found no links, as far as that was recorded', async ({ file }) => {
  const paths = ['text', '404', 'pdf', 'off-site', 'script-error', 'links', 'forbidden'];
  const start = html(paths.map((path) => `<a href=/${path}>${path}</a>`).join(' '));
  const portal = {
    ...linkless,
    answer: (request: PortalRequest) => (request.path === '/' ? start : linkless.answer(request)),
  };
  const server = await serveDemo({ portals: [portal, framed] });
  await runCrawl(file, [siteOf(portal)], server, { render: 'http', workers: 1 });
  await server.close();
  const store = await openStoreToRead(file);
  const noLinks = (path: string) => whyVisited(store, new URL(`http://linkless.test/${path}`))[0]?.visited?.noLinks;
  const unknown = 'No links: nothing that was stored tells why; forager debug shows the page as it is now.';
  expect(Object.fromEntries(['', ...paths].map((path) => [path, noLinks(path)]))).toEqual({
    '': null,
    '404': 'No links: the server has no such page (HTTP 404).',
    // It was not visited.
    forbidden: undefined,
    links: null,
    'off-site': null,
    pdf: 'No links: the address leads to a file, not a page: application/pdf.',
    'script-error': 'No links: the page is written by its scripts, and was read without a browser.',
    text: unknown,
  });
  const [missing] = whyVisited(store, new URL('http://linkless.test/404'));
  expect(missing && whyText(missing)).toMatch(
    / failed: HTTP 404\.\nNo links: the server has no such page \(HTTP 404\)\.\n/,
  );
  await store.close();
});
