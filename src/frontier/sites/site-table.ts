import TinyQueue from 'tinyqueue';
import type { LinkId } from '../../domain/link.ts';
import type { TieredRank } from '../../domain/rank.ts';
import {
  type Clock,
  NO_LIMITS,
  type ScopeKind,
  type Site,
  type SiteId,
  type SiteKind,
  type SiteLimits,
  type SiteStatus,
  type SiteView,
} from '../../domain/site.ts';
import { bareHost } from '../../url/parse.ts';
import { type Admission, admission } from '../../url/patterns.ts';
import { folderOf, type Scope, siteScope } from '../../url/scope.ts';
import type { GroupHead, PausedLink } from '../queue/waiting-groups.ts';
import { fullAddress } from '../visit/stored-address.ts';
import { type Ordering, type SitesToPick, sitesToPick } from './sites-to-pick.ts';

/** Site in memory, with the data for site rules and for claims of its links. */
export class SiteState implements SiteView {
  readonly id: SiteId;
  readonly shortName: string;
  readonly kind: SiteKind;
  visits = 0;
  inFlight = 0;
  rewardSum = 0;
  rewardMax = 0;
  milliseconds = 0;
  waiting = 0;
  /** Waiting links that pause, as of `pausesSeen`; undefined: none so far, as on most of 100,000 sites. */
  paused: Map<LinkId, PausedLink> | undefined = undefined;
  /** Time of the last check of the pauses, in milliseconds since the epoch. */
  pausesSeen = 0;
  /** First links of the groups with a waiting link that does not pause, best first. Updated by SiteQueues. */
  heads: GroupHead[] = [];
  /** Rank of the first of `heads`; cached, as rules read the ranks of all sites for every page. */
  best: TieredRank | undefined = undefined;

  status: SiteStatus = 'waiting';
  note = '';
  /** True if the user removed the site: no link is claimed; pages in flight are completed. */
  isRemoved = false;
  /** True if the session ended in this run: no more links are claimed. */
  isLoggedOut = false;
  /** True if another worker has the site: only its figures are known, and no link is read, claimed or written. */
  isElsewhere = false;
  /** True if the site goes to another worker after its last page in flight; no more links are claimed. */
  isLeaving = false;
  scope: Scope;
  /** Limits of this site alone, set by the user. */
  limits: SiteLimits = NO_LIMITS;
  /** Tells whether the site's patterns admit a URL; undefined: no patterns. */
  admits: Admission | undefined = undefined;
  /** Scheme and host of the start page, which stored links leave out. */
  readonly origin: string;
  /** Host of all links, as `bareHost` returns it; undefined: links are on several hosts. */
  host: string | undefined;
  /** Host of the start page, as `bareHost` returns it. */
  readonly startHost: string;
  /** Final URL of the start page, or its URL before the first visit. Determines the folder of a `prefix` site. */
  #home: string;
  #scopeKind: ScopeKind;
  /** Page whose link opened the site; undefined: given by the user. */
  foundOn: LinkId | undefined;
  /** True if a page was visited or is in flight. */
  isOpened = false;
  /** Index among the ready sites; -1: not ready. */
  place = -1;
  /** Time of the next check of a sleeping site, in milliseconds since the epoch. */
  wakeAt: number | undefined = undefined;
  /** End of the first pause of a link, in milliseconds since the epoch. */
  pauseEndsAt = Number.POSITIVE_INFINITY;

