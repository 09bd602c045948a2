import { expect } from '@playwright/test';
import type { Frontier } from '../../src/frontier/frontier.ts';
import { type Letter, letterSchema, type Share, type SiteElsewhere } from '../../src/frontier/share.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import { openInMemory, type Store } from '../../src/storage/open.ts';
import { presets } from '../../src/strategies/registry.ts';
import { expectSame } from '../in-loops.ts';
import { learnableOn, sitesOf } from './random-web.ts';
import { trialCrawl } from './trial-crawl.ts';
import { claimOf, everywhere, newRuns, newSite, type OnPage, type OpenOptions, page, test } from './world.ts';

/** The share of a worker that has all. */
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
  test(`a worker that has all sites crawls as one without others does: ${name}`, async ({ folder }) => {
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

/** A worker whose tables are in memory. */
async function worker(options: OpenOptions, at = 0) {
  const store = await openInMemory();
  const begin = newRuns(store);
  const frontier = await begin(options, at);
  return { store, frontier };
}

/** Tables of which a worker has its own rows. */
const OWN = /^(kysely|runs$|sequences$|site_edits$|sqlite_)/;

/** Copies all rows from one store to another, as a take-over of all sites does. */
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
    await frontier.settle(claim, page(claim, on[claim.url] ?? []), now);
  }
  return order;
}

for (const siteRule of ['ucb1', 'best-first', 'time-quantum'])
  for (const isBack of [false, true])
    test(`what is taken over reads on as one: ${siteRule}, ${isBack ? 'there and back' : 'by another'}`, async () => {
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

/** Hands all sites over. */
async function hand(from: Worker, to: Worker, now: number): Promise<void> {
  const sites = from.frontier.sites().map(({ id }) => id);
  await from.frontier.giveBack(sites, now);
  expect(await claimOf(from.frontier, now)).toBeUndefined();
  copyAll(from.store, to.store);
  await to.frontier.take(sites, now);
}

/** A worker that has one site of several, with what it posted. */
async function workerOf(all: Store, site: number, options: OpenOptions = {}) {
  const posted: Letter[] = [];
  const share = { ...ALL, isWorkElsewhere: true, post: (letters: readonly Letter[]) => void posted.push(...letters) };
  const made = await worker({ follow: everywhere, siteRule: 'best-first', linkOrder: 'level', ...options, share });
  copyRows(all, made.store, ['seeds'], `id = ${site}`);
  // Its links have ids that no other worker's have.
  made.store.connection.exec(
    `insert into internal_links (id, site, url, level, status, tier) values (${site}000, ${site}, '/0', 9, 2, 0)`,
  );
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
