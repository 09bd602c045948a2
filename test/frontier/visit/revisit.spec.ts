import { expect } from '@playwright/test';
import { createRandom } from '../../../src/domain/random.ts';
import type { VisitResult } from '../../../src/frontier/frontier.ts';
import { failedVisit } from '../../../src/frontier/retries.ts';
import type { TableFrontier } from '../../../src/frontier/table-frontier.ts';
import type { RevisitResult } from '../../../src/frontier/visit/revisit.ts';
import type { Store } from '../../../src/storage/open.ts';
import { brokenInvariants } from '../invariants.ts';
import { checkOf, claimOf, newSite, type OnPage, open, page, recheckUnchanged, revisit, test } from '../world.ts';

const A = 'http://a.test/';
const HOUR = 3_600_000;

interface PageAt {
  readonly on?: readonly OnPage[];
  readonly text?: readonly string[];
  /** Redirect target. */
  readonly to?: string;
}

/** Result of a visit or a revisit of a page. */
function result(frontier: TableFrontier, url: string, { on = [], text = [], to = url }: PageAt): VisitResult {
  const site = frontier.sites()[0]?.id ?? 0;
  return { ...page(checkOf(frontier, url, site), on, to), text };
}

async function crawlOf(frontier: TableFrontier, web: Readonly<Record<string, PageAt>>, now: number): Promise<void> {
  for (let claim = await claimOf(frontier, now); claim; claim = await claimOf(frontier, now)) {
    const on = web[claim.url];
    await frontier.completeVisit(claim, on ? result(frontier, claim.url, on) : failedVisit('HTTP 404'), now);
  }
}

const linkOf = (store: Store, url: string): number =>
  Number(store.connection.prepare('select id from internal_links where url = ?').pluck().get(url));

const events = (store: Store): unknown[] =>
  store.connection
    .prepare(
      `select e.kind, coalesce(x.url, i.url, b.raw) as url, e.at, e.event from link_events e
        left join external_links x on e.kind = 1 and x.id = e.link
        left join internal_links i on e.kind = 0 and i.id = e.link
        left join bad_links b on e.kind = 2 and b.id = e.link order by e.id`,
    )
    .raw()
    .all();

const TEXT = ['A heading', 'A paragraph of several words that stays.', 'News of today'];

async function crawled(file: string, web: Readonly<Record<string, PageAt>>) {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 1);
  await crawlOf(frontier, web, 1);
  const check = async (url: string, at: PageAt | VisitResult, now: number): Promise<RevisitResult> =>
    await revisit(
      frontier,
      linkOf(store, url),
      'outcome' in at ? at : result(frontier, `http://a.test${url}`, at),
      now,
    );
  const close = async () => {
    await store.close();
    expect(brokenInvariants(file)).toEqual({});
  };
  return { frontier, store, check, close };
}

const NONE = { newInternal: 0, newExternal: 0, removedLinks: 0, returnedLinks: 0 };

test('an unchanged page is only marked as seen', async ({ file }) => {
  const { store, check, frontier, close } = await crawled(file, { [A]: { text: TEXT, on: ['http://x.org/'] } });
  const size = TEXT.join('').length;
  const same = { change: 'unchanged', size, kept: size, gone: 0, fresh: 0, ...NONE };
  expect(await check('/', { text: TEXT, on: ['http://x.org/'] }, HOUR + 1)).toEqual(same);
  expect(await recheckUnchanged(frontier, linkOf(store, '/'), 3 * HOUR)).toEqual(same);
  expect(store.connection.prepare('select at, last_seen, size from page_versions').all()).toEqual([
    { at: 1, last_seen: 3 * HOUR, size },
  ]);
  expect(store.connection.prepare('select first_seen, last_seen from external_links').all()).toEqual([
    { first_seen: 1, last_seen: 3 * HOUR },
  ]);
  expect(store.connection.prepare('select at from link_sightings').pluck().all()).toEqual([1, HOUR + 1]);
  await close();
});

