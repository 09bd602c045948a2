import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import type { CrawlEvents } from '../../src/crawl/visit-pages.ts';
import type { Answer } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { ask, plainRecrawl } from '../recrawl/changing-web.ts';
import { html, type Reply, redirect, site } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';
import { hurried } from './hurried.ts';

const error = (status: number): Answer => ({ status, headers: {}, body: '' });
const robots = { '/robots.txt': error(404) };

/** Status of each address of a database's site, by path. */
const statuses = (file: string) =>
  Object.fromEntries(
    ask(file, 'select url, status from internal_links_view').map(({ url, status }) => [
      new URL(String(url)).pathname,
      status,
    ]),
  );

for (const render of ['http', 'browser'] as const)
  test(`a server that is down for a while loses no page: ${render}`, async ({ file }) => {
    const paths = Array.from({ length: 12 }, (_, n) => `/${n}`);
    const links = paths.map((path) => `<a href=${path}>x</a>`).join('');
    const pages: Record<string, Reply> = Object.fromEntries(paths.map((path) => [path, html('here')]));
    const portal = site('falls.test', { ...robots, ...pages, '/': html(links) });
    let server = await serveDemo({ portals: [portal] });
    const { port } = server;
    let completed = 0;
    let closed: Promise<void> | undefined;
    let restart: Promise<unknown> | undefined;
    const outages: string[] = [];
    const summary = await runCrawl(
      file,
      [newSite(portal.start)],
      server,
      { render, delay: 20 },
      {
        completed() {
          if (++completed === 4) closed = server.close();
        },
        failed(_, __, { outage }) {
          outages.push(outage?.of ?? 'none');
          if (outage?.of !== 'host') return;
          restart ??= closed?.then(async () => {
            await sleep(100);
            server = await serveDemo({ portals: [portal], port });
          });
        },
      },
      hurried(),
    );
    await restart;
    await server.close();
    expect(summary).toMatchObject({ pages: 13, failed: 0, stopped: 'done' });
    expect(outages).toContain('host');
    expect(brokenInvariants(file)).toEqual({});
  });

const pages = ['/1', '/2', '/3', '/4', '/5', '/6'];
/** A site of several hosts, some of them unreachable or busy: links to them, and redirects of others there. */
const leading = site('uni.test', {
  ...robots,
  '/': html(
    ['/out', '/beside', '/busy', '/broken', ...pages, 'http://down.uni.test/own']
      .map((url) => `<a href=${url}>x</a>`)
      .join(''),
  ),
  '/out': redirect('http://down.test/'),
  '/beside': redirect('http://down.uni.test/beside'),
  '/busy': redirect('http://busy.uni.test/busy'),
  '/broken': redirect('http://busy.uni.test/broken'),
  ...Object.fromEntries(pages.map((path) => [path, html('here')])),
});
let refusals = 0;
const busy = site('busy.uni.test', {
  ...robots,
  // It is busy for as many answers as a page has tries, for each of the crawls.
  '/busy': () => (++refusals <= 6 ? { status: 503, headers: { 'retry-after': '4' }, body: '' } : html('here')),
  '/broken': error(500),
});

test('a redirect to an unreachable or busy host says nothing about the redirecting host', async ({ file }) => {
  const server = await serveDemo({ portals: [leading, busy] });
  const hostRules = ['down.test', 'down.uni.test'].map((host) => `MAP ${host} 127.0.0.1:1`).concat(server.hostRules);
  const crawlWith = async (render: 'http' | 'browser', db: string) => {
    const outages: unknown[] = [];
    const summary = await runCrawl(
      db,
      [newSite(leading.start, { scope: 'domain' })],
      { hostRules: hostRules.join(',') },
      { render, delay: 20, allowPrivate: true },
      { failed: (_, __, { outage }) => void outages.push(...(outage ? [outage] : [])) },
      hurried(),
    );
    expect(outages).toEqual([]);
    expect(summary).toMatchObject({ pages: 8, failed: 4, stopped: 'done' });
    const tried = ask(
      db,
      "select url, reason, attempts from internal_links l join visits v on v.link = l.id where outcome <> 'page'",
    );
    const failures = Object.fromEntries(tried.map(({ url, reason, attempts }) => [url, [reason, attempts]]));
    expect(failures, 'each tried three times, but for what leads out').toEqual({
      '/out': ['redirects out of the site, to http://down.test/, where no server answers', 0],
      '/beside': ['robots.txt: ERR_CONNECTION_REFUSED', 2],
      '/broken': ['HTTP 500', 2],
      'http://down.uni.test/own': ['robots.txt: ERR_CONNECTION_REFUSED', 2],
    });
    const led = ask(db, "select url, source_url from external_links_view where technique = 'redirect'");
    expect(led).toEqual([{ url: 'http://down.test/', source_url: expect.stringMatching(/[/]out$/) }]);
    expect(brokenInvariants(db)).toEqual({});
  };
  // They mostly wait.
  await Promise.all((['http', 'browser'] as const).map((render) => crawlWith(render, `${file}${render}`)));
  await server.close();
});

