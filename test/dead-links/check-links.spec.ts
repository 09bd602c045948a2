import { createServer } from 'node:https';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { checkLinks } from '../../src/dead-links/check-links.ts';
import { serveDemo } from '../../src/demo/server.ts';
import type { LinkState } from '../../src/domain/link-check.ts';
import { listChecked } from '../../src/storage/lists/checked-links.ts';
import type { Store } from '../../src/storage/open.ts';
import { test as base } from '../frontier/world.ts';
import { certificate } from '../site/certificate.ts';
import { html, type Reply, redirect, site } from '../site/site.ts';
import { crawled, named } from '../webometrics/crawled.ts';
import { answeringHosts, truth, withOthers } from './answering-hosts.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 2, 2);
const PAGE = 'http://portal.test/';
const ALL: readonly LinkState[] = ['ok', 'moved', 'failing', 'dead', 'unsure'];

const test = base.extend<{ hosts: (portals: Parameters<typeof serveDemo>[0]['portals']) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  hosts: async ({}, use) => {
    const servers: Awaited<ReturnType<typeof serveDemo>>[] = [];
    await use(async (portals) => {
      const server = await serveDemo({ portals });
      servers.push(server);
      return withOthers(server.hostRules);
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});

interface CheckRun {
  readonly hostRules: string;
  readonly at: number;
  readonly once?: boolean;
  readonly again?: boolean;
  readonly most?: number;
}

const checkOn = (store: Store, { hostRules, at, once = false, again = false, most }: CheckRun) =>
  checkLinks(store, {
    ...{ hostRules, once, again, most, robots: true, allowPrivate: false, note: () => undefined },
    ...{ signal: new AbortController().signal, now: () => at },
  });

const statesOf = (store: Store) =>
  Object.fromEntries([...listChecked(store, ALL)].map(({ url, state, reason }) => [url, [state, reason]]));

test('links to every kind of answer get the expected verdict', async ({ file, hosts }) => {
  const hostRules = await hosts(answeringHosts);
  const store = await crawled(file, [named(PAGE)], { [PAGE]: Object.keys(truth) });
  const done = await checkOn(store, { hostRules, at: START, once: true });
  const found = statesOf(store);
  const wrong = Object.entries(truth).filter(
    ([url, [state, reason = '']]) => found[url]?.[0] !== state || !found[url]?.[1]?.includes(reason),
  );
  expect(wrong.map(([url, told]) => [url, ...told, 'but found', ...(found[url] ?? [])])).toEqual([]);
  expect(done.checked).toBe(Object.keys(truth).length);
  const moved = [...listChecked(store, ['moved'])].map(({ url, movedTo }) => [url, movedTo]);
  expect(moved).toContainEqual(['http://moving.test/chain', 'http://moving.test/new']);
  expect(moved).toContainEqual(['http://moving.test/mixed', 'http://moving.test/for-now']);
  // A second run on the same day requests nothing, and one on the next day little.
  expect(await checkOn(store, { hostRules, at: START + 1000, once: true })).toMatchObject({ checked: 0, requests: 0 });
  const next = await checkOn(store, { hostRules, at: START + DAY, once: true });
  expect(next.requests).toBeLessThanOrEqual(0.05 * done.requests);
  await store.close();
});

test('a certificate that browsers reject makes a dead link, and is named', async ({ file }) => {
  const server = createServer(certificate, (_, response) => void response.end('x'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const store = await crawled(file, [named(PAGE)], { [PAGE]: ['https://self-signed.test/'] });
  const hostRules = `MAP self-signed.test 127.0.0.1:${port}`;
  await checkOn(store, { hostRules, at: START, once: true });
  expect(statesOf(store)).toEqual({
    'https://self-signed.test/': ['dead', 'certificate not valid: unknown authority'],
  });
  await new Promise((done) => server.close(done));
  await store.close();
});

test('a link is dead after two days, its pages and anchors are reported, and it recovers', async ({ file, hosts }) => {
  let isThere = false;
  const portal = site('x.test', {
    '/': html('home'),
    '/a': () => (isThere ? html('back') : { status: 404, headers: {}, body: '' }),
  });
  const hostRules = await hosts([portal]);
  const store = await crawled(file, [named(PAGE)], {
    [PAGE]: ['/1', { raw: 'http://x.test/a', anchor: 'first' }, 'http://x.test/'],
    [`${PAGE}1`]: [{ raw: 'http://x.test/a', anchor: 'second' }],
  });
  const link = () => [...listChecked(store, ALL)].find(({ url }) => url.endsWith('/a'));
  expect(await checkOn(store, { hostRules, at: START })).toMatchObject({ checked: 2, newlyDead: 0 });
  expect(link()).toMatchObject({ state: 'failing', httpStatus: 404, since: START });
  expect(await checkOn(store, { hostRules, at: START + 1000, again: true })).toMatchObject({
    checked: 2,
    newlyDead: 0,
  });
  expect(link()?.state).toBe('failing');
  expect(await checkOn(store, { hostRules, at: START + DAY })).toMatchObject({ checked: 1, newlyDead: 1 });
  expect(link()).toMatchObject({ state: 'dead', reason: 'HTTP 404', since: START, checkedAt: START + DAY });
  expect(link()?.pages.map(({ url, anchor }) => [url, anchor])).toEqual([
    [PAGE, 'first'],
    [`${PAGE}1`, 'second'],
  ]);
  expect(await checkOn(store, { hostRules, at: START + 2 * DAY })).toMatchObject({ checked: 0 });
  isThere = true;
  expect(await checkOn(store, { hostRules, at: START + 6 * DAY })).toMatchObject({ checked: 1, repaired: 1 });
  expect(link()?.state).toBe('ok');
  await store.close();
});

test('an unchanged page is requested conditionally', async ({ file, hosts }) => {
  const asked: (string | undefined)[] = [];
  const portal = site('x.test', {
    '/': ({ headers }) => {
      asked.push(headers['if-none-match']);
      return headers['if-none-match'] === '"1"' ? { status: 304, headers: {}, body: '' } : html('x', { etag: '"1"' });
    },
  });
  const hostRules = await hosts([portal]);
  const store = await crawled(file, [named(PAGE)], { [PAGE]: ['http://x.test/'] });
  for (const at of [START, START + DAY]) await checkOn(store, { hostRules, at, again: true });
  expect(asked).toEqual([undefined, '"1"']);
  expect(statesOf(store)).toEqual({ 'http://x.test/': ['ok', ''] });
  await store.close();
});

test('each host gets one request at a time, including redirects from others', async ({ file, hosts }) => {
  const now = new Map<string, number>();
  let most = 0;
  const slow =
    (host: string, reply: Reply): Reply =>
    async (request) => {
      now.set(host, (now.get(host) ?? 0) + 1);
      most = Math.max(most, now.get(host) ?? 0);
      await new Promise((done) => setTimeout(done, 20));
      now.set(host, (now.get(host) ?? 0) - 1);
      return typeof reply === 'function' ? await reply(request) : reply;
    };
  const portals = ['a.test', 'b.test'].map((host) =>
    site(host, {
      ...Object.fromEntries([1, 2, 3, 4].map((at) => [`/${at}`, slow(host, html('x'))])),
      '/to-a': slow(host, redirect('http://a.test/1')),
    }),
  );
  const hostRules = await hosts(portals);
  const links = ['a.test', 'b.test'].flatMap((host) =>
    ['/1', '/2', '/3', '/4', '/to-a'].map((path) => `http://${host}${path}`),
  );
  const store = await crawled(file, [named(PAGE)], { [PAGE]: links });
  await checkOn(store, { hostRules, at: START });
  expect(most).toBe(1);
  expect(Object.values(statesOf(store)).every(([state]) => state === 'ok')).toBe(true);
  await store.close();
});

test('while no host answers nothing is stored; a limit takes the longest waiting links first', async ({
  file,
  hosts,
}) => {
  const hostRules = await hosts([site('x.test', { '/1': html('x'), '/2': html('x') })]);
  const nowhere = Array.from({ length: 12 }, (_, at) => `http://h${at}.test/`);
  const down = await crawled(`${file}-down`, [named(PAGE)], { [PAGE]: nowhere });
  const rules = 'MAP * ~NOTFOUND';
  await expect(checkOn(down, { hostRules: rules, at: START })).rejects.toThrow(
    "neither 10 hosts nor the crawl's own sites answer",
  );
  expect(statesOf(down)).toEqual({});
  await down.close();
  const store = await crawled(file, [named(PAGE)], { [PAGE]: ['http://x.test/1', 'http://x.test/2'] });
  expect(await checkOn(store, { hostRules, at: START, most: 1 })).toMatchObject({ checked: 1 });
  expect(await checkOn(store, { hostRules, at: START, most: 1, again: true })).toMatchObject({ checked: 1 });
  expect(Object.keys(statesOf(store)).length).toBe(2);
  await store.close();
});

test('if only dead hosts are due on the second day, the network counts as up', async ({ file, hosts }) => {
  const own = site('portal.test', { '/': html('home') });
  const hostRules = `${await hosts([own])}, MAP * ~NOTFOUND`;
  const dead = Array.from({ length: 30 }, (_, at) => `http://h${at}.test/`);
  const store = await crawled(file, [named(PAGE)], { [PAGE]: dead });
  expect(await checkOn(store, { hostRules, at: START })).toMatchObject({ checked: 30, newlyDead: 0 });
  expect(await checkOn(store, { hostRules, at: START + DAY })).toMatchObject({ checked: 30, newlyDead: 30 });
  await store.close();
});

test('private addresses are not requested', async ({ file }) => {
  const store = await crawled(file, [named(PAGE)], { [PAGE]: ['http://127.0.0.1:9/', 'http://10.0.0.1/'] });
  await checkOn(store, { hostRules: '', at: START, once: true });
  for (const [state, reason] of Object.values(statesOf(store))) {
    expect(state).toBe('unsure');
    expect(reason).toContain('is a private address');
  }
  await store.close();
});
