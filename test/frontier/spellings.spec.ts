import { expect } from '@playwright/test';
import { failedVisit } from '../../src/frontier/failed-visits.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import { brokenInvariants } from './invariants.ts';
import { checkOf, claimOf, newSite, open, page, recheck, test } from './world.ts';

const A = 'http://a.test/';

/** Visits all pages of a web, those that it lacks fail; returns the paths that were asked for. */
async function visitAll(frontier: TableFrontier, web: Readonly<Record<string, readonly string[]>>): Promise<string[]> {
  const asked: string[] = [];
  for (let claim = await claimOf(frontier, 1); claim; claim = await claimOf(frontier, 1)) {
    const path = claim.url.slice(A.length - 1);
    const hrefs = web[path];
    asked.push(path);
    await frontier.settle(claim, hrefs ? page(claim, hrefs) : failedVisit('HTTP 404'), 1);
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
  test(`a link that failed for good waits once more in another spelling: ${where}`, async ({ file }) => {
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

    // Checks find it in its place.
    const id = Number(store.connection.prepare("select id from internal_links where url = '/docs/'").pluck().get());
    const result = { ...page(checkOf(frontier, `${A}docs/`), ['/deep', '/more']), text: ['A text'] };
    expect(await recheck(frontier, id, result, 2)).toMatchObject({ change: 'unchanged', newInternal: 1 });
    await store.close();
  });
}

test('a dead link is tried in one other spelling, and one that lives in none', async ({ file }) => {
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

test('where a slash at the end makes another page, both are read; elsewhere three are tried, behind all pages', async ({
  file,
  folder,
}) => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const both = names.flatMap((name) => [`/${name}`, `/${name}/`]);
  const folders = Object.fromEntries(names.map((name) => [`/${name}/`, name === 'b' ? ['/below'] : []]));
  const web = { '/': [...both, '/last'], ...Object.fromEntries(names.map((name) => [`/${name}`, []])), '/last': both };
  const { frontier, store } = await open(file, { triesSpellings: true });
  await frontier.addSites([newSite(A)], 0);
  const asked = await visitAll(frontier, {
    ...web,
    ...folders,
    '/below': ['/e/', '/late', '/late/'],
    '/late': [],
    '/late/': [],
  });
  const first = ['/', '/a', '/b', '/c', '/d', '/e', '/last'];
  expect(asked.slice(0, 9)).toEqual([...first, '/a/', '/b/']);
  expect([...asked].sort()).toEqual(
    [...first, ...names.map((name) => `/${name}/`), '/below', '/late', '/late/'].sort(),
  );
  await store.close();
  expect(brokenInvariants(file)).toEqual({});

  // It brings nothing, and the crawl goes on with another run.
  const same = `${folder}/same.sqlite`;
  const plain = { ...web, ...Object.fromEntries(names.map((name) => [`/${name}/`, ['/', `/${name}`]])) };
  for (const [pageLimit, expected] of [
    [3, ['/', '/a', '/b']],
    [99, ['/c', '/d', '/e', '/last', '/a/', '/b/', '/c/']],
  ] as const) {
    const run = await open(same, { triesSpellings: true, pageLimit }, pageLimit);
    await run.frontier.addSites([newSite(A)], 0);
    expect(await visitAll(run.frontier, plain)).toEqual(expected);
    await run.store.close();
  }
  expect(brokenInvariants(same)).toEqual({});

  // One that waits to be tried does so no longer where the other spelling is dead.
  const dead = `${folder}/dead.sqlite`;
  const living = await open(dead, { triesSpellings: true });
  await living.frontier.addSites([newSite(A)], 0);
  const around = {
    '/': ['/docs', '/docs/', '/two'],
    '/docs/': ['/deep'],
    '/two': ['/three'],
    '/three': [],
    '/deep': [],
  };
  expect(await visitAll(living.frontier, around)).toEqual(['/', '/docs', '/two', '/docs/', '/three', '/deep']);
  await living.store.close();
  expect(brokenInvariants(dead)).toEqual({});
});
