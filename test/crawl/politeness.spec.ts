import { expect } from '@playwright/test';
import Database from 'better-sqlite3';

import type { CrawlOptions } from '../../src/crawl/crawl-options.ts';
import type { Answer, Portal, PortalRequest } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { newSite } from '../frontier/world.ts';
import { html, redirect, site, typed } from '../site/site.ts';
import { expectTurns } from '../site/turns.ts';
import { runCrawl, test } from './demo-web.ts';
import { hurried } from './hurried.ts';

const robots = (text: string): Answer => typed('text/plain', text);

/** Crawls one portal; returns its start time, the requests in order, the summary, and the links by status. */
async function crawled(
  portal: Portal,
  file: string,
  given: Partial<CrawlOptions> = {},
  clock = { crawl: Date.now, requests: () => performance.now() },
) {
  const requests: { path: string; at: number; agent: string }[] = [];
  const answer = (request: PortalRequest) => {
    requests.push({ path: request.path, at: clock.requests(), agent: request.headers['user-agent'] ?? '' });
    return portal.answer(request);
  };
  const server = await serveDemo({ portals: [{ ...portal, answer }] });
  const render: CrawlOptions['render'] = 'http';
  let begun = 0;
  const started = () => {
    begun = clock.requests();
  };
  const crawl = runCrawl(file, [newSite(portal.start)], server, { render, ...given }, { started }, clock.crawl);
  const summary = await crawl.finally(() => server.close());
  return { summary, begun, requests, paths: requests.map(({ path }) => path), statuses: statuses(file) };
}

function statuses(file: string): Record<string, string> {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare('select url, status from internal_links_view').all() as { url: string; status: string }[];
  db.close();
  return Object.fromEntries(rows.map(({ url, status }) => [new URL(url).pathname, status]));
}

const three = { '/': html('<a href=/a>a</a><a href=/b>b</a>'), '/a': html('a'), '/b': html('b') };

for (const render of ['http', 'browser'] as const) {
  test(`robots.txt is requested first, once, and obeyed: ${render}`, async ({ file }) => {
    const portal = site('obeyed.test', { ...three, '/robots.txt': robots('User-agent: forager\nDisallow: /a') });
    const { summary, paths, statuses } = await crawled(portal, file, { render });
    expect(paths).toEqual(['/robots.txt', '/', '/sitemap.xml', '/b']);
    expect(statuses).toEqual({ '/': 'visited', '/a': 'forbidden', '/b': 'visited' });
    expect(summary).toMatchObject({ pages: 2, failed: 0, internal: 3, sites: [{ status: 'finished' }] });
  });
}

const sitemap = typed(
  'application/xml',
  '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://mapped.test/only</loc></url></urlset>',
);

test('an unannounced sitemap is found in its turn; a forbidden one is not requested', async ({ file }) => {
  const found = site('mapped.test', { ...three, '/sitemap.xml': sitemap, '/only': html('only') });
  const { begun, requests, paths, statuses } = await crawled(found, file, { delay: 200 });
  expect(paths.slice(0, 3)).toEqual(['/robots.txt', '/', '/sitemap.xml']);
  expect(statuses).toMatchObject({ '/sitemap.xml': 'file', '/only': 'visited' });
  expect(
    paths.filter((path) => path === '/sitemap.xml'),
    'what was found is not asked for again',
  ).toHaveLength(1);
  expectTurns(
    requests.map(({ at }) => at),
    begun,
    200,
  );
  const forbidden = site('mapped.test', {
    ...three,
    '/sitemap.xml': sitemap,
    '/robots.txt': robots('User-agent: *\nDisallow: /sitemap'),
  });
  expect((await crawled(forbidden, `${file}2`)).paths).toEqual(['/robots.txt', '/', '/a', '/b']);
  const named = { ...three, '/map.xml': sitemap, '/robots.txt': robots('Sitemap: /map.xml') };
  const { paths: others } = await crawled(site('mapped.test', named), `${file}3`, { pageLimit: 2 });
  expect(others).not.toContain('/sitemap.xml');
});

test('a page at the address of a sitemap is not a sitemap', async ({ file }) => {
  const portal = site('unmapped.test', { ...three, '/sitemap.xml': html('nothing here') });
  const { statuses, summary } = await crawled(portal, file);
  expect(statuses).toEqual({ '/': 'visited', '/a': 'visited', '/b': 'visited' });
  expect(summary.failed).toBe(0);
});

