import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { graphFormats } from '../../src/graphs/registry.ts';
import { ask } from '../recrawl/changing-web.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './studied.ts';

test('draws sites and domains, and links an edge to its links', async ({ page, open, db }) => {
  const [heaviest] = ask(
    db,
    'select domain, count(*) as links from external_links_view where removed is null group by domain order by links desc, domain limit 1',
  );
  await open('graph');
  await expect(page.getByRole('main').getByRole('status')).toContainText(/^\d+ nodes, \d+ edges\.$/);
  await expect(
    page
      .getByRole('img', { name: /^Sites and what they link to/ })
      .locator('canvas')
      .first(),
  ).toBeVisible();
  const first = page.getByRole('grid').getByRole('row').nth(1);
  await expect(first).toContainText(`${heaviest?.domain}${heaviest?.links}`);
  await expectAccessible(page);
  await page.getByLabel('Edges of').fill(String(heaviest?.domain));
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  await page.getByRole('grid').focus();
  await page.getByRole('grid').press('Enter');
  await expect(page.getByText(`${heaviest?.links} links`, { exact: true })).toBeVisible();
  expect(page.url()).toContain(`domain=${heaviest?.domain}`);
});

test('nodes show metrics by size and colour, and the graph is downloaded as shown', async ({ page, open }) => {
  await open('graph?most=50');
  const colours = page.getByRole('list', { name: 'Colours' });
  await expect(colours).toContainText(/site of the crawl \d+/);
  await page.getByLabel('Colour by').selectOption('part of the bow-tie');
  await page.getByLabel('Size by').selectOption('PageRank');
  await expect(colours).toContainText(/none \d+|scc \d+/);
  expect(page.url()).toMatch(/size=pageRank/);
  await expectAccessible(page);
  const said = await page.getByRole('main').getByRole('status').textContent();
  for (const { name, ending } of graphFormats) {
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name, exact: true }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`graph${ending}`);
    const text = readFileSync(await download.path(), 'utf8');
    if (name !== 'gexf') continue;
    const many = (pattern: RegExp) => text.match(pattern)?.length;
    expect(said).toBe(`${many(/<node /g)} nodes, ${many(/<edge /g)} edges.`);
    expect(text).toContain('title="pageRank"');
  }
});

test('the layout finishes in a worker, and clicking a node shows its edges', async ({ page, open }) => {
  await open('graph?by=host&most=50');
  const worker = await page.waitForEvent('worker');
  expect(worker.url()).toMatch(/\/layout\.js$/);
  if (page.workers().length > 0) await worker.waitForEvent('close');
  const picture = page.locator('.picture .canvas');
  const box = await picture.boundingBox();
  // Nodes are found as by a user: by moving over the picture until one is named.
  const said = page.locator('.picture .said');
  const field = page.getByLabel('Edges of');
  search: for (let y = 10; y < (box?.height ?? 0); y += 20)
    for (let x = 10; x < (box?.width ?? 0); x += 20) {
      await picture.hover({ position: { x, y } });
      if ((await said.count()) > 0 && (await said.textContent())?.includes(' out')) {
        await picture.click({ position: { x, y } });
        break search;
      }
    }
  await expect(field).not.toHaveValue('');
});

test('without WebGL there is a message in place of the picture, and the table', async ({ context, page, open }) => {
  await context.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
      return kind.startsWith('webgl') || kind.startsWith('experimental')
        ? null
        : Reflect.apply(get, this, [kind, ...more]);
    } as typeof get;
  });
  await page.reload();
  await open('graph');
  await expect(page.getByText("This browser can't draw the graph")).toBeVisible();
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
});

test('no label of the graph is clipped on a phone', async ({ context, page, open }) => {
  await context.addInitScript(() => {
    const drawn: { readonly text: string; readonly left: number; readonly room: number }[] = [];
    Object.assign(globalThis, { drawnLabels: drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, text, x, y) {
      drawn.push({ text, left: x, room: this.canvas.clientWidth - x - this.measureText(text).width });
      fillText.call(this, text, x, y);
    };
  });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.reload();
  await open('graph?by=host&most=50');
  const worker = await page.waitForEvent('worker');
  if (page.workers().length > 0) await worker.waitForEvent('close');
  const labels = () =>
    page.evaluate(
      () => (globalThis as unknown as { drawnLabels: { text: string; left: number; room: number }[] }).drawnLabels,
    );
  await expect.poll(async () => (await labels()).length).toBeGreaterThan(0);
  expect((await labels()).filter(({ left, room }) => left < 0 || room < 0)).toEqual([]);
});
