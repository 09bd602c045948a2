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

/**
 * Ways to read a crawl's pages: all in one way, or `adaptive`: in Chromium if plain requests do not find the same
 * links.
 */
export const renderChoices = [...renderings, 'adaptive'] as const;

/** Default of `capture`, the effort to find links; see capture/find/registry.ts. */
const DEFAULT_CAPTURE = 'active';

/** Hosts that share one delay: those with the same name, or with the same address in DNS. */
const delayPlaces = ['host', 'address'] as const;

export const limitOptions = grouped('Limits (over all runs of a database)', {
  pageLimit: option(count, {
    of: 'crawl',
    live: true,
    common: true,
    value: 'N',
    description: 'stop after N pages, failed ones included',
  }),
  /** Milliseconds for the whole crawl, over all its runs. */
  timeLimit: option(duration, {
    of: 'crawl',
    live: true,
    common: true,
    value: 'TIME',
    description: 'stop after this time: 90s, 15m, 2h or 1d',
  }),
  sitePageLimit: option(count, {
    of: 'crawl',
    live: true,
    value: 'N',
    description: 'visit at most N pages of each site, failed ones included',
  }),
  depth: option(wholeFrom(0), {
    of: 'crawl',
    live: true,
    common: true,
    value: 'N',
    description: 'follow links at most N levels deep (start page: 0)',
  }),
});

export const linkOptions = grouped('Links to visit', {
  include: option(patterns, {
    of: 'crawl',
    live: true,
    default: [],
    common: true,
    value: 'PATTERN',
    description: 'visit only internal links like "/news/**"',
    repeatable: true,
  }),
  exclude: option(patterns, {
    of: 'crawl',
    live: true,
    default: [],
    common: true,
    value: 'PATTERN',
    description: 'skip internal links like this',
    repeatable: true,
  }),
  /** True to skip links that could be followed without end. */
  traps: option(yesOrNo, {
    of: 'crawl',
    default: true,
    description: 'also follow endless links, such as calendars and filters',
  }),
  retryFailed: option(yesOrNo, {
    of: 'run',
    default: false,
    description: 'retry pages that failed in earlier runs for a temporary reason, such as a time-out or HTTP 503',
  }),
  nofollow: option(someOf(nofollowKinds), {
    of: 'crawl',
    default: [],
    value: 'LIST',
    description: `obey nofollow in any of ${nofollowKinds.join(', ')}; comma-separated`,
  }),
  /** Undefined: the database's original setting, or none. */
  ignoreInUrls: option(someOf(ignorableParts), {
    of: 'database',
    value: 'LIST',
    description: `treat addresses that differ only in these as one page: ${ignorableParts.join(', ')}; comma-separated; fixed when the database is created`,
  }),
  /** Undefined: the database's original setting, or the default of the strategy's preset. */
  foldCase: option(yesOrNo, {
    of: 'database',
    defaultText: 'set by the strategy',
    description: 'treat addresses that differ only in case as one page; fixed when the database is created',
  }),
});

const NONE = 'none';
const exceptions = listOf(
  oneOrMore
    .transform((all) => all.flatMap((one) => one.split(',')).map((one) => one.trim()))
    .transform((all) => (all.join() === NONE ? [] : all)),
  avoidanceError,
  'must be a list of kinds of sites, domains or host patterns',
);

export const followOptions = grouped('Follow external links', {
  follow: option(oneOf(followKinds), {
    of: 'crawl',
    default: 'sites',
    common: true,
    value: 'HOW_FAR',
    description: 'external links to visit: sites (none), domains (within the domains of your sites) or web (all)',
  }),
  openAs: option(oneOf(['host', 'domain'], 'must be host or domain'), {
    of: 'crawl',
    default: 'host',
    value: 'WHAT',
    description: 'what belongs to a newly found site: its host or its registrable domain',
  }),
  newSites: option(count, {
    of: 'crawl',
    live: true,
    value: 'N',
    description: 'visit at most N newly found sites, those with the best links first',
  }),
  newSitePages: option(count, {
    of: 'crawl',
    live: true,
    value: 'N',
    description: 'visit at most N pages of each newly found site',
  }),
  /** Kinds of sites, domains, or patterns of hosts, see url/avoidance.ts. */
  followExcept: option(exceptions, {
    of: 'crawl',
    default: [...avoidableKinds],
    value: 'LIST',
    defaultText: 'all kinds',
    description: `sites to avoid: kinds (${avoidableKinds.join(', ')}), domains (example.com, example.*), hosts (*.shop.*) or none; comma-separated`,
    repeatable: true,
  }),
});

