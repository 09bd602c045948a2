import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { launchChromium } from '../../src/capture/browser/chromium.ts';
import { entries } from '../../src/dashboard/client/registry.ts';
import { CrawlControls } from '../../src/dashboard/crawl-controls.ts';
import { type Dashboard, serveDashboard } from '../../src/dashboard/server.ts';
import { runCrawl, test as withWeb } from '../crawl/demo-web.ts';

type DashboardOptions = Parameters<typeof serveDashboard>[0];

/** Serves a database's dashboard on loopback; closed after the test. */
type Serve = (db: string, given?: Partial<DashboardOptions>) => Promise<Dashboard>;

interface Own {
  /** A copy of a crawl of two portals of the demo web, the test's own. */
  readonly db: string;
  readonly serve: Serve;
  /** A context of a browser without network except loopback. */
  readonly context: BrowserContext;
  /** Errors in any page of the context: exceptions, failed loads, policy violations. A test ends with none. */
  readonly wrong: string[];
  /** A page on the dashboard of `db`, with the token exchanged. */
  readonly page: Page;
}

interface OfWorker {
  /** A crawled database, which tests must not change. */
  readonly crawled: string;
  readonly chromium: Browser;
}

/**
 * Tests of the dashboard: a server in this process on a crawled database, and a page of Chromium. What a page logs as an
 * error fails the test, and so does every violation of the content security policy.
 */
export const test = withWeb.extend<Own, OfWorker>({
  crawled: [
    async ({ web }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'forager-dashboard-'));
      const db = join(folder, 'crawled.sqlite');
      await runCrawl(db, web.sites('chem', 'hist', 'math'), web.server, {
        ...{ render: 'http', pageLimit: 60, choice: { strategy: 'beebot-universities', params: {} } },
      });
      await use(db);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  chromium: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  db: async ({ crawled, folder }, use) => {
    const db = join(folder, 'crawl.sqlite');
    cpSync(crawled, db);
    await use(db);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  serve: async ({}, use) => {
    const served: Dashboard[] = [];
    await use(async (db, given = {}) => {
      const dashboard = await serveDashboard({
        ...{ db, host: '127.0.0.1', port: 0, desk: new CrawlControls(), now: Date.now },
        ...given,
      });
      served.push(dashboard);
      return dashboard;
    });
    await Promise.all(served.map((dashboard) => dashboard.close()));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  wrong: async ({}, use) => {
    const wrong: string[] = [];
    await use(wrong);
    expect(wrong, 'errors in the page').toEqual([]);
  },
  context: async ({ chromium, wrong }, use) => {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
    context.on('weberror', (error) => wrong.push(error.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error' || /Content Security Policy|Trusted/.test(message.text()))
        wrong.push(message.text());
    });
    await use(context);
    await context.close();
  },
  page: async ({ context, serve, db }, use) => {
    const { url } = await serve(db);
    const page = await context.newPage();
    await page.goto(url);
    await expect(page.getByRole('status').first()).toHaveText('live');
    await use(page);
    // Before its server.
    await page.close();
  },
});

/** Opens a page by the navigation, pages below Research by their card, and waits for it. */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = (title: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title, exact: true });
  const isEntry = entries.some(({ title }) => title === name);
  await link(isEntry ? name : 'Research').click();
  if (!isEntry) await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveTitle(`${name} · Forager`);
  await expect(link(isEntry ? name : 'Research')).toHaveAttribute('aria-current', isEntry ? 'page' : 'true');
}
