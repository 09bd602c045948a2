import { expect } from '@playwright/test';
import { brokenInvariants } from '../frontier/invariants.ts';
import { runCrawl, test } from './demo-web.ts';

const whole: readonly (readonly [string, string])[] = [
  ['hist', 'server-rendered, with broken links, redirects and files'],
  ['courses', 'an application with history routing'],
  ['chem', 'an application with hash routing'],
  ['slav', 'framesets and nested frames in koi8-r'],
  ['math', 'menus written by script'],
  ['music', 'a small one'],
  ['astro', 'chunked answers that pause'],
];

for (const [name, what] of whole) {
  test(`${name}, ${what}: crawled whole, every page and external link is found`, async ({ web, file }) => {
    test.setTimeout(180_000);
    const portal = web.portal(name);
    const summary = await runCrawl(file, web.sites(name), web.server);
    expect(summary).toMatchObject({ stopped: 'done', pages: portal.pages, external: portal.externals });
    expect(summary.sites).toMatchObject([{ site: portal.host, status: 'finished', pages: portal.pages }]);
    expect(brokenInvariants(file)).toEqual({});
  });
}
