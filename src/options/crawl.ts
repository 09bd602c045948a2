import { availableParallelism } from 'node:os';
import { nofollowKinds, renderings } from '../domain/page.ts';
import { followKinds } from '../domain/site.ts';
import { avoidableKinds, avoidanceError } from '../url/avoidance.ts';
import { ignorableParts } from '../url/normalise.ts';
import {
  anyText,
  contactAddress,
  count,
  duration,
  listOf,
  oneOf,
  oneOrMore,
  patterns,
  pause,
  proxyAddress,
  seedNumber,
  someOf,
  wholeFrom,
  words,
  yesOrNo,
} from './kinds.ts';
import { grouped, option, type Values } from './option.ts';

/** Ways to read a crawl's pages: each in one way, or `adaptive`: in Chromium where plain requests do not find the same links. */
export const renderChoices = [...renderings, 'adaptive'] as const;

/** The default of `capture`: how hard links are looked for, see capture/find/registry.ts. */
const DEFAULT_CAPTURE = 'active';

/** Which hosts share one delay: those of one name, or all that DNS leads to one address. */
const delayPlaces = ['host', 'address'] as const;

export const limitOptions = grouped('Limits, over all runs of a database', {
  pageLimit: option(count, { of: 'crawl', live: true, value: 'N', description: 'pages to visit' }),
  /** Milliseconds for the whole crawl, over all its runs. */
  timeLimit: option(duration, {
    of: 'crawl',
    live: true,
    value: 'TIME',
    description: 'time to crawl: 90s, 15m, 2h, 1d',
  }),
  sitePageLimit: option(count, { of: 'crawl', live: true, value: 'N', description: 'pages to visit on one site' }),
  depth: option(wholeFrom(0), {
    of: 'crawl',
    live: true,
    value: 'N',
    description: 'deepest level to visit; the start page is 0',
  }),
});

export const linkOptions = grouped('Links to visit', {
  include: option(patterns, {
    of: 'crawl',
    live: true,
    default: [],
    value: 'PATTERN',
    description: 'only internal links like this: "/news/**" or "https://*.uni.edu/**"; again for each',
    repeatable: true,
  }),
  exclude: option(patterns, {
    of: 'crawl',
    live: true,
    default: [],
    value: 'PATTERN',
    description: 'no internal links like this; again for each',
    repeatable: true,
  }),
  /** Leaves out links that could be followed without end. */
  traps: option(yesOrNo, {
    of: 'crawl',
    default: true,
    description: 'follow endless link spaces too (calendars, faceted filters)',
  }),
  retryFailed: option(yesOrNo, {
    of: 'run',
    default: false,
    description: 'also those that failed in earlier runs for a reason that may pass, such as an outage',
  }),
  nofollow: option(someOf(nofollowKinds), {
    of: 'crawl',
    default: [],
    value: 'LIST',
    description: `not those that say nofollow by some of ${nofollowKinds.join(', ')}`,
  }),
  /** Undefined: as the database was begun, or none. */
  ignoreInUrls: option(someOf(ignorableParts), {
    of: 'database',
    value: 'LIST',
    description: `addresses that differ only in some of these are one page: ${ignorableParts.join(', ')}`,
  }),
  /** Undefined: as the database was begun, or as the strategy's preset says. */
  foldCase: option(yesOrNo, {
    of: 'database',
    description:
      'addresses that differ only in case are one page, or --no-fold-case; if not given, as the strategy says',
  }),
});

const NONE = 'none';
const exceptions = listOf(
  oneOrMore
    .transform((all) => all.flatMap((one) => one.split(',')).map((one) => one.trim()))
    .transform((all) => (all.join() === NONE ? [] : all)),
  avoidanceError,
  'must be a list of kinds of sites or domains',
);

export const followOptions = grouped('Beyond the given sites', {
  follow: option(oneOf(followKinds), {
    of: 'crawl',
    default: 'sites',
    value: 'HOW_FAR',
    description:
      'sites: external links are recorded only; domains: those to other hosts of the given sites are visited, too; web: all',
  }),
  openAs: option(oneOf(['host', 'domain'], 'must be host or domain'), {
    of: 'crawl',
    default: 'host',
    value: 'WHAT',
    description: 'what belongs to a site that is found: its host, or its registrable domain',
  }),
  newSites: option(count, {
    of: 'crawl',
    live: true,
    value: 'N',
    description: 'sites to visit that are found, those of the best links',
  }),
  newSitePages: option(count, { of: 'crawl', live: true, value: 'N', description: 'pages to visit on each of them' }),
  /** Kinds of sites, domains, or patterns of hosts, see url/avoidance.ts. */
  followExcept: option(exceptions, {
    of: 'crawl',
    default: [...avoidableKinds],
    value: 'LIST',
    description: `no sites of these kinds or domains: ${avoidableKinds.join(', ')} (all if not given), example.com, example.*, *.shop.*, or none; again for each`,
    repeatable: true,
  }),
});

