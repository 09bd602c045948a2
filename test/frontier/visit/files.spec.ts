import { expect } from '@playwright/test';
import { TIER } from '../../../src/domain/rank.ts';
import { brokenInvariants } from '../invariants.ts';
import { claimed, claimOf, crawlAll, newSite, open, page, test } from '../world.ts';

const A = 'http://a.test/';

test('PDF documents are files, or wait behind all pages, or where the link order ranks them', async ({
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

test('the first link of each file extension waits behind all pages; if it is a page, the others do not', async ({
  file,
}) => {
  const { frontier, store } = await open(file, { asksFiles: true });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  const names = ['/w/File:A.jpg', '/w/File:B.jpg', '/a.jpg', '/b.jpg', '/run.exe?n=1', '/x'];
  await frontier.completeVisit(start, page(start, names), 2);
  const next = async (at: number) => await claimed(frontier, at);
  const plain = await next(3);
  expect(plain.url).toBe(`${A}x`);
  await frontier.completeVisit(plain, page(plain, ['/w/File:C.jpg', '/run.exe?n=2']), 4);
  const first = await next(5);
  expect([first.url, first.rank.tier]).toEqual([`${A}w/File:A.jpg`, TIER.file]);
  await frontier.completeVisit(first, page(first, ['/w/File:D.jpg']), 6);
  const asked: string[] = [];
  for (let at = 7; ; at++) {
    const claim = await claimOf(frontier, at);
    if (!claim) break;
    asked.push(claim.url.slice(A.length - 1));
    if (claim.rank.tier === TIER.file)
      await frontier.forbid(claim, { reason: 'a file', askedAt: at, isFile: true }, at);
    else await frontier.completeVisit(claim, page(claim, []), at);
  }
  expect(asked.sort()).toEqual(['/a.jpg', '/run.exe?n=1', '/w/File:B.jpg', '/w/File:C.jpg', '/w/File:D.jpg']);
  expect(store.connection.prepare('select count(*) from visits').pluck().get(), 'what is no page is not charged').toBe(
    6,
  );
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('links of a file count, and are visited', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/feed']), 2);
  const feed = await claimed(frontier, 3);
  const links = page(feed, ['/in-feed', 'http://x.org/']);
  expect(await frontier.completeVisit(feed, { ...links, outcome: 'file' }, 4)).toMatchObject({
    newInternal: 1,
    newExternal: 1,
  });
  expect(await claimOf(frontier, 5)).toMatchObject({ url: `${A}in-feed`, level: 2 });
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});
