import { existsSync } from 'node:fs';
import { z } from 'zod';
import { chosenTechniques } from '../../../capture/find/registry.ts';
import { parseHostRules } from '../../../capture/network/host-rules.ts';
import { readSession } from '../../../capture/session/session-state.ts';
import type { CrawlOptions } from '../../../crawl/crawl-options.ts';
import { QUERY_PLACE, type Search, searchAddress } from '../../../crawl/site-search.ts';
import type { CrawlRun } from '../../../crawl/start-run.ts';
import { isPostgres, shownDatabase } from '../../../domain/database.ts';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import type { FollowKind, NewSite, ScopeKind } from '../../../domain/site.ts';
import { counted } from '../../../domain/wording.ts';
import { captureOf, crawlOptions, followOptions, limitOptions, linkOptions } from '../../../options/crawl.ts';
import { oneOrMore, positive } from '../../../options/kinds.ts';
import { type AskedOptions, flag, flagsOf, grouped, pick } from '../../../options/option.ts';
import type { Summary } from '../../../reports/summary.ts';
import { makeStrategy, type StrategyChoice } from '../../../strategies/strategy.ts';
import { serveOptions, showing, showOptions } from '../../dashboard.ts';
import { crawlFlags, reachFlags } from '../../options/crawl-flags.ts';
import { optionName, readAndRecall } from '../../options/flags.ts';
import { newsOptions, sendersOf, withNews } from '../../options/news.ts';
import { type Memory, memoryLine, recall, toRemember } from '../../options/saved-options.ts';
import {
  commonOptions,
  configOption,
  logOptions,
  monitoringOptions,
  offSwitch,
  scopeOption,
} from '../../options/shared-options.ts';
import { choiceOf, strategyOptions } from '../../options/strategy-options.ts';
import type { Log } from '../../progress/log.ts';
import { strategyText } from '../../tables/strategy-text.ts';
import { verb } from '../../verb.ts';

const searchUrls = oneOrMore
  .refine((all) => all.every((one) => one.includes(QUERY_PLACE)), `must contain ${QUERY_PLACE} for the search words`)
  .default([]);

const options = z.strictObject({
  ...grouped('Sites', {
    sites: flag(z.string().optional(), {
      common: true,
      value: 'FILE',
      description: 'read sites from a CSV file or a list of URLs; - is stdin',
    }),
    bundle: flag(z.string().optional(), {
      value: 'FILE',
      description: 'repeat the crawl of this bundle, a file written by forager bundle',
    }),
    url: flag(oneOrMore.default([]), {
      common: true,
      value: 'URL',
      description: 'start page of a site',
      repeatable: true,
    }),
    searchUrl: flag(searchUrls, {
      of: 'crawl',
      value: 'URL',
      description: 'start from search results: the address of the search, with {query} for the words',
      repeatable: true,
    }),
    query: flag(z.string().trim().min(1, 'must not be empty').optional(), {
      of: 'crawl',
      value: 'WORDS',
      description: 'words to search for with --search-url',
    }),
    searchResults: flag(positive.default(10), {
      of: 'crawl',
      value: 'N',
      description: 'follow the first N results of each search',
    }),
    scope: scopeOption,
    skipBadLines: offSwitch('skip invalid lines of the sites file'),
  }),
  // Order of --help.
  ...flagsOf({ ...limitOptions, ...linkOptions, ...followOptions }),
  ...strategyOptions,
  ...reachFlags,
  ...logOptions,
  ...crawlFlags,
  ...monitoringOptions,
  ...newsOptions,
  ...showOptions,
  ...serveOptions,
  ...commonOptions,
  dryRun: flag(z.boolean().default(false), {
    common: true,
    description: 'check the options, print what would be done, and exit',
  }),
  config: configOption,
});

