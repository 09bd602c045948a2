import type { ClassifiedLink, FoundLink, LinkId, LinkView } from '../domain/link.ts';
import type { Rendering, Validators } from '../domain/page.ts';
import type { TieredRank } from '../domain/rank.ts';
import type { NewSite, SiteId, SiteView } from '../domain/site.ts';
import type { Outcome } from '../domain/visit.ts';
import type { SitePick } from '../site-rules/site-rule.ts';
import type { Needless } from '../url/left-out.ts';
import type { Scope } from '../url/scope.ts';
import type { SiteDelays } from './hosts/hosts.ts';
import type { FailureKind } from './hosts/outages.ts';

/**
 * The frontier: every link that is known, and which is visited next. "Known" differs from "waiting": a link is added
 * once, however often it is found.
 *
 * A link's life: `addSites` and `settle` add it, ranked by the strategy's link order, to its site's queue. `claim` asks
 * the site rule for a site and leases that site's best link. The claimer owes exactly one of `settle` (the visit is
 * over: charged to the budget, whatever came of it), `fail` (the page could not be loaded: the frontier decides whether
 * that is charged, or tried again) or `release` (the visit did not happen: the link waits again, and nothing is charged). All
 * fence by the lease's token: of two results for one claim only the first counts. A lease ends with its run, and by itself
 * if it is not renewed, which `claim` does: then its link waits again, and a result that comes later counts for nothing.
 *
 * Other processes may edit sites and links meanwhile: `claim` looks for that about once a second, and whenever nothing
 * else is to be handed out.
 *
 * Politeness is the frontier's: one page at a time for each host, and its delay between two; a site that must wait
 * is not ready, and the rule picks among the others.
 */
export interface Frontier {
  /** Adds sites that are not there yet, told apart by start address; removed ones stay so. Returns how many were new. */
  addSites(sites: readonly NewSite[], now: number): Promise<number>;
  /** What to do next: leases the next link; where none may be handed out now, says how long to wait, or that it is over. */
  claim(now: number): Promise<Next>;
  /**
   * Stores all that a visit brought in ONE transaction, and frees its host. Undefined when the lease is no longer
   * held: nothing is stored then.
   */
  settle(claim: Claim, result: VisitResult, now: number): Promise<Settled | undefined>;
  /** The page could not be loaded: it is tried again, or charged as failed; in an outage it waits for its end. */
  fail(claim: Claim, failure: Failure, now: number): Promise<Failed>;
  /** Gives a claimed link back, to be handed out again. */
  release(claim: Claim, back: Release, now: number): Promise<void>;
  /**
   * The link may not be visited, by robots.txt, or is the file that its ending says: it is set aside, and nothing is charged.
   * `askedAt` as in `release`.
   */
  forbid(
    claim: Claim,
    why: { readonly reason: string; readonly askedAt: number | undefined; readonly isFile?: true },
    now: number,
  ): Promise<void>;
  /**
   * The session that the claim's site is read with has ended: the link waits again, nothing is charged, and the site
   * hands out nothing more. Its links wait for the next run. `askedAt` as in `release`.
   */
  endSession(
    claim: Claim,
    why: { readonly note: string; readonly askedAt: number | undefined },
    now: number,
  ): Promise<void>;
  /**
   * The claim's host, or one that its page leads to, says that it is busy: it is asked less often until it recovers, and the
   * link waits, nothing charged, within the limits that hosts.ts has.
   */
  busy(claim: Claim, refusal: Refusal, now: number): Promise<Failed>;
  /**
   * A parameter on a page's host makes no difference: it is left out of identities from now on, and waiting links that are
   * other addresses of known ones are set aside when their turn comes. The claim goes on.
   */
  leaveOut(claim: Claim, needless: Needless, page: URL, now: number): Promise<void>;
  /** The page of a claim takes too much of the machine: its host stands back for others. */
  storms(claim: Claim): void;
  /** What `claim` would answer, by what is in memory: it looks for nothing, and changes nothing. */
  state(now: number): FrontierState;
  sites(): readonly NamedSite[];
  /** In memory, as `state`. */
  pauses(now: number): Pauses;
}

export type NamedSite = SiteView & { readonly shortName: string };

/** Sites whose links must all wait, for their host's delay or for a time of their own. */
export interface Pauses {
  readonly sites: number;
  /** When the first of them may go on, in milliseconds since the epoch; undefined if none waits for a time. */
  readonly until: number | undefined;
}

/** Nothing to hand out before `until`, in milliseconds since the epoch; undefined: only pages in flight can bring more. */
interface Wait {
  readonly kind: 'wait';
  readonly until: number | undefined;
}

