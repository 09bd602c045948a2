import { expect } from '@playwright/test';
import fc from 'fast-check';
import { textChanges } from '../../src/analysis/compare-texts.ts';
import type { Store } from '../../src/storage/open.ts';
import { packedChanges, textDifferenceQueries, unpackedChanges } from '../../src/storage/page-changes.ts';
import { checkOf, claimed, newSite, open, page, revisit, test } from '../frontier/world.ts';

const A = 'http://a.test/';

const keptOf = (store: Store, at: number) => {
  const row = textDifferenceQueries(store).get.get({ page: 1, at });
  return row && unpackedChanges(row.difference);
};

test('a revisit stores removed and added text, and nothing if the page is unchanged, reordered or gone', async ({
  file,
}) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const claim = await claimed(frontier, 1);
  await frontier.completeVisit(claim, { ...page(claim, []), text: ['Head', 'Anna leads it.', 'Foot'] }, 1);
  const check = (text: readonly string[], at: number) =>
    revisit(frontier, 1, { ...page(checkOf(frontier, A), []), text }, at);
  await check(['Head', 'Berta leads it.', 'New: a prize', 'Foot'], 10);
  await check(['Head', 'Berta leads it.', 'New: a prize', 'Foot'], 20);
  await check(['Foot', 'Head', 'Berta leads it.', 'New: a prize'], 30);
  expect(keptOf(store, 1)).toBeUndefined();
  expect(keptOf(store, 10)).toEqual({
    changes: [{ gone: ['Anna leads it.'], fresh: ['Berta leads it.', 'New: a prize'] }],
    isCut: false,
  });
  expect(keptOf(store, 20)).toBeUndefined();
  expect(keptOf(store, 30)).toBeUndefined();
  await store.close();
});

const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd\n', '', 'ä'), { maxLength: 12 });

test('removed and added text is the part that the other version lacks', () => {
  const counted = (blocks: readonly string[]) => blocks.toSorted().join('|');
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const changes = textChanges(before, after);
      const gone = changes.flatMap((change) => change.gone);
      const fresh = changes.flatMap((change) => change.fresh);
      expect(gone.filter((block) => fresh.includes(block))).toEqual([]);
      expect(counted([...before, ...fresh])).toBe(counted([...after, ...gone]));
    }),
  );
});

test('of a long change the first 20,000 characters are stored', () => {
  const long = 'x'.repeat(15_000);
  expect(
    unpackedChanges(
      packedChanges([
        { gone: [long], fresh: [long] },
        { gone: ['y'], fresh: [] },
      ]),
    ),
  ).toEqual({
    changes: [{ gone: [long], fresh: ['x'.repeat(5000)] }],
    isCut: true,
  });
});