const politeness = grouped('Politeness', {
  /** Milliseconds. */
  delay: option(pause, {
    of: 'crawl',
    common: true,
    value: 'SECONDS',
    defaultText: '1; 0 for localhost',
    description: 'wait between two requests to a host',
  }),
  delayBy: option(oneOf(delayPlaces), {
    of: 'crawl',
    default: 'host',
    value: 'PLACE',
    description: 'apply the delay to each host name (host) or to each IP address (address)',
  }),
  robots: option(yesOrNo, { of: 'crawl', default: true, description: 'ignore robots.txt' }),
  allowPrivate: option(yesOrNo, {
    of: 'crawl',
    default: false,
    description: 'allow requests to private, loopback and link-local addresses',
  }),
});

/** Options for connections to servers, and for the crawler's name. */
export const networkOptions = grouped('Network', {
  contact: option(contactAddress, {
    of: 'crawl',
    common: true,
    value: 'ADDRESS',
    description: 'your web or mail address, sent in the user agent',
  }),
  proxy: option(proxyAddress, {
    of: 'crawl',
    value: 'URL',
    defaultText: 'FORAGER_PROXY',
    description: 'proxy for all requests: http://[NAME:PASSWORD@]HOST:PORT',
  }),
  storageState: option(words, {
    of: 'crawl',
    value: 'FILE',
    description: 'log in with the cookies and local storage of this Playwright storage state file',
  }),
  cookies: option(words, {
    of: 'crawl',
    value: 'FILE',
    description: 'log in with this cookies.txt file (Netscape format, as for curl and wget)',
  }),
  insecure: option(yesOrNo, {
    of: 'crawl',
    default: false,
    description: 'accept invalid certificates even when logged in',
  }),
  hostRules: option(anyText, {
    of: 'crawl',
    default: '',
    value: 'RULES',
    description: 'map host names as Chromium does: "MAP *.edu.test 127.0.0.1:8088"',
  }),
});

export const browserOptions = grouped('Browser', {
  workers: option(wholeFrom(1, 64), {
    of: 'crawl',
    default: 2,
    commandDefault: Math.max(2, availableParallelism()),
    common: true,
    value: 'N',
    defaultText: 'number of cores, at least 2',
    description: 'visit N pages at the same time, on different hosts',
  }),
  render: option(oneOf(renderChoices), {
    of: 'crawl',
    default: 'browser',
    common: true,
    value: 'HOW',
    description:
      'load pages with browser (Chromium), http (no scripts) or adaptive (Chromium where it finds more links)',
  }),
  headed: option(yesOrNo, { of: 'run', default: false, description: 'show the browser window' }),
  /** Effort to find links, see capture/find/registry.ts. */
  capture: option(words, {
    of: 'crawl',
    value: 'LEVEL',
    defaultText: `${DEFAULT_CAPTURE}; passive when logged in`,
    description:
      'how hard to look for links: {levels}; +NAME adds and -NAME removes a technique, as in active,-frame. Techniques: {techniques}',
  }),
  devtools: option(yesOrNo, {
    of: 'run',
    default: false,
    description: 'show the browser window with developer tools',
  }),
  slowMo: option(wholeFrom(0, 10_000, 'must be between 0 and 10000'), {
    of: 'run',
    default: 0,
    value: 'MS',
    description: 'pause before and after each page, in milliseconds',
  }),
});

const seeding = {
  /** Seed for the pages that adaptive rendering reads both ways, and for random link orders. */
  seed: option(seedNumber, { of: 'crawl', default: 1, value: 'N', description: 'random seed' }),
};

/** Options for requests and captures of a crawl or recrawl run. */
export const reachOptions = { ...politeness, ...networkOptions, ...browserOptions, ...seeding };

/** All options of a crawl except those for sites and strategy. */
export const crawlOptions = {
  ...limitOptions,
  ...linkOptions,
  ...followOptions,
  ...reachOptions,
  ...grouped('Logs (on stderr)', {
    traceOnFailure: option(words, {
      of: 'run',
      value: 'FOLDER',
      description: 'save a Playwright trace of each page that fails to load, in this folder',
    }),
  }),
};

export type CrawlValues = Values<typeof crawlOptions>;

type SessionFiles = Partial<Pick<CrawlValues, 'storageState' | 'cookies'>>;

/** Tells whether the crawl has, or may have, a login. */
export const hasSession = ({ storageState, cookies }: SessionFiles): boolean =>
  storageState !== undefined || cookies !== undefined;

/** Returns the effort to find links: passive in a session, unless more is requested. */
export const captureOf = (options: SessionFiles & Partial<Pick<CrawlValues, 'capture'>>): string =>
  options.capture ?? (hasSession(options) ? 'passive' : DEFAULT_CAPTURE);
