import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { z } from 'zod';
import { launchChromium } from '../src/capture/browser/chromium.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { openStore, type Store } from '../src/storage/open.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { cpuSince } from './cpu-time.ts';
import { besideCrawls } from './dashboard-beside.ts';
import { fillCrawl } from './fill-crawl.ts';
import { memoryOf, ProcessTree } from './process-tree.ts';
import { completed, serveCrawl } from './serve-child.ts';
import { median } from './statistics.ts';

const REPEATS = 3;
/** Visits per second of the crawl next to which the server is measured, and its duration in seconds. */
const VISITS = 10;
const BESIDE = 10;

const texts = "anchor || ' ' || context || ' ' || url";

/** A filter as set by a user, and the equivalent query to the database. */
const filters = [
  ['by registrable domain', 'domain=institute-3.org', "domain = 'institute-3.org'"],
  ['by text', 'text=area+17', `${texts} like '%area 17%'`],
  ['by a text of few links', 'text=area-88/paper-7777', `${texts} like '%area-88/paper-7777%'`],
  ['by a text of all links', 'text=te', `${texts} like '%te%'`],
  ['by rel', 'rel=nofollow', "rel like '%nofollow%'"],
  [
    'by the page that they were found on',
    'source=department-33',
    "source in (select id from internal_links where url like '%department-33%')",
  ],
  ['by site, sorted by address', 'site=university+7&sort=url', 'site = 7 order by url'],
] as const;

