import { expect } from '@playwright/test';
import { isRefusal } from '../../src/domain/rank.ts';
import type { Claim } from '../../src/frontier/frontier.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import { linkGroup } from '../../src/link-orders/link-group.ts';
import type { LinkOrder } from '../../src/link-orders/link-order.ts';
import type { Store } from '../../src/storage/open.ts';
import { linkView } from '../link-orders/link-view.ts';
import { view } from '../site-rules/play.ts';
import { brokenInvariants } from './invariants.ts';
import { claimed, claimOf, crawlAll, newSite, type OnPage, open, openNew, page, test } from './world.ts';

const A = 'http://a.test/';
const ARMS = ['html body main ul li a', 'html body nav a'];
const EXTERNAL = ['http://x.org/1', 'http://x.org/2', 'http://x.org/3'];

test('a link reranked in flight waits at its new place when released', async ({ file }) => {
  const far = 'http://far.a.test/';
  const values: Record<string, number> = { [`${A}near`]: 3, [far]: 2, [`${A}other`]: 1 };
  let farId = 0;
  const order: LinkOrder = {
    rank({ id, url }) {
      if (url === far) farId = id;
      return { lane: 0, value: values[url] ?? 0 };
    },
    learn: ({ claimed: { url } }) => (url === `${A}near` ? [{ link: farId, rank: { lane: 0, value: 0 } }] : []),
  };
  const { frontier, close } = await openNew(file, { linkOrder: order });
  await frontier.addSites([newSite(A, { scope: 'domain' })], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/other', '/near', far]), 1);
  const [first, second] = [await claimed(frontier, 2), await claimed(frontier, 2)];
  expect([first.url, second.url]).toEqual([`${A}near`, far]);
  await frontier.completeVisit(first, page(first, []), 3);
  await frontier.release(second, { notBefore: 0, failed: false, askedAt: undefined }, 4);
  expect(await crawlAll(frontier, {}, 5)).toEqual([`${A}other`, far]);
  await close();
});

const anOrder = () => linkGroup.make({ k: 2, c: 1 }, { seed: 1 });

/** A site whose start page had a reward, and links of two arms, each on its own host. */
async function twoArms(file: string, linkOrder: LinkOrder) {
  const { frontier, store } = await open(file, { linkOrder });
  await frontier.addSites([newSite(A, { scope: 'domain' })], 0);
  const start = await claimed(frontier, 1);
  const links = ARMS.flatMap((tagPath, arm) =>
    Array.from({ length: 8 }, (_, n) => ({ raw: `http://h${n}.arm${arm}.a.test/`, tagPath })),
  );
  await frontier.completeVisit(start, page(start, [...links, ...EXTERNAL]), 1);
  return { frontier, store };
}

async function claims(frontier: TableFrontier, most: number): Promise<Claim[]> {
  const all: Claim[] = [];
  for (
    let claim = await claimOf(frontier, 2);
    claim;
    claim = all.length < most ? await claimOf(frontier, 2) : undefined
  )
    all.push(claim);
  return all;
}

const armOf = ({ rank }: Claim) => rank.group?.name;

/** Scores of the arms by the order … */
const toldBy = (order: LinkOrder) =>
  ARMS.map((name) => {
    const rank = order.rank(linkView({ url: `${A}x`, tagPath: name }), view(1));
    return { name, value: isRefusal(rank) ? undefined : rank.group?.value };
  });
/** … and by the tables. */
const storedIn = ({ connection }: Store) =>
  connection.prepare("select name, value from queue_groups where name != '' order by name").all();

test('two arms of equal score are both in flight, and afterwards score as after sequential visits', async ({
  file,
}) => {
  const live = anOrder();
  const { frontier, store } = await twoArms(file, live);
  const inFlight = await claims(frontier, 8);
  expect(ARMS.map((arm) => inFlight.filter((claim) => armOf(claim) === arm).length)).toEqual([4, 4]);
  expect(storedIn(store)).toEqual(toldBy(live));
  const on: readonly (readonly OnPage[])[] = [EXTERNAL, [], [EXTERNAL[0] ?? '']];
  for (const [at, claim] of inFlight.reverse().entries()) {
    await frontier.completeVisit(claim, page(claim, on[at % 3] ?? []), 3 + at);
    expect(storedIn(store)).toEqual(toldBy(live));
  }
  await store.close();
  const folded = anOrder();
  const again = await open(file, { linkOrder: folded }, 100);
  expect(toldBy(folded)).toEqual(toldBy(live));
  expect(storedIn(again.store)).toEqual(toldBy(folded));
  await again.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

const ends: Readonly<Record<string, (frontier: TableFrontier, claim: Claim, store: Store) => Promise<unknown>>> = {
  'is given back': (frontier, claim) => frontier.release(claim, { notBefore: 0, failed: false, askedAt: undefined }, 3),
  'is tried again': (frontier, claim) => frontier.fail(claim, { reason: 'HTTP 500', kind: 'retry', isAnswer: true }, 3),
  'is failed': (frontier, claim) => frontier.fail(claim, { reason: 'HTTP 404', kind: 'final', isAnswer: true }, 3),
  'is given back in an outage': (frontier, claim) =>
    frontier.fail(claim, { reason: 'refused', kind: 'unreachable', isAnswer: false }, 3),
  'is forbidden': (frontier, claim) => frontier.forbid(claim, { reason: 'robots.txt', askedAt: undefined }, 3),
  'ends with its session': (frontier, claim) =>
    frontier.endSession(claim, { note: 'it is over', askedAt: undefined }, 3),
  'has lost its lease': async (frontier, claim, store) => {
    store.connection.exec('delete from leases');
    expect(await frontier.completeVisit(claim, page(claim, []), 3)).toBeUndefined();
    // A second end of the claim is ignored.
    await frontier.release(claim, { notBefore: 0, failed: false, askedAt: undefined }, 4);
  },
};

for (const [how, end] of Object.entries(ends))
  test(`a page that ${how} is no longer in flight`, async ({ file }) => {
    const order = anOrder();
    const { frontier, store } = await twoArms(file, order);
    const before = toldBy(order);
    const [claim] = await claims(frontier, 1);
    if (!claim) throw new Error('nothing was claimed');
    expect(toldBy(order)).not.toEqual(before);
    await end(frontier, claim, store);
    expect(toldBy(order)).toEqual(before);
    expect(storedIn(store)).toEqual(before);
    await store.close();
  });

test('pages in flight of a dead run are no longer in flight', async ({ file }) => {
  const { frontier, store } = await twoArms(file, anOrder());
  await claims(frontier, 3);
  await store.close();
  const order = anOrder();
  const again = await open(file, { linkOrder: order }, 100);
  expect(storedIn(again.store)).toEqual(toldBy(order));
  await again.store.close();
  expect(brokenInvariants(file)).toEqual({});
});
