import type { SiteId } from '../../domain/site.ts';
import { getOne } from '../../storage/statement.ts';
import { type Needless, type Parameter, parametersOf, patternOf, readPattern } from '../../url/needless-parameters.ts';
import { type Identity, keyHash, storedKey } from '../../url/normalise.ts';
import { type Family, familyOf, type Trap, trapOfAddress } from '../../url/traps.ts';
import type { Commits } from '../commits.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { WaitingLink } from '../queue/site-queues.ts';
import type { SiteState } from '../sites/site-table.ts';
import { fullAddress, storedAddress } from './stored-address.ts';

/** Unproductive pages of a calendar (only links to more of the calendar) before the calendar is a trap. */
const CALENDAR_PAGES = 50;
/** Unproductive pages of a folder with combinations of known parameters, before such combinations are a trap. */
const COMBINATIONS = 100;
/** Unproductive pages of one path, with any parameters, before the path is a trap. */
const SAME_PATH_PAGES = 2000;
/** Unproductive pages of one path before its links deeper than this level are a trap. */
const CHAIN = 100;
/** Unproductive pages that one productive page outweighs: nothing is a trap if more than 2 % are productive. */
const OUTWEIGHED_PAGES = 50;
/** Most remembered parameters of a folder; others count as unknown. */
const MOST_PARAMETERS = 500;

/** Links of a site to read at a time. */
const LINKS_AT_A_TIME = 1000;
/** Statuses of links whose pages are captured, or about to be. */
const READ: ReadonlySet<number> = new Set([STATUS.visited, STATUS.claimed]);
/** Statuses of links that may have failed because of a parameter's value. */
const LOST: ReadonlySet<number> = new Set([STATUS.failed, STATUS.redirected]);

type StoredLink = Pick<ReturnType<FrontierQueries['resumed']['ofSite']['all']>[number], 'hash' | 'url' | 'status'>;

const inSite = (site: SiteId, pattern: string): string => `${site} ${pattern}`;

/** Recognises endless URL patterns. Stores learned traps in the database for resumed crawls. */
export class TrapWatch {
  readonly sql: FrontierQueries;
  readonly isOn: boolean;
  readonly #identity: Identity;
  /** Patterns of families and folders that are traps. */
  readonly #traps = new Set<string>();

  constructor(sql: FrontierQueries, isOn: boolean, identity: Identity) {
    this.sql = sql;
    this.isOn = isOn;
    this.#identity = identity;
  }

  /** Loads the learned traps; forgets them if traps are off. */
  load(): void {
    this.#traps.clear();
    if (!this.isOn) {
      this.#identity.leftOut?.clear();
      return;
    }
    for (const { site, kind, pattern } of this.sql.traps.all.all({}))
      if (kind === 'calendar' || kind === 'parameters') this.#traps.add(inSite(site, pattern));
  }

  /** Loads the traps that another worker learned of sites. */
  takeOver(sites: readonly SiteState[]): void {
    this.load();
    const { leftOut } = this.#identity;
    const taken = new Map(sites.map((site) => [site.id, site]));
    for (const { site: id, kind, pattern } of this.isOn ? this.sql.traps.all.all({}) : []) {
      const site = taken.get(id);
      const needless = kind === 'session' || kind === 'section' ? readPattern(pattern) : undefined;
      if (site && needless) leftOut?.add(new URL(needless.root || site.origin).host, needless.parameter);
    }
  }

  /** Begins to watch the new links of a page. @param address stored form of its URL @param host of the page */
  page(site: SiteId, address: string, host: string): PageWatch {
    return new PageWatch(this, site, address, host);
  }

