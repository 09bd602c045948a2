import { NO_TEXTS } from '../../domain/link.ts';
import type { NewSite, SiteId } from '../../domain/site.ts';
import { NO_GAIN, newSeed, uniquelyNamed } from '../../storage/seeds.ts';
import { limitsOf } from '../../storage/sites.ts';
import { getOne } from '../../storage/statement.ts';
import { formOf } from '../../storage/visit.ts';
import { type Identity, identityKey, keyHash } from '../../url/normalise.ts';
import type { Commits } from '../commits.ts';
import type { CrawlLimits } from '../crawl-limits.ts';
import type { SiteDelays } from '../hosts/hosts.ts';
import type { FrontierQueries, FrontierTables } from '../queries.ts';
import { LimitChanges, type Seen } from '../queue/limit-changes.ts';
import type { LinkPlacement } from '../queue/link-placement.ts';
import type { SiteQueues } from '../queue/site-queues.ts';
import { storedAddress } from '../visit/stored-address.ts';
import type { SiteStatuses } from './site-status.ts';
import { SiteState, type SiteTable } from './site-table.ts';

/** Row of a site. */
type Seed = ReturnType<FrontierQueries['seeds']['some']['all']>[number];

/** Sites to read at a time. */
const BATCH = 500;

/** Age in milliseconds at which edits are purged: every crawl that ran then has applied them or exited. */
const EDITS_KEPT = 86_400_000;

/** Milliseconds between two checks for edits of other processes, while there is a link to claim. */
const LOOK_EVERY = 1000;

interface StoredSitesParts {
  readonly tables: FrontierTables;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly crawlLimits: CrawlLimits;
  readonly table: SiteTable;
  readonly commits: Commits;
  readonly siteStatuses: SiteStatuses;
  readonly identity: Identity;
}

/**
 * Sites of the database, read at the start of a run, after edits of other processes, and after a failed transaction
 * that changed sites in memory. Each operation returns the sites whose next link may have changed.
 */
export class StoredSites {
  readonly #parts: StoredSitesParts;
  readonly #limitChanges: LimitChanges;
  /** Last applied edit; `#version` of the database at that time, and time of the last check (`#lookedAt`). */
  #edit = 0;
  #version: number;
  #lookedAt: number;