export const crawlVerb = verb({
  name: 'crawl',
  summary: 'crawl sites, or resume a crawl',
  options,
  examples: [
    'forager crawl --url https://www.example.edu/ --page-limit 200',
    'forager crawl --sites data/beebot-mixed.csv --strategy beebot-institutes --page-limit 2000 --db data/mixed.sqlite',
    'forager crawl --page-limit 4000 --db data/mixed.sqlite',
    'forager crawl --url https://www.example.edu/ --reward documents --reward-param types=pdf,csv --page-limit 500',
    'forager crawl --url https://www.example.edu/ --strategy topic --topic courses --follow web --new-sites 200 --page-limit 5000',
    'forager crawl --url https://www.example.edu/ --include "/research/**" --time-limit 15m --dry-run',
  ],
  remembers: true,
  async run(given, memory) {
    const { makeLog } = await import('../../progress/log.ts');
    const log = makeLog(given);
    const goesOn = memoryLine(memory, options);
    const crawlOptions = await crawlOptionsOf(given, memory, log);
    check(crawlOptions);
    refuseIdle(given.follow, memory.asked);
    if (given.dryRun) return await dryRun(crawlOptions, given.json, memory.recalled, goesOn);
    await sendersOf(given);
    if (goesOn !== undefined) log.info(goesOn);
    const { exitCode, runCrawl } = await import('../../run-crawl.ts');
    const shown = given.serve ? await showing({ ...given, isOpened: given.open }, log) : undefined;
    const { withMetrics } = await import('../../dashboard.ts');
    const summary = await withNews(given, log, () =>
      withMetrics(given, log, () => runCrawl(crawlOptions, log, given, { onRun: shown?.onRun })),
    );
    const { crawlTable } = await import('../../tables/crawl-table.ts');
    process.stdout.write(
      given.json ? `${JSON.stringify(summary)}\n` : `${crawlTable(summary)}\ndatabase: ${shownDatabase(given.db)}\n`,
    );
    await shown?.untilClosed();
    return exitCode(summary);
  },
});

/** Returns the searches of `--search-url` and `--query`. @throws BadInput if only one of these two is given */
function searchesOf({ searchUrl: templates, query, searchResults: results }: z.infer<typeof options>): Search[] {
  if (templates.length === 0 && query === undefined) return [];
  if (templates.length === 0) throw new BadInput('--query needs --search-url');
  if (query === undefined) throw new BadInput('--search-url needs --query');
  return templates.map((template) => ({ template, query, results }));
}

/**
 * Starts a crawl for a caller other than the command line; options that are not given keep the values of the last run.
 * @throws BadInput
 */
export async function startAsked(db: string, asked: AskedOptions): Promise<CrawlRun<Summary>> {
  const recallAll = (all: AskedOptions) => recall(all, options);
  const { options: given, memory } = await readAndRecall(options, { ...asked, db }, recallAll);
  const { makeLog } = await import('../../progress/log.ts');
  const log = makeLog(given);
  const crawlOptions = await crawlOptionsOf(given, memory, log);
  check(crawlOptions);
  const { startHere } = await import('../../run-crawl.ts');
  const { crawl } = await import('../../../crawl/crawl.ts');
  return await startHere(log, (events, now) => crawl(crawlOptions, events, now));
}

/**
 * Returns the options of a worker that joins a crawl: those of the last run, with this machine's own options.
 * @throws BadInput if the database holds no crawl
 */
export async function optionsToJoin(db: string, own: AskedOptions, log: Log): Promise<CrawlOptions> {
  const recallAll = (all: AskedOptions) => recall(all, options);
  const { options: given, memory } = await readAndRecall(options, { ...own, db }, recallAll);
  if (!memory.before) {
    const { openCrawlsOwn } = await import('../../../cluster/crawl-record.ts');
    await (await openCrawlsOwn(db)).close();
    throw new BadInput(`${shownDatabase(db)}: no crawl there; start one with forager crawl --db`);
  }
  const joining = await crawlOptionsOf(given, memory, log);
  return { ...joining, sites: [], searches: [], joins: true, asked: memory.before };
}

/** Returns the options of a crawl, from the values of the command's options. @throws BadInput */
async function crawlOptionsOf(given: z.infer<typeof options>, memory: Memory, log: Log): Promise<CrawlOptions> {
  return {
    ...pick(crawlOptions, given),
    db: given.db,
    sites: await sitesOf(given, log),
    searches: searchesOf(given),
    choice: await choiceOf(given),
    headed: given.headed || given.devtools,
    asked: toRemember(memory, options, given.proxy),
  };
}

/** Refuses options for found sites when no sites are found. @throws BadInput */
export function refuseIdle(follow: FollowKind, asked: AskedOptions): void {
  if (follow !== 'sites') return;
  for (const key of Object.keys(followOptions))
    if (key !== 'follow' && asked[key] !== undefined && asked[key] !== false)
      throw new BadInput(`${optionName(key, options)} needs --follow domains or --follow web`);
}

async function sitesOf(given: z.infer<typeof options>, log: Log): Promise<NewSite[]> {
  const { goodSites, readSitesFile } = await import('../../sites-file.ts');
  const { siteFromUrl } = await import('../../../url/named-site.ts');
  const { sites: file, scope, skipBadLines } = given;
  const named = file === undefined ? [] : goodSites(readSitesFile(file, scope), file, skipBadLines, log);
  const searches = searchesOf(given).map(({ template, query }) =>
    siteFromUrl(searchAddress(template, query), scope, '--search-url'),
  );
  const bundled = given.bundle === undefined ? [] : await sitesOfBundle(given.bundle, scope, log);
  const sites = [...named, ...bundled, ...given.url.map((url) => siteFromUrl(url, scope)), ...searches];
  return sites.filter((site, index) => sites.findIndex((other) => other.url === site.url) === index);
}

