import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { clientPages, entries } from '../../src/dashboard/client/registry.ts';
import { CrawlControls } from '../../src/dashboard/crawl-controls.ts';
import type { Portal } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { openStore } from '../../src/storage/open.ts';
import { runCrawl, siteOf } from '../crawl/demo-web.ts';
import { ask } from '../recrawl/changing-web.ts';
import { expectAccessible } from './accessible.ts';
import { goTo, test as plain } from './dashboard.ts';
import { test } from './studied.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

plain('five entries lead to the pages, and Research to the others, each with a sentence', async ({ page }) => {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(links).toHaveText(['Overview', 'Sites', 'Links', 'Changes', 'Graph', 'Research']);
  await goTo(page, 'Research');
  const below = clientPages.filter((one) => !entries.includes(one));
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.getByRole('link')).toHaveText(below.map(({ title }) => title));
  for (const text of await cards.getByRole('paragraph').allTextContents()) expect(text).toMatch(/^[A-Z].{20,}\.$/);
  const { origin } = new URL(page.url());
  // Old addresses lead to the same pages.
  for (const key of [
    'crawl',
    'sites',
    'links',
    'why',
    'patterns',
    'changes',
    'graph',
    'log',
    'lab',
    'topics',
    'hits',
  ]) {
    await page.goto(`${origin}/#/${key}`);
    await expect(page).toHaveTitle(`${clientPages.find((one) => one.key === key)?.title} · Forager`);
  }
  await page.getByRole('main').getByRole('link', { name: 'Research' }).click();
  await expect(page.getByRole('heading', { name: 'Research' })).toBeVisible();
});

test('opens on the findings, each figure equal to the list behind it', async ({ page, open, db }) => {
  const [all] = ask(
    db,
    `select (select count(*) from external_links_view) as external, (select count(*) from internal_links_view) as internal,
      (select count(*) from seeds) as sites, (select count(*) from internal_links_view where status = 'visited') as pages`,
  );
  const found = card(page, 'Found');
  for (const [number, what] of [
    [all?.external, 'external links'],
    [all?.internal, 'internal links'],
    [all?.pages, 'pages visited'],
    [all?.sites, 'sites'],
  ])
    await expect(found.getByRole('link', { name: `${number} ${what}`, exact: true })).toBeVisible();
  const [shared] = ask(
    db,
    `select domain, count(*) as links, count(distinct site) as sites from external_links_view
      group by domain order by sites desc, links desc, domain limit 1`,
  );
  await expect(found.getByRole('listitem').nth(4)).toHaveText(
    `${shared?.domain}${shared?.links} links from ${shared?.sites} site${shared?.sites === 1 ? '' : 's'}`,
  );
  await expect(card(page, 'New')).toContainText('Since recrawl run 1 began');

  const figures = await page
    .locator('a.figure')
    .evaluateAll((links) =>
      links.map((link) => ({ name: link.getAttribute('aria-label') ?? '', href: link.getAttribute('href') ?? '' })),
    );
  expect(figures.length).toBeGreaterThan(8);
  const units = { links: 'link', sites: 'site', changes: 'change' };
  for (const { name, href } of figures) {
    const [place = ''] = /\w+/.exec(href) ?? [];
    const unit = units[place as keyof typeof units];
    const number = Number(name.replace(/\D/g, ''));
    await open(href.replace('#/', ''));
    const status = page.getByRole('main').getByRole('status');
    await expect(status, name).toHaveText(`${number} ${unit}${number === 1 ? '' : 's'}`);
  }
});

/** A site whose owner forbids crawlers. */
const closed: Portal = {
  ...{ host: 'closed.uni.test', name: 'Closed', shortName: 'closed', kind: 'institute' },
  ...{ start: 'http://closed.uni.test/', pages: 1, externals: 0 },
  answer: async ({ path }) => {
    const headers = { 'content-type': path === '/robots.txt' ? 'text/plain' : 'text/html' };
    return {
      status: 200,
      headers,
      body: path === '/robots.txt' ? 'User-agent: *\nDisallow: /' : '<title>Closed</title>',
    };
  },
};

