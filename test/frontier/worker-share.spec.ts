import { expect } from '@playwright/test';
import type { Frontier } from '../../src/frontier/frontier.ts';
import { storedTables } from '../../src/frontier/queries.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import { type Letter, letterSchema, type Share, type SiteElsewhere } from '../../src/frontier/worker-share.ts';
import { openInMemory, type Store } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { getOne } from '../../src/storage/statement.ts';
import { presets } from '../../src/strategies/registry.ts';
import { expectSame } from '../in-loops.ts';
import { idsFrom } from '../storage/fresh-store.ts';
import { learnableOn, sitesOf } from './random-web.ts';
import { trialCrawl } from './trial-crawl.ts';
import {
  claimed,
  claimOf,
  everywhere,
  newRuns,
  newSite,
  type OnPage,
  type OpenOptions,
  onTables,
  page,
  test,
} from './world.ts';

/** The share of a worker that has all sites. */
const ALL: Share = {
  granted: Number.POSITIVE_INFINITY,
  isSpent: false,
  isWorkElsewhere: false,
  viewAge: () => undefined,
  isOpenable: () => true,
  post: () => {
    throw new Error('nothing is elsewhere');
  },
};

type Web = Readonly<Record<string, readonly OnPage[]>>;

const web: Web = learnableOn(1);

for (const { name } of presets)
  test(`a worker that has all sites crawls as one without others: ${name}`, async ({ folder }) => {
    const given = {
      strategy: name,
      linkOrder: undefined,
      siteRule: undefined,
      workers: 3,
      isDisturbed: true,
      pageLimit: 90,
    };
    const alone = await trialCrawl(`${folder}/alone.sqlite`, web, given);
    expect(alone.order.length).toBeGreaterThan(10);
    expectSame(await trialCrawl(`${folder}/shared.sqlite`, web, { ...given, share: ALL }), alone);
  });

/** A worker whose tables are in memory. @param firstId of its new rows, where SQLite does not number them */
async function worker(options: OpenOptions, firstId?: number) {
  const opened = await openInMemory();
  const store = firstId === undefined ? opened : { ...opened, ids: idsFrom(firstId) };
  const begin = newRuns(store);
  const frontier = await begin(options, 0);
  return { store, frontier };
}

/** Tables of which a worker has its own rows. */
const OWN = /^(kysely|runs$|sequences$|site_edits$|sqlite_)/;

/** Copies all rows between stores, like a takeover of all sites. */
function copyAll(from: Store, to: Store): void {
  const names = from.connection
    .prepare<[], string>("select name from sqlite_master where type = 'table'")
    .pluck()
    .all();
  copyRows(
    from,
    to,
    names.filter((name) => !OWN.test(name)),
    '1',
  );
}

function copyRows(from: Store, to: Store, tables: readonly string[], where: string): void {
  for (const table of tables) {
    to.connection.prepare(`delete from ${table} where ${where}`).run();
    for (const row of from.connection.prepare<[], unknown[]>(`select * from ${table} where ${where}`).raw().iterate())
      to.connection.prepare(`insert into ${table} values (${row.map(() => '?').join(', ')})`).run(...row);
  }
}

const elsewhere = (frontier: TableFrontier, store: Store): SiteElsewhere[] =>
  frontier.sites().map(({ id, shortName, kind, visits, inFlight, rewardSum, rewardMax, milliseconds }) => {
    const url = store.connection.prepare<[number], string>('select start_url from seeds where id = ?').pluck().get(id);
    const figures = { visits, inFlight, rewardSum, rewardMax, milliseconds };
    return { id, shortName, kind, scope: 'host', url: url ?? '', home: undefined, isRemoved: false, ...figures };
  });

async function crawlSome(frontier: Frontier, on: Web, from: number, pages: number): Promise<string[]> {
  const order: string[] = [];
  for (let now = from; order.length < pages; now++) {
    const claim = await claimOf(frontier, now);
    if (!claim) break;
    order.push(claim.url);
    await frontier.completeVisit(claim, page(claim, on[claim.url] ?? []), now);
  }
  return order;
}