async function sitesOfBundle(file: string, scope: ScopeKind, log: Log): Promise<NewSite[]> {
  const { readBundle } = await import('../../options/bundle.ts');
  const { decoded, goodSites } = await import('../../sites-file.ts');
  const { parseSites } = await import('../../../url/sites-text.ts');
  const name = `--bundle: ${file}`;
  return goodSites(parseSites(decoded((await readBundle(file)).sites, name), name, scope), name, false, log);
}

/** Checks the options as far as possible without the database and the engine, which loads slowly. @throws BadInput */
function check(options: CrawlOptions): void {
  const { hostRules, storageState, cookies, db, sites, choice, pageLimit } = options;
  parseHostRules(hostRules);
  readSession(storageState, cookies);
  chosenTechniques(captureOf(options));
  if (isPostgres(db) || existsSync(db)) return;
  if (sites.length === 0) throw noSites();
  makeStrategy(choice, pageLimit);
}

const noSites = () => new BadInput('no sites to crawl: give --url or --sites');

/** Prints the resulting options, or their plan as JSON. */
async function dryRun(
  crawlOptions: CrawlOptions,
  asJson: boolean,
  asBefore: AskedOptions,
  goesOn: string | undefined,
): Promise<number> {
  // The proxy is left out: the address may contain a password.
  const { sites, choice, pageLimit, proxy: _, asked: __, joins: ___, db: given, ...others } = crawlOptions;
  const db = shownDatabase(given);
  const rest = { ...others, capture: captureOf(crawlOptions) };
  const begun =
    isPostgres(given) || existsSync(given) ? await lookInto(given, choice) : { choice, sites: [], pages: 0 };
  const strategy = makeStrategy(begun.choice, pageLimit);
  if (sites.length === 0 && begun.sites.length === 0) throw noSites();
  if (asJson) {
    const plan = {
      ...rest,
      pageLimit,
      db,
      strategy: strategy.names,
      sites,
      sitesBefore: begun.sites,
      pagesBefore: begun.pages,
      asBefore,
    };
    process.stdout.write(`${JSON.stringify(plan)}\n`);
    return ExitCode.done;
  }
  const limits = [
    pageLimit === undefined ? undefined : counted(pageLimit, 'page'),
    rest.timeLimit === undefined ? undefined : counted(rest.timeLimit / 1000, 'second'),
    rest.sitePageLimit === undefined ? undefined : `${counted(rest.sitePageLimit, 'page')} per site`,
    rest.depth === undefined ? undefined : `level ${rest.depth}`,
    rest.follow === 'sites' ? undefined : followText(rest),
  ].filter((limit) => limit !== undefined);
  const lines = [
    `strategy ${strategy.choice.strategy}: ${strategyText(strategy.names)}`,
    `limits: ${limits.length > 0 ? limits.join(', ') : 'none, until every page is visited'}`,
    `database: ${db} (${counted(begun.sites.length, 'site')}, ${counted(begun.pages, 'page')} visited before)`,
    ...(goesOn === undefined ? [] : [goesOn]),
    `${counted(sites.length, 'site')} named:`,
    ...sites.map((site) => `  ${site.url} (${site.shortName}, ${site.kind}, scope ${site.scope})`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return ExitCode.done;
}

/** Describes the reach of a crawl. */
const followText = ({
  follow,
  newSites,
  newSitePages,
}: Pick<CrawlOptions, 'follow' | 'newSites' | 'newSitePages'>): string =>
  [
    follow === 'web' ? 'external links are followed' : "links within the sites' domains are followed",
    newSites === undefined ? undefined : `up to ${newSites} new sites`,
    newSitePages === undefined ? undefined : `${newSitePages} pages each`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

/** Returns the state after an earlier run: the strategy to continue with, the sites, and the pages counted. */
async function lookInto(db: string, choice: StrategyChoice) {
  const { readStore } = await import('../../../storage/open.ts');
  const { resumedChoice } = await import('../../../crawl/run-record.ts');
  const { summarise } = await import('../../../reports/summary.ts');
  if (isPostgres(db)) {
    const { openCrawlsOwn, recordedSites } = await import('../../../cluster/crawl-record.ts');
    const own = await openCrawlsOwn(db).catch(() => undefined);
    if (!own) return { choice, sites: [], pages: 0 };
    const before = { choice: resumedChoice(choice, own), ...(await recordedSites(db)) };
    await own.close();
    return before;
  }
  return await readStore(db, (store) => {
    const { sites, pages, failed } = summarise(store);
    return { choice: resumedChoice(choice, store), sites: sites.map(({ url }) => url), pages: pages + failed };
  });
}
