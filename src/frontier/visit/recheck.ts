import type { Selectable } from 'kysely';
import type { LinkId } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import type { Schema } from '../../storage/schema.ts';
import { keyHash } from '../../url/normalise.ts';
import { patternOf } from '../../url/page-pattern.ts';
import type { Commits } from '../commits.ts';
import type { Address, SeenLink, VisitResult } from '../frontier.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { LinkPlacement } from '../queue/link-placement.ts';
import { sourceView } from '../queue/link-view.ts';
import type { SiteQueues } from '../queue/site-queues.ts';
import type { Standings } from '../sites/site-standing.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import { LinkHistory } from './page-edges.ts';
import { type Compared, type HistoryPage, PageHistory } from './page-history.ts';
import { newLinks, type PageLinks } from './page-links.ts';
import { fullAddress, storedAddress } from './stored-address.ts';

/** What a check of a known page told. Sizes in characters of visible text; blocks that differ at every fetch do not count. */
export interface Rechecked {
  /**
   * `back`: it had been gone or moved. `gone`: the answer was 404 or 410, no page, or led out of the site. `moved`: it
   * leads to another page of its site. `unreachable`: no answer, or an error that may pass: nothing is stored.
   */
  readonly change: 'unchanged' | 'changed' | 'gone' | 'back' | 'moved' | 'unreachable';
  /** Of the page's text now: kept + fresh; 0 where it is gone. */
  readonly size: number;
  readonly kept: number;
  readonly gone: number;
  readonly fresh: number;
  readonly newInternal: number;
  readonly newExternal: number;
  /** Links of any kind that no page has any more … */
  readonly removedLinks: number;
  /** … and that no page had any more, and this one has. */
  readonly returnedLinks: number;
}

/** What is stored with what a check told, in its transaction: it changes nothing in memory. */
export type AfterCheck<T> = (rechecked: Rechecked) => T;

interface RechecksOptions {
  readonly sql: FrontierQueries;
  readonly commits: Commits;
  readonly standings: Standings;
  readonly sites: SiteTable;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly pageLinks: PageLinks;
}

type Page = Selectable<Schema['internal_links']>;

const NO_LINKS = { newInternal: 0, newExternal: 0, removedLinks: 0, returnedLinks: 0 } as const;
const NO_TEXT = { size: 0, kept: 0, gone: 0, fresh: 0 } as const;
const NO_PAGE = new Set<number | null>([404, 410]);

/** Checks of pages that were read before: what changed is stored, what is new joins the queue. */
export class Rechecks {
  readonly #sql: FrontierQueries;
  readonly #commits: Commits;
  readonly #standings: Standings;
  readonly #sites: SiteTable;
  readonly #queues: SiteQueues;
  readonly #links: LinkPlacement;
  readonly #pageLinks: PageLinks;
  readonly #pages: PageHistory;
  readonly #history: LinkHistory;

  constructor(parts: RechecksOptions) {
    const { sql, commits, standings, sites, queues, links, pageLinks } = parts;
    this.#sql = sql;
    this.#commits = commits;
    this.#standings = standings;
    this.#sites = sites;
    this.#queues = queues;
    this.#links = links;
    this.#pageLinks = pageLinks;
    this.#pages = new PageHistory(sql, commits);
    this.#history = new LinkHistory(sql);
  }

  /**
   * Stores in ONE transaction what a check of a page brought; a failed one tells by its `httpStatus` whether the page is gone.
   *
   * @param then what else the transaction stores
   * @param again the page's text as another fetch had it right before or after, where there was one: what differs then
   * differs at every fetch
   */
  async settle<T>(
    page: LinkId,
    result: VisitResult,
    now: number,
    then: AfterCheck<T>,
    again?: readonly string[],
  ): Promise<{ readonly sites: readonly SiteState[]; readonly told: T }> {
    const site = this.#sites.get(this.#page(page).site);
    return await this.#commits.run(() => {
      const { rechecked, joined } = this.#store(site, page, result, now, again);
      return { sites: [site, ...joined], told: then(rechecked) };
    });
  }

  /** The page is known to be as it was, by a 304 or a cheaper signal: nothing is stored but that it was seen. */
  unchanged<T>(page: LinkId, now: number, then: AfterCheck<T>): Promise<T> {
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
    const { status } = this.#standings.after(site, { kind: 'links-changed' });
    this.#sql.seeds.add.run({ id: site.id, status, ...checked.gained, at: now });
    this.#standings.set(site, { status, note: site.note });
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

  /** The page leads to another address of its site, which takes its place unless it is a page that is there. */
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

  /** Makes the link of the address that a page leads to now a page that was read; none where it is one that is there. */
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

  /** Brings the links of a page to those that it has now. */
  #follow(
    site: SiteState,
    page: Page,
    links: readonly SeenLink[],
    compared: Compared,
    change: Rechecked['change'],
    now: number,
  ): Checked {
    const view = sourceView(this.#sql, page, site);
    if (!view) throw new Error(`no page ${page.id} in this crawl`);
    const found = this.#pageLinks.survey(site, view, links);
    const { joined, resources, returned, removed } = this.#pageLinks.update({ site, view }, found, now);
    const { newInternal, newExternal, newBad } = newLinks(found);
    const { size, kept, gone, fresh } = compared;
    const told = { newInternal, newExternal, removedLinks: removed, returnedLinks: returned };
    return {
      rechecked: { change, size, kept, gone, fresh, ...told },
      gained: { internal: newInternal, external: newExternal, bad: newBad, resources },
      joined,
    };
  }
}

/** What a check told, and what the site's totals gain. */
interface Checked {
  readonly rechecked: Rechecked;
  readonly gained: {
    readonly internal: number;
    readonly external: number;
    readonly bad: number;
    readonly resources: number;
  };
  /** Other sites that got links. */
  readonly joined: readonly SiteState[];
}

/** A page as its history knows it. */
const pageOf = (site: SiteState, { id, url }: Pick<Page, 'id' | 'url'>): HistoryPage => ({
  id,
  template: { site: site.id, pattern: patternOf(new URL(fullAddress(url, site.origin))) },
});

const nothingNew = (rechecked: Rechecked): Checked => ({
  rechecked,
  gained: { internal: 0, external: 0, bad: 0, resources: 0 },
  joined: [],
});
