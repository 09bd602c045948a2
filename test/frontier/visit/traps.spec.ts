import { expect } from '@playwright/test';
import type { Frontier } from '../../../src/frontier/frontier.ts';
import { failedVisit } from '../../../src/frontier/retries.ts';
import type { Store } from '../../../src/storage/open.ts';
import { brokenInvariants } from '../invariants.ts';
import { claimOf, newSite, open, page, test } from '../world.ts';

const A = 'http://a.test';

/** A web given as a rule: the hrefs of a page by its path and query; undefined if it is missing. */
type Web = (path: string) => readonly string[] | undefined;

/** Crawls it; an unrecognised trap ends the test at `most` visits. Returns the visited paths. */
async function crawlRule(frontier: Frontier, web: Web, most: number, from = 1): Promise<string[]> {
  const visited: string[] = [];
  for (let now = from; visited.length < most; now++) {
    const claim = await claimOf(frontier, now);
    if (!claim) return visited;
    const path = claim.url.slice(A.length);
    visited.push(path);
    const hrefs = web(path);
    await frontier.completeVisit(claim, hrefs ? page(claim, hrefs) : failedVisit('HTTP 404'), now);
  }
  return visited;
}

const trapsOf = (store: Store) =>
  store.kysely.selectFrom('traps').select(['kind', 'pattern', 'links']).orderBy('id').execute();

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** The same for the same text. */
const scramble = (text: string): string =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7).toString(36);

const endless: readonly { name: string; web: Web; kind: string; pattern: string; most: number }[] = [
  {
    name: 'a path that grows',
    web: (path) => [`${path}${scramble(path)}/`],
    kind: 'endless-path',
    pattern: '',
    most: 25,
  },
  {
    name: 'a relative link to a page that answers under each path',
    web: (path) => [`${path}news/list/`],
    kind: 'repeated-segments',
    pattern: '/(news/list)…',
    most: 5,
  },
  {
    name: 'pages that log in and come back',
    web: (path) => [
      '/p1',
      '/p2',
      `/login?next=${encodeURIComponent(path)}`,
      `/register?next=${encodeURIComponent(path)}`,
    ],
    kind: 'nested-query',
    pattern: '/login?next=…',
    most: 20,
  },
  {
    name: 'a million combinations of facets',
    web: (path) => {
      if (path === '/') return ['/shop'];
      const query = new URLSearchParams(path.split('?')[1] ?? '');
      return ['f1', 'f2', 'f3', 'f4', 'f5', 'f6'].flatMap((name) =>
        numbers(10).map((value) => {
          const next = new URLSearchParams(query);
          next.set(name, String(value));
          next.sort();
          return `/shop?${next}`;
        }),
      );
    },
    kind: 'parameters',
    pattern: '/*?…&…',
    most: 300,
  },
  {
    name: 'a calendar without end, by its path',
    web: (path) => {
      if (path === '/') return ['/calendar/2024/06'];
      const [, , year = 2024, month = 0] = path.split('/').map(Number);
      const at = new Date(Date.UTC(year, month, 1));
      const before = new Date(Date.UTC(year, month - 2, 1));
      const days = numbers(28).map((day) => `${path}/${day + 1}`);
      const to = (date: Date) => `/calendar/${date.getUTCFullYear()}/${date.getUTCMonth() + 1}`;
      if (path.split('/').length > 4) return [`/calendar/${year}/${month}`];
      return [to(at), to(before), `/calendar/${year + 1}`, ...days];
    },
    kind: 'calendar',
    pattern: '/calendar/(date)',
    most: 3000,
  },
  {
    name: 'a calendar without end, by its query, with links to share its pages and to log in',
    web: (path) => {
      if (path.startsWith('/login')) return [];
      const [year = 2024, month = 1] = (/year=(\d+)&month=(\d+)/.exec(path) ?? []).slice(1).map(Number);
      const next = month === 12 ? [year + 1, 1] : [year, month + 1];
      return [
        `/cal.php?year=${next[0]}&month=${next[1]}`,
        `/login.php?back=${encodeURIComponent(path)}`,
        `http://share.test/?u=${encodeURIComponent(A + path)}`,
      ];
    },
    kind: 'calendar',
    pattern: '/cal.php?(date)',
    most: 200,
  },
  {
    name: 'a chain that goes on and on',
    web: (path) => [`/list?from=${10 + Number(path.split('=')[1] ?? 0)}`],
    kind: 'chain',
    pattern: '/list?…',
    most: 110,
  },
  {
    name: 'a maze of random parameters',
    web: (path) => numbers(3).map((n) => `/maze?at=${scramble(`${path} ${n}`)}`),
    kind: 'parameters',
    pattern: '/maze?…',
    most: 2100,
  },
];

for (const { name, web, kind, pattern, most } of endless) {
  test(`${name} ends by itself`, async ({ file }) => {
    const { frontier, store } = await open(file);
    await frontier.addSites([newSite(`${A}/`)], 0);
    const visited = await crawlRule(frontier, web, 5000);
    expect(visited.length).toBeLessThanOrEqual(most);
    expect(frontier.state(1e9)).toEqual({ kind: 'over', reason: 'done' });
    const traps = await trapsOf(store);
    expect(traps.map((trap) => trap.kind)).toContain(kind);
    if (pattern !== '') expect(traps[0]?.pattern).toBe(pattern);
    const aside = store.connection
      .prepare("select count(*) from internal_links_view where status = 'trap'")
      .pluck()
      .get();
    expect(traps.reduce((sum, { links }) => sum + links, 0)).toBe(aside);
    expect(aside).toBeGreaterThan(0);
    await store.close();
    expect(brokenInvariants(file)).toEqual({});
  });
}

