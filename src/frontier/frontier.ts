import type { ClassifiedLink, FoundLink, LinkId, LinkView } from '../domain/link.ts';
import type { Rendering, Validators } from '../domain/page.ts';
import type { TieredRank } from '../domain/rank.ts';
import type { NewSite, SiteId, SiteView } from '../domain/site.ts';
import type { Outcome } from '../domain/visit.ts';
import type { SitePick } from '../site-rules/site-rule.ts';
import type { Needless } from '../url/needless-parameters.ts';
import type { Scope } from '../url/scope.ts';
import type { SiteDelays } from './hosts/hosts.ts';
import type { FailureKind } from './hosts/outages.ts';

/**
 * Frontier: all known links, and the choice of the next visit. A link is added once, however often it is found.
 *
 * Life of a link: `addSites` and `completeVisit` add the link to its site's queue, ranked by the link order. `claim`
 * asks the site rule for a site and leases that site's best link. The claimer must call exactly one of:
 * - `completeVisit`: the visit is over, and one page is used, whatever the outcome;
 * - `fail`: the page could not be loaded, and the frontier decides between a retry and a used page;
 * - `release`: the visit did not happen, the link waits again, and no page is used.
 *
 * The lease's token decides: of two results for one claim only the first counts. A lease ends with its run, or when it
 * is not renewed (`claim` renews leases). After that the link waits again, and a later result is ignored.
 *
 * Other processes may edit sites and links: `claim` looks for edits about once a second, and when it has no link.
 *
 * The frontier is polite: one page at a time for each host, with the host's delay between two. A site that must wait
 * is not ready, and the rule picks among the others.
 */
export interface Frontier {
  /** Adds sites with an unknown start URL; removed sites stay removed. Returns the number of new sites. */
  addSites(sites: readonly NewSite[], now: number): Promise<number>;
  /** Leases the next link. If there is none now, returns the time to wait, or that the crawl is over. */
  claim(now: number): Promise<Next>;
  /**
   * Stores the whole result of a visit in ONE transaction, and frees its host. Stores nothing and returns undefined if
   * the lease is no longer held.
   */
  completeVisit(claim: Claim, result: VisitResult, now: number): Promise<CompletedVisit | undefined>;
  /** Ends a claim whose page failed to load: retries it, counts it as failed, or waits for the end of an outage. */
  fail(claim: Claim, failure: Failure, now: number): Promise<Failed>;
  /** Returns a claimed link to its queue. */
  release(claim: Claim, back: Release, now: number): Promise<void>;
  /**
   * Skips a link that robots.txt forbids, or that is a file (`isFile`), as its ending says. No page is used.
   * `askedAt` as in `release`.
   */
  forbid(
    claim: Claim,
    why: { readonly reason: string; readonly askedAt: number | undefined; readonly isFile?: true },
    now: number,
  ): Promise<void>;
  /**
   * Ends a claim because the session of its site has ended: the link waits again, and no page is used.
   * The other links of the site wait for the next run. `askedAt` as in `release`.
   */
  endSession(
    claim: Claim,
    why: { readonly note: string; readonly askedAt: number | undefined },
    now: number,
  ): Promise<void>;
  /**
   * Ends a claim because its host, or a host that its page redirects to, is busy. The link waits, no page is used, and
   * the host gets fewer requests until it recovers, within the limits in hosts.ts.
   */
  busy(claim: Claim, refusal: Refusal, now: number): Promise<Failed>;
  /**
   * Leaves a needless parameter of a page's host out of identities from now on. Waiting links that become
   * duplicates are skipped when they are next. The claim continues.
   */
  leaveOut(claim: Claim, needless: Needless, page: URL, now: number): Promise<void>;
  /** Reports that the page of a claim overloads the machine: other hosts go before its host. */
  reportOverload(claim: Claim): void;
  /** Tells what `claim` would return, from memory alone and without changes. */
  state(now: number): FrontierState;
  sites(): readonly NamedSite[];
  /** Counts the sites that pause, from memory, as `state`. */
  pauses(now: number): Pauses;
}

export type NamedSite = SiteView & { readonly shortName: string };

/** Sites whose links must all wait, for the delay of the host or for pauses of the links. */
export interface Pauses {
  readonly sites: number;
  /** Time when the first of these sites may continue, in ms since the epoch; undefined: no site waits for a time. */
  readonly until: number | undefined;
}

/** No link before `until`, in milliseconds since the epoch; undefined: only pages in flight can bring more links. */
interface Wait {
  readonly kind: 'wait';
  readonly until: number | undefined;
}

