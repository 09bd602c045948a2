import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import type { FoundLink } from '../../src/domain/link.ts';
import type { Captured, CapturedPage } from '../../src/domain/page.ts';
import { test as base } from '../plain-test.ts';
import { oddSites } from '../site/sites.ts';

/** A browser and the odd sites, one per worker. */
export interface Odd {
  readonly server: DemoServer;
  readonly capture: BrowserCapture;
  /** The same for pages that are slow to process, such as large ones; started at first use. */
  patient(): BrowserCapture;
  /** The same for small endless pages; started at first use. */
  hurried(): BrowserCapture;
  readonly patience: typeof patience;
  /** Reads `host/path` for a site; each host is a site of its own unless one is given. */
  read(address: string, site?: number): Promise<Captured>;
  /** The same, expecting a page. */
  page(address: string, site?: number): Promise<CapturedPage>;
  /** The same with `patient`. */
  largePage(address: string, site?: number): Promise<CapturedPage>;
  /** The same with `hurried`. */
  endlessPage(address: string, site?: number): Promise<CapturedPage>;
}

/** Shorter than usual, so that endless pages can be tested. */
const patience = { answer: 2500, page: 3000, requests: 1000, script: 1500 };

const siteOf = (address: string): number => oddSites.findIndex(({ host }) => address.startsWith(host)) + 1;

export const test = base.extend<Record<never, never>, { odd: Odd }>({
  odd: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const server = await serveDemo({ portals: oddSites });
      const open = (differing: Partial<typeof patience>) =>
        new BrowserCapture({
          headed: false,
          hostRules: server.hostRules,
          workers: 2,
          now: Date.now,
          say: () => undefined,
          patience: { ...patience, ...differing },
        });
      const capture = open({});
      const opened = new Map<string, BrowserCapture>();
      const once = (name: string, differing: Partial<typeof patience>) => () => {
        const known = opened.get(name) ?? open(differing);
        opened.set(name, known);
        return known;
      };
      const patient = once('patient', { answer: 20_000, page: 10_000, requests: 3000, script: 20_000 });
      const hurried = once('hurried', { script: 500, page: 1000, requests: 400 });
      const read: Odd['read'] = (address, site = siteOf(address)) => capture.read({ url: `http://${address}`, site });
      const largePage: Odd['page'] = async (address, site = siteOf(address)) =>
        asPage(await patient().read({ url: `http://${address}`, site }));
      const endlessPage: Odd['page'] = async (address, site = siteOf(address)) =>
        asPage(await hurried().read({ url: `http://${address}`, site }));
      await use({
        server,
        capture,
        patient,
        hurried,
        patience,
        read,
        largePage,
        endlessPage,
        page: async (address, site) => asPage(await read(address, site)),
      });
      await capture.close();
      for (const other of opened.values()) await other.close();
      await server.close();
    },
    { scope: 'worker' },
  ],
});

function asPage(captured: Captured): CapturedPage {
  if (captured.kind !== 'page') throw new Error(`${captured.url} is a file: ${captured.contentType}`);
  return captured;
}

/** The addresses of a page's links, in order, without the host if it is `host`. */
export function addresses(page: CapturedPage, host = new URL(page.url).host): string[] {
  const own = `http://${host}`;
  const links = page.links.filter(({ role }) => role === 'link');
  return links.map(({ url = '', raw }) => (url.startsWith(own) ? url.slice(own.length) : url || `? ${raw}`));
}

export function linkTo(page: CapturedPage, end: string): FoundLink {
  const link = page.links.find(({ url, raw }) => (url ?? raw).endsWith(end));
  if (!link) throw new Error(`no link to ${end}`);
  return link;
}

export { expect };
