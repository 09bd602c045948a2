import { expect } from '@playwright/test';
import { runCrawl, test } from './demo-web.ts';

test('an application written by scripts has one page without them', async ({ web, file }) => {
  expect(await runCrawl(file, web.sites('chem'), web.server, { render: 'http' })).toMatchObject({ pages: 1 });
});

for (const [flag, devtools] of [
  ['--headed', false],
  ['--devtools', true],
] as const)
  test(`nothing to show: ${flag} without a browser`, async ({ web, file }) => {
    const crawl = runCrawl(file, web.sites('hist'), web.server, { render: 'http', headed: true, devtools });
    await expect(crawl).rejects.toThrow(new RegExp(`^${flag} does not work with --render http`));
  });