test('links forbidden by robots.txt are listed, and not requested', async ({ file }) => {
  const lines = [
    'Disallow: /a',
    'Disallow: /unlinked/',
    'Disallow: /*.php',
    'Disallow: /x$',
    'Disallow: /open/',
    'Allow: /open/',
  ];
  const portal = site('listed.test', { ...three, '/robots.txt': robots(`User-agent: *\n${lines.join('\n')}`) });
  const { paths, statuses, summary } = await crawled(portal, file);
  expect(paths).toEqual(['/robots.txt', '/', '/sitemap.xml', '/b']);
  expect(statuses).toEqual({ '/': 'visited', '/a': 'forbidden', '/b': 'visited', '/unlinked/': 'forbidden' });
  expect(summary).toMatchObject({ pages: 2, failed: 0, sites: [{ status: 'finished' }] });
});

test('a site whose start page robots.txt forbids is not available', async ({ file }) => {
  const portal = site('closed.test', { ...three, '/robots.txt': robots('User-agent: *\nDisallow: /') });
  await expect(crawled(portal, file)).rejects.toThrow(/closed\.test\/ \(robots\.txt forbids it\)/);
});

test('forbidden links are not charged to the budget', async ({ file }) => {
  const portal = site('budget.test', { ...three, '/robots.txt': robots('User-agent: *\nDisallow: /a') });
  const { summary } = await crawled(portal, file, { pageLimit: 2 });
  expect(summary).toMatchObject({ pages: 2, stopped: 'page-limit' });
});

test('--no-robots does not request it, and visits links skipped by an earlier run', async ({ file }) => {
  const portal = site('ignored.test', { ...three, '/robots.txt': robots('User-agent: *\nDisallow: /a') });
  await crawled(portal, file);
  const { paths, statuses } = await crawled(portal, file, { robots: false });
  expect(paths).toEqual(['/a']);
  expect(statuses['/a']).toBe('visited');
});