/** End of the crawl: no link waits and no page is in flight, or the budget is spent. */
interface Over {
  readonly kind: 'over';
  readonly reason: 'done' | 'page-limit';
}

/** Next step of a visitor of pages. */
export type Next = { readonly kind: 'claim'; readonly claim: Claim } | Wait | Over;

/** `ready`: a link can be claimed, or it is time to look for one. */
export type FrontierState = { readonly kind: 'ready' } | Wait | Over;

/** Limits of a crawl over all its runs; may change during a run. Undefined: no limit. */
export interface RunLimits {
  /** Most pages in all (N). */
  readonly pageLimit: number | undefined;
  /** Most pages of one site. */
  readonly sitePageLimit: number | undefined;
  /** Time limit, in milliseconds. */
  readonly timeLimit: number | undefined;
  /** Deepest level to visit. */
  readonly depth: number | undefined;
  /** Most discovered sites to visit, and most pages of each; ignored if external links are not followed. */
  readonly newSites: number | undefined;
  readonly newSitePages: number | undefined;
}

/** Changes of limits during a run; limits that are not named stay. */
export type ChangedLimits = Partial<RunLimits & Pick<FrontierLimits, 'admits'>>;

/** External links to follow, and the sites that these open. */
interface FollowLimits {
  /** `domains`: links to the registrable domains of the given sites; `web`: all links. */
  readonly reach: 'domains' | 'web';
  /** Scope of a site that external links open. */
  readonly openAs: 'host' | 'domain';
  /** Most discovered sites to visit; 0 continues the sites of earlier runs and adds none. */
  readonly newSites: number | undefined;
  /** Most pages of each discovered site. */
  readonly newSitePages: number | undefined;
  /** Tells whether to open no site on a host of a registrable domain. */
  readonly avoids: (host: string, domain: string) => boolean;
}

export interface FrontierLimits {
  /** Tells whether to admit links of an origin that an earlier run skipped as `forbidden`. */
  readonly admitForbidden: (origin: string) => boolean;
  /** True to admit links that an earlier run skipped as `nofollow`. */
  readonly admitNofollow: boolean;
  /**
   * Retries of links that failed in earlier runs: all with a temporary reason, and `lasting` of the others. Undefined:
   * no retries.
   */
  readonly retryFailed?: { readonly lasting: number } | undefined;
  /** Most pages in all (N). */
  readonly pageLimit: number | undefined;
  /** Most pages of one site. */
  readonly sitePageLimit: number | undefined;
  /** Deepest level to visit; the start page is at 0. */
  readonly depth: number | undefined;
  /**
   * Tells whether an internal link or a guess may be visited; undefined: all may. Start pages always may; `isStart` is
   * for the target of a start page's redirect.
   */
  readonly admits:
    | ((link: Pick<LinkView, 'site' | 'url' | 'anchor' | 'rel'>, isGuess: boolean, isStart?: boolean) => boolean)
    | undefined;
  /** External links to follow; undefined: external links are only recorded, and discovered sites are not visited. */
  readonly follow?: FollowLimits | undefined;
  /** True to skip links of endless URL patterns. */
  readonly traps: boolean;
  /** True to request the first link of each file ending, after all pages, to check that the ending means files. */
  readonly asksFiles?: true;
  /** Visits of PDFs: `last`, after all pages of the site, or `ranked` by the link order. Not given: PDFs are files. */
  readonly visitsDocuments?: 'last' | 'ranked' | undefined;
  /** Returns the milliseconds between two requests of a host. */
  readonly delay: (host: string) => number;
  /** Place whose delay a host shares; as in `HostSchedule`. */
  readonly placeOf?: ((host: string) => string | undefined) | undefined;
  /** Receives the delays of single sites, which `delay` uses. */
  readonly siteDelays?: SiteDelays | undefined;
}

export interface Claim {
  readonly token: number;
  readonly link: LinkId;
  readonly site: SiteId;
  /** Scope of the site during the request. */
  readonly scope: Scope;
  /** Returns the scope after the visit: the first start page of a `prefix` site determines its folder. */
  readonly scopeFrom: (landed: URL) => Scope;
  /** Tells whether the patterns of the run and the site let the page redirect to a URL. */
  readonly mayLeadTo: (url: URL) => boolean;
  readonly url: string;
  /** URL of the first page with the link. */
  readonly foundOn?: string | undefined;
  readonly host: string;
  readonly level: number;
  /** Earlier failed loads of the link. */
  readonly attempts: number;
  readonly claimedAt: number;
  /** Rank of the link at the time of the claim. */
  readonly rank: TieredRank;
  readonly siteVisits: number;
  readonly siteReward: number;
  readonly decision: Decision;
}

