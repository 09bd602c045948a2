import type { LinkId, SourceView } from '../../domain/link.ts';
import type { ScopeKind, SiteId } from '../../domain/site.ts';
import { NO_GAIN, newSeed, uniquelyNamed } from '../../storage/seeds.ts';
import { classify } from '../../url/classify.ts';
import { isDocument, isFilePath } from '../../url/file-types.ts';
import { type Identity, keyHash } from '../../url/normalise.ts';
import { bareHost } from '../../url/parse.ts';
import { registrableDomain } from '../../url/scope.ts';

import type { CrawlLimits } from '../crawl-limits.ts';
import type { SeenLink, VisitResult } from '../frontier.ts';
import type { FrontierQueries } from '../queries.ts';
import type { LinkPlacement } from '../queue/link-placement.ts';
import type { SiteStatuses } from '../sites/site-status.ts';
import { SiteState, type SiteTable } from '../sites/site-table.ts';
import type { Letter } from '../worker-share.ts';
import { type MatchedLink, newOf, nextLinkId, redirectsAmong, storedLinks } from './known-links.ts';
import type { Outbox } from './posted-links.ts';

/** New site that a page links to. */
interface FoundSite {
  readonly id: SiteId;
  /** First link to the site. */
  readonly url: URL;
  readonly scope: ScopeKind;
}

/** Link to a site that another worker has or should open; `key` is the link's identity there. */
interface RemoteLink {
  readonly letter: Omit<Letter, 'page'>;
  readonly key: string;
}

/** Links of a page to other sites of the crawl, or to new sites. */
export interface OutsideLinks {
  readonly links: readonly MatchedLink[];
  /** Links to sites of other workers. */
  readonly away: readonly RemoteLink[];
  /** New sites, by id. */
  readonly found: ReadonlyMap<SiteId, FoundSite>;
}

interface FollowParts {
  readonly sql: FrontierQueries;
  readonly table: SiteTable;
  readonly placement: LinkPlacement;
  readonly crawlLimits: CrawlLimits;
  readonly identity: Identity;
  readonly siteStatuses: SiteStatuses;
  /** Outbox to other workers; undefined: this worker has all sites. */
  readonly outbox: Outbox | undefined;
}

const NOTHING: OutsideLinks = { links: [], away: [], found: new Map() };
const NO_SITES: readonly SiteState[] = [];

/**
 * Follows external links, which join the queues of known sites or open new sites. A followed link is still recorded as
 * an external link of its page's site.
 */
export class Follow {
  readonly #parts: FollowParts;
  #homes: Homes;

  constructor(parts: FollowParts) {
    this.#parts = parts;
    this.#homes = new Homes(parts.table);
  }

  /**
   * Finds the external links of a page to follow. Read-only.
   *
   * @param level of the page's links
   * @param firstId returns the id of the first new link
   */
  matches(links: readonly SeenLink[], level: number, firstId: () => LinkId): OutsideLinks {
    return this.#matches(links.entries(), level, firstId);
  }