const neighbours: readonly { name: string; web: Web; pages: number }[] = [
  {
    name: 'a list of 300 pages with ten items each',
    web: (path) => {
      if (path === '/') return ['/list?page=1'];
      if (path.startsWith('/item')) return ['/'];
      const at = Number(path.split('=')[1]);
      const items = numbers(10).map((n) => `/item/${at}-${n}`);
      return [...items, ...(at < 300 ? [`/list?page=${at + 1}`] : [])];
    },
    pages: 1 + 300 + 3000,
  },
  {
    name: 'a list of 300 pages whose items are told by a parameter of another script',
    web: (path) => {
      if (path === '/') return ['/list.php?page=1'];
      if (path.startsWith('/item')) return ['/', '/list.php?page=1'];
      const at = Number(path.split('=')[1]);
      return [
        ...numbers(10).map((n) => `/item.php?id=${at * 10 + n}`),
        ...(at < 300 ? [`/list.php?page=${at + 1}`] : []),
      ];
    },
    pages: 1 + 300 + 3000,
  },
  {
    name: 'an archive by months, whose months lead to one another and to articles',
    web: (path) => {
      const [year = 2000, month = 1] = path === '/' ? [] : path.split('/').slice(1, 3).map(Number);
      if (path === '/') return ['/2000/01/'];
      if (/\d+\/\d+\/./.test(path)) return ['/'];
      const next = month === 12 ? `/${year + 1}/01/` : `/${year}/${String(month + 1).padStart(2, '0')}/`;
      return [`${path}a-talk`, ...(year < 2020 ? [next] : [])];
    },
    pages: 1 + 2 * 241,
  },
  {
    name: 'a database of 2,000 records that lead to the next and the one before',
    web: (path) => {
      const at = Number(path.split('/')[2] ?? 0);
      return [at > 1 ? `/node/${at - 1}` : '/', ...(at < 2000 ? [`/node/${at + 1}`] : [])];
    },
    pages: 2001,
  },
  {
    name: 'a staff of 500, all listed by one page of the same script',
    web: (path) => {
      if (path === '/') return ['/index.php?view=staff'];
      return path.endsWith('staff') ? numbers(500).map((id) => `/index.php?view=person&id=${id}`) : ['/'];
    },
    pages: 502,
  },
  {
    name: 'a portal of one script, a tree of 1,500 pages without any other link',
    web: (path) => {
      const at = Number(path.split('id=')[1] ?? 0);
      return [3 * at + 1, 3 * at + 2, 3 * at + 3]
        .filter((id) => id < 1500)
        .map((id) => `/index.php?view=page&id=${id}`);
    },
    pages: 1500,
  },
];

for (const { name, web, pages } of neighbours) {
  test(`${name} is visited whole`, async ({ file }) => {
    const { frontier, store } = await open(file);
    await frontier.addSites([newSite(`${A}/`)], 0);
    expect((await crawlRule(frontier, web, 9999)).length).toBe(pages);
    expect(await trapsOf(store)).toEqual([]);
    await store.close();
  });
}

test('known traps survive a restart; --no-traps readmits their links', async ({ folder }) => {
  const facets = endless.find(({ name }) => name.includes('facets'))?.web ?? (() => []);
  const whole = await open(`${folder}/whole.sqlite`);
  await whole.frontier.addSites([newSite(`${A}/`)], 0);
  const expected = await crawlRule(whole.frontier, facets, 5000);
  const traps = await trapsOf(whole.store);
  await whole.store.close();

  const file = `${folder}/parts.sqlite`;
  const visited: string[] = [];
  for (let run = 0; visited.length < expected.length; run++) {
    const { frontier, store } = await open(file, {}, run);
    await frontier.addSites([newSite(`${A}/`)], run);
    visited.push(...(await crawlRule(frontier, facets, 23, run)));
    await store.close();
  }
  const parts = await open(file, {}, 1000);
  expect(visited).toEqual(expected);
  expect(await crawlRule(parts.frontier, facets, 5000)).toEqual([]);
  expect(await trapsOf(parts.store)).toEqual(traps);
  await parts.store.close();

  const all = await open(file, { traps: false }, 2000);
  expect((await crawlRule(all.frontier, facets, 100, 2000)).length).toBe(100);
  expect(await trapsOf(all.store)).toEqual([]);
  await all.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('patterns: excluded links are recorded, and reconsidered by each run', async ({ file }) => {
  const web: Web = (path) => (path === '/start' ? ['/a/1', '/b/1', '/b/2', '/c.pdf'] : []);
  const first = await open(file, { admits: ({ url }) => url.includes('/a/') });
  await first.frontier.addSites([newSite(`${A}/start`)], 0);
  expect(await crawlRule(first.frontier, web, 99)).toEqual(['/start', '/a/1']);
  const statuses = first.store.connection.prepare('select url, status from internal_links_view order by id').all();
  expect(statuses.slice(2)).toEqual([
    { url: `${A}/b/1`, status: 'excluded' },
    { url: `${A}/b/2`, status: 'excluded' },
    { url: `${A}/c.pdf`, status: 'file' },
  ]);
  await first.store.close();
  expect(brokenInvariants(file)).toEqual({});

  const second = await open(file, { admits: ({ url }) => !url.includes('2'), pageLimit: 2 }, 100);
  await second.store.close();
  const third = await open(file, { admits: () => false }, 200);
  expect(await crawlRule(third.frontier, web, 99)).toEqual([]);
  await third.store.close();
  expect(brokenInvariants(file)).toEqual({});
  const fourth = await open(file, {}, 300);
  expect(await crawlRule(fourth.frontier, web, 99)).toEqual(['/b/1', '/b/2']);
  await fourth.store.close();
});
