import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import type { LabReport } from '../../../src/lab/report/report.ts';
import { reportPage } from '../../../src/lab/report/report-page.ts';
import { test as base } from '../../plain-test.ts';
import { madeReport } from './made-report.ts';

/** Opens reports as files, in a browser without network; errors and requests of pages are recorded. */
const test = base.extend<
  { open: (report: LabReport) => Promise<Page>; errors: string[]; asked: string[] },
  { browserOfOurs: Browser }
>({
  browserOfOurs: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const browser = await launchChromium({
        headed: false,
        hostRules: 'MAP * ~NOTFOUND',
        say: () => undefined,
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  errors: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  asked: async ({}, use) => use([]),
  open: async ({ browserOfOurs, errors, asked }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'forager-report-'));
    const context = await browserOfOurs.newContext({ viewport: { width: 1200, height: 900 } });
    await use(async (report) => {
      const file = join(folder, 'report.html');
      writeFileSync(file, reportPage(report));
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => errors.push(message.text()));
      page.on('request', (request) => asked.push(request.url().split(':', 1)[0] ?? ''));
      await page.goto(pathToFileURL(file).href);
      return page;
    });
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

/** Names of the curves that a figure draws. */
const drawn = (page: Page, id: string): Promise<(string | null)[]> =>
  page
    .locator(`#${id}-drawing g[aria-label=line]:has(path[d])`)
    .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-description')));

test('draws three figures and two tables from a file, without network and without errors', async ({
  open,
  errors,
  asked,
}) => {
  const page = await open(madeReport());
  await expect(page).toHaveTitle('Two webs');
  expect(await drawn(page, 'found')).toEqual(['beebot-trivial', 'forager', 'site oracle', 'clairvoyant']);
  expect(await drawn(page, 'regret')).toEqual(['beebot-trivial', 'forager']);
  expect(await drawn(page, 'ratio')).toEqual(['beebot-trivial', 'forager']);
  const bands = page.locator('#found-drawing g[aria-label=area] path');
  await expect(bands, 'only where there is a deviation').toHaveCount(1);
  for (const name of ['forager', 'site oracle'])
    await expect(page.locator('#found-drawing g[aria-label=text] text', { hasText: name })).toBeVisible();
  const found = page.locator('#found-drawing');
  await expect(found).toContainText('pages visited, n');
  await expect(found).toContainText('external links found');
  await expect(page.locator('#found-caption')).toContainText('8 random seeds');
  await expect(page.locator('#created')).toHaveText('2026-11-22 01:30 UTC');
  await expect(page.locator('#results tbody tr')).toHaveCount(6);
  await expect(page.locator('#results tbody tr.best').first()).toContainText('forager');
  await expect(page.locator('#webs tbody tr').first()).toHaveText('departments41,2345,678');
  expect(errors).toEqual([]);
  expect(new Set(asked)).toEqual(new Set(['file']));
});

test('a click on the legend hides a curve in all figures, another one shows it again', async ({ open, errors }) => {
  const page = await open(madeReport());
  const button = page.getByRole('button', { name: 'forager' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(await drawn(page, 'found')).toEqual(['beebot-trivial', 'site oracle', 'clairvoyant']);
  expect(await drawn(page, 'ratio')).toEqual(['beebot-trivial']);
  await button.click();
  expect(await drawn(page, 'regret')).toEqual(['beebot-trivial', 'forager']);
  for (const name of ['beebot-trivial', 'forager', 'site oracle', 'clairvoyant'])
    await page.getByRole('button', { name }).click();
  expect(await drawn(page, 'found'), 'all may be off').toEqual([]);
  expect(errors).toEqual([]);
});

test('web, page limit and oracle are chosen', async ({ open, errors }) => {
  const page = await open(madeReport());
  const path = () => page.locator('#found-drawing g[aria-description=forager] path').getAttribute('d');
  const before = await path();
  await expect(page.getByLabel('Pages N')).toHaveValue('400');
  await page.getByLabel('Pages N').selectOption('200');
  expect(await path(), 'other points').not.toBe(before);
  expect(await drawn(page, 'found'), 'the oracles as far as the limit').toContain('site oracle');
  const ends = page.locator('#found-drawing g[aria-label=line] path');
  const widths = await ends.evaluateAll((paths) => paths.map((one) => Math.round(one.getBoundingClientRect().width)));
  expect(new Set(widths).size, widths.join()).toBe(1);
  await page.getByLabel('Pages N').selectOption('400');
  await page.getByLabel('Web').selectOption('institutes');
  await expect(page.locator('#found-caption')).toContainText('institutes');
  await expect(page.getByLabel('Pages N').locator('option')).toHaveText(['200']);
  await expect(page.locator('#results tr.chosen')).toHaveCount(2);
  const regret = await page.locator('#regret-drawing').innerHTML();
  await page.getByLabel('Compared with').selectOption('clairvoyant');
  expect(await page.locator('#regret-drawing').innerHTML()).not.toBe(regret);
  await expect(page.locator('#regret-caption')).toContainText('clairvoyant');
  expect(errors).toEqual([]);
});

test('a tip shows all values at the number of pages under the pointer', async ({ open }) => {
  const page = await open(madeReport());
  const box = await page.locator('#found-drawing svg').boundingBox();
  if (!box) throw new Error('no figure');
  // The plot lies between margins; 200 of 400 pages are near the middle.
  await page.mouse.move(box.x + 58 + (box.width - 58 - 130) / 2, box.y + 200);
  const tip = page.locator('#found-drawing g[aria-label=tip]');
  await expect(tip).toContainText('N = 200');
  await expect(tip).toContainText('forager  300 ± 20');
  await expect(tip).toContainText('site oracle  400');
});

test('figures are saved as SVG, their data and the results as CSV', async ({ open }) => {
  const page = await open(madeReport());
  const saved = async (button: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  const svg = await saved('#found-svg');
  expect(svg.name).toBe('lab-departments-400-found.svg');
  expect(svg.text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg.text).toContain('pages visited, n');
  const parsed = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      root: drawing.documentElement.tagName,
      curves: drawing.querySelectorAll('g[aria-label=line] path').length,
    };
  }, svg.text);
  expect(parsed, 'it is well-formed').toEqual({ root: 'svg', curves: 4 });

  const regret = await saved('#regret-csv');
  const [header, ...rows] = parse(regret.text) as string[][];
  expect(header).toEqual(['web', 'pageLimit', 'strategy', 'pages', 'regret', 'sd']);
  expect(rows).toContainEqual(['departments', '400', 'forager', '200', '100', '20']);
  const results = parse((await saved('#results-csv')).text) as string[][];
  expect(results).toHaveLength(7);
});

test('names from crawled pages are text, whatever they say', async ({ open, errors }) => {
  const hostile = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'"&amp;<!--<script>=cmd()\u2028`;
  const made = madeReport({ title: hostile, command: hostile });
  const rename = <Row extends { readonly web: string; readonly strategy: string }>(row: Row): Row => ({
    ...row,
    web: hostile + row.web,
    strategy: row.strategy === 'forager' ? hostile : row.strategy,
  });
  const page = await open({
    ...made,
    webs: made.webs.map((web) => ({ ...web, name: hostile + web.name })),
    results: made.results.map(rename),
    curves: made.curves.map(rename),
  });
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  await expect(page.locator('img')).toHaveCount(0);
  expect(await page.locator('#title').evaluate((element) => element.textContent)).toBe(hostile);
  expect(await drawn(page, 'found')).toContain(hostile);
  await page.getByRole('button', { name: 'hacked' }).click();
  expect(await drawn(page, 'found')).toHaveLength(3);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(errors).toEqual([]);
});

test('no scripts but the report’s own may run', async ({ open, errors }) => {
  const page = await open(madeReport());
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.hacked = 1';
    document.body.append(script);
  });
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(errors.join()).toContain('Content Security Policy');
});

