import { parseHostRules } from '../../src/capture/host-rules.ts';
import { HttpCapture } from '../../src/capture/http.ts';
import { techniqueNames } from '../../src/capture/techniques/choice.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { addressOf, large, largeMarkup, wholeMarkup } from '../site/large.ts';
import { test as base, expect } from './fixtures.ts';

const MB = 2 ** 20;

/** Plain requests in thorough mode. */
const test = base.extend<Record<never, never>, { http: HttpCapture }>({
  http: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const server = await serveDemo({ portals: [large] });
      const http = new HttpCapture({
        hostRules: parseHostRules(server.hostRules),
        userAgent: 'Forager',
        now: Date.now,
        techniques: techniqueNames('thorough'),
      });
      await use(http);
      await http.close();
      await server.close();
    },
    { scope: 'worker' },
  ],
});

/** What a reading comes to, and by how many bytes the process grew meanwhile at most. */
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
  test(`a page that is large in a small way is read as far as its beginning, others meanwhile: ${name}`, async ({
    http,
  }) => {
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
    if (page.kind !== 'page') throw new Error('no page');
    expect(page.title).toBe(name);
    expect(page.links[0]).toMatchObject({ raw: '/first', anchor: 'First' });
    expect(page.links.length).toBeLessThanOrEqual(200_000);
    expect(/too (large|many links)/.test(page.limits.join()), page.limits.join()).toBe(name in largeMarkup);
    expect(grown).toBeLessThan(500 * MB);
    expect(ended[0]).toBe('others');
  });
}

const files = {
  'feed.json': ['too large'],
  'nested.json': ['damaged'],
  'sitemap.xml': ['too many links'],
  'based.xml': ['too many links'],
};
for (const [file, limits] of Object.entries(files)) {
  test(`a file that is large in a small way: ${file}`, async ({ http }) => {
    const { result, grown } = await measured(http.read({ url: `http://large.test/${file}`, site: 1 }));
    expect(result).toMatchObject({ kind: 'file', limits });
    expect(grown).toBeLessThan(500 * MB);
  });
}