const politeness = grouped('Politeness', {
  /** Milliseconds. */
  delay: option(pause, {
    of: 'crawl',
    value: 'SECONDS',
    description: 'from one request to a host to the next; 1 if not given, 0 on this machine',
  }),
  delayBy: option(oneOf(delayPlaces), {
    of: 'crawl',
    default: 'host',
    value: 'PLACE',
    description: 'which hosts share one delay: host, each its own; address, all that DNS leads to one address',
  }),
  robots: option(yesOrNo, { of: 'crawl', default: true, description: 'ignore robots.txt' }),
  allowPrivate: option(yesOrNo, {
    of: 'crawl',
    default: false,
    description: 'ask servers at private, loopback and link-local addresses, too',
  }),
});

/** The way to servers, and the name that they see. */
export const networkOptions = grouped('Network', {
  contact: option(contactAddress, {
    of: 'crawl',
    value: 'ADDRESS',
    description: 'how servers can reach you: a page or mail address for the user agent',
  }),
  proxy: option(proxyAddress, {
    of: 'crawl',
    value: 'URL',
    description: 'proxy for all requests; FORAGER_PROXY if not given',
  }),
  storageState: option(words, {
    of: 'crawl',
    value: 'FILE',
    description: 'cookies and local storage of a session, as Playwright saves them, to read pages behind a login',
  }),
  cookies: option(words, {
    of: 'crawl',
    value: 'FILE',
    description: 'cookies.txt, as curl and browser extensions write it',
  }),
  insecure: option(yesOrNo, {
    of: 'crawl',
    default: false,
    description: 'with a session, too, read what servers send whose certificates are not valid',
  }),
  hostRules: option(anyText, {
    of: 'crawl',
    default: '',
    value: 'RULES',
    description: 'where host names lead, as in Chromium: "MAP *.edu.test 127.0.0.1:8088"',
  }),
});

export const browserOptions = grouped('Browser', {
  workers: option(wholeFrom(1, 64), {
    of: 'crawl',
    default: 2,
    commandDefault: Math.max(2, availableParallelism()),
    value: 'N',
    description: 'pages visited at the same time, on different hosts',
  }),
  render: option(oneOf(renderChoices), {
    of: 'crawl',
    default: 'browser',
    value: 'HOW',
    description:
      'browser: pages as Chromium shows them; http: pages as they come, no scripts run; adaptive: in Chromium only where that finds other links',
  }),
  headed: option(yesOrNo, { of: 'run', default: false, description: 'show the browser' }),
  /** See capture/find/registry.ts. */
  capture: option(words, {
    of: 'crawl',
    value: 'LEVEL',
    description: `what is done to find links: {levels}; then ,+NAME or ,-NAME for each of {techniques}; if not given, ${DEFAULT_CAPTURE}, or passive with a session`,
  }),
  devtools: option(yesOrNo, {
    of: 'run',
    default: false,
    description: 'show the browser with its developer tools',
  }),
  slowMo: option(wholeFrom(0, 10_000, 'must be between 0 and 10000'), {
    of: 'run',
    default: 0,
    value: 'MS',
    description: 'pause before and after each page, in milliseconds',
  }),
});

const seeding = {
  /** Adaptive rendering chooses by it the pages that are read both ways; link orders may draw from it. */
  seed: option(seedNumber, { of: 'crawl', default: 1, value: 'N', description: 'random seed' }),
};

/** The options by which a crawl or a night reaches and reads pages. */
export const reachOptions = { ...politeness, ...networkOptions, ...browserOptions, ...seeding };

/** All options of a crawl but those that name its sites and its strategy. */
export const crawlOptions = {
  ...limitOptions,
  ...linkOptions,
  ...followOptions,
  ...reachOptions,
  ...grouped('Logs, on stderr', {
    traceOnFailure: option(words, {
      of: 'run',
      value: 'FOLDER',
      description: 'keep a Playwright trace of each load that fails',
    }),
  }),
};

export type CrawlValues = Values<typeof crawlOptions>;

type SessionFiles = Partial<Pick<CrawlValues, 'storageState' | 'cookies'>>;

/** True where the crawl is logged in, or may be. */
export const hasSession = ({ storageState, cookies }: SessionFiles): boolean =>
  storageState !== undefined || cookies !== undefined;

/** The effort to find links: in a session pages are only read, unless more is asked for. */
export const captureOf = (options: SessionFiles & Partial<Pick<CrawlValues, 'capture'>>): string =>
  options.capture ?? (hasSession(options) ? 'passive' : DEFAULT_CAPTURE);