  constructor(parts: StoredSitesParts, now: number) {
    this.#parts = parts;
    this.#limitChanges = new LimitChanges({ ...parts, sql: parts.tables.sql });
    this.#version = parts.tables.version();
    this.#lookedAt = now;
    parts.commits.onFailed(() => this.#readAgain());
  }

  /** True if all links are placed by the current limits. */
  get isPlaced(): boolean {
    return this.#limitChanges.isDone;
  }

  /** Reads the queues of all loaded sites, and adds the start pages of new sites. */
  async begin(now: number): Promise<readonly SiteState[]> {
    const { commits, queues, links, table, identity } = this.#parts;
    const { sql } = this.#parts.tables;
    await commits.run(() => {
      const ids = new Set(sql.siteEdits.after.all({ edit: 0 }).map(({ site }) => site));
      const edited = [...ids].flatMap((site) => sql.seeds.get.get({ id: site }) ?? []);
      sql.siteEdits.forget.run({ before: now - EDITS_KEPT });
      this.#edit = sql.siteEdits.last.get({})?.id ?? 0;
      // A site that was discovered and then given by the user has links, but perhaps no start page.
      for (const { id, start_url, found_on, removed } of [...sql.seeds.unbegun.all({}), ...edited])
        if (found_on === null && removed === null) addStartPage(sql, links, table.get(id), start_url, identity, now);
      queues.readAll(table, now);
      for (const { id } of edited) this.#limitChanges.ask(table.get(id));
      this.#updateAll(now);
    });
    return [...table.known()];
  }

  /** Adds sites that are not known yet. Returns the new sites and their number. */
  async add(sites: readonly NewSite[], now: number) {
    const { commits } = this.#parts;
    const { sql } = this.#parts.tables;
    return await commits.run(() => {
      const added = sites.flatMap((site) => addSite(sql, site, now) ?? []);
      return { count: added.length, sites: this.#some(added, now) };
    });
  }

  /** Tells whether it is time to check for edits of other processes. */
  isDue(now: number): boolean {
    return now - this.#lookedAt >= LOOK_EVERY;
  }

  /** Applies edits of other processes since the last check; undefined: no other process has written. */
  async applyEdits(now: number): Promise<readonly SiteState[] | undefined> {
    const { tables, commits } = this.#parts;
    const { sql } = tables;
    const version = tables.version();
    if (version === this.#version) {
      this.#lookedAt = now;
      return undefined;
    }
    const { sites, last } = await commits.run(() => {
      const edits = sql.siteEdits.after.all({ edit: this.#edit });
      return { sites: this.#some(new Set(edits.map(({ site }) => site)), now), last: edits.at(-1)?.id };
    });
    this.#version = version;
    this.#lookedAt = now;
    this.#edit = last ?? this.#edit;
    return sites;
  }

  /** Updates the status of each site by the current limits. */
  async updateStatuses(now: number): Promise<void> {
    await this.#parts.commits.run(() => this.#updateAll(now));
  }

  #updateAll(now: number): void {
    const { table, siteStatuses } = this.#parts;
    for (const site of table.known()) siteStatuses.change(site, { kind: 'links-changed' }, now);
  }

  /** Marks all links as to be placed again, after a change of limits or of the link order. */
  placeAll(): void {
    for (const site of this.#parts.table.known()) this.#limitChanges.ask(site);
  }

  /** Places some of the marked links by the current limits. */
  placeSome(now: number): Promise<readonly SiteState[]> {
    return this.#look(() => this.#limitChanges.some(now), now);
  }

  /** Ranks some of the marked links by the link order, without a check of limits. */
  rankSome(now: number): Promise<readonly SiteState[]> {
    return this.#look(() => this.#limitChanges.rankSome(now), now);
  }

  async #look(look: () => readonly Seen[], now: number): Promise<readonly SiteState[]> {
    const { commits, siteStatuses } = this.#parts;
    const seen = await commits.run(() => {
      const looked = look();
      for (const { site, upTo } of looked)
        if (upTo === undefined) siteStatuses.change(site, { kind: 'links-changed' }, now);
      return looked;
    });
    this.#limitChanges.looked(seen);
    return seen.map(({ site }) => site);
  }

  /** Reads some known or new sites, inside a transaction. */
  #some(ids: Iterable<SiteId>, now: number): readonly SiteState[] {
    const { queues, links, siteStatuses, table, identity } = this.#parts;
    const { sql } = this.#parts.tables;
    const sites: SiteState[] = [];
    for (const id of ids) {
      const row = sql.seeds.get.get({ id });
      if (!row) continue;
      const site = this.#take(row);
      sites.push(site);
      if (sql.internal.anyOf.get({ site: id })) queues.read(site, now);
      const isGiven = !site.isRemoved && site.foundOn === undefined;
      if (isGiven) addStartPage(sql, links, site, row.start_url, identity, now);
      siteStatuses.change(site, { kind: 'links-changed' }, now);
    }
    if (sites.length > 0) table.put(sites);
    return sites;
  }

  /**
   * Reads sites from another worker by their rows, inside a transaction without changes so far. Sites that this worker
   * has already stay unchanged. Returns the others.
   */
  takeOver(ids: readonly SiteId[], now: number): readonly SiteState[] {
    const { queues, links, siteStatuses, table, identity } = this.#parts;
    const { sql } = this.#parts.tables;
    const taken = ids.flatMap((id) => {
      const known = table.find(id);
      if (known && !known.isElsewhere) {
        known.isLeaving = false;
        return [];
      }
      const row = sql.seeds.get.get({ id });
      if (!row) throw new Error(`no site ${id} in this crawl`);
      const site = this.#take(row);
      Object.assign(site, figuresOf(row), {
        inFlight: 0,
        isElsewhere: false,
        isLoggedOut: row.status === 'session-ended',
      });
      return [{ site, start: row.start_url }];
    });
    const sites = taken.map(({ site }) => site);
    if (sites.length > 0) table.put(sites);
    queues.takeOver(sites, now);
    for (const { site, start } of taken) {
      if (!site.isRemoved && site.foundOn === undefined) addStartPage(sql, links, site, start, identity, now);
      siteStatuses.change(site, { kind: 'links-changed' }, now);
    }
    return sites;
  }

  /** Updates a site in memory from its row. */
  #take(row: Seed): SiteState {
    const { table, crawlLimits } = this.#parts;
    const { site, hasNewLimits } = stateOf(row, table, crawlLimits.ofRun.siteDelays);
    if (hasNewLimits) this.#limitChanges.ask(site);
    table.changed.add(site);
    return site;
  }

  /** Reloads the sites that a failed transaction changed in memory, and drops those that the transaction added. */
  #readAgain(): void {
    const { queues, table } = this.#parts;
    const { sql } = this.#parts.tables;
    const changed = [...table.changed].filter(({ isElsewhere }) => !isElsewhere);
    const dropped = changed.filter(({ id }) => {
      const row = sql.seeds.get.get({ id });
      if (row) this.#take(row);
      return row === undefined;
    });
    if (dropped.length > 0) table.drop(dropped);
    queues.readAgain(changed);
    table.changed.clear();
  }
}

/** Loads the sites of the database into the table, without their queues. `read`: sites with a captured page. */
export function loadSites(
  { seeds }: { readonly seeds: Pick<FrontierQueries['seeds'], 'some'> },
  table: SiteTable,
  delays: SiteDelays | undefined,
): { readonly sites: readonly SiteState[]; readonly read: readonly SiteState[] } {
  const sites: SiteState[] = [];
  const read: SiteState[] = [];
  for (let after = 0, isMore = true; isMore; ) {
    const rows = seeds.some.all({ after, limit: BATCH });
    for (const row of rows) {
      const { site } = stateOf(row, table, delays);
      sites.push(site);
      if (row.pages > 0) read.push(site);
    }
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === BATCH;
  }
  table.setAll(sites);
  return { sites, read };
}

/** Updates a site from its row. `hasNewLimits`: changed limits or a changed scope may admit other links. */
function stateOf(row: Seed, table: SiteTable, delays: SiteDelays | undefined) {
  const site = table.find(row.id) ?? storedSite(row);
  site.isRemoved = row.removed !== null;
  site.foundOn = row.found_on ?? undefined;
  site.status = row.status;
  site.note = row.note;
  site.moveTo(row.home ?? row.start_url);
  const hasNewLimits = site.bind(limitsOf(row), row.scope);
  delays?.put(site);
  return { site, hasNewLimits };
}

/** Returns a site with its figures of the last run. */
function storedSite(row: Seed): SiteState {
  const { id, kind, scope } = row;
  const site = new SiteState({
    id,
    kind,
    scope,
    shortName: row.short_name,
    url: row.start_url,
    home: row.home ?? undefined,
  });
  Object.assign(site, figuresOf(row));
  return site;
}

function figuresOf(row: Seed): Pick<SiteState, 'visits' | 'rewardSum' | 'rewardMax' | 'milliseconds' | 'isOpened'> {
  const { pages, failed, reward_sum: rewardSum, reward_max: rewardMax, milliseconds } = row;
  return { visits: pages + failed, rewardSum, rewardMax, milliseconds, isOpened: pages + failed > 0 };
}

/** Adds a site given by the user, inside a transaction; undefined: already there. */
function addSite({ seeds }: FrontierQueries, site: NewSite, now: number): SiteId | undefined {
  const known = seeds.find.get({ start_url: site.url });
  if (!known) return getOne(seeds.insert, newSeed(uniquelyNamed(site, seeds), now)).id;
  if (known.found_on === null) return undefined;
  seeds.adopt.run({ id: known.id });
  return known.id;
}

/** Adds the start page of a site to its queue, unless the page is known. */
function addStartPage(
  sql: FrontierQueries,
  links: LinkPlacement,
  state: SiteState,
  url: string,
  identity: Identity,
  now: number,
): void {
  const start = new URL(url);
  const { id } = state;
  const hash = keyHash(identityKey(start, identity));
  if (sql.internal.find.get({ site: id, hash })) return;
  const link = sql.internal.nextId.get({})?.id ?? 1;
  const text = { ...NO_TEXTS, element: '', technique: 'seed', role: 'link' } as const;
  const view = { ...text, id: link, site: id, url, level: 0, place: undefined, source: undefined };
  const placed = links.place(view, state);
  const stored = storedAddress(start.href, state.origin);
  sql.internal.insert.run([{ id: link, site: id, hash, url: stored, level: 0, source: null, ...placed }]);
  sql.internal.insertText.run([{ ...formOf(text), role: 'link', link, first_seen: now }]);
  links.enqueue(state, link, placed);
  sql.seeds.gain.run({ ...NO_GAIN, id: id, status: 'waiting', note: '', internal: 1, at: now });
}
