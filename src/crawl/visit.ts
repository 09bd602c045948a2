import type { MayFollow } from '../capture/capture.ts';
import { ownFault } from '../capture/network/visit-error.ts';
import { GiveUpVisit, HostUnreachable, RefusedVisit } from '../domain/errors.ts';
import { type FoundLink, isInRedirect, NO_TEXTS } from '../domain/link.ts';
import { type Captured, type CapturedPage, type NofollowKind, SOFT_404 } from '../domain/page.ts';
import { TIER } from '../domain/rank.ts';
import type { Address, Claim, CompletedVisit, Frontier, VisitResult } from '../frontier/frontier.ts';
import { MAX_RETRIES } from '../frontier/retries.ts';
import { harmOf } from '../safety/harm.ts';
import { classify, fetchable } from '../url/classify.ts';
import { bareAddress, withoutCredentials } from '../url/credentials.ts';
import { type Identity, identityKey, storedKey } from '../url/normalise.ts';
import { bareHost, withoutFragment } from '../url/parse.ts';
import type { Scope } from '../url/scope.ts';
import { withDiscoveryFiles } from './discovery-files.ts';
import { distinctLinks } from './distinct-links.ts';
import { LONGEST_DELAY } from './host-delay.ts';
import type { LogInWatch } from './log-in/log-in-watch.ts';
import { robotsRefusal } from './log-in/reading.ts';
import type { NeedlessParameters } from './probes/needless-parameters.ts';
import type { SlashPages } from './probes/slash-pages.ts';
import type { SoftErrors } from './probes/soft-errors.ts';
import { type Search, withResultsOnly } from './site-search.ts';
import { inPhase } from './visit-phases.ts';
import type { Web } from './web-access.ts';

export interface VisitTools {
  readonly web: Pick<Web, 'capture' | 'robots' | 'delay' | 'isPageAt' | 'lookForSitemap'>;
  readonly frontier: Frontier;
  readonly rules: VisitRules;
  readonly probes: VisitProbes;
  /** Detector of ended log-in sessions; undefined without a session. */
  readonly logIn: LogInWatch | undefined;
  /** Reports learned facts to the user. */
  readonly note: (line: string) => void;
  readonly now: () => number;
}

interface VisitRules {
  readonly identity: Identity;
  /** Kinds of `nofollow` to obey. */
  readonly nofollow: readonly NofollowKind[];
  /** Searches among the start pages, by address. */
  readonly searches: ReadonlyMap<string, Search>;
  /** True if the crawl is logged in or may be. */
  readonly isInSession: boolean;
  /** True if `/sitemap.xml` is requested when robots.txt names no sitemap. */
  readonly seeksSitemaps: boolean;
}

/** Probes: additional requests that tell the site's pages apart. */
interface VisitProbes {
  /** Detector of error pages with a success status. */
  readonly softErrors: SoftErrors;
  /** Detector of parameters without effect; undefined: addresses keep all parameters. */
  readonly needless: NeedlessParameters | undefined;
  /** Detector of pages that differ only in a slash at the end of the address; undefined: such pages are one page. */
  readonly slashPages?: SlashPages | undefined;
}

/**
 * Visits one page: robots.txt, capture (load, wait, extract), classify, and `completeVisit` (reward, rank, commit in
 * one transaction). `onOverload` as in `Target`. Returns undefined if the claim was lost or ended without a visit.
 *
 * @throws RetryVisit, GiveUpVisit if the page can't be captured; the caller must then end the claim
 */
export async function visit(
  claim: Claim,
  tools: VisitTools,
  onOverload: () => void,
): Promise<CompletedVisit | undefined> {
  const { now } = tools;
  if (!(await inPhase('robots', now, () => isAllowed(claim, tools)))) return undefined;
  if (claim.rank.tier === TIER.file && !(await inPhase('capture', now, () => isPage(claim, tools)))) return undefined;
  const read = await inPhase('capture', now, () => readPage(claim, tools, onOverload)).catch(asFault);
  if (!read) return undefined;
  const completed = await inPhase('store', now, async () => {
    const result = await understood(read, claim, tools.rules).catch(asFault);
    return await tools.frontier.completeVisit(claim, result, now());
  });
  if (completed?.spelledTwice) await tools.probes.slashPages?.compare(claim, completed.spelledTwice);
  return completed;
}

/** Turns an error of Forager's own code into the end of the visit, not of the crawl. */
const asFault = (error: unknown): never => {
  throw ownFault(error) ?? error;
};

const understood = async (read: Captured | URL, claim: Claim, rules: VisitRules): Promise<VisitResult> =>
  read instanceof URL ? leadsToDead(read, claim.scope, rules) : understand(read, scopeOf(claim, read), rules);

/** Returns the scope of the captured page's site. */
const scopeOf = ({ scopeFrom }: Claim, { url }: Captured): Scope => scopeFrom(new URL(bareAddress(url)));