/** Choice of a claim's site, and the state of the crawl at that time. */
export interface Decision extends SitePick {
  /** Number of sites that the rule could pick from. */
  readonly ready: number;
  /** Pages used and in flight over all sites (n). */
  readonly visits: number;
  /** Largest reward of one visit so far (Xmax). */
  readonly rewardMax: number;
  /** Age of the figures of other workers' sites, in milliseconds; undefined: this worker has all sites. */
  readonly viewAge?: number | undefined;
}

/** Failure to load a page. */
export interface Failure {
  readonly reason: string;
  /** Kind as `FailureKind`; `retry`: a temporary failure of the page alone; `final`: the page will not load. */
  readonly kind: FailureKind | 'retry' | 'final';
  /** True if the host answered at all. */
  readonly isAnswer: boolean;
}

/** Result of `fail`. */
export interface Failed {
  readonly willRetry: boolean;
  /** Number of earlier failures that an outage caused: they no longer count, and their links wait again. */
  readonly givenBack: number;
  /** Outage of one host or of all: no requests until a time (ms since the epoch; infinity: for the rest of the run). */
  readonly outage: { readonly of: 'host' | 'busy' | 'all'; readonly until: number } | undefined;
}

/** Answer of a host that is busy. */
export interface Refusal {
  readonly host: string;
  readonly reason: string;
  /** Milliseconds to wait; undefined if the host named no time. */
  readonly retryAfter: number | undefined;
}

export interface Release {
  readonly notBefore: number;
  /** True to count a failed attempt of the link. */
  readonly failed: boolean;
  /** Time of the request, from which the host's delay counts; undefined: no request was made. */
  readonly askedAt: number | undefined;
}

/** Link as found on the page, with its classification. */
export interface SeenLink {
  readonly found: FoundLink;
  readonly link: ClassifiedLink;
  /** True if the link is only recorded: the page or the `rel` says `nofollow`, and the crawl obeys. */
  readonly isNofollow: boolean;
  /** True if robots.txt is known to forbid the link: the link is listed, and does not wait. */
  readonly isForbidden?: boolean;
}

/** URL with its identity. */
export interface Address {
  readonly url: string;
  readonly key: string;
}

/** Result of a visit. */
export interface VisitResult {
  /** Time of the request, from which the host's delay counts; undefined: counts from the end of the visit. */
  readonly askedAt: number | undefined;
  readonly outcome: Exclude<Outcome, 'duplicate'>;
  /** Reason why no page was captured, or limits that the page reached. */
  readonly reason: string;
  readonly httpStatus: number | null;
  readonly contentType: string;
  readonly title: string;
  /** Final URL of the page, if it is on the site. */
  readonly address: Address | undefined;
  /** URLs of the site's redirects to the page, with or without the claimed URL. */
  readonly hops?: readonly Address[];
  /** Canonical URL that the page names, if it is on the site. */
  readonly canonical: Address | undefined;
  readonly links: readonly SeenLink[];
  /** Links in the bodies of redirects, each once; the only links if the page was captured before. Not given: none. */
  readonly onWay?: readonly SeenLink[];
  /** Rendering of the page; not given if no page was captured. */
  readonly rendering?: Rendering;
  /** Validators for conditional requests; not given if the server sent none. */
  readonly validators?: Validators | undefined;
  /** Visible text of the page in blocks, to be stored; not given in a replay. */
  readonly text?: readonly string[];
  /** Known part of the text in a replay: the text that the crawl kept, or the texts of links and around these. */
  readonly excerpt?: readonly string[] | undefined;
}

/** Link that pages spell with and without a final slash: a server may have two pages. */
export interface SpelledTwice {
  readonly link: LinkId;
  /** Stored URL of the link; `second` is the other spelling. */
  readonly first: string;
  readonly second: string;
}

export interface CompletedVisit {
  readonly outcome: Outcome;
  /** Reason as in the visit's result. */
  readonly reason: string;
  readonly reward: number;
  readonly newInternal: number;
  readonly newExternal: number;
  readonly newBad: number;
  readonly rendering: Rendering | undefined;
  /** Links of the page that are known in the other spelling, with or without a final slash. */
  readonly spelledTwice?: readonly SpelledTwice[];
}

/** Run that visits belong to, and its start. */
export interface Run {
  readonly id: number;
  readonly startedAt: number;
  /** Number of the recrawl run; undefined for a crawl. */
  readonly recrawlRun?: number | undefined;
}