test('sites that answer with HTTP 500 do not pause the crawl', async ({ file }) => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const broken = names.map((name) =>
    site(`${name}.test`, { ...robots, '/': html('<a href=/broken>x</a>'), '/broken': error(500) }),
  );
  const server = await serveDemo({ portals: broken });
  const crawlWith = async (render: 'http' | 'browser', db: string) => {
    const outages: unknown[] = [];
    const failed: CrawlEvents['failed'] = (_, __, { outage }) => void outages.push(...(outage ? [outage] : []));
    const sites = broken.map(({ start }) => newSite(start));
    const summary = await runCrawl(db, sites, server, { render, delay: 20 }, { failed }, hurried());
    expect(outages).toEqual([]);
    expect(summary).toMatchObject({ pages: 5, failed: 5, stopped: 'done' });
  };
  await Promise.all((['http', 'browser'] as const).map((render) => crawlWith(render, `${file}${render}`)));
  await server.close();
});

test('a page whose script leads to an unreachable host has that link', async ({ file }) => {
  const led = site('led.test', {
    ...robots,
    '/': html('<a href=/at-once>1</a><a href=/onload>2</a>'),
    '/at-once': html(`<script>location.replace('http://down.test/at-once')</script>`),
    '/onload': html(`<body onload="location = 'http://down.test/onload'">`),
  });
  const server = await serveDemo({ portals: [led] });
  const hostRules = ['MAP down.test 127.0.0.1:1', server.hostRules].join(',');
  await runCrawl(file, [newSite(led.start)], { hostRules }, { allowPrivate: true }, {}, hurried());
  expect(ask(file, 'select url from external_links_view order by url')).toEqual([
    { url: 'http://down.test/at-once' },
    { url: 'http://down.test/onload' },
  ]);
  expect(ask(file, 'select outcome from visits')).toEqual(
    ['page', 'left-site', 'left-site'].map((outcome) => ({ outcome })),
  );
  await server.close();
});

test('--retry-failed retries links that failed temporarily', async ({ file }) => {
  let isWell = false;
  const portal = site('mends.test', {
    ...robots,
    '/': html('<a href=/broken>x</a><a href=/dead>x</a>'),
    '/broken': () => (isWell ? html('<a href=/behind>x</a>') : error(500)),
    '/dead': error(404),
    '/behind': html('here'),
  });
  const asked: string[] = [];
  const answer = (request: Parameters<typeof portal.answer>[0]) => {
    asked.push(request.path);
    return portal.answer(request);
  };
  const server = await serveDemo({ portals: [{ ...portal, answer }] });
  const run = (retryFailed: boolean) =>
    runCrawl(file, [newSite(portal.start)], server, { render: 'http', delay: 20, retryFailed }, {}, hurried());
  await run(false);
  expect(statuses(file)).toEqual({ '/': 'visited', '/broken': 'failed', '/dead': 'failed' });
  isWell = true;
  asked.length = 0;
  await run(false);
  expect(asked).toEqual([]);
  const summary = await run(true);
  await server.close();
  expect(asked).toEqual(['/broken', '/behind']);
  expect(summary).toMatchObject({ pages: 3, failed: 2, stopped: 'done' });
  expect(brokenInvariants(file)).toEqual({});
});

test('a recrawl notices repaired pages, and checks failing ones less and less often', async ({ file }) => {
  let isWell = false;
  const mended = (status: number) => () => (isWell ? html('<a href=/news>x</a>') : error(status));
  const portal = site('repaired.test', {
    ...robots,
    '/': html('<a href=/gone>x</a><a href=/closed>x</a><a href=/broken>x</a><a href=/never>x</a>'),
    ...{ '/gone': mended(404), '/closed': mended(403), '/broken': mended(500), '/never': error(404) },
    '/news': html('new'),
  });
  const server = await serveDemo({ portals: [portal] });
  const now = hurried();
  await runCrawl(file, [newSite(portal.start)], server, { render: 'http', delay: 20 }, {}, now);
  isWell = true;
  const tries: number[] = [];
  for (let run = 1; run <= 4; run++) {
    const { workers: _, ...plain } = plainCrawl;
    const options = { ...plain, db: file, workers: 2, delay: 20, render: 'http', hostRules: server.hostRules } as const;
    await recrawl({ ...options, recrawl: { ...plainRecrawl, newShare: 0.5, pageLimit: 40 } }, {}, now);
    const [row] = ask(
      file,
      "select count(*) as n from visits v join internal_links l on l.id = v.link where l.url = '/never'",
    );
    tries.push(Number(row?.n));
  }
  await server.close();
  const { '/never': never, ...others } = statuses(file);
  expect(never).toBe('failed');
  expect(new Set(Object.values(others))).toEqual(new Set(['visited']));
  expect(tries, 'in the runs 1 and 3').toEqual([2, 2, 3, 3]);
  expect(brokenInvariants(file)).toEqual({});
});