/**
 * Captures the page. Returns an address if the page redirects to an external host without an answering server, and
 * undefined if the visit is already over.
 */
async function readPage(claim: Claim, tools: VisitTools, onOverload: () => void): Promise<Captured | URL | undefined> {
  const { site, scope, foundOn } = claim;
  let led = new URL(claim.url);
  const isForbidden = async (url: URL) => scope(url) && (await tools.web.robots?.allows(url))?.isAllowed === false;
  const mayFollow: MayFollow = async (url, where) => {
    led = url;
    const isRedirected = where === 'page' && withoutFragment(url.href) !== withoutFragment(claim.url);
    const refusal = harmRefusal(url, claim, tools.rules) ?? (isRedirected ? refusalOf(url, claim) : undefined);
    return refusal ?? ((await isForbidden(url)) ? robotsRefusal(url) : undefined);
  };
  const tries = { isRetry: claim.attempts > 0, isLastTry: claim.attempts === MAX_RETRIES };
  const ask = (url: string) => tools.web.capture.read({ url, site, mayFollow, foundOn, onOverload, ...tries });
  try {
    const read = tools.logIn ? await tools.logIn.read(claim, ask) : await ask(claim.url);
    const route = read?.kind === 'page' ? read.route : undefined;
    const refusal = route === undefined || route === claim.url ? undefined : refusalOf(new URL(route), claim);
    if (refusal !== undefined) throw new RefusedVisit(refusal);
    const isStart = claim.level === 0;
    if (read?.kind === 'page') {
      if (isStart) tools.probes.softErrors.begin(read, claim.site);
      else if (await isSoftError(read, claim, ask, tools)) throw new GiveUpVisit(SOFT_404);
      await learnNeedless(read, claim, ask, tools);
    }
    return read && isStart ? await asStartPage(read, claim, ask, tools) : read;
  } catch (error) {
    const isDead = error instanceof HostUnreachable && error.host === bareHost(led);
    if (isDead && !scope(led) && error.host !== claim.host) return led;
    throw error;
  }
}

/** Tells whether a page with a success status is the error page of its site. */
async function isSoftError(page: CapturedPage, claim: Claim, ask: Read, tools: VisitTools): Promise<boolean> {
  if (!claim.scope(new URL(page.url))) return false;
  return await tools.probes.softErrors.isOne(page, claim.site, askIfAllowed(ask, tools.web));
}

type Read = (url: string) => Promise<Captured>;

/** Requests only addresses that robots.txt allows. */
const askIfAllowed =
  (ask: Read, { robots }: VisitTools['web']) =>
  async (url: URL) => {
    const { isAllowed } = (await robots?.allows(url)) ?? { isAllowed: true };
    return isAllowed ? await ask(url.href) : undefined;
  };

/** Removes a parameter from all further identities if the page proves the parameter to have no effect. */
async function learnNeedless(page: CapturedPage, claim: Claim, read: Read, tools: VisitTools): Promise<void> {
  const { web, frontier, note, now } = tools;
  const { needless } = tools.probes;
  const url = new URL(page.route ?? page.url);
  if (!needless || tools.rules.isInSession || !claim.scope(url)) return;
  const ask = web.delay(claim.host) > LONGEST_DELAY ? async () => undefined : askIfAllowed(read, web);
  const learned = await needless.shownBy(page, claim.site, ask);
  if (!learned) return;
  await frontier.leaveOut(claim, learned, url, now());
  const why = learned.kind === 'session' ? 'is another one in each session' : 'names a place in the page of its route';
  note(`${url.host}: the parameter ${learned.parameter.slice(1)} ${why}: links that differ in nothing else are one`);
}

/** Reduces a search page to its results, and adds discovery files to any other start page. */
async function asStartPage(
  read: Captured,
  claim: Claim,
  ask: (url: string) => Promise<Captured>,
  { web: { robots, lookForSitemap }, rules }: VisitTools,
): Promise<Captured> {
  const search = rules.searches.get(claim.url);
  if (search) return await withResultsOnly(read, search, ask);
  const seekSitemap = rules.seeksSitemaps ? lookForSitemap : undefined;
  return await withDiscoveryFiles(read, { site: claim.site, scope: scopeOf(claim, read) }, { robots, seekSitemap });
}

/**
 * Tells whether robots.txt allows the page. Returns false also if asking for robots.txt has used up the host's next
 * request; the page is then released.
 */
async function isAllowed(claim: Claim, { web: { robots, delay }, frontier, now }: VisitTools): Promise<boolean> {
  if (!robots) return true;
  const { isAllowed, askedAt } = await robots.allows(new URL(claim.url));
  if (!isAllowed) await frontier.forbid(claim, { reason: 'robots.txt forbids it', askedAt }, now());
  else if (askedAt !== undefined && delay(claim.host) > 0) {
    await frontier.release(claim, { notBefore: 0, failed: false, askedAt }, now());
  } else return true;
  return false;
}