for (const siteRule of ['ucb1', 'best-first', 'time-quantum'])
  for (const isBack of [false, true])
    test(`a taken over site continues unchanged: ${siteRule}, ${isBack ? 'there and back' : 'by another'}`, async () => {
      const options = { siteRule, linkOrder: 'level', share: ALL };
      const sites = sitesOf(web).map((url) => newSite(url));
      const alone = await worker(options);
      await alone.frontier.addSites(sites, 0);
      const wanted = await crawlSome(alone.frontier, web, 1, 99);
      expect(wanted.length).toBeGreaterThan(40);
      const first = await worker(options);
      await first.frontier.addSites(sites, 0);
      const second = await worker(options);
      await second.frontier.others(elsewhere(first.frontier, first.store), 0);
      const order = await crawlSome(first.frontier, web, 1, 17);
      await hand(first, second, 18);
      order.push(...(await crawlSome(second.frontier, web, 18, isBack ? 11 : 99)));
      if (isBack) {
        await hand(second, first, 29);
        order.push(...(await crawlSome(first.frontier, web, 29, 99)));
      }
      expectSame(order, wanted);
    });

type Worker = Awaited<ReturnType<typeof worker>>;

/** Transfers all sites. */
async function hand(from: Worker, to: Worker, now: number): Promise<void> {
  const sites = from.frontier.sites().map(({ id }) => id);
  await from.frontier.giveBack(sites, now);
  expect(await claimOf(from.frontier, now)).toBeUndefined();
  copyAll(from.store, to.store);
  await to.frontier.take(sites, now);
}

/** A worker that has one site of several, with its posted letters. */
async function workerOf(all: Store, site: number, options: OpenOptions = {}) {
  const posted: Letter[] = [];
  const share = { ...ALL, isWorkElsewhere: true, post: (letters: readonly Letter[]) => void posted.push(...letters) };
  const made = await worker(
    { follow: everywhere, siteRule: 'best-first', linkOrder: 'level', ...options, share },
    site * 1000,
  );
  copyRows(all, made.store, ['seeds'], `id = ${site}`);
  await made.frontier.others(
    siteFigures(all).filter(({ id }) => id !== site),
    0,
  );
  await made.frontier.take([site], 0);
  const mail = () => posted.splice(0).map((letter) => letterSchema.parse(JSON.parse(JSON.stringify(letter))));
  return { ...made, posted, mail };
}

const siteFigures = ({ connection }: Store): SiteElsewhere[] =>
  connection
    .prepare<[], { id: number; start_url: string; short_name: string }>('select * from seeds order by id')
    .all()
    .map(({ id, start_url: url, short_name: shortName }) => ({
      ...{ id, url, shortName, kind: 'other', scope: 'host', home: undefined, isRemoved: false },
      ...{ visits: 0, inFlight: 0, rewardSum: 0, rewardMax: 0, milliseconds: 0 },
    }));

const linksOf = ({ connection }: Store) =>
  connection
    .prepare(
      'select site, url, level, anchor, role, status from internal_links l join internal_link_texts on link = id order by site, url',
    )
    .all();

test('links to sites of another worker are added there as here, each once', async () => {
  const A = 'http://a.test/';
  const B = 'http://b.test/';
  const nav = [`${A}1`, `${A}2`, `${B}nav`, { raw: `${B}nav`, anchor: 'once more' }];
  const two: Web = {
    [A]: nav,
    [`${A}1`]: [...nav, `${B}deep`],
    [`${A}2`]: nav,
    [B]: [`${A}2`],
    [`${B}nav`]: [`${B}deep`],
    [`${B}deep`]: [],
  };
  const alone = await worker({ follow: everywhere, siteRule: 'best-first', linkOrder: 'level' });
  await alone.frontier.addSites([newSite(A), newSite(B)], 0);
  const [a, b] = [await workerOf(alone.store, 1), await workerOf(alone.store, 2)];
  await crawlSome(alone.frontier, two, 1, 99);
  expect(await crawlSome(a.frontier, two, 1, 99)).toEqual([A, `${A}1`, `${A}2`]);
  const letters = a.mail();
  expect(letters.map(({ site, url, page: { level } }) => [site, url, level])).toEqual([
    [2, `${B}nav`, 0],
    [2, `${B}deep`, 1],
  ]);
  expect(await a.frontier.claim(9)).toEqual({ kind: 'wait', until: 1009 });
  await b.frontier.receive(letters, 10);
  await b.frontier.receive(letters, 11);
  expect(await crawlSome(b.frontier, two, 12, 99)).toEqual([B, `${B}nav`, `${B}deep`]);
  await a.frontier.receive(b.mail(), 20);
  expectSame([...linksOf(a.store), ...linksOf(b.store)], linksOf(alone.store));
  await expect(
    a.frontier.receive(
      letters.map((letter) => ({ ...letter, site: 77 })),
      30,
    ),
  ).rejects.toThrow('no site 77');
});

