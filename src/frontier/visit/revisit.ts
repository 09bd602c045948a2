import type { Selectable } from 'kysely';
import type { LinkId } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import type { Schema } from '../../storage/schema.ts';
import { NO_GAIN } from '../../storage/seeds.ts';
import { keyHash } from '../../url/normalise.ts';
import { patternOf } from '../../url/page-pattern.ts';
import type { Commits } from '../commits.ts';
import type { Address, SeenLink, VisitResult } from '../frontier.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { LinkPlacement } from '../queue/link-placement.ts';
import { sourceView } from '../queue/link-view.ts';
import type { SiteQueues } from '../queue/site-queues.ts';
import type { SiteStatuses } from '../sites/site-status.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import { LinkHistory } from './page-edges.ts';
import { type Compared, type HistoryPage, PageHistory } from './page-history.ts';
import { newLinks, type PageLinks } from './page-links.ts';
import { fullAddress, storedAddress } from './stored-address.ts';

/** Result of a revisit. Sizes are in characters of visible text, without blocks that differ at every fetch. */
export interface RevisitResult {
  /**
   * `back`: returned after `gone` or `moved`. `gone`: 404, 410, no page, or a redirect out of the site. `moved`:
   * redirects to another page of the site. `unreachable`: no answer or a temporary error, and nothing is stored.
   */
  readonly change: 'unchanged' | 'changed' | 'gone' | 'back' | 'moved' | 'unreachable';
  /** Size of the current text: kept + fresh; 0 if the page is gone. */
  readonly size: number;
  readonly kept: number;
  readonly gone: number;
  readonly fresh: number;
  readonly newInternal: number;
  readonly newExternal: number;
  /** Number of links, of any kind, that no page has any more. */
  readonly removedLinks: number;
  /** Number of links that had been removed from all pages and that this page has again. */
  readonly returnedLinks: number;
}

/** Writes in the transaction of a revisit, without changes in memory. */
export type AfterRevisit<T> = (rechecked: RevisitResult) => T;

interface RechecksOptions {
  readonly sql: FrontierQueries;
  readonly commits: Commits;
  readonly siteStatuses: SiteStatuses;
  readonly sites: SiteTable;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly pageLinks: PageLinks;
}

type Page = Selectable<Schema['internal_links']>;

const NO_LINKS = { newInternal: 0, newExternal: 0, removedLinks: 0, returnedLinks: 0 } as const;
const NO_TEXT = { size: 0, kept: 0, gone: 0, fresh: 0 } as const;
const NO_PAGE = new Set<number | null>([404, 410]);

/** Revisits of captured pages: stores changes, and adds new links to the queue. */
export class Revisits {
  readonly #sql: FrontierQueries;
  readonly #commits: Commits;
  readonly #siteStatuses: SiteStatuses;
  readonly #sites: SiteTable;
  readonly #queues: SiteQueues;
  readonly #links: LinkPlacement;
  readonly #pageLinks: PageLinks;
  readonly #pages: PageHistory;
  readonly #history: LinkHistory;

  constructor(parts: RechecksOptions) {
    const { sql, commits, siteStatuses, sites, queues, links, pageLinks } = parts;
    this.#sql = sql;
    this.#commits = commits;
    this.#siteStatuses = siteStatuses;
    this.#sites = sites;
    this.#queues = queues;
    this.#links = links;
    this.#pageLinks = pageLinks;
    this.#pages = new PageHistory(sql, commits);
    this.#history = new LinkHistory(sql);
  }

