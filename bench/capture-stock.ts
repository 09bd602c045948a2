import { log, PlaywrightCrawler } from 'crawlee';
import { captureInput } from './capture-contender.ts';
import { type ContenderResult, measured } from './contender.ts';
import { readInput } from './contender-input.ts';
import { leadToDemo } from './lead-to-demo.ts';
import { printLine } from './run-child.ts';

/**
 * Stock Crawlee, with the usual wait for pages with scripts, `networkidle`, over given pages: the links are those taken
 * by its enqueueLinks, none of which it follows.
 */
const { hostRules, urls, workers } = await readInput(captureInput);
const executablePath = process.env.FORAGER_CHROMIUM;
leadToDemo(hostRules);
log.setLevel(log.LEVELS.OFF);
const found: ContenderResult['found'] = [];
const { value: _, ...cost } = await measured(async () => {
  const crawler = new PlaywrightCrawler({
    minConcurrency: workers,
    maxConcurrency: workers,
    maxRequestRetries: 0,
    preNavigationHooks: [
      (_context, options) => {
        options.waitUntil = 'networkidle';
      },
    ],
    launchContext: {
      launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox'] },
    },
    requestHandler: async ({ request, enqueueLinks }) => {
      const links: string[] = [];
      await enqueueLinks({
        strategy: 'all',
        transformRequestFunction: ({ url }) => {
          links.push(url);
          return false;
        },
      });
      found.push({ page: request.url, links });
    },
  });
  crawler.log.setLevel(log.LEVELS.OFF);
  await crawler.run(urls.map((url) => ({ url, uniqueKey: url })));
});
printLine({ ...cost, pages: urls.length, visited: urls, found });