const [C, D] = ['http://c.test/', 'http://d.test/'];

/** A crawl of two sites of one worker, with the store of another that has none yet. */
async function twoSites(options: OpenOptions = {}) {
  const given = { siteRule: 'best-first', linkOrder: 'level', share: ALL, ...options };
  const [first, second] = [await worker(given, 1_000), await worker(given, 2_000)];
  await first.frontier.addSites([newSite(C), newSite(D)], 0);
  await second.frontier.others(elsewhere(first.frontier, first.store), 0);
  return { first, second };
}

test('a site is released after its page in flight, and its links are posted from then on', async () => {
  const posted: Letter[] = [];
  const share = { ...ALL, post: (letters: readonly Letter[]) => void posted.push(...letters) };
  const { first } = await twoSites({ share, follow: everywhere });
  const { frontier, store } = first;
  const [c, d] = [await claimed(frontier, 1), await claimed(frontier, 1)];
  await frontier.giveBack([c.site], 2);
  expect([frontier.isInFlight(c.site), frontier.isInFlight(d.site)]).toEqual([true, true]);
  expect(await frontier.completeVisit(d, page(d, [`${C}a`]), 3)).toMatchObject({ outcome: 'page' });
  expect(posted).toEqual([]);
  expect(await frontier.completeVisit(c, page(c, [`${C}b`]), 4)).toMatchObject({ newInternal: 1 });
  expect(frontier.isInFlight(c.site)).toBe(false);
  expect(frontier.sites().map(({ visits, waiting }) => [visits, waiting])).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(await frontier.claim(5)).toEqual({ kind: 'over', reason: 'done' });
  const rows = contents(store);
  await frontier.setLimits({ depth: 0 }, 6);
  await frontier.others(
    elsewhere(frontier, store)
      .map((site) => ({ ...site, visits: 9, inFlight: 2 }))
      .slice(0, 1),
    7,
  );
  expectSame(contents(store), rows);
  await frontier.addSites([newSite('http://e.test/')], 8);
  const e = await claimed(frontier, 9);
  // Nine and two of c.test, one of d.test.
  expect(e.decision).toMatchObject({ visits: 12, ready: 1 });
  await frontier.completeVisit(e, page(e, [`${C}a`, `${C}a#top`]), 10);
  expect(posted.map(({ site, url }) => [site, url])).toEqual([[c.site, `${C}a`]]);
});

/** All rows of sites and links. */
const contents = ({ connection }: Store) =>
  ['seeds', 'internal_links', 'queue', 'queue_groups'].map((table) =>
    connection.prepare(`select * from ${table}`).all(),
  );

test('a page in flight when its worker died is read elsewhere, after a pause of its host', async () => {
  const { first, second } = await twoSites({ delay: () => 500 });
  const claim = await claimed(first.frontier, 1);
  copyAll(first.store, second.store);
  await second.frontier.take([1000, 1001], 1000);
  const other = await claimed(second.frontier, 1000);
  expect(other.url).toBe(D);
  await second.frontier.completeVisit(other, page(other, []), 1001);
  expect(await second.frontier.claim(1002)).toEqual({ kind: 'wait', until: 1500 });
  expect(await claimed(second.frontier, 1500)).toMatchObject({ url: claim.url, link: claim.link });
  const crashes = second.store.connection.prepare('select link, crashes from crashes').all();
  expect(crashes).toEqual([{ link: claim.link, crashes: 1 }]);
});