for (const status of [401, 403, 404, 410, 451]) {
  test(`robots.txt: HTTP ${status} allows everything`, async ({ file }) => {
    const refused = { status, headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' };
    const { summary } = await crawled(site(`s${status}.test`, { ...three, '/robots.txt': refused }), file);
    expect(summary.pages).toBe(3);
  });
}

const unreachable: readonly (readonly [string, Answer, RegExp])[] = [
  ['HTTP 500', { status: 500, headers: {}, body: '' }, /robots\.txt: HTTP 500/],
  ['no answer', { raw: [], ending: 'reset' }, /robots\.txt: ERR_/],
];
test('robots.txt: an error or no answer forbids everything: the site is not available', async ({ file }) => {
  const tried = async ([what, answer, reason]: (typeof unreachable)[number]) => {
    const portal = site('unreachable.test', { ...three, '/robots.txt': answer });
    const requests: string[] = [];
    const noted = (request: PortalRequest) => {
      requests.push(request.path);
      return portal.answer(request);
    };
    const server = await serveDemo({
      portals: [{ ...portal, answer: noted }],
    });
    const crawl = runCrawl(`${file}${what}`, [newSite(portal.start)], server, { render: 'http' }, {}, hurried());
    await expect(crawl).rejects.toThrow(reason);
    await server.close();
    expect(requests, what).toEqual(['/robots.txt', '/robots.txt', '/robots.txt']);
  };
  // They mostly wait.
  await Promise.all(unreachable.map(tried));
});

test('robots.txt: up to five redirects are followed', async ({ file }) => {
  const hops = Object.fromEntries([1, 2, 3, 4].map((n) => [`/r${n}`, redirect(`/r${n + 1}`)]));
  const rules = { '/r5': robots('User-agent: *\nDisallow: /a'), '/r6': robots('User-agent: *\nDisallow: /') };
  const five = site('five.test', { ...three, ...hops, ...rules, '/robots.txt': redirect('/r1') });
  expect((await crawled(five, file)).statuses['/a']).toBe('forbidden');
  const six = site('six.test', {
    ...three,
    ...hops,
    '/r5': redirect('/r6'),
    '/r6': rules['/r6'],
    '/robots.txt': redirect('/r1'),
  });
  expect((await crawled(six, `${file}2`)).summary.pages).toBe(3);
});

test('a redirect to a forbidden address is not followed', async ({ file }) => {
  const portal = site('redirecting.test', {
    '/': html('<a href=/go>go</a>'),
    '/go': redirect('/secret'),
    '/secret': html('secret'),
    '/robots.txt': robots('User-agent: *\nDisallow: /secret'),
  });
  for (const render of ['http', 'browser'] as const) {
    const { paths, statuses } = await crawled(portal, file + render, { render });
    expect(paths).toEqual(['/robots.txt', '/', '/sitemap.xml', '/go']);
    expect(statuses['/go']).toBe('failed');
  }
});

test('a refresh to a forbidden address is not followed, nor is a frame loaded', async ({ file }) => {
  const portal = site('leading.test', {
    '/': html('<a href=/refresh>x</a><a href=/header>x</a><a href=/framed>x</a>'),
    '/refresh': html('<meta http-equiv=refresh content="0; url=/secret">'),
    '/header': html('x', { refresh: '0; url=/secret' }),
    '/framed': html('<iframe src=/secret></iframe><iframe src=/go></iframe><iframe src=/open></iframe>'),
    '/open': html('<a href=http://elsewhere.test/>x</a>'),
    '/go': redirect('/secret'),
    '/secret': html('secret'),
    '/robots.txt': robots('User-agent: *\nDisallow: /secret'),
  });
  for (const render of ['http', 'browser'] as const) {
    const { paths, statuses } = await crawled(portal, file + render, { render });
    expect(paths).toContain('/go');
    expect(paths).not.toContain('/secret');
    expect(statuses).toMatchObject({ '/refresh': 'visited', '/header': 'visited', '/framed': 'visited' });
    expect(statuses).toMatchObject({ '/secret': 'forbidden' });
  }
});

test('the host rests after robots.txt for its crawl delay, up to the limit', async ({ file }) => {
  const portal = site('slow.test', { ...three, '/robots.txt': robots('User-agent: *\nCrawl-delay: 0.2') });
  const { begun, requests } = await crawled(portal, file, { delay: 100 });
  expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/', '/sitemap.xml', '/a', '/b']);
  const times = requests.map(({ at }) => at);
  expectTurns(times, begun, 200);
});

for (const [status, headers] of [
  [429, { 'retry-after': '1' }],
  [503, { 'retry-after': new Date(0).toUTCString() }],
  [503, {}],
] as const) {
  test(`HTTP ${status} slows the host down, and its page waits: ${JSON.stringify(headers)}`, async ({ file }) => {
    let answers = 0;
    const busy = { status, headers, body: '' };
    const portal = site('busy.test', { ...three, '/a': () => (answers++ < 5 ? busy : html('a')) });
    const now = hurried();
    const { summary, requests, statuses } = await crawled(portal, file, {}, { crawl: now, requests: now });
    expect(statuses['/a']).toBe('visited');
    expect(summary).toMatchObject({ pages: 3, failed: 0 });
    const [first = 0, second = 0] = requests.filter(({ path }) => path === '/a').map(({ at }) => at);
    expect(second - first).toBeGreaterThan(990);
    const next = requests[requests.findIndex(({ path }) => path === '/a') + 1]?.at ?? 0;
    if (!('retry-after' in headers) || headers['retry-after'] === '1') expect(next - first).toBeGreaterThan(990);
  });
}

test('the user agent names Forager and the contact; a host without robots.txt is crawled', async ({ file }) => {
  const contact = 'mailto:me@example.edu';
  for (const render of ['http', 'browser'] as const) {
    const { requests } = await crawled(site('agent.test', three), file + render, { contact, render });
    for (const { agent } of requests) expect(agent).toMatch(/Forager\/0\.1.*\+mailto:me@example\.edu\)$/);
  }
});