export const dashboard = benchmark({
  name: 'dashboard',
  summary: 'the dashboard of a large crawl: its first page, filters beside raw SQL, scrolling, and beside a crawl',
  options: z.strictObject({
    links: flag(positive.default(1_000_000), { value: 'N', description: 'external links of the database' }),
    pages: flag(positive.default(100_000), { value: 'N', description: 'its pages' }),
    pairs: flag(positive.default(7), { value: 'N', description: 'crawls with and without a dashboard beside them' }),
  }),
  async run({ links, pages, pairs }, say) {
    const folder = mkdtempSync(join(tmpdir(), 'forager-bench-'));
    const db = join(folder, 'crawl.sqlite');
    const store = await openStore(db);
    try {
      say(`making a database of ${links} links and ${pages} pages`);
      fillCrawl(store, pages, links);
      return [...(await measured(db, store, pairs, say)), bundleSize()];
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

async function measured(db: string, store: Store, pairs: number, say: (line: string) => void): Promise<Metric[]> {
  const served = await serveCrawl(db);
  const { url } = served;
  const browser = await launchChromium({ headed: false, hostRules: '', say });
  try {
    const tree = new ProcessTree(served.pid);
    const cpu = () => {
      tree.look();
      return 1000 * tree.cpuSeconds();
    };
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    say('first page');
    const first = await firstPage(page, url, cpu);
    const metrics = [...first];
    metrics.push(await untold(browser, db));
    metrics.push(await readAhead(page, url, cpu));
    for (const [name, query, where] of filters) {
      say(`filter ${name}`);
      metrics.push(...(await filtered(page, { name, query, where }, store, cpu)));
    }
    metrics.push(figure('the server, its threads and what they keep', memoryOf(served.pid) / 1e6, 'MB'));
    say('scrolling');
    metrics.push(...(await scrolled(page, url)));
    say('beside a crawl');
    metrics.push(await besideCrawl(page, url, store, cpu));
    await page.close();
    metrics.push(...(await besideCrawls(browser, pairs, say)));
    return metrics;
  } finally {
    await browser.close();
    served.end();
  }
}

const rows = (page: Page) => page.locator('[role=grid] [role=row][aria-rowindex="2"]').filter({ hasNotText: '…' });

/** The list of all external links, from the address bar to its first row. */
async function firstPage(page: Page, url: string, cpu: () => number): Promise<Metric[]> {
  const walls: number[] = [];
  const costs: number[] = [];
  for (let time = 0; time <= REPEATS; time++) {
    await page.goto('about:blank');
    const [begin, before] = [performance.now(), cpu()];
    await page.goto(`${new URL(url).origin}/#/links/external`);
    await page.locator('[role=grid] [role=row][aria-rowindex="2"] a').first().waitFor();
    walls.push(performance.now() - begin);
    await completed(cpu);
    costs.push(cpu() - before);
  }
  // The first run has cold threads and caches.
  return [
    figure('first page, cold: until the first row is seen', walls[0] ?? Number.NaN, 'ms'),
    atMost(500, 'first page, warm: until the first row is seen', median(walls.slice(1)), 'ms'),
    figure('the same, of the server, with the whole list counted', median(costs.slice(1)), 'ms CPU'),
  ];
}

/** A text already in the address: nothing is preloaded for it. */
async function untold(browser: Browser, db: string): Promise<Metric> {
  const served = await serveCrawl(db);
  const page = await browser.newPage();
  try {
    const tree = new ProcessTree(served.pid);
    const cpu = () => {
      tree.look();
      return 1000 * tree.cpuSeconds();
    };
    await page.goto(served.url);
    await page.getByText('live', { exact: true }).waitFor();
    await completed(cpu);
    const before = cpu();
    await answered(page, 'text=area+17');
    return figure('the first text, nothing read ahead, its thread begun', cpu() - before, 'ms CPU');
  } finally {
    await page.close();
    served.end();
  }
}

/** Data loaded when the text field is focused. */
async function readAhead(page: Page, url: string, cpu: () => number): Promise<Metric> {
  await page.goto(`${new URL(url).origin}/#/links/external`);
  await rows(page).first().waitFor();
  await completed(cpu);
  const before = cpu();
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/ahead')),
    page.getByLabel('Text, context or address').focus(),
  ]);
  return figure('texts read ahead, when their field is entered', cpu() - before, 'ms CPU');
}

/** Requests a list of external links as the page does. */
const answered = (page: Page, query: string): Promise<void> =>
  page.evaluate(async (path) => {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(await answer.text());
    await answer.text();
  }, `/api/links/external/list?${query}`);

interface Filter {
  readonly name: string;
  readonly query: string;
  readonly where: string;
}

async function filtered(
  page: Page,
  { name, query, where }: Filter,
  store: Store,
  cpu: () => number,
): Promise<Metric[]> {
  const raw: number[] = [];
  for (let time = 0; time < REPEATS; time++) {
    const before = process.cpuUsage();
    store.connection.prepare(`select id from external_links where ${where}`).raw().all();
    raw.push(cpuSince(before));
  }
  const costs: number[] = [];
  const walls: number[] = [];
  for (let time = 0; time <= REPEATS; time++) {
    await completed(cpu);
    const [begin, before] = [performance.now(), cpu()];
    await answered(page, query);
    walls.push(performance.now() - begin);
    costs.push(cpu() - before);
  }
  return [
    // The first run has cold caches.
    atMost(200, `filter ${name}, for the first time`, costs[0] ?? Number.NaN, 'ms CPU'),
    atMost(200, `filter ${name}`, median(costs.slice(1)), 'ms CPU'),
    figure(`filter ${name}: the same in raw SQL`, median(raw), 'ms CPU'),
    figure(`filter ${name}: until it is answered`, median(walls.slice(1)), 'ms'),
  ];
}

/** Scrolls through the list with the wheel for five seconds. */
async function scrolled(page: Page, url: string): Promise<Metric[]> {
  await page.goto(`${new URL(url).origin}/#/links/external`);
  await rows(page).first().waitFor();
  await page.evaluate(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    let frames = 0;
    const count = () => {
      frames++;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(globalThis, { scrolledSoFar: () => ({ seen, frames }) });
  });
  const grid = await page.getByRole('grid').boundingBox();
  if (!grid) throw new Error('there is no list to scroll');
  await page.mouse.move(grid.x + grid.width / 2, grid.y + grid.height / 2);
  const begin = performance.now();
  while (performance.now() - begin < 5000) await page.mouse.wheel(0, 600);
  const seconds = (performance.now() - begin) / 1000;
  const told = z
    .object({ seen: z.array(z.number()), frames: z.number() })
    .parse(await page.evaluate('scrolledSoFar()'));
  return [
    figure('scrolling: frames', told.frames / seconds, 'a second'),
    figure('scrolling: long tasks (50 ms and more)', told.seen.length / seconds, 'a second'),
    figure('scrolling: the longest task', Math.max(0, ...told.seen), 'ms'),
  ];
}

/** The server while a page is open and another process stores visits. */
async function besideCrawl(page: Page, url: string, store: Store, cpu: () => number): Promise<Metric> {
  await page.goto(`${new URL(url).origin}/#/crawl`);
  await completed(cpu);
  const visit = store.connection.prepare(`insert into visits (run, site, link, page, started_at, milliseconds, outcome,
    reason, http_status, content_type, title, new_internal, new_external, reward, lane, rank, site_visits, site_reward)
    select run, site, link, page, started_at, milliseconds, outcome, reason, http_status, content_type, title, new_internal,
    new_external, reward, lane, rank, site_visits, site_reward from visits where id = ?`);
  const [begin, before] = [performance.now(), cpu()];
  for (let made = 0; made < VISITS * BESIDE; made++) {
    visit.run(1 + made);
    await sleep(1000 / VISITS);
  }
  const share = (100 * (cpu() - before)) / (performance.now() - begin);
  return atMost(3, `the server beside a crawl of ${VISITS} pages a second, its page open`, share, '% of a core');
}

/** All scripts and the style, as a browser that opens every page gets them. */
function bundleSize(): Metric {
  const folder = fileURLToPath(new URL('../dashboard/', import.meta.url));
  const names = readdirSync(folder).filter((name) => /\.(js|css|html)$/.test(name));
  const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  return atMost(150, 'the bundle, all pages', bytes / 1000, 'kB gzipped');
}
