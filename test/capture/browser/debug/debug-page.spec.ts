import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DebugPage } from '../../../../src/capture/browser/debug/debug-page.ts';
import { linkColours } from '../../../../src/capture/browser/debug/draw-links.ts';
import { CommandFailed } from '../../../../src/domain/errors.ts';
import { type Display, startDisplay } from '../../display.ts';
import { expect, test as odd } from '../../fixtures.ts';

type Files = Partial<Record<'screenshot' | 'trace' | 'har', string>>;
type Open = (files?: Files, headed?: boolean) => Promise<DebugPage>;

const test = odd.extend<{ folder: string; open: Open }, { display: Display | undefined }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const display = await startDisplay();
      const { DISPLAY = '' } = process.env;
      if (display) process.env.DISPLAY = display.name;
      await use(display);
      process.env.DISPLAY = DISPLAY;
      display?.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'forager-debug-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  open: async ({ odd }, use) => {
    const pages: DebugPage[] = [];
    await use(async (files = {}, headed = false) => {
      const page = await DebugPage.open({
        scope: 'host',
        headed,
        slowMo: 0,
        files: { screenshot: undefined, trace: undefined, har: undefined, ...files },
        hostRules: odd.server.hostRules,
        forbids: async () => undefined,
        say: () => undefined,
        now: Date.now,
        patience: { answer: 1500, page: 1500, requests: 500, script: 600 },
      });
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.close();
  },
});

const rgb = (colour: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`;
const start = (file: string, bytes: number): string => readFileSync(file).subarray(0, bytes).toString('latin1');

/** Pixels of a picture by colour. @param legend pixels at its bottom that don't count */
const coloursOf = async (debug: DebugPage, picture: string, legend = 0): Promise<Record<string, number>> =>
  await debug.tab.page
    .context()
    .newPage()
    .then((page) =>
      page.evaluate(
        async ({ bytes, legend }) => {
          const image = Object.assign(new Image(), { src: `data:image/png;base64,${bytes}` });
          await image.decode();
          const canvas = Object.assign(document.createElement('canvas'), {
            width: image.width,
            height: image.height - legend,
          });
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
          const counts: Record<string, number> = {};
          for (let at = 0; at < pixels.length; at += 4) {
            const colour = `rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`;
            counts[colour] = (counts[colour] ?? 0) + 1;
          }
          return counts;
        },
        { bytes: readFileSync(picture, 'base64'), legend },
      ),
    );
/** More than the height of the legend, and less than a page, in pixels. */
const LEGEND = 200;

test('in a window: every link with its kind, outlined in the page and its frames', async ({ open, display }) => {
  test.skip(display === undefined, 'Xvfb is not installed: apt-get install xvfb');
  const debug = await open({}, true);
  const report = await debug.read('http://drawn.test/');
  expect(report).toMatchObject({ url: 'http://drawn.test/', httpStatus: 200, title: 'A page', limits: [] });
  const finding = report.techniques.filter(({ links }) => links > 0);
  expect(finding.map(({ name, links }) => [name, links])).toEqual([
    ['dom', 11],
    ['frame', 2],
  ]);
  expect(report.links.map(({ kind, raw }) => [kind, raw])).toContainEqual(['external', 'http://elsewhere.test/frame']);
  expect(report.links.find(({ kind }) => kind === 'bad')).toMatchObject({ reason: 'javascript', anchor: 'Bad' });
  const outlined = await debug.tab.page.evaluate(() => {
    const elements = [
      ...document.querySelectorAll('a'),
      ...(document.querySelector('#host')?.shadowRoot?.children ?? []),
    ];
    return elements.map((element) => [element.id, getComputedStyle(element).outlineColor]);
  });
  const none = await debug.tab.page.locator('#none').evaluate((element) => getComputedStyle(element).outlineColor);
  const { internal, external, bad } = linkColours;
  expect(outlined).toEqual([
    ['internal', rgb(internal)],
    ['external', rgb(external)],
    ['bad', rgb(bad)],
    ['none', none],
    ['form', rgb(internal)],
    ['svg', rgb(internal)],
    ['shadow', rgb(internal)],
  ]);
  const frame = debug.tab.page.frameLocator('iframe >> nth=0');
  for (const kind of ['internal', 'external'] as const)
    await expect(frame.locator(`#${kind}`)).toHaveCSS('outline-color', rgb(linkColours[kind]));
  await expect(debug.tab.page.frameLocator('iframe >> nth=1').locator('a')).toHaveCSS('outline-color', rgb(external));
});

test("the page's scripts see only the legend of the drawing", async ({ open }) => {
  const debug = await open();
  const before = (await debug.read('http://drawn.test/')).links.length;
  const changes = await debug.tab.page.evaluate(() => Reflect.get(window, 'changes').splice(0));
  expect(changes.filter((change: string) => change !== 'childList BODY')).toEqual(['childList HTML']);
  await expect(debug.tab.page.locator('forager-legend')).toHaveCount(1);
  expect(before).toBe(13);
});

