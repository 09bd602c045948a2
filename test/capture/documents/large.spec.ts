import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { PageReader } from '../../../src/capture/documents/page-reader.ts';
import { techniqueNames } from '../../../src/capture/find/registry.ts';
import { HttpCapture } from '../../../src/capture/http/http.ts';
import { parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { type DemoServer, serveDemo } from '../../../src/demo/server.ts';
import { addressOf, large, largeMarkup, wholeMarkup } from '../../site/large.ts';
import { test as base, expect } from '../fixtures.ts';

const MB = 2 ** 20;

/** The server of large answers, and plain requests in thorough mode. */
const test = base.extend<Record<never, never>, { server: DemoServer; http: HttpCapture }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const server = await serveDemo({ portals: [large] });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  http: [
    async ({ server }, use) => {
      const http = new HttpCapture({
        hostRules: parseHostRules(server.hostRules),
        userAgent: 'Forager',
        now: Date.now,
        techniques: techniqueNames('thorough'),
      });
      await use(http);
      await http.close();
    },
    { scope: 'worker' },
  ],
});

/** Result of a reading, and the most bytes by which the process grew meanwhile. */
async function measured<T>(reading: Promise<T>): Promise<{ result: T; grown: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const result = await reading.finally(() => clearInterval(look));
  return { result, grown: most - before };
}

for (const name of Object.keys({ ...largeMarkup, ...wholeMarkup })) {
  test(`a page with an extreme structure is read up to a limit, others meanwhile: ${name}`, async ({ http }) => {
    const ended: string[] = [];
    const reading = http.read({ url: `http://large.test/${addressOf(name)}`, site: 1 }).then((page) => {
      ended.push('large');
      return page;
    });
    const others = async () => {
      for (let n = 0; n < 3; n++) await http.read({ url: 'http://large.test/next', site: 2 });
      ended.push('others');
    };
    const [{ result: page, grown }] = await Promise.all([measured(reading), others()]);
    if (page.kind !== 'page') throw new Error('failed');
    expect(page.title).toBe(name);
    expect(page.links[0]).toMatchObject({ raw: '/first', anchor: 'First' });
    expect(page.links.length).toBeLessThanOrEqual(200_000);
    expect(/too (large|many links)/.test(page.limits.join()), page.limits.join()).toBe(name in largeMarkup);
    expect(grown).toBeLessThan(500 * MB);
    expect(ended[0]).toBe('others');
  });
}

test('of documents beyond the markup limit, the beginning is read', async () => {
  const reader = new PageReader({});
  const text = `<a href=/first>First</a>${'x'.repeat(65 * MB)}`;
  const source = { url: 'http://large.test/', parentUrl: undefined, markup: { text, encoding: 'utf-8' }, isXml: false };
  const { reading } = await reader.read(source);
  expect(reading.walked.links).toMatchObject([{ raw: '/first', anchor: 'First' }]);
  expect([...reader.limits]).toEqual(['too large']);
});

const files = {
  'feed.json': ['too large'],
  'nested.json': ['damaged'],
  'sitemap.xml': ['too many links'],
  'based.xml': ['too many links'],
};
for (const [file, limits] of Object.entries(files)) {
  test(`a file with an extreme structure: ${file}`, async ({ http }) => {
    const { result, grown } = await measured(http.read({ url: `http://large.test/${file}`, site: 1 }));
    expect(result).toMatchObject({ kind: 'file', limits });
    expect(grown).toBeLessThan(500 * MB);
  });
}

test('of a document that unpacks to forty megabytes, the browser gets the beginning', async ({ server }) => {
  const options = { headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined };
  // Long enough for forty megabytes on a busy machine.
  const capture = new BrowserCapture({ ...options, patience: { page: 60_000, requests: 20_000, script: 60_000 } });
  const read = (path: string) => measured(capture.read({ url: `http://large.test/${path}`, site: 1 }));
  const comment = await read('long-comment');
  const frames = await read('frames');
  const page = await read('page-without-end');
  await capture.close();
  expect(comment.result).toMatchObject({ links: [{ raw: '/first' }], limits: ['too large'] });
  expect(comment.grown).toBeLessThan(500 * MB);
  expect(frames.result).toMatchObject({ limits: ['too large'] });
  expect(frames.result.links.map(({ url }) => url)).toEqual(expect.arrayContaining(['http://large.test/in/frame']));
  expect(page.result).toMatchObject({ links: [{ raw: '/first' }], limits: [] });
});
