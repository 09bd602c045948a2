import { z } from 'zod';
import { type DelayPlace, delayPlaces, type RenderChoice, renderChoices } from '../capture/capture.ts';
import { type NofollowKind, nofollowKinds } from '../domain/page.ts';
import { type FollowKind, followKinds, type NewSite, scopeKinds, siteKinds } from '../domain/site.ts';
import type { StrategyChoice } from '../strategies/strategy.ts';
import { avoidableKinds, avoidanceError } from '../url/avoidance.ts';
import { CONTACT, NO_CONTACT } from '../url/contact.ts';
import { type IgnorablePart, ignorableParts } from '../url/identity.ts';
import { patternError } from '../url/patterns.ts';
import type { AskedOptions } from './asked-options.ts';
import { QUERY_PLACE, type Search } from './search-results.ts';

/** What a crawl is to do. */
export interface CrawlOptions {
  /** The database's file. */
  readonly db: string;
  /** Sites to add; those of the database go on. */
  readonly sites: readonly NewSite[];
  /** Those of them that are searches: of their links only the results are followed. */
  readonly searches: readonly Search[];
  readonly choice: StrategyChoice;
  /** Undefined: as the database was begun, or as the strategy's preset says. */
  readonly foldCase: boolean | undefined;
  /** Parts of addresses that make no difference; undefined: as the database was begun, or none. */
  readonly ignored: readonly IgnorablePart[] | undefined;
  readonly pageLimit: number | undefined;
  /** Milliseconds for the whole crawl, over all its runs. */
  readonly timeLimit: number | undefined;
  readonly sitePageLimit: number | undefined;
  readonly depth: number | undefined;
  /** Internal links whose address matches none of these are not visited, if there are any; see url/patterns.ts. */
  readonly include: readonly string[];
  /** Internal links whose address matches one of these are not visited. */
  readonly exclude: readonly string[];
  /** Whether external links are recorded only, followed within the domains of the given sites, or wherever they lead. */
  readonly follow: FollowKind;
  /** What belongs to a site that they open. */
  readonly openAs: 'host' | 'domain';
  /** Sites that are found and visited, at most. */
  readonly newSites: number | undefined;
  /** Pages to visit on each of them. */
  readonly newSitePages: number | undefined;
  /** Kinds of sites, domains, or patterns of hosts, on which none is opened; see url/avoidance.ts. */
  readonly followExcept: readonly string[];
  /** Whether links that could be followed without end are set aside. */
  readonly traps: boolean;
  /** Whether links are tried again that failed in earlier runs for a reason that may pass. */
  readonly retryFailed: boolean;
  readonly workers: number;
  /** Milliseconds between two requests to one host. */
  readonly delay: number | undefined;
  /** Which hosts share one delay. */
  readonly delayBy: DelayPlace;
  /** Ask for robots.txt, and obey it. */
  readonly robots: boolean;
  /** Which `nofollow` is obeyed. */
  readonly nofollow: readonly NofollowKind[];
  /** How the crawl's user can be reached; stands in the user agent. */
  readonly contact: string | undefined;
  /** Ask servers at private addresses, too. */
  readonly allowPrivate: boolean;
  /** Address of the proxy that all requests go through, with name and password where it wants them. */
  readonly proxy: string | undefined;
  /** Playwright's storage state, a JSON file: cookies and local storage of a session to go on with. */
  readonly storageState: string | undefined;
  /** Cookies to begin with: a file in the format of Netscape. */
  readonly cookies: string | undefined;
  /** With a session, too, ask servers whose certificates are not valid. */
  readonly insecure: boolean;
  /** Chromium's syntax; empty for none. */
  readonly hostRules: string;
  readonly render: RenderChoice;
  /** What is done to find links, see capture/techniques/choice.ts; undefined: as much as is usual, see log-in.ts. */
  readonly capture: string | undefined;
  readonly headed: boolean;
  /** Opens the developer tools; needs `headed`. */
  readonly devtools: boolean;
  /** Pause before and after each page, in milliseconds. */
  readonly slowMo: number;
  /** Folder for a trace of each load that fails. */
  readonly traceOnFailure: string | undefined;
  /** What the next run on the database goes on with; undefined: as the other options tell. */
  readonly asked?: AskedOptions | undefined;
  /** Random seed: where rendering is adaptive, it chooses the pages that are read both ways; link orders may draw from it. */
  readonly seed: number;
}

