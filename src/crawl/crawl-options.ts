import type { RenderChoice } from '../capture/capture.ts';
import type { NofollowKind } from '../domain/page.ts';
import type { FollowKind, NewSite } from '../domain/site.ts';
import type { StrategyChoice } from '../strategies/strategy.ts';
import { avoidableKinds } from '../url/avoidance.ts';
import type { IgnorablePart } from '../url/identity.ts';
import type { AskedOptions } from './asked-options.ts';
import type { Search } from './search-results.ts';

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
  /** What is done to find links, see capture/techniques/choice.ts; undefined: as much as is usual, see session.ts. */
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
