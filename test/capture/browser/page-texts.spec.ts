import { expect, test } from '@playwright/test';
import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { PageTexts } from '../../../src/capture/browser/page-texts.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { html, script, site } from '../../site/site.ts';

/** Pages with a script each, and whether it may make shadow trees. */
const pages = {
  plain: [script('document.title = 1'), false],
  rooted: [script('document.body.attachShadow({ mode: "open" })'), true],
  missing: [{ ...html('<a href=/x>There is no attachShadow</a>'), status: 404 }, false],
  broken: [{ raw: [], ending: 'reset' }, false],
} as const;
const portal = site('scripts.test', {
  ...Object.fromEntries(Object.keys(pages).map((name) => [`/${name}`, html(`<script src=/${name}.js></script>`)])),
  ...Object.fromEntries(Object.entries(pages).map(([name, [answer]]) => [`/${name}.js`, answer])),
});

test('scripts that make shadow trees are known; those that did not come make none', async () => {
  const server = await serveDemo({ portals: [portal] });
  const browser = await launchChromium({ headed: false, hostRules: server.hostRules, say: () => undefined });
  const page = await browser.newPage();
  const texts = new PageTexts(page);
  for (const [name, [, makes]] of Object.entries(pages)) {
    texts.begin();
    await page.goto(`http://scripts.test/${name}`);
    expect(await texts.makeRoots(), name).toBe(makes);
  }
  await browser.close();
  await server.close();
});