  constructor(site: Omit<Site, 'name'> & { readonly home?: string | undefined }) {
    const start = new URL(site.url);
    this.#home = site.home ?? site.url;
    this.startHost = bareHost(start);
    this.#scopeKind = site.scope;
    this.id = site.id;
    this.shortName = site.shortName;
    this.kind = site.kind;
    this.foundOn = site.foundOn;
    this.scope = siteScope(new URL(this.#home), site.scope);
    this.origin = start.origin;
    this.host = site.scope === 'domain' ? undefined : this.startHost;
  }

  /** Sets the site's limits and scope. Returns true if the new ones may admit other links. */
  bind(limits: SiteLimits, scope: ScopeKind): boolean {
    if (scope === this.#scopeKind && limits === this.limits) return false;
    const before = ofLinks(this.limits);
    this.limits = limits;
    if (scope === this.#scopeKind && before === ofLinks(limits)) return false;
    this.#scopeKind = scope;
    this.scope = siteScope(new URL(this.#home), scope);
    this.host = scope === 'domain' ? undefined : this.startHost;
    this.admits = admission(limits.include, limits.exclude);
    return true;
  }

  /** Scope during the first visit of the start page: redirects may lead to another folder of the host. */
  get firstScope(): Scope {
    return this.#scopeKind === 'prefix' ? siteScope(new URL(this.#home), 'host') : this.scope;
  }

  /** Returns the scope of the site for a final URL of its start page. */
  scopeFrom(home: URL): Scope {
    return bareHost(home) === this.startHost ? siteScope(home, this.#scopeKind) : this.scope;
  }

  /** Notes the final URL of the start page. Returns true if its folder is another than expected. */
  noteHome(home: URL): boolean {
    if (bareHost(home) !== this.startHost || folderOf(home) === folderOf(new URL(this.#home))) return false;
    this.moveTo(home.href);
    return true;
  }

  /** Sets the final URL of the start page. */
  moveTo(home: string): void {
    if (home === this.#home) return;
    this.#home = home;
    this.scope = siteScope(new URL(home), this.#scopeKind);
  }

  /** Tells whether a stored link is in the scope, which may have changed since the link was found. */
  holds({ url, level }: { readonly url: string; readonly level: number }): boolean {
    const isOfOrigin = this.#scopeKind !== 'prefix' && url.startsWith('/');
    return level === 0 || isOfOrigin || this.scope(new URL(fullAddress(url, this.origin)));
  }

  /** Tells whether the site is unavailable without a page: the start page, or the first page of a discovered site. */
  isEntry({ level }: { readonly level: number }): boolean {
    return level === 0 || (this.foundOn !== undefined && this.visits === 0);
  }
}

/** Limits that decide which links are visited, but not how many or when. */
const ofLinks = ({ depth, include, exclude }: SiteLimits): string => JSON.stringify([depth, include, exclude]);

/** Sites of a crawl, and the ready ones, which have a link to claim now. */
export class SiteTable {
  /** Sites that are not removed, in the order in which they were added. */
  all: SiteState[] = [];
  /** Sites that the current transaction changed in memory; reloaded if the transaction fails. */
  readonly changed = new Set<SiteState>();
  /** Number that changes when sites are added, removed or edited by other processes. */
  revision = 0;
  /** True if the crawl discovered some of the sites. */
  hasFound = false;
  #byId = new Map<SiteId, SiteState>();
  readonly #ready: SiteState[] = [];
  #toPick: SitesToPick<SiteState>;
  readonly #asleep = new TinyQueue<{ readonly at: number; readonly site: SiteState }>([], (a, b) => a.at - b.at);
  readonly #pausing = new TinyQueue<{ readonly at: number; readonly site: SiteState }>([], (a, b) => a.at - b.at);
  readonly #parked = new Map<string, Set<SiteState>>();

  /** @param rule that picks among the sites */
  constructor(rule: Ordering = {}) {
    this.#toPick = sitesToPick(rule);
  }

  /** Orders the ready sites for another rule, or for a rule that has learned other visits. */
  orderBy(rule: Ordering): void {
    this.#toPick = sitesToPick(rule);
    for (const site of this.#ready) this.#toPick.put(site);
  }

  get ready(): readonly SiteState[] {
    return this.#ready;
  }

  /** Returns the ready sites that the rule's pick can depend on. */
  toPickFrom(clock: Clock): readonly SiteState[] {
    return this.#toPick.of(this.#ready, clock);
  }

  /** Replaces all sites by those of the database, including removed ones. */
  setAll(sites: readonly SiteState[]): void {
    this.#byId = new Map(sites.map((site) => [site.id, site]));
    this.#listAll();
  }

  /** Adds or replaces some sites, removed or not. */
  put(sites: readonly SiteState[]): void {
    for (const site of sites) {
      this.#byId.set(site.id, site);
      this.changed.add(site);
    }
    this.#listAll();
  }

  /** Adds new sites of other workers. */
  putElsewhere(sites: readonly SiteState[]): void {
    for (const site of sites) this.#byId.set(site.id, site);
    this.#list();
  }

  /** Updates the lists after sites were removed or their scopes changed. */
  revise(): void {
    this.#listAll();
  }

  /** Adds a discovered site, after all others. */
  append(site: SiteState): void {
    this.#byId.set(site.id, site);
    this.changed.add(site);
    this.all.push(site);
    this.hasFound = true;
  }

  /** Forgets sites that could not be stored. */
  drop(sites: Iterable<SiteState>): void {
    for (const { id } of sites) this.#byId.delete(id);
    this.#listAll();
  }

  #listAll(): void {
    this.#list();
    this.revision++;
  }

  #list(): void {
    const known = [...this.#byId.values()];
    this.all = known.filter((one) => !one.isRemoved).sort((a, b) => a.id - b.id);
    this.hasFound = known.some(({ foundOn }) => foundOn !== undefined);
  }

  /** Returns all sites, including removed ones. */
  known(): Iterable<SiteState> {
    return this.#byId.values();
  }

  find(id: SiteId): SiteState | undefined {
    return this.#byId.get(id);
  }

  get(id: SiteId): SiteState {
    const site = this.#byId.get(id);
    if (!site) throw new Error(`no site ${id} in this crawl`);
    return site;
  }

  /** Makes a site ready, or updates its order among the ready sites. */
  setReady(site: SiteState): void {
    site.wakeAt = undefined;
    this.#toPick.put(site);
    if (site.place >= 0) return;
    site.place = this.#ready.length;
    this.#ready.push(site);
  }

  setIdle(site: SiteState): void {
    site.wakeAt = undefined;
    this.#toPick.remove(site);
    if (site.place < 0) return;
    const last = this.#ready.pop();
    if (last && last !== site) {
      this.#ready[site.place] = last;
      last.place = site.place;
    }
    site.place = -1;
  }

  /** Makes a site not ready until `at`. */
  sleep(site: SiteState, at: number): void {
    this.setIdle(site);
    this.#wakeBy(site, at);
  }

  /** Marks a site as not ready because its host is busy. */
  hold(site: SiteState): void {
    this.#toPick.hold(site);
  }

  /** Makes a site not ready until the page in flight on that host ends. */
  park(site: SiteState, host: string): void {
    this.setIdle(site);
    const sites = this.#parked.get(host);
    if (sites) sites.add(site);
    else this.#parked.set(host, new Set([site]));
  }

  /** Wakes the sites parked on a host at `at`, when the host is free again. */
  unpark(host: string, at: number): void {
    for (const site of this.#parked.get(host) ?? []) if (site.place < 0) this.#wakeBy(site, at);
    this.#parked.delete(host);
  }

  /** Wakes all sleeping sites for a check. */
  wakeAll(): void {
    for (const site of this.all) if (site.wakeAt !== undefined) this.#wakeBy(site, 0);
  }

  /** Returns the first site with a busy host in the rule's order, except sites that sleep beyond `by`. */
  firstBusy(by: number): SiteState | undefined {
    for (let site = this.#toPick.firstHeld(); site; site = this.#toPick.firstHeld()) {
      if (site.wakeAt === undefined || site.wakeAt <= by) return site;
      this.#toPick.remove(site);
    }
    return undefined;
  }

  /** Takes one site whose pause is over; undefined: none. */
  nextAwake(now: number): SiteState | undefined {
    const at = this.nextWake();
    return at !== undefined && at <= now ? this.#asleep.pop()?.site : undefined;
  }

  /** Notes that a link of the site pauses until `at`, when the site's best rank may change. */
  pauseEnds(site: SiteState, at: number): void {
    if (site.pauseEndsAt === at) return;
    site.pauseEndsAt = at;
    if (at !== Number.POSITIVE_INFINITY) this.#pausing.push({ at, site });
  }

  /** Takes one site with a link whose pause is over; undefined: none. */
  nextUnpaused(now: number): SiteState | undefined {
    for (let next = this.#pausing.peek(); next && next.at <= now; next = this.#pausing.peek()) {
      this.#pausing.pop();
      if (next.site.pauseEndsAt === next.at) return next.site;
    }
    return undefined;
  }

  /** Returns the time when the next site wakes; undefined: no site sleeps. */
  nextWake(): number | undefined {
    // Drops outdated entries of sites that woke earlier or sleep longer.
    for (let next = this.#asleep.peek(); next; next = this.#asleep.peek()) {
      if (next.site.wakeAt === next.at) return next.at;
      this.#asleep.pop();
    }
    return undefined;
  }

  #wakeBy(site: SiteState, at: number): void {
    if (at === Number.POSITIVE_INFINITY || (site.wakeAt !== undefined && site.wakeAt <= at)) return;
    site.wakeAt = at;
    this.#asleep.push({ at, site });
  }
}
