import { expect } from '@playwright/test';
import { recordedVersions } from '../../../src/lab/recrawl/recorded-web.ts';
import { recrawlLab } from '../../../src/lab/recrawl/recrawl-lab.ts';
import { revisitRules } from '../../../src/revisit-rules/registry.ts';
import { openStore, type Store } from '../../../src/storage/open.ts';
import { crawlAll, newSite, open, test } from '../../frontier/world.ts';

const A = 'http://a.test/';

/** A crawl of three pages, and the results of five steps of checks. */
async function recrawled(file: string): Promise<Store> {
  const first = await open(file);
  await first.frontier.addSites([newSite(A)], 0);
  await crawlAll(first.frontier, { [A]: ['/x', '/y'], [`${A}x`]: [], [`${A}y`]: [] });
  await first.store.close();
  const store = await openStore(file);
  const { connection } = store;
  connection.exec('delete from page_versions');
  const version = connection.prepare("insert into page_versions values (?, 1, 'there', 200, ?, 0, 0, 0, ?, 1)");
  const revisit = connection.prepare("insert into recrawl_pages values (?, 1, ?, 0, 0, 0, 0, 0, null, null, x'')");
  const check = connection.prepare(
    "insert into page_revisits values (?, ?, 1, 0, 0, ?, 'full', ?, ?, ?, null, 0, 0, 0, 0)",
  );
  for (const [page, size, step] of [
    [1, 1000, 0],
    [2, 400, 0],
    [3, 50, 2],
  ] as const) {
    version.run(page, size, size);
    revisit.run(page, step);
  }
  check.run(1, 1, 'unchanged', 1000, 0, 0);
  check.run(2, 1, 'changed', 900, 100, 300);
  check.run(4, 1, 'changed', 600, 600, 0);
  check.run(3, 2, 'gone', 0, 400, 0);
  check.run(4, 2, 'unreachable', 0, 0, 0);
  check.run(5, 2, 'back', 0, 0, 500);
  for (let step = 1; step <= 5; step++)
    connection.prepare("insert into recrawl_runs values (?, 0, 1, 'uniform', '{}', '{}', 0, 3, null, null)").run(step);
  return store;
}

test('the versions found by revisits, and how two of them differ', async ({ file }) => {
  const store = await recrawled(file);
  const web = recordedVersions(store, 'recorded');
  await store.close();
  expect([web.pages, web.steps]).toEqual([3, 5]);
  const steps = [0, 1, 2, 3, 4, 5];
  expect(steps.map((step) => web.size(0, step))).toEqual([1000, 1000, 1200, 1200, 600, 600]);
  expect(steps.map((step) => web.size(1, step))).toEqual([400, 400, 400, -1, -1, 500]);
  expect(steps.map((step) => web.size(2, step))).toEqual([-1, -1, 50, 50, 50, 50]);
  expect(web.compare(0, 0, 1)).toEqual({ kept: 1000, gone: 0, fresh: 0 });
  expect(web.compare(0, 1, 2)).toEqual({ kept: 900, gone: 100, fresh: 300 });
  expect(web.compare(0, 0, 4), 'half of nine tenths').toEqual({ kept: 450, gone: 550, fresh: 150 });
  expect(web.compare(1, 0, 3)).toEqual({ kept: 0, gone: 400, fresh: 0 });
  expect(web.compare(1, 0, 5)).toEqual({ kept: 0, gone: 400, fresh: 500 });
  expect(web.group(1)).toBe(web.group(2));
  expect(web.group(0)).not.toBe(web.group(1));

  const rules = revisitRules.map(({ name, make }) => ({ name, make: () => make({}) }));
  const question = { name: 'recorded', web: () => ({ web, optimum: undefined }), seeds: 1, budgets: [0.34], rules };
  const { results, webs } = await recrawlLab(question, () => undefined, new AbortController().signal);
  expect(webs).toEqual([{ name: 'recorded', sites: 1, pages: 3, links: 5 }]);
  expect(results.map(({ strategy }) => strategy)).toEqual(revisitRules.map(({ name }) => name));
  for (const { mean, ratioToOracle } of results) {
    expect(mean).toBeGreaterThan(0);
    expect(mean).toBeLessThanOrEqual(1);
    expect(ratioToOracle).toBeNull();
  }
});

test('a database without a recrawl', async ({ file }) => {
  const { store } = await open(file);
  expect(() => recordedVersions(store, 'mine')).toThrow('--web: mine was never recrawled');
  await store.close();
});
