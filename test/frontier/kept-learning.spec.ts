import { rmSync } from 'node:fs';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { z } from 'zod';
import { createRandom } from '../../src/domain/random.ts';
import type { Claim } from '../../src/frontier/frontier.ts';
import { ModelSnapshots } from '../../src/frontier/learners.ts';
import { failedVisit } from '../../src/frontier/retries.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import { learned } from '../../src/link-orders/learned/learned.ts';
import { linkGroup } from '../../src/link-orders/link-group.ts';
import type { LinkOrder } from '../../src/link-orders/link-order.ts';
import { deleteLinks } from '../../src/storage/lists/link-edits.ts';
import { openStoreToEdit, type Store } from '../../src/storage/open.ts';
import { keptStateQueries } from '../../src/storage/past-visits.ts';
import { brokenInvariants } from './invariants.ts';
import type { RandomWeb } from './random-web.ts';
import { checkOf, newSite, open, page, revisit, test } from './world.ts';

const sections = ['news', 'people', 'links', 'projects'];
const addressOf = (site: number, at: number) => `http://s${site}.test/${at === 0 ? '' : `${sections[at % 4]}/${at}`}`;

/** Sites whose pages link to three others, and to externals depending on their section. */
function webOf(seed: number, sites: number, pages: number): RandomWeb {
  const random = createRandom(`kept ${seed}`);
  const web: Record<string, { raw: string; anchor: string; tagPath: string }[]> = {};
  for (let site = 0; site < sites; site++)
    for (let at = 0; at < pages; at++) {
      const targets = [3 * at + 1, 3 * at + 2, 3 * at + 3, random.below(pages)].filter((target) => target < pages);
      const links = targets.map((target) => ({
        raw: addressOf(site, target),
        ...{ anchor: `${sections[target % 4]} ${target}`, tagPath: `html body ul.${sections[target % 4]} li a` },
      }));
      const external = Array.from({ length: at % 4 === 2 ? random.below(6) : 0 }, (_, n) => {
        return { raw: `http://x${n}.example/${site}/${at}`, anchor: 'x', tagPath: 'html a' };
      });
      web[addressOf(site, at)] = [...links, ...external];
    }
  return web;
}

interface Leg {
  readonly visits: number;
  /** Pages revisited after half of the visits. */
  readonly checked: number;
  /** Deleted before the next one starts. */
  readonly deleted: number;
}

const order = () => learned.make({ prior: 'forager' }, { seed: 1, reward: 'new-external-links' });

/** Some pages fail at first, some permanently, and some are forbidden. */
function fateOf({ url, attempts }: Claim): 'read' | 'retry' | 'fails' | 'forbidden' {
  const at = Number(/\d+$/.exec(url)?.[0] ?? 0);
  if (at % 11 === 5) return 'forbidden';
  if (at % 13 === 7) return 'fails';
  return at % 5 === 3 && attempts === 0 ? 'retry' : 'read';
}

/**
 * Crawls a web in legs, each with a delay, on a new frontier, which continues from saved state or learns from all
 * visits. Returns the decisions.
 */
async function crawled(file: string, web: RandomWeb, legs: readonly Leg[], isKept: boolean, make: () => LinkOrder) {
  const picks: unknown[] = [];
  let now = 0;
  for (const { visits, checked, deleted } of legs) {
    const linkOrder = make();
    const { frontier, store } = await open(file, { linkOrder, siteRule: 'best-first', delay: () => 7 }, now);
    if (now === 0)
      await frontier.addSites(
        [0, 1].map((site) => newSite(addressOf(site, 0))),
        now,
      );
    for (let left = visits; left > 0; ) {
      const next = await frontier.claim(now);
      if (next.kind === 'over') break;
      if (next.kind === 'wait') {
        now = Math.max(now + 1, Math.min(next.until ?? now + 1000, now + 1000));
        continue;
      }
      const { claim } = next;
      const { lane, value } = claim.rank;
      const fate = fateOf(claim);
      picks.push([claim.url, lane, value, fate]);
      now += 3;
      if (fate === 'forbidden') await frontier.forbid(claim, { reason: 'robots.txt', askedAt: undefined }, now);
      else if (fate === 'retry') await frontier.fail(claim, { reason: 'HTTP 500', kind: 'retry', isAnswer: true }, now);
      else
        await frontier.completeVisit(
          claim,
          fate === 'fails' ? failedVisit('HTTP 404') : page(claim, web[claim.url] ?? []),
          now,
        );
      left--;
      if (left === visits >> 1) await check(frontier, store, web, checked, ++now);
    }
    if (isKept) keep(store, linkOrder);
    await store.close();
    const edited = await openStoreToEdit(file);
    const waiting = edited.connection.prepare('select link from queue order by link').pluck().all().map(Number);
    if (deleted < waiting.length)
      await deleteLinks(edited, 'internal', { ids: waiting.slice(deleted, deleted + 2) }, now);
    await edited.close();
    now += 1000;
  }
  // Revisits remove links from the pages where these were found.
  if (legs.every(({ checked }) => checked === 0)) expect(brokenInvariants(file)).toEqual({});
  return picks;
}

/** Revisits pages, the first ones first: some of their links are gone, the others are in reverse order. */
async function check(frontier: TableFrontier, store: Store, web: RandomWeb, pages: number, now: number): Promise<void> {
  const read = z.array(z.object({ page: z.number(), url: z.string(), site: z.number() })).parse(
    store.connection
      .prepare(`select v.page, s.origin || l.url as url, l.site from visits v join internal_links l on l.id = v.page
          join seeds s on s.id = l.site order by v.id limit ?`)
      .all(pages),
  );
  for (const { page: link, url, site } of read) {
    const left = (web[url] ?? []).filter((_, at) => (at + link) % 3 > 0);
    await revisit(frontier, link, page(checkOf(frontier, url, site), left.reverse()), now);
  }
}