  /**
   * Stores the result of a revisit in ONE transaction. A failed revisit tells by its `httpStatus` if the page is gone.
   *
   * @param then further writes of the transaction
   * @param again text of a second fetch right before or after, if any: parts that differ do so at every fetch
   */
  async completeVisit<T>(
    page: LinkId,
    result: VisitResult,
    now: number,
    then: AfterRevisit<T>,
    again?: readonly string[],
  ): Promise<{ readonly sites: readonly SiteState[]; readonly result: T }> {
    const site = this.#sites.get(this.#page(page).site);
    return await this.#commits.run(() => {
      const { rechecked, joined } = this.#store(site, page, result, now, again);
      return { sites: [site, ...joined], result: then(rechecked) };
    });
  }

  /** Notes that a page was seen unchanged, as known by a 304 or a cheaper signal. */
  unchanged<T>(page: LinkId, now: number, then: AfterRevisit<T>): Promise<T> {
    return this.#commits.run(() => {
      for (const link of this.#sql.external.ofPage.all({ page })) this.#history.seen('external', link, now);
      const size = this.#pages.seen(page, now);
      return then({ change: 'unchanged', size, kept: size, gone: 0, fresh: 0, ...NO_LINKS });
    });
  }

  #store(site: SiteState, page: LinkId, result: VisitResult, now: number, again?: readonly string[]): Checked {
    if (result.outcome === 'failed' && !NO_PAGE.has(result.httpStatus)) {
      const size = this.#pages.size(page);
      return nothingNew({ change: 'unreachable', size, kept: size, gone: 0, fresh: 0, ...NO_LINKS });
    }
    const checked = this.#check(site, this.#page(page), result, now, again);
    const { status } = this.#siteStatuses.after(site, { kind: 'links-changed' });
    const siteStatus = { status, note: site.note };
    // A revisit does not count as a page.
    this.#sql.seeds.gain.run({ ...NO_GAIN, ...checked.gained, id: site.id, ...siteStatus, at: now });
    this.#siteStatuses.set(site, siteStatus);
    return checked;
  }

  #page(link: LinkId): Page {
    const row = this.#sql.internal.get.get({ id: link });
    if (!row) throw new Error(`no page ${link} in this crawl`);
    return row;
  }

  #check(site: SiteState, page: Page, result: VisitResult, now: number, again?: readonly string[]): Checked {
    const { outcome, httpStatus, address, text = [] } = result;
    if (outcome !== 'page') {
      const compared = this.#pages.check(pageOf(site, page), { state: 'gone', text: [], httpStatus }, now);
      return this.#follow(site, page, result.links, { ...compared, size: 0 }, 'gone', now);
    }
    const isMoved =
      address &&
      address.url !== fullAddress(page.url, site.origin) &&
      this.#sql.internal.find.get({ site: site.id, hash: keyHash(address.key) })?.id !== page.id;
    if (isMoved) return this.#move(site, page, address, result, now);
    const compared = this.#pages.check(pageOf(site, page), { state: 'there', text, httpStatus }, now, again);
    const isSame = compared.gone + compared.fresh === 0;
    const wasGone = compared.before !== undefined && compared.before !== 'there';
    const change = wasGone ? 'back' : isSame ? 'unchanged' : 'changed';
    const visit = { link: page.id, url: fullAddress(page.url, site.origin) };
    this.#links.addAliases(site, visit, page.id, result, now);
    return this.#follow(site, page, result.links, compared, change, now);
  }

  /** Records a redirect to another URL of the site. Its link replaces the page, unless it has a page already. */
  #move(site: SiteState, page: Page, address: Address, result: VisitResult, now: number): Checked {
    const { httpStatus, text = [] } = result;
    const compared = this.#pages.check(pageOf(site, page), { state: 'moved', text, httpStatus }, now);
    const { target, isNew } = this.#takeOver(site, page, address, now);
    const visit = { link: page.id, url: fullAddress(page.url, site.origin) };
    this.#links.addAliases(site, visit, target?.id ?? page.id, result, now);
    let there = nothingNew({ change: 'moved', ...NO_TEXT, ...NO_LINKS });
    if (target) {
      const read = this.#pages.check(pageOf(site, target), { state: 'there', text, httpStatus }, now);
      there = this.#follow(site, target, result.links, read, 'moved', now);
    }
    const left = this.#follow(site, page, [], compared, 'moved', now).rechecked;
    const { newInternal, newExternal, returnedLinks, removedLinks } = there.rechecked;
    return {
      rechecked: { ...left, newInternal, newExternal, returnedLinks, removedLinks: left.removedLinks + removedLinks },
      gained: { ...there.gained, internal: there.gained.internal + (isNew ? 1 : 0) },
      joined: there.joined,
    };
  }

  /** Marks the link of a redirect's target as visited. `target` is undefined if that link has a page already. */
  #takeOver(site: SiteState, page: Page, address: Address, now: number) {
    const sql = this.#sql;
    const hash = keyHash(address.key);
    const known = sql.internal.find.get({ site: site.id, hash });
    if (!known) {
      const { level } = page;
      const url = storedAddress(address.url, site.origin);
      const row = { site: site.id, hash, url, level, source: page.id, status: STATUS.visited };
      const tier = page.tier === TIER.guess ? TIER.guess : TIER.page;
      const id = sql.internal.nextId.get({})?.id ?? 1;
      sql.internal.insert.run([{ ...row, id, tier, rank: null, queue_group: null }]);
      return { target: this.#page(id), isNew: true };
    }
    const isThere = known.status === STATUS.visited && (this.#pages.stateOf(known.id) ?? 'there') === 'there';
    if (isThere || known.status === STATUS.claimed) return { target: undefined, isNew: false };
    const row = this.#page(known.id);
    const { id, level } = row;
    if (row.status === STATUS.waiting) this.#queues.remove(site, id, row);
    const tier = row.tier === TIER.guess && page.tier === TIER.guess ? TIER.guess : TIER.page;
    const placed = {
      status: STATUS.visited,
      level: Math.min(level, page.level),
      tier,
      rank: null,
      queue_group: null,
    };
    sql.internal.place.run({ id: id, ...placed, at: now });
    return { target: this.#page(id), isNew: false };
  }

  /** Updates the stored links of a page. */
  #follow(
    site: SiteState,
    page: Page,
    links: readonly SeenLink[],
    compared: Compared,
    change: RevisitResult['change'],
    now: number,
  ): Checked {
    const view = sourceView(this.#sql, page, site);
    if (!view) throw new Error(`no page ${page.id} in this crawl`);
    const found = this.#pageLinks.matches(site, view, links);
    const { joined, resources, returned, removed } = this.#pageLinks.update({ site, view }, found, now);
    const { newInternal, newExternal, newBad } = newLinks(found);
    const { size, kept, gone, fresh } = compared;
    const counts = { newInternal, newExternal, removedLinks: removed, returnedLinks: returned };
    return {
      rechecked: { change, size, kept, gone, fresh, ...counts },
      gained: { internal: newInternal, external: newExternal, bad: newBad, resources },
      joined,
    };
  }
}

/** Result of a revisit, with the additions to the site's totals. */
interface Checked {
  readonly rechecked: RevisitResult;
  readonly gained: {
    readonly internal: number;
    readonly external: number;
    readonly bad: number;
    readonly resources: number;
  };
  /** Other sites that got links. */
  readonly joined: readonly SiteState[];
}

/** Returns a page with its template, for the history. */
const pageOf = (site: SiteState, { id, url }: Pick<Page, 'id' | 'url'>): HistoryPage => ({
  id,
  template: { site: site.id, pattern: patternOf(new URL(fullAddress(url, site.origin))) },
});

const nothingNew = (rechecked: RevisitResult): Checked => ({
  rechecked,
  gained: { internal: 0, external: 0, bad: 0, resources: 0 },
  joined: [],
});
