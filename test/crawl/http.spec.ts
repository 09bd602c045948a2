import { expect } from '@playwright/test';
import { brokenInvariants } from '../frontier/invariants.ts';
import { runCrawl, test } from './demo-web.ts';

const whole: readonly (readonly [string, string])[] = [
  ['hist', 'server-rendered, with broken links, redirects and files'],
  ['slav', 'framesets and nested frames in koi8-r'],
  ['astro', 'chunked answers that pause'],
];
for (const [name, what] of whole) {
  test(`${name}, ${what}: crawled whole without a browser`, async ({ web, file }) => {
    const portal = web.portal(name);
    const summary = await runCrawl(file, web.sites(name), web.server, { render: 'http' });
    expect(summary).toMatchObject({ stopped: 'done', pages: portal.pages, external: portal.externals });
    expect(brokenInvariants(file)).toEqual({});
  });
}

test('an application written by scripts has one page without them', async ({ web, file }) => {
  expect(await runCrawl(file, web.sites('chem'), web.server, { render: 'http' })).toMatchObject({ pages: 1 });
});

for (const [flag, devtools] of [
  ['--headed', false],
  ['--devtools', true],
] as const)
  test(`nothing to show: ${flag} without a browser`, async ({ web, file }) => {
    const crawl = runCrawl(file, web.sites('hist'), web.server, { render: 'http', headed: true, devtools });
    await expect(crawl).rejects.toThrow(new RegExp(`^${flag} needs a browser`));
  });
