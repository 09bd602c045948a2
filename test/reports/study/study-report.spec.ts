import { expect } from '@playwright/test';
import { methodsOf, methodsText } from '../../../src/reports/study/methods.ts';
import { studyReport } from '../../../src/reports/study/study-report.ts';
import type { Store } from '../../../src/storage/open.ts';
import { runQueries } from '../../../src/storage/runs.ts';
import { claimOf, everywhere, newSite, open, page, test } from '../../frontier/world.ts';

/** As a crawl records itself. */
function recorded(store: Store): void {
  const strategy = { reward: 'external-links', siteRule: 'ucb1', linkOrder: 'level', params: {} };
  const config = { seed: 7, choice: { strategy: 'beebot', params: {} }, strategy };
  runQueries(store).setConfig.run({ id: 1, config: JSON.stringify(config) });
}

const HOSTILE = '</title><script>alert(1)</script>"&';

test('a report has methods, totals, links between sites, domains and dead links, and no content as script', async ({
  file,
}) => {
  const { frontier, store } = await open(file, { follow: { ...everywhere, reach: 'domains' } });
  recorded(store);
  const sites = ['http://a.test/', 'http://b.test/'].map((url) => newSite(url));
  await frontier.addSites([...sites, newSite('http://c.test/', { shortName: HOSTILE })], 0);
  const on = {
    'http://a.test/': ['http://a.test/gone', 'http://b.test/x', 'http://b.test/y', 'http://www.gov.example/1'],
    'http://b.test/': ['http://a.test/', 'http://c.test/', 'http://www.gov.example/2'],
    'http://c.test/': [{ raw: 'http://a.test/', anchor: HOSTILE }],
  };
  for (let now = 1000; now < 20_000; now += 1000) {
    const claim = await claimOf(frontier, now);
    if (!claim) continue;
    if (claim.url.endsWith('gone'))
      await frontier.fail(claim, { reason: 'HTTP 404', kind: 'final', isAnswer: true }, now);
    else
      await frontier.completeVisit(
        claim,
        page(claim, Object.entries(on).find(([url]) => url === claim.url)?.[1] ?? []),
        now,
      );
  }
  const text = studyReport(store, 1_700_000_000_000);
  expect(text).toContain('Made by Forager');
  expect(text).toContain('at 2023-11-14 22:13 UTC');
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;alert(1)');
  // Two pages of b.test, one document of each coarser model.
  expect(text).toMatch(
    /<td>http:\/\/a\.test\/<\/td><td>http:\/\/b\.test\/<\/td><td class="number">2<\/td><td class="number">1</,
  );
  expect(text).toContain('<td>gov.example</td><td class="number">2</td>');
  expect(text).toMatch(/<td>http:\/\/a\.test\/gone<\/td><td>HTTP 404<\/td><td>http:\/\/a\.test\/<\/td>/);
  expect(text.match(/<svg/g)?.length).toBe(2);
  await store.close();
});

test('methods describe the crawl, and what was left out', async ({ file }) => {
  const { frontier, store } = await open(file, { depth: 0 });
  recorded(store);
  expect(methodsOf(store)).toMatchObject({ pages: 0, sites: 0 });
  await frontier.addSites([newSite('http://a.test/')], 0);
  const claim = await claimOf(frontier, 1000);
  if (claim) await frontier.completeVisit(claim, page(claim, ['http://a.test/1', 'http://a.test/2']), 1000);
  const methods = methodsOf(store);
  expect(methods).toMatchObject({
    ...{ runs: 1, recrawls: 0, sites: 1, pages: 1, failed: 0 },
    leftOut: [{ why: 'deeper than the crawl was to go', links: 2 }],
  });
  if (!methods) throw new Error('there are methods');
  const text = methodsText({ ...methods, options: { ...methods.options, pageLimit: 1000, delay: 500, robots: false } });
  expect(text).toContain(
    `1 site was crawled with Forager ${methods.version} on 1970-01-01 in 1 run: 1 page was read in headless Chromium`,
  );
  await store.close();
});
