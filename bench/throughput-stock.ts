import { globalAgent } from 'node:http';
import { createConnection } from 'node:net';
import { log, PlaywrightCrawler } from 'crawlee';
import { type ContenderResult, measured } from './contender.ts';
import { readInput } from './contender-input.ts';
import { printLine } from './run-child.ts';

/**
 * Crawlee as it comes: PlaywrightCrawler and enqueueLinks, default waits, sessions, fingerprints and storage. Told only
 * which browser to start, where the demo web is and how many pages to read at once.
 */
const { hostRules, sites, pages, workers } = await readInput();
const executablePath = process.env.FORAGER_CHROMIUM;
const address = /MAP \S+ (\S+):(\d+)/.exec(hostRules);
if (!address) throw new Error(`no address in the host rules ${hostRules}`);
// Crawlee sends all of the browser's traffic through a proxy in this process, and there the browser's host rules are
// unknown: what the proxy asks for goes to the demo web.
const demo = { host: address[1], port: Number(address[2]) };
Object.assign(globalAgent, { createConnection: () => createConnection(demo) });
log.setLevel(log.LEVELS.OFF);
const found: ContenderResult['found'] = [];
const visited: string[] = [];
const { value: charged, ...used } = await measured(async () => {
  const crawler = new PlaywrightCrawler({
    maxRequestsPerCrawl: pages,
    maxConcurrency: workers,
    launchContext: {
      launchOptions: {
        ...(executablePath === undefined ? {} : { executablePath }),
        args: ['--no-sandbox'],
      },
    },
    requestHandler: async ({ page, request, enqueueLinks }) => {
      const links: string[] = [];
      await enqueueLinks({
        strategy: 'same-hostname',
        transformRequestFunction: (candidate) => {
          links.push(candidate.url);
          return candidate;
        },
      });
      visited.push(request.url);
      found.push({ page: page.url(), links });
    },
  });
  crawler.log.setLevel(log.LEVELS.OFF);
  const { requestsFinished, requestsFailed } = await crawler.run([...sites]);
  return requestsFinished + requestsFailed;
});
printLine({ ...used, pages: charged, visited, found });