/** Nothing waits and nothing is in flight, or the budget is spent. */
interface Over {
  readonly kind: 'over';
  readonly reason: 'done' | 'page-limit';
}

/** What whoever visits pages does next. */
export type Next = { readonly kind: 'claim'; readonly claim: Claim } | Wait | Over;

/** `ready`: something is to be handed out, or the time has come to look whether it is. */
export type FrontierState = { readonly kind: 'ready' } | Wait | Over;

/** What a crawl may spend, over all its runs; it may be changed while it runs. Undefined: no limit. */
export interface RunLimits {
  /** Pages that may be charged in all (N). */
  readonly pageLimit: number | undefined;
  /** Pages that may be charged to one site. */
  readonly sitePageLimit: number | undefined;
  /** Milliseconds. */
  readonly timeLimit: number | undefined;
  /** Deepest level that is visited. */
  readonly depth: number | undefined;
  /** Sites that were found and are visited, and pages that may be charged to each of them; no matter where none is followed. */
  readonly newSites: number | undefined;
  readonly newSitePages: number | undefined;
}

/** What may be changed while a crawl runs; what is not named stays. */
export type ChangedLimits = Partial<RunLimits & Pick<FrontierLimits, 'admits'>>;

/** Which external links are followed, and what they open. */
interface FollowLimits {
  /** `domains`: to hosts of the given sites' registrable domains; `web`: wherever they lead. */
  readonly reach: 'domains' | 'web';
  /** What belongs to a site that they open. */
  readonly openAs: 'host' | 'domain';
  /** Sites that were found and are visited, at most; with 0, those of earlier runs go on, and none is added. */
  readonly newSites: number | undefined;
  /** Pages that may be charged to each of them. */
  readonly newSitePages: number | undefined;
  /** Whether no site is opened on a host of a registrable domain. */
  readonly avoids: (host: string, domain: string) => boolean;
}

export interface FrontierLimits {
  /** Take up links that an earlier run left aside as `forbidden` … */
  readonly admitForbidden: (origin: string) => boolean;
  /** … or as `nofollow`. */
  readonly admitNofollow: boolean;
  /**
   * Links that failed in earlier runs are tried again: those whose reason may pass, and so many of the others. Undefined:
   * they are not.
   */
  readonly retryFailed?: { readonly lasting: number } | undefined;
  /** Pages that may be charged in all (N). */
  readonly pageLimit: number | undefined;
  /** Pages that may be charged to one site. */
  readonly sitePageLimit: number | undefined;
  /** Deepest level that is visited; the start page is at 0. */
  readonly depth: number | undefined;
  /**
   * Whether an internal link or a guess may be visited, undefined: each may. Start pages always are; `isStart` asks for
   * where one leads by itself.
   */
  readonly admits:
    | ((link: Pick<LinkView, 'site' | 'url' | 'anchor' | 'rel'>, isGuess: boolean, isStart?: boolean) => boolean)
    | undefined;
  /** Undefined: external links are recorded only, and sites that earlier runs found are not visited. */
  readonly follow?: FollowLimits | undefined;
  /** Whether links that could be followed without end are set aside. */
  readonly traps: boolean;
  /** Whether the first link of each ending of files waits behind all pages, to be asked whether it is one. */
  readonly asksFiles?: true;
  /** Whether PDF documents are visited: `last`, behind all pages of their site, or `ranked`, where the link order puts them. Not given: they are files as others. */
  readonly visitsDocuments?: 'last' | 'ranked' | undefined;
  /** Milliseconds from one request to the next, by host name. */
  readonly delay: (host: string) => number;
  /** As in `HostTurns`. */
  readonly placeOf?: ((host: string) => string | undefined) | undefined;
  /** Is told of the delays that sites have of their own, which `delay` goes by. */
  readonly siteDelays?: SiteDelays | undefined;
}

export interface Claim {
  readonly token: number;
  readonly link: LinkId;
  readonly site: SiteId;
  /** What belongs to its site while it is asked for … */
  readonly scope: Scope;
  /** … and once it was read at an address: the first start page of a site by `prefix` tells its folder. */
  readonly scopeFrom: (landed: URL) => Scope;
  /** Whether the patterns of the run and of its site let its page lead to an address by itself. */
  readonly mayLeadTo: (url: URL) => boolean;
  readonly url: string;
  /** Address of the page that it was found on first. */
  readonly foundOn?: string | undefined;
  readonly host: string;
  readonly level: number;
  /** Loads of it that failed before. */
  readonly attempts: number;
  readonly claimedAt: number;
  /** What the decision was made on. */
  readonly rank: TieredRank;
  readonly sitePulls: number;
  readonly siteReward: number;
  readonly decision: Decision;
}

