import { expect } from '@playwright/test';
import fc from 'fast-check';
import { type LinkKind, linkKinds } from '../../src/domain/link.ts';
import { deleteLinks, restoreLast, restoreLinks } from '../../src/storage/lists/link-edits.ts';
import type { LinkFilter } from '../../src/storage/lists/link-filter.ts';
import { countLinks, listLinks } from '../../src/storage/lists/links.ts';
import { openStoreToEdit, type Store } from '../../src/storage/open.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { claimed, claimOf, crawlAll, newSite, open, page, test } from '../frontier/world.ts';
import { expectSame } from '../in-loops.ts';

const sites = ['http://a.test/', 'http://b.test/'];

/** A tree of pages with external and bad links, some on several pages. */
const web = Object.fromEntries(
  sites.flatMap((start) =>
    Array.from({ length: 12 }, (_, n) => [
      n === 0 ? start : `${start}p${n}`,
      [
        `/p${2 * n + 1}`,
        `/p${2 * n + 2}`,
        `http://x${n % 5}.example/${n}`,
        'http://x.example/',
        `mailto:${n % 3}@a.test`,
        { raw: `/style${n % 2}.css`, role: 'embedded' as const },
        { raw: '/search', method: 'POST' },
        { raw: `http://x${n}.example/guess`, role: 'guess' as const },
        { raw: `/guess${n}`, role: 'guess' as const },
      ],
    ]),
  ),
);

async function halfCrawled(file: string): Promise<void> {
  const { frontier, store } = await open(file, { strategy: 'beebot-universities' });
  await frontier.addSites(
    sites.map((url) => newSite(url)),
    0,
  );
  for (let now = 1; now <= 9; now++) {
    const claim = await claimOf(frontier, now);
    if (claim) await frontier.completeVisit(claim, page(claim, web[claim.url] ?? []), now);
  }
  await store.close();
}

const everything = (store: Store) =>
  ['seeds', 'internal_links', 'external_links', 'bad_links', 'resources', 'queue', 'page_links', 'deletions'].map(
    (table) => store.connection.prepare(`select * from ${table} order by 1, 2, 3`).all(),
  );

const filters: fc.Arbitrary<LinkFilter> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...sites).map((site) => ({ site })),
  fc.nat(4).map((to) => ({ level: { from: 1, to } })),
  fc.nat(9).map((since) => ({ since })),
  fc.constantFrom('p1', 'x', '@').map((text) => ({ text })),
);

test('an undone deletion restores tables and totals, and breaks nothing between', async ({ file }) => {
  await halfCrawled(file);
  const store = await openStoreToEdit(file);
  const before = everything(store);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...linkKinds), filters), { minLength: 1, maxLength: 3 }),
      async (steps) => {
        const deleted: (readonly [LinkKind, number])[] = [];
        for (const [kind, filter] of steps) {
          const there = countLinks(store, kind, filter, false);
          expect(await deleteLinks(store, kind, filter, 50)).toMatchObject({ kind, links: there });
          expectSame(countLinks(store, kind, filter, false), 0);
          expectSame(brokenInvariants(file), {});
          if (there > 0) deleted.push([kind, there]);
        }
        for (const [kind, links] of deleted.reverse())
          expect(await restoreLast(store, 60)).toMatchObject({ kind, links });
        await expect(restoreLast(store, 60)).rejects.toThrow(/no links were deleted/);
        expectSame(everything(store), before);
      },
    ),
    { numRuns: 40, seed: 3 },
  );
  await store.close();
});

test('links are chosen by id, and an unknown id changes nothing', async ({ file }) => {
  await halfCrawled(file);
  const store = await openStoreToEdit(file);
  await expect(deleteLinks(store, 'external', { ids: [1, 999] }, 50)).rejects.toThrow('no external link 999');
  expect(await deleteLinks(store, 'external', { ids: [1, 2] }, 50)).toMatchObject({ links: 2 });
  expect(await deleteLinks(store, 'external', { ids: [2, 3] }, 51)).toMatchObject({ links: 1 });
  expect([...listLinks(store, 'external', {}, true)].map(({ id, deleted }) => [id, deleted])).toEqual([
    [1, 50],
    [2, 50],
    [3, 51],
  ]);
  expect(await restoreLinks(store, 'external', { ids: [1, 3] }, 60)).toMatchObject({ links: 2 });
  expect(await restoreLast(store, 60)).toMatchObject({ kind: 'external', links: 1 });
  await store.close();
});

test('a deleted link stays deleted when found again, is not new, and is not visited', async ({ file }) => {
  await halfCrawled(file);
  const edit = await openStoreToEdit(file);
  await deleteLinks(edit, 'external', { domain: 'x.example' }, 50);
  const { links: gone } = await deleteLinks(edit, 'internal', { status: 'waiting', site: sites[0] ?? '' }, 51);
  await edit.close();
  expect(gone).toBeGreaterThan(3);

  const later = 3_600_100;
  const { frontier, store } = await open(file, {}, later);
  const claim = await claimed(frontier, later);
  expect(claim.url).toContain('//b.test/');
  const again = page(claim, ['http://x.example/', 'mailto:0@a.test', '/fresh']);
  expect(await frontier.completeVisit(claim, again, later + 1)).toMatchObject({ newExternal: 0, newInternal: 1 });
  const visited = await crawlAll(frontier, web, later + 2);
  expect(visited.filter((url) => url.includes('//a.test/'))).toEqual([]);
  const seen = store.connection.prepare("select max(last_seen) from external_links where domain = 'x.example'").pluck();
  expect(Number(seen.get())).toBeGreaterThan(later);
  expect(countLinks(store, 'external', { domain: 'x.example' }, false)).toBe(0);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});

  const undo = await openStoreToEdit(file);
  expect(await restoreLast(undo, 200)).toMatchObject({ kind: 'internal', links: gone });
  await undo.close();
  const last = await open(file, {}, 300);
  expect((await crawlAll(last.frontier, web, 300)).length).toBeGreaterThanOrEqual(gone);
  await last.store.close();
  expect(brokenInvariants(file)).toEqual({});
});