test('added and removed links are counted, added ones join the queue, removed ones are marked', async ({ file }) => {
  const { store, check, frontier, close } = await crawled(file, {
    [A]: { text: TEXT, on: ['/old', 'http://x.org/', 'mailto:a@b.c', '/both'] },
    [`${A}both`]: { text: ['Both'], on: ['/'] },
    [`${A}old`]: { text: ['Old'], on: ['http://shared.org/'] },
  });
  const text = [...TEXT.slice(0, 2), 'Something else'];
  const on = ['/new', '/both', 'http://y.org/'];
  expect(await check('/', { text, on }, 10)).toEqual({
    change: 'changed',
    size: 63,
    kept: 49,
    gone: 13,
    fresh: 14,
    newInternal: 1,
    newExternal: 1,
    removedLinks: 3,
    returnedLinks: 0,
  });
  expect(events(store)).toEqual([
    [0, '/old', 10, 'removed'],
    [1, 'http://x.org/', 10, 'removed'],
    [2, 'mailto:a@b.c', 10, 'removed'],
  ]);
  expect(await claimOf(frontier, 11)).toMatchObject({ url: `${A}new`, level: 1 });
  expect(frontier.sites()[0]).toMatchObject({ waiting: 0 });
  await close();
});

test('a link stays while another page has it, and returns if a page has it again', async ({ file }) => {
  const { store, check, close } = await crawled(file, {
    [A]: { text: TEXT, on: ['/p', 'http://x.org/'] },
    [`${A}p`]: { text: ['P'], on: ['http://x.org/', '/'] },
  });
  expect(await check('/', { text: TEXT, on: ['/p'] }, 10)).toMatchObject({ change: 'unchanged', removedLinks: 0 });
  expect(await check('/p', { text: ['P'], on: [] }, 20)).toMatchObject({ change: 'unchanged', removedLinks: 1 });
  expect(await check('/', { text: TEXT, on: ['/p', 'http://x.org/'] }, 30)).toMatchObject({
    newExternal: 0,
    returnedLinks: 1,
  });
  expect(events(store)).toEqual([
    [1, 'http://x.org/', 20, 'removed'],
    [1, 'http://x.org/', 30, 'returned'],
  ]);
  await close();
});

test('a page that is gone loses its text and its links, and may return', async ({ file }) => {
  const { store, check, close } = await crawled(file, {
    [A]: { text: TEXT, on: ['/p'] },
    [`${A}p`]: { text: ['Page'], on: ['http://x.org/'] },
  });
  const gone = { ...failedVisit('HTTP 404'), httpStatus: 404 };
  expect(await check('/p', gone, 10)).toEqual({
    change: 'gone',
    size: 0,
    kept: 0,
    gone: 4,
    fresh: 0,
    ...NONE,
    removedLinks: 1,
  });
  expect(await check('/p', gone, 20)).toEqual({ change: 'gone', size: 0, kept: 0, gone: 0, fresh: 0, ...NONE });
  expect(await check('/p', { ...failedVisit('HTTP 500'), httpStatus: 500 }, 25)).toMatchObject({
    change: 'unreachable',
  });
  expect(await check('/p', { text: ['Pages'], on: ['http://x.org/'] }, 30)).toEqual({
    change: 'back',
    size: 5,
    kept: 0,
    gone: 0,
    fresh: 5,
    ...NONE,
    returnedLinks: 1,
  });
  expect(
    store.connection.prepare('select at, state, size, last_seen from page_versions where page = 2').raw().all(),
  ).toEqual([
    [1, 'there', 4, 1],
    [10, 'gone', 0, 20],
    [30, 'there', 5, 30],
  ]);
  await close();
});

test('a page without an answer changes nothing', async ({ file }) => {
  const { store, check, close } = await crawled(file, { [A]: { text: TEXT, on: ['http://x.org/'] } });
  const size = TEXT.join('').length;
  const written = store.connection.prepare('select total_changes()').pluck();
  const before = written.get();
  expect(await check('/', failedVisit('net::ERR_CONNECTION_RESET'), 10)).toEqual({
    change: 'unreachable',
    size,
    kept: size,
    gone: 0,
    fresh: 0,
    ...NONE,
  });
  expect(written.get()).toBe(before);
  await close();
});

test('a moved page continues at its new address, with its links and history', async ({ file }) => {
  const { store, check, frontier, close } = await crawled(file, {
    [A]: { text: TEXT, on: ['/p'] },
    [`${A}p`]: { text: ['Page'], on: ['http://x.org/'] },
  });
  const moved = { text: ['Page'], on: ['http://x.org/', '/more'], to: `${A}q` };
  expect(await check('/p', moved, 10)).toEqual({
    change: 'moved',
    size: 4,
    kept: 4,
    gone: 0,
    fresh: 0,
    ...NONE,
    newInternal: 1,
  });
  expect(events(store)).toEqual([]);
  expect(store.connection.prepare('select url, kind, link from aliases').all()).toEqual([
    { url: '/p', kind: 'redirect', link: 3 },
  ]);
  expect(await check('/q', { text: ['Page'], on: ['http://x.org/', '/more'] }, 20)).toMatchObject({
    change: 'unchanged',
  });
  expect(await check('/p', moved, 30)).toMatchObject({ change: 'moved', kept: 0, fresh: 0 });
  expect(await claimOf(frontier, 31)).toMatchObject({ url: `${A}more` });
  await close();
});