/** How a claim's site was picked, and where the crawl stood then. */
export interface Decision extends SitePick {
  /** Sites that the rule could pick from. */
  readonly ready: number;
  /** Pages charged and in flight over all sites (n). */
  readonly pulls: number;
  /** Largest reward of one visit so far (Xmax). */
  readonly rewardMax: number;
  /** Age of what is known of other workers' sites, in milliseconds; undefined: this worker has all. */
  readonly viewAge?: number | undefined;
}

/** Why a page could not be loaded. */
export interface Failure {
  readonly reason: string;
  /** As `FailureKind`; `retry`: something of the page's own that may pass; `final`: it will not load. */
  readonly kind: FailureKind | 'retry' | 'final';
  /** Whether its host answered something. */
  readonly isAnswer: boolean;
}

/** What became of a failed visit. */
export interface Failed {
  readonly willRetry: boolean;
  /** Failures before it that turned out to be an outage's: they are no longer charged, and their links wait again. */
  readonly givenBack: number;
  /** An outage that begins or goes on: nobody is asked, or only its host is not, before a time (ms since the epoch; infinity: in this run). */
  readonly outage: { readonly of: 'host' | 'busy' | 'all'; readonly until: number } | undefined;
}

/** A host said that it is busy. */
export interface Refusal {
  readonly host: string;
  readonly reason: string;
  /** Milliseconds to wait, where it said so. */
  readonly retryAfter: number | undefined;
}

export interface Release {
  readonly notBefore: number;
  /** Counts an attempt against the link. */
  readonly failed: boolean;
  /** When its host was asked, from which its delay counts; undefined: it was not. */
  readonly askedAt: number | undefined;
}

/** A link as found on the page, and what it was understood to be. */
export interface SeenLink {
  readonly found: FoundLink;
  readonly link: ClassifiedLink;
  /** Recorded only: its page or its rel says `nofollow`, and the crawl obeys. */
  readonly isNofollow: boolean;
  /** robots.txt is known to forbid it: it is listed, and does not wait. */
  readonly isForbidden?: boolean;
}

/** An address with its identity. */
export interface Address {
  readonly url: string;
  readonly key: string;
}

/** What came of a visit. */
export interface VisitResult {
  /** When the host was asked, from which its delay counts; undefined where that is not known: it counts from the visit's end. */
  readonly askedAt: number | undefined;
  readonly outcome: Exclude<Outcome, 'duplicate'>;
  /** Why no page was read, or limits that the page met. */
  readonly reason: string;
  readonly httpStatus: number | null;
  readonly contentType: string;
  readonly title: string;
  /** Where the page was read, if it was read on the site. */
  readonly address: Address | undefined;
  /** Addresses of the site on the way there, the claimed one among them or not. */
  readonly hops?: readonly Address[];
  /** The address of the site that the page names as its own, if it names one. */
  readonly canonical: Address | undefined;
  readonly links: readonly SeenLink[];
  /** Those in the bodies of the site's redirects that led there, each once: all that the link has whose page was read before; not given where there are none. */
  readonly onWay?: readonly SeenLink[];
  /** How the page was read; not given where none was. */
  readonly rendering?: Rendering;
  /** What the page's server says to ask again with; not given where it says nothing. */
  readonly validators?: Validators | undefined;
  /** The page's visible text in blocks, which is kept; not given in a replay. */
  readonly text?: readonly string[];
  /** Where it is not, what is known of it: all that a crawl kept, or the texts of its links and around them. */
  readonly excerpt?: readonly string[] | undefined;
}

/** A link that stands on pages with a slash at its end and without: a server may have two pages there. */
export interface SpelledTwice {
  readonly link: LinkId;
  /** Its own address, and the other one. */
  readonly first: string;
  readonly second: string;
}

export interface Settled {
  readonly outcome: Outcome;
  /** As in the visit's result. */
  readonly reason: string;
  readonly reward: number;
  readonly newInternal: number;
  readonly newExternal: number;
  readonly newBad: number;
  readonly rendering: Rendering | undefined;
  /** Links of the page, as it spells them, that are known with a slash at their end or without it. */
  readonly spelledTwice?: readonly SpelledTwice[];
}

/** The run that visits are charged to, and when it began. */
export interface Run {
  readonly id: number;
  readonly startedAt: number;
  /** Number of the night that it serves; undefined for a crawl. */
  readonly night?: number | undefined;
}
