import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import type { Capture } from '../../src/capture/capture.ts';
import { techniqueNames } from '../../src/capture/find/registry.ts';
import { HttpCapture } from '../../src/capture/http/http.ts';
import { parseHostRules } from '../../src/capture/network/host-rules.ts';
import { demoPortals } from '../../src/demo/portals.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import { test } from '../plain-test.ts';

/** Portals whose pages have no scripts: a plain parse finds every link. */
const serverRendered = [
  'phys.uni',
  'hist.uni',
  'slav.uni',
  'music.uni',
  'geo.inst',
  'astro.inst',
  'bot.inst',
  'mat.inst',
];
const PAGES = 6;

let server: DemoServer;
let browser: BrowserCapture;
let http: HttpCapture;
test.beforeAll(async () => {
  server = await serveDemo({ portals: demoPortals(1, 0.2) });
  const { hostRules } = server;
  const say = () => undefined;
  browser = new BrowserCapture({
    techniques: techniqueNames('active'),
    headed: false,
    hostRules,
    workers: 1,
    now: Date.now,
    say,
  });
  http = new HttpCapture({ hostRules: parseHostRules(hostRules), userAgent: 'Forager', now: Date.now });
});
test.afterAll(async () => {
  await browser.close();
  await http.close();
  await server.close();
});

/** External links, and requests that would write. */
async function offers(capture: Capture, url: string, site: number): Promise<string[]> {
  const captured = await capture.read({ url, site });
  if (captured.kind !== 'page') return [];
  const links = captured.links.filter(({ role, method }) => role === 'link' || method !== 'GET');
  return [...new Set(links.map(({ method, url, raw }) => `${method} ${url ?? raw}`))].sort();
}

for (const [site, host] of serverRendered.entries()) {
  test(`on pages without scripts, active mode lists exactly the links of a plain parse: ${host}.test`, async () => {
    const own = `http://${host}.test/`;
    const waiting = [own];
    for (let read = 0; read < PAGES; read++) {
      const url = waiting[read];
      if (url === undefined) break;
      const [plain, acted] = await Promise.all([offers(http, url, site + 1), offers(browser, url, site + 1)]);
      expect(acted, url).toEqual(plain);
      const pages = plain
        .map((offer) => offer.slice('GET '.length).split('#')[0] ?? '')
        .filter((to) => to.startsWith(own) && !/\/files\//.test(to));
      // The last of each page's: those lead deeper.
      waiting.push(...pages.filter((to) => !waiting.includes(to)).slice(-4));
    }
  });
}