test('the links of a page are known for any time', async ({ file }) => {
  const { store, check, close } = await crawled(file, {
    [A]: { text: TEXT, on: ['/p', 'http://x.org/'] },
    [`${A}p`]: { text: ['Page'], on: [] },
  });
  const lists = [['http://x.org/', '/p'], ['/p'], [], ['http://y.org/', '/p'], ['/p', 'http://x.org/']];
  for (const [index, on] of lists.entries()) await check('/', { text: TEXT, on }, 10 * (index + 1));
  const then = store.connection.prepare(`
    select coalesce(x.url, i.url) as url from (
        select source, kind, target, added, removed as ended from page_links
        union all select source, kind, target, added, ended from earlier_edges) e
      left join external_links x on e.kind = 1 and x.id = e.target left join internal_links i on e.kind = 0 and i.id = e.target
      where e.source = 1 and coalesce(e.added, 0) <= $at and coalesce(e.ended, 1e9) > $at order by url`);
  const graphs = [5, 15, 25, 35, 45, 55].map((at) => then.pluck().all({ at }));
  expect(graphs).toEqual([
    ['/p', 'http://x.org/'],
    ['/p', 'http://x.org/'],
    ['/p'],
    [],
    ['/p', 'http://y.org/'],
    ['/p', 'http://x.org/'],
  ]);
  await close();
});

test('blocks that differ at every fetch are learned over pages and versions, and then ignored', async ({ file }) => {
  const banners = ['Open day in May', 'Visit the museum', 'Apply by Monday', 'A new library', 'Choir seeks singers'];
  const random = createRandom('banners');
  let fetches = 0;
  /** News change every tenth day. */
  const news = (day: number) =>
    ['bees', 'stars', 'rocks', 'words', 'trees', 'maps'].slice(Math.floor(day / 10)).map((what) => `News of ${what}`);
  const text = (title: string, day: number): string[] => {
    fetches++;
    const clock = `It is ${fetches % 24}:${10 + (fetches % 50)}`;
    const counter = `${1000 + 3 * fetches} visitors`;
    return ['University', clock, 'Menu', random.pick(banners), title, 'Stays as it is.', ...news(day), counter];
  };
  const titles = ['one', 'two', 'three'];
  const addressOf = (title: string) => `http://a.test/pages/${title}.html`;
  const { check, store } = await crawled(file, {
    [A]: { text: ['Start'], on: titles.map(addressOf) },
    ...Object.fromEntries(titles.map((title) => [addressOf(title), { text: text(title, 0) }])),
  });
  const days = async (from: number, to: number, on = check): Promise<RevisitResult[]> => {
    const seen: RevisitResult[] = [];
    for (let day = from; day < to; day++)
      for (const title of titles)
        seen.push(await on(`/pages/${title}.html`, { text: text(title, day) }, day * 24 * HOUR));
    return seen;
  };
  await days(1, 8);
  expect((await days(8, 10)).map(({ change }) => change)).toEqual(Array(6).fill('unchanged'));
  const withNews = await days(10, 11);
  for (const rechecked of withNews)
    expect(rechecked).toMatchObject({ change: 'changed', gone: 'News of bees'.length, fresh: 0 });
  await store.close();
  // It is in the database: a new process knows it.
  const second = await open(file, {}, 11 * 24 * HOUR);
  const again = async (url: string, at: PageAt | VisitResult, now: number) =>
    await revisit(
      second.frontier,
      linkOf(second.store, url),
      result(second.frontier, `http://a.test${url}`, at as PageAt),
      now,
    );
  expect((await days(11, 12, again)).map(({ change }) => change)).toEqual(Array(3).fill('unchanged'));
  await second.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('two fetches at once show which blocks differ at every fetch', async ({ file }) => {
  const { store, frontier, close } = await crawled(file, { [A]: { text: ['Head', 'It is 10:01', 'Banner', 'Foot'] } });
  const now = result(frontier, A, { text: ['Head', 'It is 12:01', 'Other', 'Foot'] });
  const again = ['Head', 'It is 12:02', 'Third', 'Foot'];
  expect(await revisit(frontier, linkOf(store, '/'), now, 10, again)).toMatchObject({ change: 'unchanged', size: 8 });
  await close();
});
