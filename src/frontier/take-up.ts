import type { SiteId } from '../domain/site.ts';
import { limitsOf } from '../storage/sites.ts';
import type { Identity } from '../url/identity.ts';
import { addStartPage } from './add-site.ts';
import type { FrontierQueries } from './queries.ts';
import { Reconsider, type ReconsiderParts } from './reconsider.ts';
import type { SiteDelays } from './site-delays.ts';
import { SiteState, type SiteTable } from './site-table.ts';
import type { UndoLog } from './undo-log.ts';

/** A site as its row tells. */
type Seed = ReturnType<FrontierQueries['seeds']['some']['all']>[number];

/** Sites that are read at a time. */
const SOME = 500;

/** Milliseconds after which an edit is forgotten: whoever crawled then has taken it up, or died. */
const EDITS_KEPT = 86_400_000;

/** What sites are taken up with. */
interface TakeUpParts extends ReconsiderParts {
  readonly table: SiteTable;
  readonly identity: Identity;
}

/** Takes the sites as the database has them, all or those that others edited since a while. */
export class TakeUp {
  readonly #parts: TakeUpParts;
  readonly #reconsider: Reconsider;
  /** The last edit that was taken up. */
  #edit = 0;

  constructor(parts: TakeUpParts) {
    this.#parts = parts;
    this.#reconsider = new Reconsider(parts);
  }

  /** Whether all links stand where the limits as they are have them. */
  get isDone(): boolean {
    return this.#reconsider.isDone;
  }

  /** Reads the queues of all sites that are loaded, inside a transaction; new ones are begun. Returns all sites. */
  queues(now: number): readonly SiteState[] {
    const { sql, queues, links, table, identity } = this.#parts;
    const ids = new Set(sql.siteEdits.after.all({ edit: 0 }).map(({ site }) => site));
    const edited = [...ids].flatMap((site) => sql.seeds.get.get({ id: site }) ?? []);
    sql.siteEdits.forget.run({ before: now - EDITS_KEPT });
    this.#setEdit(sql.siteEdits.last.get({})?.id ?? 0);
    // A site that was found and then given has links, and perhaps no start page.
    for (const { id, start_url, found_on, removed } of [...sql.seeds.unbegun.all({}), ...edited])
      if (found_on === null && removed === null) addStartPage(sql, links, table.get(id), start_url, identity, now);
    queues.readAll(table, now);
    for (const { id } of edited) this.#reconsider.ask(table.get(id));
    this.settleStandings(now);
    return [...table.known()];
  }

  /** Has each site stand as the limits that hold now have it, inside a transaction. */
  settleStandings(now: number): void {
    for (const site of this.#parts.table.known()) this.#settleStanding(site, now);
  }

  /** The run's limits are other ones, or its link order: all links are to be placed by them. */
  placeAnew(): void {
    for (const site of this.#parts.table.known()) this.#reconsider.ask(site);
  }

  /** Places some of the links that are to be placed anew, inside a transaction. Returns their sites. */
  placeSome(now: number): readonly SiteState[] {
    return this.#settled(this.#reconsider.some(now), now);
  }

  /** The same by the link order, where limits stay. */
  rankSome(now: number): readonly SiteState[] {
    return this.#settled(this.#reconsider.rankSome(now), now);
  }

  #settled(seen: ReturnType<Reconsider['some']>, now: number): readonly SiteState[] {
    for (const { site, isDone } of seen) if (isDone) this.#settleStanding(site, now);
    return seen.map(({ site }) => site);
  }

  /** Reads the sites that others edited, inside a transaction. Returns them. */
  edited(now: number): readonly SiteState[] {
    const edits = this.#parts.sql.siteEdits.after.all({ edit: this.#edit });
    this.#setEdit(edits.at(-1)?.id ?? this.#edit);
    return this.some(new Set(edits.map(({ site }) => site)), now);
  }

  /** Reads some sites, new ones among them, inside a transaction. */
  some(ids: Iterable<SiteId>, now: number): readonly SiteState[] {
    const { sql, queues, links, bounds, table, identity, undo } = this.#parts;
    const { siteDelays } = bounds.ofRun;
    const sites: SiteState[] = [];
    for (const id of ids) {
      const row = sql.seeds.get.get({ id: id });
      if (!row) continue;
      const { site, isBoundAnew } = stateOf(row, table, siteDelays, undo);
      sites.push(site);
      if (sql.internal.anyOf.get({ site: id })) queues.read(site, now);
      if (isBoundAnew) this.#reconsider.ask(site);
      const isGiven = !site.isRemoved && site.foundOn === undefined;
      if (isGiven) addStartPage(sql, links, site, row.start_url, identity, now);
      this.#settleStanding(site, now);
    }
    const known = sites.filter(({ id }) => table.find(id));
    if (sites.length > 0) {
      undo.add(() => table.drop(sites.filter((site) => !known.includes(site))));
      table.put(sites);
    }
    return sites;
  }

  #setEdit(edit: number): void {
    const before = this.#edit;
    this.#parts.undo.add(() => {
      this.#edit = before;
    });
    this.#edit = edit;
  }

  #settleStanding(site: SiteState, now: number): void {
    const { sql, bounds, undo } = this.#parts;
    const standing = bounds.standingAfter(site, { kind: 'links-changed' });
    if (standing.status === site.status) return;
    sql.seeds.setStatus.run({ id: site.id, ...standing, at: now });
    site.stand(standing, undo);
  }
}

/** Brings the sites of the database into the table; their queues are not read yet. Returns those of which a page was read, too. */
export function loadSites(
  { seeds }: { readonly seeds: Pick<FrontierQueries['seeds'], 'some'> },
  table: SiteTable,
  delays: SiteDelays | undefined,
): { readonly sites: readonly SiteState[]; readonly read: readonly SiteState[] } {
  const sites: SiteState[] = [];
  const read: SiteState[] = [];
  for (let after = 0, isMore = true; isMore; ) {
    const rows = seeds.some.all({ after, limit: SOME });
    for (const row of rows) {
      const { site } = stateOf(row, table, delays);
      sites.push(site);
      if (row.pages > 0) read.push(site);
    }
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === SOME;
  }
  table.setAll(sites);
  return { sites, read };
}

/** `isBoundAnew`: its own limits or its scope may let other links in than those that were known. */
function stateOf(row: Seed, table: SiteTable, delays: SiteDelays | undefined, undo?: UndoLog) {
  const known = table.find(row.id);
  const site = known ?? storedSite(row);
  if (known) undo?.add(known.asIs());
  site.isRemoved = row.removed !== null;
  site.foundOn = row.found_on ?? undefined;
  site.status = row.status;
  site.note = row.note;
  const isBoundAnew = site.bind(limitsOf(row), row.scope);
  delays?.put(site);
  return { site, isBoundAnew };
}

/** A site with its figures, as the last run left them. */
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
  site.visits = row.pages + row.failed;
  site.rewardSum = row.reward_sum;
  site.rewardMax = row.reward_max;
  site.milliseconds = row.milliseconds;
  site.isOpened = site.visits > 0;
  return site;
}
