import { expect } from '@playwright/test';
import { HostPlaces } from '../../src/capture/network/document-schedule.ts';
import { parseHostRules } from '../../src/capture/network/host-rules.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { newSite } from '../frontier/world.ts';
import { plainRecrawl } from '../recrawl/changing-web.ts';
import { html, site } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

const DELAY = 100;

/**
 * Crawls and recrawls four hosts with one address. Returns the shortest times between two requests, in milliseconds.
 */
async function shortestGaps(file: string, delayBy: 'host' | 'address', render: 'http' | 'browser') {
  const asked: number[] = [];
  const answer = (body: string) => () => {
    asked.push(performance.now());
    return html(body);
  };
  const shortest = () => {
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    asked.length = 0;
    return Math.min(...gaps);
  };
  const portals = ['a.test', 'b.test', 'c.test', 'd.test'].map((host) =>
    site(host, { '/robots.txt': answer(''), '/': answer('<a href=/on>x</a>'), '/on': answer('<a href=/>x</a>') }),
  );
  const server = await serveDemo({ portals });
  const given = { delay: DELAY, delayBy, render, workers: 4, capture: 'passive' } as const;
  const sites = portals.map(({ start }) => newSite(start));
  const { pages } = await runCrawl(file, sites, server, given);
  const crawled = shortest();
  const budget = { ...plainRecrawl, pageLimit: 8 };
  const summary = await recrawl(
    { ...plainCrawl, ...given, db: file, hostRules: server.hostRules, recrawl: budget },
    {},
    Date.now,
  );
  await server.close();
  expect([pages, summary.revisits]).toEqual([8, 8]);
  return { crawled, recrawled: shortest() };
}

for (const render of ['http', 'browser'] as const)
  test(`hosts with one address share a delay if requested: ${render}`, async ({ file }) => {
    const { crawled, recrawled } = await shortestGaps(file, 'address', render);
    // Requests take some milliseconds to arrive, varying by one.
    expect(crawled).toBeGreaterThan(0.6 * DELAY);
    expect(recrawled).toBeGreaterThan(0.6 * DELAY);
  });

test('each host has its own delay otherwise', async ({ file }) => {
  const { crawled, recrawled } = await shortestGaps(file, 'host', 'http');
  expect(Math.max(crawled, recrawled)).toBeLessThan(0.6 * DELAY);
});

test('a proxy resolves hosts by itself', async ({ file }) => {
  const given = { delayBy: 'address', proxy: 'http://127.0.0.1:9' } as const;
  const crawled = runCrawl(file, [newSite('http://a.test/')], { hostRules: '' }, given);
  await expect(crawled).rejects.toThrow(/^--delay-by address does not work with --proxy/);
});

test('a place is an address, by the rules for hosts and DNS, with or without www., or else the host', async () => {
  const known: Readonly<Record<string, readonly string[]>> = {
    'one.test': ['10.0.0.2', '10.0.0.1'],
    'www.two.test': ['10.0.0.1'],
  };
  const places = new HostPlaces(parseHostRules('MAP three.test one.test:8080'), async (host) =>
    (known[host] ?? []).map((address) => ({ address, family: 4 })),
  );
  const hosts = ['one.test', 'two.test:81', 'three.test', '10.0.0.1:80', 'gone.test'];
  expect(hosts.map(places.of)).toEqual(hosts.map(() => undefined));
  await expect.poll(() => hosts.map(places.of)).toEqual(['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1', 'gone.test']);
});