/** Tells whether an address that ends like a file's is a page. If not, the visit is over. */
async function isPage(claim: Claim, { web, frontier, now }: VisitTools): Promise<boolean> {
  const { isPage, askedAt } = await web.isPageAt(new URL(claim.url));
  if (!isPage) await frontier.forbid(claim, { reason: 'a file', askedAt, isFile: true }, now());
  return isPage;
}

/** Returns why the patterns forbid a target of the page; undefined if the target is allowed. */
function refusalOf(url: URL, claim: Claim): string | undefined {
  if (claim.mayLeadTo(url)) return undefined;
  return `leads to ${withoutCredentials(url).href}, which --include or --exclude leaves out`;
}

/**
 * Returns why the log-in session forbids a target; undefined if the target is allowed. External targets count, too, as
 * they may end the session at its origin.
 */
function harmRefusal(url: URL, claim: Claim, { isInSession }: VisitRules): string | undefined {
  if (!isInSession || url.href === claim.url || harmOf({ address: url }) === undefined) return undefined;
  return `leads to ${withoutCredentials(url).href}, which may end the session, delete or send something`;
}

function understand(captured: Captured, scope: Scope, { identity, nofollow }: VisitRules): VisitResult {
  const url = bareAddress(captured.url);
  const landed = new URL(url);
  const { askedAt, httpStatus, contentType, rendering = 'browser' } = captured;
  const hops = hopsOf(captured, landed, scope, identity);
  const answer = { askedAt, httpStatus, contentType, rendering, hops };
  // Links in the bodies of external redirects belong to other sites.
  const passed = captured.links.filter((found) => isInRedirect(found) && scope(new URL(found.frame)));
  const distinct = (links: readonly FoundLink[]) =>
    distinctLinks({ url, links, nofollow: [] }, scope, identity, nofollow);
  if (!scope(landed)) {
    const links = distinct([redirectLink(url), ...passed]);
    return { ...answer, ...LEFT, links, reason: `redirects out of the site, to ${url}` };
  }
  const address = addressOf(captured, landed, identity);
  const links = distinctLinks(captured, scope, identity, nofollow);
  if (captured.kind === 'file') {
    const reason = [contentType, ...captured.limits].join(', ');
    const read = captured.text && { text: captured.text };
    return { ...answer, outcome: 'file', reason, title: '', address, canonical: undefined, links, ...read };
  }
  const { title, limits, text, validators } = captured;
  const canonical = canonicalAddress(captured.canonical, scope, identity);
  return {
    ...answer,
    outcome: 'page',
    reason: limits.join(', '),
    title,
    address,
    canonical,
    links,
    ...(passed.length > 0 && { onWay: distinct(passed) }),
    text,
    validators,
  };
}

/**
 * Returns the result for a redirect to an external host without a server. The page's own server has answered, so there
 * is no retry.
 */
function leadsToDead(led: URL, scope: Scope, { identity, nofollow }: VisitRules): VisitResult {
  const url = bareAddress(led.href);
  const reason = `redirects out of the site, to ${url}, where no server answers`;
  const links = distinctLinks({ url, links: [redirectLink(url)], nofollow: [] }, scope, identity, nofollow);
  return { ...LEFT, askedAt: undefined, httpStatus: null, contentType: '', links, reason };
}

const LEFT = { outcome: 'left-site', title: '', address: undefined, canonical: undefined } as const;

/** Returns the distinct addresses of the site on the way to a page. */
function hopsOf({ hops = [] }: Captured, landed: URL, scope: Scope, identity: Identity): readonly Address[] {
  const passed = new Map<string, Address>();
  for (const hop of hops) {
    const url = new URL(bareAddress(hop));
    const key = identityKey(url, identity);
    if (scope(url) && key !== identityKey(landed, identity)) passed.set(key, { url: fetchable(url), key });
  }
  return [...passed.values()];
}

/** Returns the address of a captured page: its route if there is one. A route has no separate scope. */
function addressOf(captured: Captured, landed: URL, identity: Identity): Address {
  const route = captured.kind === 'page' ? captured.route : undefined;
  if (route === undefined) return { url: fetchable(landed), key: identityKey(landed, identity) };
  const url = bareAddress(route);
  return { url, key: storedKey(new URL(url), identity) };
}

/** Returns the page's canonical address if internal. */
function canonicalAddress(named: string | undefined, scope: Scope, identity: Identity): Address | undefined {
  const link = named === undefined ? undefined : classify(named, { resolved: named }, scope, identity);
  return link?.kind === 'internal' ? { url: link.url, key: link.key } : undefined;
}

const redirectLink = (url: string): FoundLink => ({
  ...{ raw: url, url, role: 'link', method: 'GET', element: '', technique: 'redirect' },
  ...NO_TEXTS,
});
