import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../src/capture/find/registry.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import { test } from '../plain-test.ts';
import type { LabPage } from '../site/capture-lab/lab.ts';
import { labPortals, labs } from '../site/capture-lab/labs.ts';
import { faultsOf, noiseOf } from './lab-report.ts';

/** Maximum of unexpected links, without guesses. */
const MOST_NOISE = 0.02;

/** Pages read concurrently: they mostly wait. */
const AT_ONCE = 3;

let server: DemoServer;
let capture: BrowserCapture;
test.beforeAll(async () => {
  server = await serveDemo({ portals: labPortals });
  capture = new BrowserCapture({
    techniques: techniqueNames('active'),
    headed: false,
    hostRules: server.hostRules,
    workers: AT_ONCE,
    now: Date.now,
    say: () => undefined,
  });
});
test.afterAll(async () => {
  await capture.close();
  await server.close();
});

for (const [index, [name, { pages }]] of Object.entries(labs).entries()) {
  test(`active mode finds all links of the lab's portal, and does no harm: ${name}`, async () => {
    test.setTimeout(180_000);
    const received = new Set<string>();
    const note = (message: unknown) => {
      const { request } = Object(message);
      if (request instanceof IncomingMessage)
        received.add(`${request.method} http://${request.headers.host}${request.url}`);
    };
    subscribe('http.server.request.start', note);
    const faults: string[] = [];
    const noise: string[] = [];
    let found = 0;
    const check = async (page: LabPage) => {
      const captured = await capture.read({ url: page.url, site: index + 1 }).catch((error: unknown) => String(error));
      if (typeof captured === 'string') {
        faults.push(`${page.url} is not read: ${captured}`);
        return;
      }
      faults.push(...faultsOf(page, captured).map((fault) => `${page.url} ${fault}`));
      noise.push(...noiseOf(page, captured).map((url) => `${page.url} has beyond what is expected: ${url}`));
      if (captured.kind === 'page') found += captured.links.length;
    };
    const waiting = pages.values();
    const reader = async () => {
      for (const page of waiting) await check(page);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, reader));
    unsubscribe('http.server.request.start', note);
    const sent = pages.flatMap(({ unsent }) => unsent).filter((request) => received.has(request));
    const isNoisy = noise.length > MOST_NOISE * found;
    expect([...faults, ...(isNoisy ? noise : []), ...sent.map((request) => `was sent: ${request}`)]).toEqual([]);
  });
}