plain('a crawl whose only site is closed by its robots.txt says so', async ({ context, serve, folder }) => {
  const server = await serveDemo({ portals: [closed] });
  const db = join(folder, 'closed.sqlite');
  await expect(runCrawl(db, [siteOf(closed)], server, { render: 'http' })).rejects.toThrow('robots.txt forbids it');
  await server.close();
  const { url } = await serve(db);
  const page = await context.newPage();
  await page.goto(url);
  const needs = card(page, 'Needs a decision');
  await expect(needs.getByRole('listitem')).toHaveText([/^1 site has a start page that robots.txt forbids: closed/]);
  await expect(card(page, 'Broken')).toContainText('0sites not answering');
  await needs.getByRole('link', { name: 'closed.uni.test', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Disallow: /');
  await page.close();
});

/** Brings a crawl into states that need decisions. */
async function inTrouble(db: string): Promise<void> {
  const store = await openStore(db);
  store.connection.exec(`
    update seeds set status = 'not-available', note = 'ERR_NAME_NOT_RESOLVED' where id = 1;
    update seeds set status = 'finished', note = 'its own limit of pages' where id = 2;
    update internal_links set status = 8 where level = 0 and site = 3;
    update seeds set status = 'not-available' where id = 3;
    insert into traps (site, kind, pattern, links, example, first_seen)
      values (2, 'calendar', '/calendar/*', 12, 'http://hist.uni.test/calendar/1', 1)`);
  await store.close();
}

plain('says what needs a decision, and leads to the sites and to what resolves it', async ({ page, db }) => {
  const needs = card(page, 'Needs a decision');
  await expect(needs).toContainText('The crawl has reached its page limit');
  await expect(needs).toContainText('forager crawl --page-limit N');
  await inTrouble(db);
  await page.reload();
  await expect(needs.getByRole('listitem')).toHaveCount(6);
  const names = ask(db, 'select short_name as name from seeds order by id').map(({ name }) => String(name));
  for (const [at, text] of [
    [2, '1 site has a start page that robots.txt forbids'],
    [0, '1 site does not answer'],
    [0, '1 site builds its pages with JavaScript'],
    [1, '1 site has reached its page limit'],
    [1, '1 site has links that were skipped as a trap'],
  ] as const)
    await expect(needs.getByRole('listitem').filter({ hasText: text })).toContainText(names[at] ?? '-');
  await expect(card(page, 'Broken').getByRole('link', { name: '1 site not answering' })).toBeVisible();
  await expectAccessible(page);
  await needs.getByRole('link', { name: /skipped as a trap/ }).click();
  await expect(page.getByLabel('Status')).toHaveValue('traps');
  await expect(page.getByText('1 site', { exact: true })).toBeVisible();
  await page.getByLabel('Status').selectOption('page limit reached');
  await page.getByRole('grid').press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Skipped traps');
  // Exports come first, and removing last.
  const buttons = await page.getByRole('dialog').locator('a[download], button.danger').allTextContents();
  expect(buttons).toEqual(['csv', 'xlsx', 'Remove from the crawl']);
});

plain('what is missed without a browser is read again with one', async ({ context, serve, db }) => {
  const refuse = () => Promise.reject(new Error('nothing is started'));
  const { url } = await serve(db, { desk: new CrawlControls({ crawl: refuse, recrawl: refuse }) });
  const page = await context.newPage();
  await page.goto(url);
  await card(page, 'Needs a decision').getByRole('button', { name: 'Recrawl with a browser…' }).click();
  await expect(page.getByRole('dialog', { name: 'Recrawl' }).getByLabel('Read pages with')).toHaveValue('browser');
  await page.keyboard.press('Escape');
  await card(page, 'Needs a decision').getByRole('button', { name: 'Raise the limit…' }).click();
  await expect(page.getByRole('dialog', { name: 'Continue the crawl' })).toBeVisible();
  await page.close();
});

plain('on the list of links exports come before deleting, in its dialog, too', async ({ page }) => {
  await goTo(page, 'Links');
  await expect(page.getByRole('button', { name: /^Delete \d/ })).toBeEnabled();
  const all = await page.locator('a[download], button.danger').allTextContents();
  expect(all.at(-1)).toMatch(/^Delete \d+…$/);
  expect(all[0]).toBe('csv');
  await page.getByRole('button', { name: /^Delete \d/ }).click();
  const offered = page.getByRole('dialog').locator('a[download], .row button');
  await expect(offered).toHaveText(['Export them first (csv)', 'Cancel', /^Delete \d+$/]);
});

plain('a run that ends is seen, and its news are those of the new run', async ({ page, db, web }) => {
  await expect(card(page, 'New')).toContainText('Since run 1 began');
  await runCrawl(db, web.sites('chem', 'hist'), web.server, { render: 'http', pageLimit: 66 });
  await expect(card(page, 'New')).toContainText('Since run 2 began');
  await expect(card(page, 'New').getByRole('link', { name: '6 pages visited' })).toBeVisible();
  await expect(card(page, 'Crawl')).toContainText('66 of 66 pages');
});
