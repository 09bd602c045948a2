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

/** A site in memory: what rules see of it, and what the frontier needs to hand out its links. */
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
  /** Waiting links that pause, as of `pausesSeen`; undefined: none did so far, as on most of 100,000 sites. */
  paused: Map<LinkId, PausedLink> | undefined = undefined;
  /** When its pauses were looked at last, in milliseconds since the epoch. */
  pausesSeen = 0;
  /** The groups of its waiting links that don't all pause, by their first link, best first. SiteQueues keeps them. */
  heads: GroupHead[] = [];
  /** Rank of the first of `heads`, kept beside it: rules read it of all sites for every page. */
  best: TieredRank | undefined = undefined;

  status: SiteStatus = 'waiting';
  note = '';
  /** Its user removed it: nothing of it is handed out; pages in flight are settled. */
  isRemoved = false;
  /** Its session ended in this run: nothing more of it is handed out. */
  isLoggedOut = false;
  /** Another worker has it: its figures are known, and nothing of it is read, handed out or written here. */
  isElsewhere = false;
  /** Another worker is to have it: nothing of it is handed out, and it is elsewhere once its pages in flight are over. */
  isLeaving = false;
  scope: Scope;
  /** What its user limits it to by itself. */
  limits: SiteLimits = NO_LIMITS;
  /** Whether its own patterns let an address in; undefined: it has none. */
  admits: Admission | undefined = undefined;
  /** Scheme and host of the start page: links there are stored without them. */
  readonly origin: string;
  /** The host of all its links, as `bareHost` has it; undefined: they are on several. */
  host: string | undefined;
  /** The host of its start page, as `bareHost` has it. */
  readonly startHost: string;
  /** Where its start page was read, which tells the folder of a site by `prefix`; before that, the start page's address. */
  #home: string;
  #scopeKind: ScopeKind;
  /** The page whose link opened it; undefined: its user gave it. */
  foundOn: LinkId | undefined;
  /** A page of it was visited, or is being. */
  isOpened = false;
  /** Its place among the ready sites, -1 when it is not ready. */
  place = -1;
  /** When it is looked at again, where it sleeps; milliseconds since the epoch. */
  wakeAt: number | undefined = undefined;
  /** When the first pause of its links is over; milliseconds since the epoch. */
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

  /** Other limits of its own, and another scope, hold from now on. Returns whether they may let other links in. */
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

  /** What belongs to it while its start page is read first: redirects may lead to another folder of its host. */
  get firstScope(): Scope {
    return this.#scopeKind === 'prefix' ? siteScope(new URL(this.#home), 'host') : this.scope;
  }

  /** What belongs to it where its start page was read at an address. */
  scopeFrom(home: URL): Scope {
    return bareHost(home) === this.startHost ? siteScope(home, this.#scopeKind) : this.scope;
  }

  /** Notes where its start page was read. Returns whether that is in another folder of its host than was thought. */
  settleAt(home: URL): boolean {
    if (bareHost(home) !== this.startHost || folderOf(home) === folderOf(new URL(this.#home))) return false;
    this.moveTo(home.href);
    return true;
  }

  /** Takes an address for that where its start page was read. */
  moveTo(home: string): void {
    if (home === this.#home) return;
    this.#home = home;
    this.scope = siteScope(new URL(home), this.#scopeKind);
  }

  /** Whether a link of it, as it is stored, is in its scope: that may be another one since the link was found. */
  holds({ url, level }: { readonly url: string; readonly level: number }): boolean {
    const isOfOrigin = this.#scopeKind !== 'prefix' && url.startsWith('/');
    return level === 0 || isOfOrigin || this.scope(new URL(fullAddress(url, this.origin)));
  }

  /** Whether the site stands or falls by a page: its start page, or the first one where the crawl found it. */
  isEntry({ level }: { readonly level: number }): boolean {
    return level === 0 || (this.foundOn !== undefined && this.visits === 0);
  }
}

/** Those that decide which links are visited, and not how many or when. */
const ofLinks = ({ depth, include, exclude }: SiteLimits): string => JSON.stringify([depth, include, exclude]);

/** The sites of a crawl, and which of them have a link to hand out now. */
export class SiteTable {
  /** Those that are not removed, in the order in which they were added. */
  all: SiteState[] = [];
  /** Those of which the transaction under way changed something in memory: they are read again if it fails. */
  readonly changed = new Set<SiteState>();
  /** Another one when sites were added, removed or edited from outside. */
  revision = 0;
  /** Whether the crawl found some of the sites itself. */
  hasFound = false;
  #byId = new Map<SiteId, SiteState>();
  readonly #ready: SiteState[] = [];
  #toPick: SitesToPick<SiteState>;
  readonly #asleep = new TinyQueue<{ readonly at: number; readonly site: SiteState }>([], (a, b) => a.at - b.at);
  readonly #pausing = new TinyQueue<{ readonly at: number; readonly site: SiteState }>([], (a, b) => a.at - b.at);
  readonly #parked = new Map<string, Set<SiteState>>();

  /** @param rule that picks among them */
  constructor(rule: Ordering = {}) {
    this.#toPick = sitesToPick(rule);
  }

  /** Another rule picks from now on, or the same one has learned other things. */
  orderBy(rule: Ordering): void {
    this.#toPick = sitesToPick(rule);
    for (const site of this.#ready) this.#toPick.put(site);
  }

  get ready(): readonly SiteState[] {
    return this.#ready;
  }

  /** The ready sites that the rule's pick can depend on. */
  toPickFrom(clock: Clock): readonly SiteState[] {
    return this.#toPick.of(this.#ready, clock);
  }

  /** Takes in the sites of the database, known ones too; some may be removed. */
  setAll(sites: readonly SiteState[]): void {
    this.#byId = new Map(sites.map((site) => [site.id, site]));
    this.#listAll();
  }

  /** Takes in some sites, known or new, removed or not. */
  put(sites: readonly SiteState[]): void {
    for (const site of sites) {
      this.#byId.set(site.id, site);
      this.changed.add(site);
    }
    this.#listAll();
  }

  /** Takes in new sites that other workers have. */
  putElsewhere(sites: readonly SiteState[]): void {
    for (const site of sites) this.#byId.set(site.id, site);
    this.#list();
  }

  /** The known sites have other homes now: some were removed, or their scopes changed. */
  revise(): void {
    this.#listAll();
  }

  /** Takes in one that the crawl has found: it comes behind all others. */
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

  /** Those that are removed, too. */
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

  /** It has a link to hand out, or what it is ordered by has changed. */
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

  /** Not ready until `at`. */
  sleep(site: SiteState, at: number): void {
    this.setIdle(site);
    this.#wakeBy(site, at);
  }

  /** It is not ready as its host is busy. */
  hold(site: SiteState): void {
    this.#toPick.hold(site);
  }

  /** Not ready until the page in flight on that host is over. */
  park(site: SiteState, host: string): void {
    this.setIdle(site);
    const sites = this.#parked.get(host);
    if (sites) sites.add(site);
    else this.#parked.set(host, new Set([site]));
  }

  /** The host may be asked again from `at` on. */
  unpark(host: string, at: number): void {
    for (const site of this.#parked.get(host) ?? []) if (site.place < 0) this.#wakeBy(site, at);
    this.#parked.delete(host);
  }

  /** All that sleep are looked at again. */
  wakeAll(): void {
    for (const site of this.all) if (site.wakeAt !== undefined) this.#wakeBy(site, 0);
  }

  /** The first of those whose host is busy that the rule would pick, without those that sleep beyond `by`. */
  firstBusy(by: number): SiteState | undefined {
    for (let site = this.#toPick.firstHeld(); site; site = this.#toPick.firstHeld()) {
      if (site.wakeAt === undefined || site.wakeAt <= by) return site;
      this.#toPick.remove(site);
    }
    return undefined;
  }

  /** Takes one site whose pause is over; undefined if there is none. */
  nextAwake(now: number): SiteState | undefined {
    const at = this.nextWake();
    return at !== undefined && at <= now ? this.#asleep.pop()?.site : undefined;
  }

  /** A link of the site pauses until `at`, ready or not: then its best rank may be another one. */
  pauseEnds(site: SiteState, at: number): void {
    if (site.pauseEndsAt === at) return;
    site.pauseEndsAt = at;
    if (at !== Number.POSITIVE_INFINITY) this.#pausing.push({ at, site });
  }

  /** Takes one site of whose links a pause is over; undefined if there is none. */
  nextUnpaused(now: number): SiteState | undefined {
    for (let next = this.#pausing.peek(); next && next.at <= now; next = this.#pausing.peek()) {
      this.#pausing.pop();
      if (next.site.pauseEndsAt === next.at) return next.site;
    }
    return undefined;
  }

  /** When the next site wakes; undefined if none sleeps. */
  nextWake(): number | undefined {
    // Some woke for another reason meanwhile, or sleep on.
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
