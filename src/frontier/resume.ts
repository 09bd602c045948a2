import { TIER } from '../domain/rank.ts';
import { CRASHES_TO_GIVE_UP } from '../storage/claim.ts';
import { one } from '../storage/statement.ts';
import type { Bounds } from './bounds.ts';
import type { Run } from './frontier.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import type { LinkPlacement } from './queue/link-placement.ts';
import { linkView } from './queue/link-view.ts';
import type { SiteQueues } from './queue/site-queues.ts';
import { retryFailed } from './retries.ts';
import type { Standings } from './sites/site-standing.ts';
import type { SiteState, SiteTable } from './sites/site-table.ts';

/** Links set aside that are read at once. */
const READ_AT_ONCE = 1000;

/** Deaths of the crawler during a visit after which the link waits behind all others of its site; see CRASHES_TO_GIVE_UP. */
const CRASHES_TO_LAST_TIER = 3;

interface ResumeParts {
  readonly sql: FrontierQueries;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly table: SiteTable;
  readonly bounds: Bounds;
  readonly standings: Standings;
}

/** Goes on with what earlier runs left: their leases, what failed, and what their limits kept out. All inside a transaction. */
export class Resume {
  readonly #parts: ResumeParts;

  constructor(parts: ResumeParts) {
    this.#parts = parts;
  }

  /**
   * To be called when a run begins, before the queues are read.
   *
   * @param isUnread not one page was read: sites that were not available are tried once more
   * @param hasSameBounds depth and patterns are those of the run before: what was set aside by them stays so, and is not read
   */
  begin(run: Run, isUnread: boolean, hasSameBounds: boolean): void {
    const { sql, queues, links, table, bounds, standings } = this.#parts;
    const { startedAt } = run;
    const { retryFailed: failed } = bounds.ofRun;
    this.recoverLeases(startedAt);
    if (isUnread) this.#retryUnreached(startedAt);
    this.#readmit(startedAt, hasSameBounds);
    if (failed) retryFailed(sql, links, table, failed, run);
    // This run may have a session that holds.
    for (const site of table.all) standings.change(site, { kind: 'reopened' }, startedAt);
    queues.sweep();
  }

  /**
   * Gives back what dead runs left leased; a link that is there again and again may be what kills them. Returns the sites
   * that have other links to hand out now.
   */
  recoverLeases(now: number): ReadonlySet<SiteState> {
    return this.#recover(this.#parts.sql.leases.dead.all({ now }), now);
  }

  /** The same of all leases on sites that other workers had; those of the run `owner` go on. */
  takeOverLeases(sites: readonly SiteState[], owner: number, now: number): ReadonlySet<SiteState> {
    const leases = sites.flatMap(({ id }) => this.#parts.sql.leases.ofSite.all({ site: id }));
    const others = leases.filter((lease) => lease.owner !== owner);
    return this.#recover(
      others.sort((a, b) => a.claimed_at - b.claimed_at || a.link - b.link),
      now,
    );
  }

  #recover(leases: readonly DeadLease[], now: number): ReadonlySet<SiteState> {
    const { sql, queues, links, table } = this.#parts;
    const sites = new Set<SiteState>();
    for (const { link, site: id, token } of leases) {
      if (table.find(id)?.isElsewhere) continue;
      const row = sql.internal.get.get({ id: link });
      sql.leases.end.run({ link, token });
      if (!row) continue;
      const { crashes } = one(sql.resumed.addCrash, { link });
      const { level } = row;
      if (crashes >= CRASHES_TO_GIVE_UP) {
        const givenUp = { status: STATUS.failed, tier: row.tier, rank: null, queue_group: null };
        sql.internal.place.run({ id: link, level, ...givenUp, at: now });
        continue;
      }
      const site = table.get(id);
      const tier = crashes >= CRASHES_TO_LAST_TIER ? Math.min(row.tier, TIER.killer) : row.tier;
      const group = queues.groupInTier(site, row, tier);
      const rank = row.rank ?? 0;
      sql.internal.place.run({ id: link, level, status: STATUS.waiting, tier, rank, queue_group: group, at: now });
      queues.add(site, link, { queue_group: group, rank });
      links.comeBack(link, now);
      sites.add(site);
    }
    return sites;
  }

  #retryUnreached(now: number): void {
    const { sql, links, table } = this.#parts;
    for (const site of table.known()) {
      const start = site.status === 'not-available' ? sql.internal.start.get({ site: site.id }) : undefined;
      // An earlier run tried, and did not come so far.
      if (!start || start.status === STATUS.waiting) continue;
      const placed = links.place(linkView(sql, start, 0, site), site);
      sql.internal.place.run({ id: start.id, level: 0, ...placed, at: now });
      links.enqueue(site, start.id, placed);
    }
  }

  /** Lets links wait that an earlier run left aside, where this one does not. With `traps` off nothing is held for endlessly many any more. */
  #readmit(now: number, isSame: boolean): void {
    const { sql, links, table, bounds } = this.#parts;
    const { traps, admitNofollow, admitForbidden } = bounds.ofRun;
    const mayCome = [
      ...(isSame ? [] : [STATUS.beyondDepth, STATUS.excluded]),
      ...(traps ? [] : [STATUS.trap]),
      ...(admitNofollow ? [STATUS.nofollow] : []),
      ...([...table.known()].some(({ origin }) => admitForbidden(origin)) ? [STATUS.forbidden] : []),
    ];
    for (const status of mayCome)
      for (const row of setAside(sql, status)) {
        const site = table.get(row.site);
        if (isAdmitted(row, site, bounds) && site.holds(row)) links.admit(site, row, now);
      }
    if (!traps) {
      sql.traps.forget.run({});
      sql.traps.forgetFamilies.run({});
    }
  }
}

type DeadLease = ReturnType<FrontierQueries['leases']['dead']['all']>[number];

/** The links of a status that were set aside, some at a time: there may be millions. */
function* setAside(sql: FrontierQueries, status: number) {
  for (let after = 0; ; ) {
    const rows = sql.resumed.setAside.all({ status, after, limit: READ_AT_ONCE });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < READ_AT_ONCE) return;
    after = last.id;
  }
}

/** Whether this run's limits may let a link in that an earlier run's did not; those of its patterns are asked again. */
function isAdmitted(row: { readonly status: number; readonly level: number }, site: SiteState, bounds: Bounds) {
  if (row.status === STATUS.beyondDepth) return row.level <= bounds.depthOf(site);
  return row.status !== STATUS.forbidden || bounds.ofRun.admitForbidden(site.origin);
}