/** Saves the state of an order, as long crawls do by themselves. */
function keep(store: Store, { kept }: LinkOrder): void {
  const { summaryOf, put } = keptStateQueries(store);
  const state = kept?.save();
  const told = summaryOf.get({ lastVisit: Number.MAX_SAFE_INTEGER });
  if (!kept || !state || !told) return;
  const { last_visit: lastVisit, visits, sum_of_ids: ids, sum_of_links: links } = told;
  put.run({ key: kept.key, last_visit: lastVisit, visits, sum_of_ids: ids, sum_of_links: links, state });
}

const keeping: Readonly<Record<string, () => LinkOrder>> = {
  learned: order,
  'link-group': () => linkGroup.make({ k: 2, c: 1 }, { seed: 1 }),
};

for (const [name, make] of Object.entries(keeping))
  test(`${name}: a crawl continues from its saved state as if it had observed all visits, wherever it stopped`, async ({
    folder,
  }) => {
    let run = 0;
    const aLeg = fc.record({
      visits: fc.integer({ min: 5, max: 45 }),
      checked: fc.constantFrom(0, 5, 20),
      deleted: fc.nat(40),
    });
    const legs = fc.array(aLeg, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.nat(), legs, async (seed, walk) => {
        const web = webOf(seed, 2, 70);
        const folded = await crawled(`${folder}/${++run}.sqlite`, web, walk, false, make);
        expect(await crawled(`${folder}/${++run}.sqlite`, web, walk, true, make)).toEqual(folded);
      }),
      { numRuns: 3 },
    );
  });

/** Visits that an order observes when a crawl continues. */
async function toldAgain(file: string): Promise<number> {
  let told = 0;
  const linkOrder = order();
  const learn = linkOrder.learn?.bind(linkOrder);
  const counting = {
    ...linkOrder,
    learn(...args: Parameters<NonNullable<typeof learn>>) {
      told++;
      return learn?.(...args) ?? [];
    },
  };
  const { store } = await open(file, { linkOrder: counting }, 1e6);
  await store.close();
  return told;
}

test('learned state is saved now and then, and valid while its visits exist', async ({ file }) => {
  const { frontier, store } = await open(file, { linkOrder: order(), traps: false });
  const web = webOf(1, 5, 125);
  await frontier.addSites(
    [0, 1, 2, 3, 4].map((site) => newSite(addressOf(site, 0))),
    0,
  );
  for (let now = 1; ; now++) {
    const next = await frontier.claim(now);
    if (next.kind !== 'claim') break;
    const { claim } = next;
    const result = fateOf(claim) === 'fails' ? failedVisit('HTTP 404') : page(claim, web[claim.url] ?? []);
    await frontier.completeVisit(claim, result, now);
  }
  const number = (query: string) => Number(store.connection.prepare(query).pluck().get());
  const all = number("select count(*) from visits where outcome != 'failed'");
  const kept = number('select visits from kept_states');
  // Trees were being fitted at visit five hundred.
  expect(all).toBeGreaterThan(550);
  expect(kept).toBeGreaterThanOrEqual(500);
  expect(kept).toBeLessThan(510);
  const run = (statement: string) => store.connection.exec(statement);
  expect(await toldAgainAfter('')).toBe(all - kept);
  expect(await toldAgainAfter("update kept_states set key = 'of other code'")).toBe(all);
  expect(await toldAgainAfter('update kept_states set state = zeroblob(50)')).toBe(all);
  expect(await toldAgainAfter('delete from visits where id = 7')).toBe(all - 1);
  // As many visits, but not the same: one has another number (0, so that no order learns from it), or another link.
  expect(await toldAgainAfter('update visits set id = 0 where id = 7')).toBe(all - 1);
  expect(await toldAgainAfter('update visits set link = link + 1 where id = 7')).toBe(all);
  await revisit(frontier, 1, page(checkOf(frontier, addressOf(0, 0)), web[addressOf(0, 0)] ?? []), 2000);
  expect(await toldAgainAfter('')).toBe(all - kept);
  await store.close();

  /** In a copy. */
  async function toldAgainAfter(change: string): Promise<number> {
    const copy = `${file}.copy`;
    run(`vacuum into '${copy}'`);
    const edited = await openStoreToEdit(copy);
    edited.connection.exec(change);
    await edited.close();
    const told = await toldAgain(copy);
    for (const suffix of ['', '.lock']) rmSync(`${copy}${suffix}`, { force: true });
    return told;
  }
});

test('beyond 300,000 visits nothing is saved', async ({ file }) => {
  const store = await openStoreToEdit(file);
  const linkOrder = order();
  const put: number[] = [];
  const states = keptStateQueries(store);
  const noting = { ...states, put: { ...states.put, run: () => ({ changes: put.push(visits) }) } };
  const learning = new ModelSnapshots(noting);
  let visits = 0;
  while (visits < 310_000) {
    visits++;
    learning.storeSometimes(linkOrder);
  }
  await store.close();
  expect(put.slice(0, 5)).toEqual([500, 1000, 1500, 2000, 2500]);
  for (const [at, visit] of put.entries()) if (at > 0) expect(visit).toBeGreaterThanOrEqual(1.2 * (put[at - 1] ?? 0));
  expect(put.at(-1)).toBeGreaterThan(200_000);
  expect(put.at(-1)).toBeLessThanOrEqual(300_000);
});