test('without oracles, curves or results it is still a report', async ({ open, errors }) => {
  const made = madeReport();
  const page = await open({ ...made, curves: made.curves.filter(({ strategy }) => strategy === 'forager') });
  expect(await drawn(page, 'found')).toEqual(['forager']);
  await expect(page.locator('#regret')).toBeHidden();
  await expect(page.getByLabel('Compared with')).toBeHidden();
  await open(madeReport({ curves: [], results: [], webs: [] }));
  expect(errors).toEqual([]);
});

test('a single web is not named in every row; an oracle is never the best strategy', async ({ open }) => {
  const made = madeReport();
  const [web] = made.webs;
  const [result] = made.results;
  if (!web || !result) throw new Error('no web');
  const results = [{ ...result, strategy: 'site oracle', mean: 9999 }, ...made.results].filter(
    (row) => row.web === web.name,
  );
  const page = await open({ ...made, webs: [web], results });
  await expect(page.locator('#results th', { hasText: 'Web' })).toBeHidden();
  await expect(page.locator('#results tr.best td:nth-child(2)')).toHaveText(['forager', 'forager']);
  await expect(page.locator('#results tr.oracle td:nth-child(2)')).toHaveText(['site oracle']);
});

test('printed pages have the figures and no buttons', async ({ open }) => {
  const page = await open(madeReport());
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#found-svg')).toBeHidden();
  await expect(page.getByLabel('Web')).toBeHidden();
  await expect(page.locator('#found-drawing svg')).toBeVisible();
});

test('bands end at 0, and those of the first pages do not stretch the scale', async ({ open }) => {
  const report = madeReport();
  const curves = report.curves.map((curve) => ({ ...curve, sd: curve.pages.map((n) => (n > 100 ? 0 : 300)) }));
  const page = await open({ ...report, curves });
  const ticks = (id: string) => page.locator(`#${id}-drawing g[aria-label="y-axis tick label"]`);
  await expect(ticks('found')).toContainText('0');
  await expect(ticks('found')).not.toContainText('\u2212');
  await expect(ticks('ratio')).not.toContainText(/\u2212|[2-9]$/);
});
