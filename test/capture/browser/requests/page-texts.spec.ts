import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../../src/capture/browser/browser.ts';
import { serveDemo } from '../../../../src/demo/server.ts';
import { test } from '../../../plain-test.ts';
import { html, site } from '../../../site/site.ts';

test("a style sheet from the browser's cache is the stored one, and a reloaded one replaces it", async () => {
  let asked = 0;
  const sheet = (caching: string) => () => ({
    status: 200,
    headers: { 'content-type': 'text/css', 'cache-control': caching },
    body: `p { background: url(/picture-${++asked}) }`,
  });
  const page = html('<link rel=stylesheet href=/kept.css><link rel=stylesheet href=/asked.css><p>x');
  const paths = ['/a', '/b', '/c'];
  const sheets = { '/kept.css': sheet('max-age=3600'), '/asked.css': sheet('no-store') };
  const pages = Object.fromEntries(paths.map((path) => [path, page]));
  const server = await serveDemo({ portals: [site('sheets.test', { ...sheets, ...pages })] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const found: string[][] = [];
  for (const path of paths) {
    const { links } = await capture.read({ url: `http://sheets.test${path}`, site: 1 });
    // Images are requested, too, by absolute addresses.
    const pictures = links.flatMap(({ raw }) => /\/picture-\d+$/.exec(raw) ?? []);
    found.push([...new Set(pictures)].sort());
  }
  const [first = [], second = [], third = []] = found;
  expect(new Set([...first, ...second, ...third]).size).toBe(4);
  const [kept] = first.filter((raw) => second.includes(raw));
  expect(third).toContain(kept);
  for (const sheets of found) expect(sheets).toHaveLength(2);
  await capture.close();
  await server.close();
});
