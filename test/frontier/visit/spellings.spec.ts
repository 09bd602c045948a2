import { expect } from '@playwright/test';
import { failedVisit } from '../../../src/frontier/retries.ts';
import type { TableFrontier } from '../../../src/frontier/table-frontier.ts';
import { brokenInvariants } from '../invariants.ts';
import { checkOf, claimOf, newSite, open, page, revisit, test } from '../world.ts';

const A = 'http://a.test/';

/** Visits all pages of a web, missing ones fail; returns the requested paths. */
async function visitAll(frontier: TableFrontier, web: Readonly<Record<string, readonly string[]>>): Promise<string[]> {
  const asked: string[] = [];
  for (let claim = await claimOf(frontier, 1); claim; claim = await claimOf(frontier, 1)) {
    const path = claim.url.slice(A.length - 1);
    const hrefs = web[path];
    asked.push(path);
    await frontier.completeVisit(claim, hrefs ? page(claim, hrefs) : failedVisit('HTTP 404'), 1);
  }
  return asked;
}

const places: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'on a later page': { '/': ['/docs', '/two'], '/two': ['/docs/'] },
  'before it was visited': { '/': ['/two', '/docs'], '/two': ['/docs/'] },
  'on the same page': { '/': ['/docs', '/docs/'] },
  'in another case': { '/': ['/DOCS', '/two'], '/two': ['/docs/'] },
};

for (const [where, web] of Object.entries(places)) {
  test(`a permanently failed link waits once more in another spelling: ${where}`, async ({ file }) => {
    const { frontier, store } = await open(file);
    await frontier.addSites([newSite(A)], 0);
    const asked = await visitAll(frontier, {
      ...web,
      '/docs/': ['/deep', '/docs', 'http://b.test/'],
      '/deep': ['/Docs/'],
    });
    expect(asked.filter((path) => /^.docs/i.test(path))).toEqual([
      where === 'in another case' ? '/DOCS' : '/docs',
      '/docs/',
    ]);
    expect(asked).toContain('/deep');
    const rows = store.connection.prepare("select url, status from internal_links where url like '/docs%' order by id");
    expect(rows.raw().all()).toEqual([
      [where === 'in another case' ? '/DOCS' : '/docs', 4],
      ['/docs/', 2],
    ]);
    expect(brokenInvariants(file)).toEqual({});

    // Revisits find it in its place.
    const id = Number(store.connection.prepare("select id from internal_links where url = '/docs/'").pluck().get());
    const result = { ...page(checkOf(frontier, `${A}docs/`), ['/deep', '/more']), text: ['A text'] };
    expect(await revisit(frontier, id, result, 2)).toMatchObject({ change: 'unchanged', newInternal: 1 });
    await store.close();
  });
}

test('a dead link is tried in one other spelling, and one that is alive in none', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const web = {
    '/': ['/dead', '/DEAD', '/Dead', '/there', '/two'],
    '/two': ['/dead/', '/deaD', '/there/'],
    '/there': [],
  };
  expect(await visitAll(frontier, web)).toEqual(['/', '/dead', '/there', '/two', '/DEAD']);
  await store.close();
});
