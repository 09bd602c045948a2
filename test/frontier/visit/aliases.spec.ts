import { expect } from '@playwright/test';
import type { Frontier, VisitResult } from '../../../src/frontier/frontier.ts';
import { identityKey, keyHash, storedKey } from '../../../src/url/normalise.ts';
import { claimed, FOLDED, newSite, open, page, test } from '../world.ts';

const A = 'http://a.test/';

/** Visits the next link; `ends` is its final URL, `canonical` the page's own link. */
async function visit(frontier: Frontier, now: number, hrefs: readonly string[], ends?: string, canonical?: string) {
  const claim = await claimed(frontier, now);
  const named = canonical && { url: canonical, key: identityKey(new URL(canonical), FOLDED) };
  const result: VisitResult = { ...page(claim, hrefs, ends ?? claim.url), canonical: named || undefined };
  return await frontier.completeVisit(claim, result, now);
}

test('redirects and canonical links within the site are recorded as aliases of the page', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  await visit(frontier, 1, ['/old', '/older', '/print', '/itself', '/slash'], undefined, A);
  await visit(frontier, 2, [], `${A}new`);
  await visit(frontier, 3, [], `${A}new#part`);
  await visit(frontier, 4, [], undefined, `${A}article`);
  await visit(frontier, 5, [], undefined, `${A}ITSELF/`);
  await visit(frontier, 6, [], `${A}slash/`);
  const rows = await store.connection.prepare('select url, kind, page_url, first_seen from aliases_view').all();
  expect(rows.length).toBe(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      { url: `${A}old`, kind: 'redirect', page_url: `${A}new`, first_seen: 2 },
      { url: `${A}older`, kind: 'redirect', page_url: `${A}new`, first_seen: 3 },
      { url: `${A}article`, kind: 'canonical', page_url: `${A}print`, first_seen: 4 },
    ]),
  );
  await store.close();
});

test('a redirecting route that does not look like one is known by itself and not by its document', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const home = await claimed(frontier, 1);
  await frontier.completeVisit(home, page(home, [{ raw: '/app#start', isRoute: true }]), 1);
  await visit(frontier, 2, [], `${A}new`);
  const rows = store.connection.prepare('select link, hash from aliases').all();
  expect(rows).toEqual([{ link: 3, hash: keyHash(storedKey(new URL(`${A}app#start`), FOLDED)) }]);
  await store.close();
});