  /**
   * Returns the trap of a waiting link, if any: the link was found on a page of its own family, which is a trap now, or
   * is a duplicate of a known link.
   */
  ofWaiting(site: SiteState, { link, url, source }: Waiting): Trap | undefined {
    const alias = this.#aliasOf(site, link, url);
    if (alias || this.#traps.size === 0 || source === null) return alias;
    const family = familyOf(url);
    const trap = family && this.of(site.id, family, url);
    if (!trap) return undefined;
    const page = this.sql.internal.get.get({ id: source });
    return page && familyOf(page.url)?.pattern === family.pattern ? trap : undefined;
  }

  #aliasOf(site: SiteState, link: number, stored: string): Trap | undefined {
    const { leftOut } = this.#identity;
    if (leftOut?.isEmpty !== false) return undefined;
    const url = new URL(fullAddress(stored, site.origin));
    const needless = leftOut.of(url.host);
    const parameter = needless && [...parametersOf(url).keys()].find((one) => needless.has(one));
    if (!parameter) return undefined;
    const known = this.sql.internal.find.get({ site: site.id, hash: keyHash(storedKey(url, this.#identity)) });
    if (!known || known.id === link) return undefined;
    return { kind: parameter.startsWith('#') ? 'section' : 'session', pattern: patternIn(site, url, parameter) };
  }

  /** Leaves a parameter of a page's host out of identities from now on. Visited links get the new identities first. */
  async leaveOut(commits: Commits, site: SiteState, needless: Needless, page: URL, now: number): Promise<void> {
    const { leftOut } = this.#identity;
    const { host } = page;
    const { parameter } = needless;
    if (!this.isOn || !leftOut || leftOut.of(host)?.has(parameter)) return;
    leftOut.add(host, parameter);
    try {
      await commits.run(() => this.#leaveOut(site, needless, page, now));
    } catch (error) {
      leftOut.delete(host, parameter);
      throw error;
    }
  }

  #leaveOut(site: SiteState, { kind, parameter }: Needless, page: URL, now: number): void {
    const example = storedAddress(page.href, site.origin);
    this.sql.traps.count.run({
      site: site.id,
      kind,
      pattern: patternIn(site, page, parameter),
      links: 0,
      example,
      first_seen: now,
    });
    for (const ofRead of [true, false])
      for (let after = Number.MIN_SAFE_INTEGER; ; ) {
        const links = this.sql.resumed.ofSite.all({ site: site.id, after, limit: LINKS_AT_A_TIME });
        for (const link of links)
          if (READ.has(link.status) === ofRead && !LOST.has(link.status))
            this.#rename(site, link, page.host, parameter);
        const last = links.at(-1);
        if (!last || links.length < LINKS_AT_A_TIME) break;
        after = last.hash;
      }
  }

  /** Gives a link the identity without a parameter, unless another link has it. */
  #rename(site: SiteState, { hash, url: stored }: StoredLink, host: string, parameter: Parameter): void {
    if (!stored.includes(`${parameter.slice(1)}=`)) return;
    const url = new URL(fullAddress(stored, site.origin));
    if (url.host !== host || !parametersOf(url).has(parameter)) return;
    const to = keyHash(storedKey(url, this.#identity));
    if (to === hash || this.sql.internal.find.get({ site: site.id, hash: to })) return;
    this.sql.internal.setHash.run({ site: site.id, hash, to });
  }

  /** Returns the trap of a URL: its family, or the combinations of parameters in its folder. */
  of(site: SiteId, family: Family, address: string): Trap | undefined {
    const { kind, pattern, folder } = family;
    if (this.#traps.has(inSite(site, pattern))) return { kind, pattern };
    const isTrap = this.#traps.has(inSite(site, folder)) && this.isCombination(site, family, address);
    return isTrap ? { kind, pattern: folder } : undefined;
  }

  /** Tells whether all parameters of a URL were known from other URLs before. */
  isCombination(site: SiteId, { parameters, folder: pattern }: Family, address: string): boolean {
    const folder = parameters.length < 2 ? undefined : this.sql.traps.family.get({ site, pattern });
    if (!folder) return false;
    const itself = keyHash(address);
    return parameters.every((parameter) => {
      const known = this.sql.traps.parameter.get({ family: folder.id, hash: keyHash(parameter) });
      return known !== undefined && known.first !== itself;
    });
  }

  /** Adds a family or folder as a trap. @param address stored URL of the last page */
  add(site: SiteId, { kind, pattern }: Trap, address: string, now: number): void {
    const proved = inSite(site, pattern);
    if (this.#traps.has(proved)) return;
    this.#traps.add(proved);
    this.sql.traps.count.run({ site, kind, pattern, links: 0, example: address, first_seen: now });
  }

  /** Counts a skipped link of a trap. */
  count(site: SiteId, { kind, pattern }: Trap, address: string, now: number): void {
    this.sql.traps.count.run({ site, kind, pattern, links: 1, example: address, first_seen: now });
  }
}

type Waiting = Pick<WaitingLink, 'link' | 'url' | 'source'>;

const patternIn = (site: SiteState, { origin }: URL, parameter: Parameter): string =>
  patternOf(origin === site.origin ? '' : origin, parameter);

/** New links of one page. Only a page with a family can be part of a learned trap. */
export class PageWatch {
  readonly #watch: TrapWatch;
  readonly #site: SiteId;
  readonly #address: string;
  readonly #host: string;
  readonly #family: Family | undefined;
  readonly #row: FamilyRow | undefined;
  /** True if the page is productive: it has a new link outside its family. */
  #isProductive = false;
  /** Number of new links of the page's own family. */
  #own = 0;
  /** Parameters of these links, with the first link of each. */
  readonly #parameters = new Map<string, string>();

  constructor(watch: TrapWatch, site: SiteId, address: string, host: string) {
    this.#watch = watch;
    this.#site = site;
    this.#address = address;
    this.#host = host;
    this.#family = watch.isOn ? familyOf(address) : undefined;
    this.#row = this.#family && watch.sql.traps.family.get({ site, pattern: this.#family.pattern });
  }

  /** Notes an external link that is new to the site. */
  external(url: string): void {
    if (this.#family && !this.#isNamedIn(url)) this.#isProductive = true;
  }

  /** Notes an internal link that is new to the site. Returns its trap, if any. @param level of the link */
  internal(address: string, level: number, isFile: boolean): Trap | undefined {
    if (!this.#watch.isOn) return undefined;
    const trap = isFile ? undefined : trapOfAddress(address);
    const page = this.#family;
    if (trap || !page) return trap;
    const family = isFile ? undefined : familyOf(address);
    if (family?.pattern !== page.pattern) {
      const isDate = family?.kind === 'calendar' && (page.kind === 'calendar' || !family.isYear);
      if (!isDate && !this.#isNamedIn(address)) this.#isProductive = true;
      return undefined;
    }
    this.#own++;
    for (const parameter of family.parameters)
      if (!this.#parameters.has(parameter)) this.#parameters.set(parameter, address);
    const isChain = level > CHAIN && (this.#row?.unproductive ?? 0) >= CHAIN;
    return (
      this.#watch.of(this.#site, family, address) ?? (isChain ? { kind: 'chain', pattern: page.pattern } : undefined)
    );
  }

  /** Returns the trap of a guess that is new to the site, if any. Learns nothing from guesses. */
  guess(address: string): Trap | undefined {
    return this.#watch.isOn ? trapOfAddress(address) : undefined;
  }

  /** Learns from the page, after all its links were noted. */
  close(now: number): void {
    if (!this.#family || this.#family.isYear) return;
    const { kind, pattern, folder } = this.#family;
    if (this.#own > 0 || (this.#row && this.#isProductive))
      this.#learn(this.#row ?? this.#begin(pattern), kind === 'calendar' ? CALENDAR_PAGES : SAME_PATH_PAGES, now);
    if (kind === 'calendar') return;
    const known = this.#watch.sql.traps.family.get({ site: this.#site, pattern: folder });
    if (known && this.#watch.isCombination(this.#site, this.#family, this.#address))
      this.#learn(known, COMBINATIONS, now);
    if (this.#parameters.size > 0) this.#addParameters(known ?? this.#begin(folder));
  }

  #begin(pattern: string): FamilyRow {
    const family = { pattern, unproductive: 0, parameters: 0 };
    return { id: getOne(this.#watch.sql.traps.addFamily, { site: this.#site, ...family }).id, ...family };
  }

  /** Counts the page; `most` unproductive pages are a trap. */
  #learn({ id, pattern, unproductive }: FamilyRow, most: number, now: number): void {
    const pages = this.#isProductive ? Math.max(0, unproductive - OUTWEIGHED_PAGES) : unproductive + 1;
    this.#watch.sql.traps.setUnproductive.run({ id: id, unproductive: pages });
    const kind = this.#family?.kind ?? 'parameters';
    if (pages >= most) this.#watch.add(this.#site, { kind, pattern }, this.#address, now);
  }

  #addParameters({ id: family, parameters }: FamilyRow): void {
    let known = parameters;
    for (const [parameter, address] of this.#parameters) {
      if (known >= MOST_PARAMETERS) break;
      const row = { family, hash: keyHash(parameter), first: keyHash(address) };
      known += this.#watch.sql.traps.addParameter.run(row).changes;
    }
    if (known > parameters) this.#watch.sql.traps.setParameters.run({ id: family, parameters: known });
  }

  /** Tells whether a link has the page's URL in its query, like links to share, print or log in. */
  #isNamedIn(url: string): boolean {
    const at = url.indexOf('?');
    if (at < 0) return false;
    const query = url.slice(at).replace(/%3A/gi, ':').replace(/%2F/gi, '/');
    const path = this.#address.split('?', 1)[0] ?? '';
    return query.includes(this.#host) || (path.length > 1 && query.includes(path));
  }
}

interface FamilyRow {
  readonly id: number;
  readonly pattern: string;
  readonly unproductive: number;
  readonly parameters: number;
}