/** A crawl without limits, by the default strategy, that nothing special is asked of. */
export const plainCrawl: Omit<CrawlOptions, 'db' | 'sites'> = {
  choice: { strategy: undefined, params: {} },
  searches: [],
  foldCase: undefined,
  ignored: undefined,
  pageLimit: undefined,
  timeLimit: undefined,
  sitePageLimit: undefined,
  depth: undefined,
  include: [],
  exclude: [],
  follow: 'sites',
  openAs: 'host',
  newSites: undefined,
  newSitePages: undefined,
  followExcept: avoidableKinds,
  traps: true,
  retryFailed: false,
  workers: 2,
  delay: undefined,
  delayBy: 'host',
  robots: true,
  nofollow: [],
  contact: undefined,
  allowPrivate: false,
  proxy: undefined,
  storageState: undefined,
  cookies: undefined,
  insecure: false,
  hostRules: '',
  render: 'browser',
  capture: undefined,
  headed: false,
  devtools: false,
  slowMo: 0,
  traceOnFailure: undefined,
  seed: 1,
};

const count = z.int('must be a whole number').min(1, 'must be at least 1');
const notNegative = z.number('must be a number').min(0, 'must be at least 0');
const text = z.string('must be a string').min(1, 'must not be empty');
const oneOf = <const T extends readonly [string, ...string[]]>(members: T) =>
  z.enum(members, `must be one of ${members.join(', ')}`);
const patterns = z.array(
  text.superRefine((pattern, context) => {
    const message = patternError(pattern);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  'must be a list of patterns',
);

const exceptions = z.array(
  text.superRefine((name, context) => {
    const message = avoidanceError(name);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  'must be a list of kinds of sites or domains',
);

const params = z.record(z.string(), z.union([z.number(), z.string()], 'must be a number or a string'));

const site = z.union(
  [
    text,
    z.strictObject({
      url: text,
      name: text.optional(),
      shortName: text.optional(),
      kind: oneOf(siteKinds).optional(),
      scope: oneOf(scopeKinds).optional(),
    }),
  ],
  'must be an address, or { url, name, shortName, kind, scope }',
);

const search = z.strictObject({
  url: text.refine((url) => url.includes(QUERY_PLACE), `must have ${QUERY_PLACE} where the words stand`),
  query: text,
  results: count.default(10),
});

/** The options as a program gives them to `crawl`; docs/library.md says what each means. Times are in milliseconds. */
export const givenOptions = z.strictObject({
  db: text,
  sites: z.array(site, 'must be a list').default([]),
  searches: z.array(search, 'must be a list of { url, query, results }').default([]),
  pageLimit: count.optional(),
  timeLimit: z.number('must be a number').positive('must be more than 0').optional(),
  sitePageLimit: count.optional(),
  depth: z.int('must be a whole number').min(0, 'must be at least 0').optional(),
  include: patterns.default([]),
  exclude: patterns.default([]),
  follow: oneOf(followKinds).default(plainCrawl.follow),
  openAs: oneOf(['host', 'domain']).default(plainCrawl.openAs),
  newSites: count.optional(),
  newSitePages: count.optional(),
  followExcept: exceptions.default([...plainCrawl.followExcept]),
  traps: z.boolean('must be true or false').default(plainCrawl.traps),
  retryFailed: z.boolean('must be true or false').default(plainCrawl.retryFailed),
  nofollow: z.array(oneOf(nofollowKinds), 'must be a list').default([]),
  ignoreInUrls: z.array(oneOf(ignorableParts), 'must be a list').optional(),
  foldCase: z.boolean('must be true or false').optional(),
  strategy: text.optional(),
  reward: text.optional(),
  siteRule: text.optional(),
  linkOrder: text.optional(),
  rewardParams: params.optional(),
  params: params.default({}),
  linkOrderParams: params.optional(),
  topic: text.optional(),
  workers: count.max(64, 'must be at most 64').default(plainCrawl.workers),
  delay: notNegative.optional(),
  delayBy: oneOf(delayPlaces).default(plainCrawl.delayBy),
  robots: z.boolean('must be true or false').default(plainCrawl.robots),
  allowPrivate: z.boolean('must be true or false').default(plainCrawl.allowPrivate),
  contact: z.string('must be a string').regex(CONTACT, NO_CONTACT).optional(),
  proxy: text.regex(/^https?:\/\//, 'must be http://host:port').optional(),
  storageState: text.optional(),
  cookies: text.optional(),
  insecure: z.boolean('must be true or false').default(plainCrawl.insecure),
  hostRules: z.string('must be a string').default(plainCrawl.hostRules),
  render: oneOf(renderChoices).default(plainCrawl.render),
  capture: text.optional(),
  headed: z.boolean('must be true or false').default(plainCrawl.headed),
  seed: z.int('must be a whole number').default(plainCrawl.seed),
});
