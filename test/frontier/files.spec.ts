import { expect } from '@playwright/test';
import { brokenInvariants } from './invariants.ts';
import { claimed, claimOf, crawlAll, newSite, open, page, test } from './world.ts';

const A = 'http://a.test/';

test('PDF documents are files, or come behind all pages, or where the link order puts them', async ({
  file,
  folder,
}) => {
  const web = { [A]: ['/a.pdf', '/b.PDF?v=2', '/c.zip', '/x'], [`${A}x`]: ['/y', '/a.pdf'], [`${A}y`]: [] };
  for (const [visitsDocuments, visited] of [
    [undefined, [A, `${A}x`, `${A}y`]],
    ['last', [A, `${A}x`, `${A}y`, `${A}a.pdf`, `${A}b.PDF?v=2`]],
    ['ranked', [A, `${A}a.pdf`, `${A}b.PDF?v=2`, `${A}x`, `${A}y`]],
  ] as const) {
    const path = visitsDocuments === 'last' ? file : `${folder}/${visitsDocuments}.sqlite`;
    const { frontier, store } = await open(path, { visitsDocuments });
    await frontier.addSites([newSite(A)], 0);
    expect(await crawlAll(frontier, web)).toEqual(visited);
    await store.close();
    expect(brokenInvariants(path)).toEqual({});
  }
});

test('links of a file count, and are visited', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.settle(start, page(start, ['/feed']), 2);
  const feed = await claimed(frontier, 3);
  const links = page(feed, ['/in-feed', 'http://x.org/']);
  expect(await frontier.settle(feed, { ...links, outcome: 'file' }, 4)).toMatchObject({
    newInternal: 1,
    newExternal: 1,
  });
  expect(await claimOf(frontier, 5)).toMatchObject({ url: `${A}in-feed`, level: 2 });
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});
