import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { clientPages } from '../../src/dashboard/client/registry.ts';
import type { Portal } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { topicNamed } from '../../src/topics/topic-file.ts';
import { runCrawl, siteOf } from '../crawl/demo-web.ts';
import { test as withDashboard } from './dashboard.ts';

/** A phone, a small window, a usual one and a large screen, in pixels. */
const WIDTHS = [360, 390, 1024, 1600, 2560];

const GERMAN = 'Rechtsschutzversicherungsgesellschaftenangestelltenvertretungsverordnung'.repeat(3);
const CHINESE = '中华人民共和国国家自然科学基金委员会数学物理科学部'.repeat(6);
/** The maximum length of a name (RFC 1035, §2.3.4). */
const HOST = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}`;

function portal(host: string, name: string): Portal {
  const body = (path: string) => `<title>${name}</title>
    <p>${name} lecture course ${name}</p>
    <a href="/${'ordner/'.repeat(30)}${path.length}">${name}</a> <a href="/kurz">${name}</a>
    <a href="http://${HOST}.test/${GERMAN}?${CHINESE}" rel="${GERMAN}">${name}</a> <a href="javascript:${GERMAN}">${name}</a>
    <img src="/${GERMAN}.png">`;
  return {
    ...{ host, name, shortName: name, kind: 'institute', start: `http://${host}/`, pages: 9, externals: 1 },
    answer: async ({ path }) => {
      if (path === '/kurz' || path === '/' || (path.startsWith('/ordner') && path.length < 300))
        return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: body(path) };
      if (path === '/robots.txt')
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: `User-agent: *\nDisallow: /${GERMAN}` };
      return undefined;
    },
  };
}

const test = withDashboard.extend<object, { wide: string }>({
  wide: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'forager-wide-'));
      const db = join(folder, 'wide.sqlite');
      const portals = [portal(`${HOST}.uni.test`, GERMAN), portal('zhong.uni.test', CHINESE)];
      const server = await serveDemo({ portals });
      await runCrawl(
        db,
        portals.map((one) => ({ ...siteOf(one), shortName: one.name })),
        server,
        { render: 'http', choice: { strategy: 'beebot-universities', params: {}, topic: topicNamed('courses') } },
      );
      await server.close();
      await use(db);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  db: ({ wide }, use) => use(wide),
});

/** Elements that overflow the window or are clipped, outside scrollable areas. */
const outOfView = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const told: string[] = [];
    const { scrollWidth } = document.scrollingElement ?? document.documentElement;
    if (scrollWidth > innerWidth) told.push(`the page is ${scrollWidth} pixels wide`);
    for (const dialog of document.querySelectorAll('dialog'))
      if (dialog.scrollWidth > dialog.clientWidth) told.push(`the dialog is ${dialog.scrollWidth} pixels wide`);
    for (const head of document.querySelectorAll('.table .th'))
      if (head.scrollWidth > head.clientWidth + 1) told.push(`the head ${head.textContent} is cut`);
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    for (const element of document.querySelectorAll('a, button, input, select, summary, h1, h2, h3, label')) {
      const { left, right, width } = element.getBoundingClientRect();
      const isCut = element.matches('button, summary') && element.scrollWidth > element.clientWidth + 1;
      if (width === 0 || element.closest('.unseen, .skip') || scrolls(element.parentElement)) continue;
      if (left >= -1 && right <= innerWidth + 1 && !isCut) continue;
      const name = `${element.localName} ${(element.textContent ?? '').slice(0, 30)}`;
      told.push(`${name}: ${Math.round(left)} to ${Math.round(right)}${isCut ? ', cut' : ''}`);
    }
    return told;
  });

/** Waits until a page has drawn all answers. */
async function completed(page: Page): Promise<void> {
  await expect(page.locator('main .dim, main [role=status]').filter({ hasText: /^[A-Z][a-z ]+…$/ })).toHaveCount(0);
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, 100);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 100);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
}

/** Steps before a page shows its main content, and after it was checked. */
const steps: Partial<Record<string, { place?: string; before?: Step; after?: Step }>> = {
  sites: { after: openFirst },
  links: { after: openFirst },
  why: { place: 'why?url=http://zhong.uni.test/kurz' },
  hits: { before: (page) => page.getByRole('button', { name: 'Compute' }).click() },
};
type Step = (page: Page) => Promise<void>;

async function openFirst(page: Page): Promise<void> {
  const grid = page.getByRole('grid').first();
  await grid.focus();
  await grid.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
}

test('no page or dialog is wider than the window, however long names are', async ({ page }) => {
  const { origin } = new URL(page.url());
  const told: string[] = [];
  const look = async (what: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await completed(page);
      told.push(...(await outOfView(page)).map((line) => `${what} at ${width}: ${line}`));
    }
  };
  for (const { key, title } of clientPages) {
    const { place = key, before, after } = steps[key] ?? {};
    await page.goto(`${origin}/#/${place}`);
    await expect(page).toHaveTitle(`${title} · Forager`);
    await completed(page);
    await before?.(page);
    await look(key);
    await after?.(page);
    if (after) await look(`${key}, opened`);
  }
  expect(told).toEqual([]);
  // A stand-in for findings.
  await page.evaluate(() => {
    const wide = document.createElement('button');
    wide.style.width = '9999px';
    document.querySelector('main')?.append(wide);
  });
  expect(await outOfView(page)).toContainEqual(expect.stringMatching(/^button : \d+ to \d{4,}/));
});
