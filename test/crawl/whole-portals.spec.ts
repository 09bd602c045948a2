import { expect } from '@playwright/test';
import { demoPortals } from '../../src/demo/portals.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { test } from '../frontier/world.ts';
import { runCrawl, siteOf } from './demo-web.ts';

/** At this scale a portal has all kinds of its pages. */
const portals = demoPortals(1, 0.03);
let server: DemoServer;
test.beforeAll(async () => {
  server = await serveDemo({ portals });
});
test.afterAll(() => server.close());

const whole: readonly (readonly [string, string])[] = [
  ['hist', 'server-rendered, with broken links, redirects and files'],
  ['courses', 'an application with history routing'],
  ['chem', 'an application with hash routing'],
  ['slav', 'framesets and nested frames in koi8-r'],
  ['math', 'menus written by script'],
  ['music', 'a small one'],
  ['astro', 'chunked answers that pause'],
];

/** Those complete without scripts. */
const plain = ['hist', 'slav', 'astro'];

for (const [name, what, render] of [
  ...whole.map((one) => [...one, 'browser'] as const),
  ...whole.filter(([name]) => plain.includes(name)).map((one) => [...one, 'http'] as const),
]) {
  test(`${name}, ${what}: every page and external link of the whole site is found: ${render}`, async ({ file }) => {
    test.setTimeout(180_000);
    const portal = portals.find(({ host }) => host.startsWith(`${name}.`));
    if (!portal) throw new Error(`no portal ${name}`);
    const summary = await runCrawl(file, [siteOf(portal)], server, { render, workers: 4 });
    expect(summary).toMatchObject({ stopped: 'done', pages: portal.pages, external: portal.externals });
    expect(summary.sites).toMatchObject([{ site: portal.host, status: 'finished', pages: portal.pages }]);
    expect(brokenInvariants(file)).toEqual({});
  });
}
