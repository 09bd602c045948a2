import { log, PlaywrightCrawler } from 'crawlee';
import { type ContenderResult, contenderInput, measured } from './contender.ts';
import { readInput } from './contender-input.ts';
import { leadToDemo } from './lead-to-demo.ts';
import { printLine } from './run-child.ts';

/**
 * Stock Crawlee: PlaywrightCrawler and enqueueLinks, default waits, sessions, fingerprints and storage. Only the
 * browser, the demo web's address and the number of concurrent pages are set.
 */
const { hostRules, sites, pages, workers } = await readInput(contenderInput);
const executablePath = process.env.FORAGER_CHROMIUM;
leadToDemo(hostRules);
log.setLevel(log.LEVELS.OFF);
const found: ContenderResult['found'] = [];
const visited: string[] = [];
const { value: read, ...used } = await measured(async () => {
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
printLine({ ...used, pages: read, visited, found });