for (const [render, looping] of [
  ['browser', html('<a href=/c>c</a><script>location.reload()</script>')],
  ['browser', html('<a href=/c>c</a><script>location = "/loop?" + Math.random()</script>')],
  ['browser', html('<a href=/c>c</a><iframe src=/loop></iframe><script>top === self || location.reload()</script>')],
  ['http', html('<a href=/c>c</a><meta http-equiv=refresh content="0;url=/loop?again">')],
] as const) {
  test(`a page that reloads itself, and the pages after it, keep the delay: ${render}, ${looping.body}`, async ({
    file,
  }) => {
    const portal = site('looping.test', {
      '/': html('<a href=/loop>l</a><a href=/b>b</a>'),
      '/loop': looping,
      '/b': html('b'),
      '/c': html('c'),
    });
    const { begun, requests, summary } = await crawled(portal, file, { render, delay: 150 });
    expect(requests.filter(({ path }) => path.startsWith('/loop')).length).toBeLessThanOrEqual(6);
    expect(requests.filter(({ path }) => path === '/b' || path === '/c')).toHaveLength(2);
    expect(summary.stopped).toBe('done');
    // A frame's first document comes with its page.
    const isFramed = String(looping.body).includes('iframe');
    const own = requests.filter(
      ({ path }, index) => !isFramed || path !== '/loop' || requests[index - 1]?.path !== path,
    );
    const times = own.map(({ at }) => at);
    expectTurns(times, begun, 150);
  });
}

const nofollow = {
  '/': html('<a href=/a rel="external NoFollow">a</a><a href=/b>b</a><a href=/c>c</a><a href=/e rel=nofollow>e</a>'),
  '/a': html('a'),
  '/b': html('<meta name=robots content="noindex, nofollow"><a href=/b1>b1</a><a href=http://x.test/>x</a>'),
  '/c': html('<a href=/c1>c1</a><a href=/e>e</a>', { 'x-robots-tag': 'otherbot: none, forager: nofollow' }),
  '/b1': html('b1'),
  '/c1': html('c1'),
  '/e': html('e'),
};
const obeyed: readonly (readonly [CrawlOptions['nofollow'], readonly string[]])[] = [
  [[], []],
  [['rel'], ['/a']],
  [['meta'], ['/b1']],
  [['header'], ['/c1']],
  [
    ['rel', 'meta', 'header'],
    ['/a', '/b1', '/c1', '/e'],
  ],
];
for (const [kinds, aside] of obeyed) {
  test(`nofollow is obeyed in: ${kinds.join(', ') || 'no place'}`, async ({ file }) => {
    for (const render of kinds.length === 3 ? (['http', 'browser'] as const) : (['http'] as const)) {
      const { statuses, summary } = await crawled(site('nofollow.test', nofollow), file + render, {
        nofollow: kinds,
        render,
      });
      expect(Object.keys(statuses).filter((path) => statuses[path] === 'nofollow')).toEqual(
        expect.arrayContaining([...aside]),
      );
      expect(Object.values(statuses).filter((status) => status === 'nofollow').length).toBe(aside.length);
      expect(summary).toMatchObject({ pages: 7 - aside.length, external: 1 });
    }
  });
}

test('links skipped for nofollow are visited by a run that ignores it', async ({ file }) => {
  await crawled(site('nofollow.test', nofollow), file, { nofollow: ['rel'] });
  expect((await crawled(site('nofollow.test', nofollow), file)).statuses['/a']).toBe('visited');
});

test('an endless robots.txt is not waited for', async ({ file }) => {
  const slow: Answer = {
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: Array.from({ length: 700 }, () => ({
      pause: 1,
      bytes: `User-agent: *\nDisallow: /a\n${'#'.repeat(1000)}\n`,
    })),
    ending: 'stall',
  };
  const { statuses } = await crawled(site('endless.test', { ...three, '/robots.txt': slow }), file);
  expect(statuses['/a']).toBe('forbidden');
});

test("a site's last link is tried again after its pause, at a delay above 0", async ({ file }) => {
  let failures = 0;
  const portal = site('retried.test', {
    ...{ '/robots.txt': robots('User-agent: *\nDisallow: /x'), '/': html('<a href=/late>late</a>') },
    '/late': () => (++failures < 2 ? { status: 500, headers: {}, body: '' } : html('here')),
  });
  const now = hurried();
  const { paths, statuses } = await crawled(portal, file, { delay: 100 }, { crawl: now, requests: now });
  expect(paths).toEqual(['/robots.txt', '/', '/sitemap.xml', '/late', '/late']);
  expect(statuses).toEqual({ '/': 'visited', '/late': 'visited', '/x': 'forbidden' });
});