  #matches(links: Iterable<readonly [number, SeenLink]>, level: number, firstId: () => LinkId): OutsideLinks {
    if (!this.#isFollowing) return NOTHING;
    this.#lookAtSites();
    const matchedLinks = new Map<string, MatchedLink>();
    const away = new Map<string, RemoteLink>();
    const found = this.#newFoundSites();
    let nextId = firstId();
    for (const [place, { found: text, link: external, isNofollow }] of links) {
      if (external.kind !== 'external') continue;
      const url = new URL(external.url);
      if (!this.#isRead(url)) continue;
      const home = this.#homeOf(url, external, level, isNofollow, found);
      const link = home === undefined ? undefined : this.#onOwnSite(external);
      if (home === undefined || link?.kind !== 'internal') continue;
      const hash = keyHash(link.key);
      if (typeof home === 'object') {
        const { site } = home;
        const key = `${site ?? ''} ${hash}`;
        const letter = { site, url: external.url, found: text, place, isNofollow };
        if (!away.has(key)) away.set(key, { letter, key });
        continue;
      }
      if (matchedLinks.has(`${home} ${hash}`)) continue;
      const stored = storedLinks(this.#parts.sql, home, [hash]);
      const known = stored.get(hash);
      const leadsTo = redirectsAmong(this.#parts.sql, home, stored).get(hash);
      const id = known?.id ?? nextId++;
      const seen = {
        site: home,
        found: text,
        link,
        place,
        isNofollow,
        isForbidden: false,
        hash,
        known,
        slashed: undefined,
        otherwise: undefined,
        leadsTo,
        id,
      };
      matchedLinks.set(`${home} ${hash}`, seen);
    }
    return { links: [...matchedLinks.values()], away: [...away.values()], found: found.byId };
  }

  #newFoundSites(): FoundSites {
    return new FoundSites(() => this.#parts.sql.seeds.nextId.get({})?.id ?? 1);
  }

  /** Registrable domains on which a page would open sites, if allowed. @param level of the page */
  wouldOpen({ links, onWay = [] }: Pick<VisitResult, 'links' | 'onWay'>, level: number): readonly string[] {
    if (!this.#isFollowing) return [];
    this.#lookAtSites();
    const domains = new Set<string>();
    const found = this.#newFoundSites();
    for (const { link, isNofollow } of [...links, ...onWay]) {
      if (link.kind !== 'external') continue;
      const url = new URL(link.url);
      if (!this.#isRead(url) || this.#homes.of(url, link.domain) !== undefined) continue;
      if (this.#newHomeOf(url, link, level + 1, isNofollow, found) !== undefined) domains.add(link.domain);
    }
    return [...domains];
  }

  /** Resolves a link that another worker posted to a site of this worker, if possible. Read-only. */
  read({ site, url, page, found, place, isNofollow }: Letter): OutsideLinks {
    if (site !== undefined) this.#parts.table.get(site);
    const { hostname } = new URL(url);
    const external = { kind: 'external', url, key: url, host: hostname, domain: registrableDomain(hostname) } as const;
    const { url: resolved, isRoute, ...text } = found;
    const seen = { ...text, url: resolved, ...(isRoute && { isRoute }) };
    const link = { found: seen, link: external, isNofollow };
    return this.#matches([[place, link]], page.level + 1, () => nextLinkId(this.#parts.sql, undefined));
  }

  /** Forwards a letter whose site has left this worker, inside a transaction. */
  forward(letter: Letter): void {
    this.#parts.outbox?.forward(letter);
  }

  /** Adds sites of other workers. */
  know(sites: readonly SiteState[]): void {
    if (this.#homes.isCurrent) for (const site of sites) this.#homes.add(site);
  }

  get #isFollowing(): boolean {
    return this.#parts.crawlLimits.ofRun.follow !== undefined || this.#parts.table.hasFound;
  }

  #lookAtSites(): void {
    if (!this.#homes.isCurrent) this.#homes = new Homes(this.#parts.table);
  }

  /** Classifies an external link as an internal link of its own site. */
  #onOwnSite({ url }: { readonly url: string }) {
    return classify(url, { resolved: url }, () => true, this.#parts.identity);
  }

  /**
   * Adds the result of `matches`, inside a transaction: opens new sites, and posts links to other workers.
   * Returns the sites that got links.
   */
  add({ links, away, found }: OutsideLinks, page: SourceView, now: number): readonly SiteState[] {
    if (away.length > 0)
      this.#parts.outbox?.post(away.map(({ letter, key }) => ({ letter: { ...letter, page }, key })));
    if (links.length === 0) return NO_SITES;
    const { sql, table, placement, siteStatuses } = this.#parts;
    const gained = new Map<SiteState, number>();
    for (const link of links) {
      const opened = found.get(link.site);
      const site = table.find(link.site) ?? (opened && this.#open(opened, page.id, now));
      if (!site) throw new Error(`no site ${link.site} in this crawl`);
      placement.addInternal(site, page, [link], undefined, now);
      gained.set(site, (gained.get(site) ?? 0) + newOf([link]));
    }
    for (const [site, internal] of gained) {
      const { status } = siteStatuses.after(site, { kind: 'links-changed' });
      const siteStatus = { status, note: site.note };
      sql.seeds.gain.run({ ...NO_GAIN, id: site.id, ...siteStatus, internal, at: now });
      siteStatuses.set(site, siteStatus);
    }
    return [...gained.keys()];
  }

  /** Opens a new site. Its start page is the root of the host, even without a link to it. */
  #open({ id, url, scope }: FoundSite, page: LinkId, now: number): SiteState {
    const { sql, table } = this.#parts;
    const { host } = url;
    const named = { name: host, shortName: host, url: startOf(url), kind: 'other', scope } as const;
    const site = uniquelyNamed(named, sql.seeds);
    sql.seeds.insertFound.run({ ...newSeed(site, now), id, found_on: page });
    const state = new SiteState({ ...site, id, foundOn: page });
    table.append(state);
    this.#homes.add(state);
    return state;
  }

  /** Returns the known or new site of a link; an object: a site of another worker; undefined: don't follow the link. */
  #homeOf(
    url: URL,
    link: External,
    level: number,
    isNofollow: boolean,
    found: FoundSites,
  ): SiteId | OnOtherWorker | undefined {
    const { outbox } = this.#parts;
    const known = this.#homes.of(url, link.domain);
    if (known !== undefined) {
      if (known === null || known.isRemoved) return undefined;
      return known.isElsewhere ? { site: known.id } : known.id;
    }
    if (outbox?.isOpenable(link.domain) === false) {
      const isNew = this.#newHomeOf(url, link, level, isNofollow, this.#newFoundSites()) !== undefined;
      return isNew ? { site: undefined } : undefined;
    }
    return this.#newHomeOf(url, link, level, isNofollow, found);
  }

  /** Returns the site that a link opens on a host without a site; undefined: don't open a site. */
  #newHomeOf(
    url: URL,
    { host, domain }: External,
    level: number,
    isNofollow: boolean,
    found: FoundSites,
  ): SiteId | undefined {
    const { sql, crawlLimits } = this.#parts;
    const { follow, depth, admits } = crawlLimits.ofRun;
    if (!follow || follow.newSites === 0 || isNofollow || level > (depth ?? level)) return undefined;
    if (follow.reach === 'domains' && !this.#homes.isGivenDomain(domain)) return undefined;
    const before = found.of(url, domain);
    if (before !== undefined) return before;
    const link = { site: found.nextId, url: url.href, anchor: '', rel: '' };
    if (follow.avoids(host, domain) || admits?.(link, false) === false) return undefined;
    // The user has just added the site: the next check for edits applies that.
    if (sql.seeds.find.get({ start_url: startOf(url) })) return undefined;
    return found.add(url, domain, follow.openAs === 'domain' && !this.#homes.hasDomain(domain) ? 'domain' : 'host');
  }

  /** Tells whether a URL may be visited: no file, or a document if documents are visited. */
  #isRead({ pathname, href }: URL): boolean {
    return !isFilePath(pathname) || (isDocument(href) && this.#parts.crawlLimits.ofRun.visitsDocuments !== undefined);
  }
}

type External = Extract<SeenLink['link'], { readonly kind: 'external' }>;

/** Site that another worker has, or (undefined) should open. */
interface OnOtherWorker {
  readonly site: SiteId | undefined;
}

const startOf = ({ origin }: URL): string => `${origin}/`;

/** New sites that one page links to. */
class FoundSites {
  readonly byId = new Map<SiteId, FoundSite>();
  readonly #firstId: () => SiteId;
  readonly #byHost = new Map<string, SiteId>();
  readonly #byDomain = new Map<string, SiteId>();
  #nextId: SiteId | undefined;

  /** @param firstId returns the id of the first new site */
  constructor(firstId: () => SiteId) {
    this.#firstId = firstId;
  }

  get nextId(): SiteId {
    this.#nextId ??= this.#firstId();
    return this.#nextId;
  }

  of(url: URL, domain: string): SiteId | undefined {
    return this.#byHost.get(bareHost(url)) ?? this.#byDomain.get(domain);
  }

  add(url: URL, domain: string, scope: ScopeKind): SiteId {
    const id = this.nextId;
    this.#nextId = id + 1;
    this.byId.set(id, { id, url, scope });
    if (scope === 'domain') this.#byDomain.set(domain, id);
    else this.#byHost.set(bareHost(url), id);
    return id;
  }
}

/** Index of sites by host and domain. */
class Homes {
  readonly #table: SiteTable;
  readonly #revision: number;
  readonly #byHost = new Map<string, SiteState[]>();
  readonly #byDomain = new Map<string, SiteState>();
  readonly #domains = new Set<string>();
  readonly #givenDomains = new Set<string>();

  constructor(table: SiteTable) {
    this.#table = table;
    this.#revision = table.revision;
    for (const site of table.known()) this.add(site);
  }

  /** True if the index is up to date with the site table. */
  get isCurrent(): boolean {
    return this.#revision === this.#table.revision;
  }

  add(site: SiteState): void {
    const { hostname } = new URL(site.origin);
    const domain = registrableDomain(hostname);
    this.#domains.add(domain);
    if (site.foundOn === undefined && !site.isRemoved) this.#givenDomains.add(domain);
    if (site.host === undefined) {
      this.#byDomain.set(domain, site);
      return;
    }
    const neighbours = this.#byHost.get(site.host);
    if (neighbours) neighbours.push(site);
    else this.#byHost.set(site.host, [site]);
  }

  /** Returns the site of a URL; null: none, but other parts of the host are crawled; undefined: none. */
  of(url: URL, domain: string): SiteState | null | undefined {
    const onHost = this.#byHost.get(bareHost(url));
    return onHost?.find(({ scope }) => scope(url)) ?? this.#byDomain.get(domain) ?? (onHost && null);
  }

  hasDomain(domain: string): boolean {
    return this.#domains.has(domain);
  }

  /** Tells whether a site given by the user is on the domain. */
  isGivenDomain(domain: string): boolean {
    return this.#givenDomains.has(domain);
  }
}