test('letters that failed to commit are posted by the next attempt, and received by its site', async () => {
  const sent: Letter[][] = [];
  const share = { ...ALL, post: (letters: readonly Letter[]) => void sent.push([...letters]) };
  const store = await openInMemory();
  const tables = storedTables(store);
  let isFull = false;
  const transaction: typeof tables.transaction = (work) =>
    tables.transaction(() => {
      const done = work();
      if (isFull) throw new Error('the disk is full');
      return done;
    });
  const { id } = getOne(runQueries(store).start, { started_at: 0, pid: 1, config: '{}' });
  const given = { follow: everywhere, linkOrder: 'level', share };
  const frontier = await onTables({ ...tables, transaction }, given, { id, startedAt: 0 });
  await frontier.addSites([newSite(C), newSite(D)], 0);
  await frontier.giveBack([2], 0);
  const claim = await claimed(frontier, 1);
  isFull = true;
  await expect(frontier.completeVisit(claim, page(claim, [`${D}x`]), 2)).rejects.toThrow('the disk is full');
  isFull = false;
  await frontier.completeVisit(claim, page(claim, [`${D}x`]), 3);
  expect(sent.map((letters) => letters.map(({ url }) => url))).toEqual([[`${D}x`], [`${D}x`]]);
  isFull = true;
  await expect(frontier.take([2], 4)).rejects.toThrow('the disk is full');
  isFull = false;
  expect(await frontier.claim(5)).toEqual({ kind: 'over', reason: 'done' });
  await frontier.take([2], 6);
  expect(await claimed(frontier, 7)).toMatchObject({ url: D, siteVisits: 0 });
});

test('pages are claimed as granted, and the crawl continues while others have work', async () => {
  const state = { granted: 1, isSpent: false, isWorkElsewhere: true };
  const { first } = await twoSites({ share: shareOf(state) });
  const { frontier, store } = first;
  const claim = await claimed(frontier, 1);
  expect(await frontier.claim(2)).toEqual({ kind: 'wait', until: 1002 });
  await frontier.completeVisit(claim, page(claim, []), 3);
  state.granted = 0;
  expect(await frontier.claim(4)).toEqual({ kind: 'wait', until: 1004 });
  state.isWorkElsewhere = false;
  // Another grant may arrive.
  expect(await frontier.claim(5)).toEqual({ kind: 'wait', until: 1005 });
  state.granted = 1;
  const last = await claimed(frontier, 6);
  await frontier.completeVisit(last, page(last, []), 7);
  state.granted = 0;
  expect(await frontier.claim(8)).toEqual({ kind: 'over', reason: 'done' });
  state.isSpent = true;
  expect(frontier.state(9)).toEqual({ kind: 'over', reason: 'page-limit' });
  expect(store.connection.prepare('select view_age from visits').pluck().all()).toEqual([40, 40]);
});

/** A share with changing figures. */
const shareOf = (state: Pick<Share, 'granted' | 'isSpent' | 'isWorkElsewhere'>): Share => ({
  get granted() {
    return state.granted;
  },
  get isSpent() {
    return state.isSpent;
  },
  get isWorkElsewhere() {
    return state.isWorkElsewhere;
  },
  viewAge: () => 40,
  isOpenable: () => true,
  post: () => undefined,
});

test('sites are opened on domains of the worker; links to others go to the worker that has them', async () => {
  const posted: Letter[] = [];
  const open = new Set<string>();
  const share = {
    ...ALL,
    isOpenable: (domain: string) => open.has(domain),
    post: (letters: readonly Letter[]) => void posted.push(...letters),
  };
  const { first, second } = await twoSites({ share, follow: everywhere });
  const claim = await claimed(first.frontier, 1);
  const found = page(claim, ['http://www.x.org/a', 'http://y.org/', 'http://y.org/b', D, '/c']);
  expect(first.frontier.wouldOpen(found, claim)).toEqual(['x.org', 'y.org']);
  open.add('y.org');
  await first.frontier.completeVisit(claim, found, 2);
  expect(first.frontier.sites().map(({ shortName }) => shortName)).toEqual([C, D, 'y.org']);
  expect(posted.map(({ site, url }) => [site, url])).toEqual([[undefined, 'http://www.x.org/a']]);
  open.add('x.org');
  await second.frontier.receive(posted, 3);
  expect(await claimed(second.frontier, 4)).toMatchObject({ url: 'http://www.x.org/a', level: 1 });
});