test('a screenshot of the drawn page, a trace and a HAR', async ({ open, folder }) => {
  const files = {
    // A PNG, whatever its file extension.
    screenshot: join(folder, 'page.picture'),
    trace: join(folder, 'page.zip'),
    har: join(folder, 'page.har'),
  };
  const debug = await open(files);
  await debug.read('http://drawn.test/');
  await debug.save();
  expect(start(files.screenshot, 8)).toBe('\x89PNG\r\n\x1a\n');
  expect(start(files.trace, 4)).toBe('PK\x03\x04');
  const har = z
    .object({ log: z.object({ entries: z.array(z.object({ request: z.object({ url: z.string() }) })) }) })
    .parse(JSON.parse(readFileSync(files.har, 'utf8')));
  expect(har.log.entries.map(({ request }) => request.url)).toEqual(
    expect.arrayContaining(['http://drawn.test/', 'http://drawn.test/frame', 'http://framed.test/boxed']),
  );
  const colours = await coloursOf(debug, files.screenshot);
  for (const colour of Object.values(linkColours)) expect(colours[rgb(colour)], colour).toBeGreaterThan(100);
});

test('the screenshot shows the page before any action', async ({ open, folder }) => {
  const screenshot = join(folder, 'page.png');
  const debug = await open({ screenshot });
  expect(await debug.read('http://drawn.test/acted')).toMatchObject({
    links: [{ anchor: 'First' }, { anchor: 'Later', technique: 'event' }],
    drawn: { internal: { outlined: 0, hidden: 0 }, external: { outlined: 1, hidden: 0 } },
    foundByActs: 1,
  });
  await debug.save();
  const colours = await coloursOf(debug, screenshot, LEGEND);
  expect(colours[rgb(linkColours.external)], 'the first link is outlined').toBeGreaterThan(100);
  expect(colours[rgb(linkColours.internal)], 'the later one is not there').toBeUndefined();
});

test('invisible links count as hidden', async ({ open }) => {
  const debug = await open();
  const { drawn, links } = await debug.read('http://drawn.test/hidden');
  const internal = links.filter(({ kind }) => kind === 'internal').length;
  // /seen, /twice once, /out-of-menu, /below, a frame by its element and its document, and in it /in-view.
  expect(drawn.internal).toEqual({ outlined: 7, hidden: internal - 7 });
});

test('a page of thousands of links is drawn', async ({ open }) => {
  const { drawn } = await (await open()).read('http://drawn.test/thousands');
  expect(drawn.internal).toEqual({ outlined: 2500, hidden: 0 });
});

test('a page whose style sheet never arrives gets a screenshot', async ({ open, folder }) => {
  const screenshot = join(folder, 'page.png');
  const debug = await open({ screenshot });
  expect(await debug.read('http://drawn.test/unstyled')).toMatchObject({ limits: ['still loading'] });
  await debug.save();
  const colours = await coloursOf(debug, screenshot, LEGEND);
  expect(colours[rgb(linkColours.external)], 'its link is outlined').toBeGreaterThan(100);
});

for (const [path, reason] of [
  ['500', 'HTTP 500'],
  ['silence', 'no answer in time'],
  ['empty-reply', 'ERR_EMPTY_RESPONSE'],
] as const) {
  test(`a page that does not load (${reason}) has its screenshot, trace and HAR`, async ({ open, folder }) => {
    const files = { screenshot: join(folder, 'p.png'), trace: join(folder, 'p.zip'), har: join(folder, 'p.har') };
    const debug = await open(files);
    await expect(debug.read(`http://failures.test/${path}`)).rejects.toThrow(reason);
    await debug.save();
    expect(start(files.screenshot, 4)).toBe('\x89PNG');
    expect(start(files.trace, 4)).toBe('PK\x03\x04');
    expect(JSON.parse(readFileSync(files.har, 'utf8'))).toMatchObject({ log: { entries: [{}] } });
  });
}

test('a file or an answer without a page is reported as such', async ({ open }) => {
  await expect((await open()).read('http://drawn.test/file')).rejects.toThrow('a file, not a page: application/pdf');
  await expect((await open()).read('http://drawn.test/nothing')).rejects.toThrow('an answer without a page: HTTP 204');
});

test('a page that never ends loading has its screenshot', async ({ open, folder }) => {
  const screenshot = join(folder, 'page.png');
  const debug = await open({ screenshot });
  expect(await debug.read('http://failures.test/stall')).toMatchObject({
    limits: ['still loading'],
    links: [{ anchor: 'f' }],
  });
  await debug.save();
  expect(start(screenshot, 4)).toBe('\x89PNG');
});

test('pages whose scripts never stop are drawn', async ({ open }) => {
  const debug = await open();
  expect(await debug.read('http://endless.test/interval')).toMatchObject({
    limits: expect.arrayContaining(['script ended']),
    links: [{ kind: 'internal' }],
  });
});

test('a file that cannot be written is named, and the others are written', async ({ open, folder }) => {
  const files = { screenshot: folder, trace: join(folder, 'page.zip') };
  const debug = await open(files);
  await debug.read('http://drawn.test/frame');
  const thrown: unknown = await debug.save().catch((error) => error);
  expect(thrown).toBeInstanceOf(CommandFailed);
  expect(String(thrown)).toContain(`--screenshot: can't write ${folder}: `);
  expect(start(files.trace, 4)).toBe('PK\x03\x04');
});

test('closing the window and the end of the browser are noticed', async ({ open }) => {
  const debug = await open();
  await debug.read('http://drawn.test/frame');
  const closed = debug.closed();
  await debug.tab.page.close();
  await closed;
  await debug.closed();
  const other = await open();
  const gone = other.closed();
  await other.close();
  await gone;
});
