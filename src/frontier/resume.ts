import { TIER } from '../domain/rank.ts';
import { CRASHES_TO_GIVE_UP } from '../storage/claim.ts';
import { getOne } from '../storage/statement.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { Run } from './frontier.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import type { LinkPlacement } from './queue/link-placement.ts';
import { linkView } from './queue/link-view.ts';
import type { SiteQueues } from './queue/site-queues.ts';
import { retryFailed } from './retries.ts';
import type { SiteStatuses } from './sites/site-status.ts';
import type { SiteState, SiteTable } from './sites/site-table.ts';

/** Skipped links to read at a time. */
const READ_AT_ONCE = 1000;

/** Crashes during a visit after which the link waits behind all others of its site; see CRASHES_TO_GIVE_UP. */
const CRASHES_TO_LAST_TIER = 3;

interface ResumeParts {
  readonly sql: FrontierQueries;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly table: SiteTable;
  readonly crawlLimits: CrawlLimits;
  readonly siteStatuses: SiteStatuses;
}

/** Resumes earlier runs: leases, failed links, and links excluded by earlier limits. Always inside a transaction. */
export class Resume {
  readonly #parts: ResumeParts;

  constructor(parts: ResumeParts) {
    this.#parts = parts;
  }

  /**
   * Begins a run. To be called before the queues are read.
   *
   * @param isUnread true if no page was captured yet: tries unavailable sites once more
   * @param hasSameLimits true if depth and patterns are as in the last run: links that they skipped are not read
   */
  begin(run: Run, isUnread: boolean, hasSameLimits: boolean): void {
    const { sql, queues, links, table, crawlLimits, siteStatuses } = this.#parts;
    const { startedAt } = run;
    const { retryFailed: failed } = crawlLimits.ofRun;
    this.recoverLeases(startedAt);
    if (isUnread) this.#retryUnreached(startedAt);
    this.#readmit(startedAt, hasSameLimits);
    if (failed) retryFailed(sql, links, table, failed, run);
    // Reopens sites with an ended session, as this run may have a valid one.
    for (const site of table.all) siteStatuses.change(site, { kind: 'reopened' }, startedAt);
    queues.sweep();
  }

  /**
   * Releases links of dead runs; a link that is leased in several dead runs may be the cause. Returns the sites whose
   * next link may have changed.
   */
  recoverLeases(now: number): ReadonlySet<SiteState> {
    return this.#recover(this.#parts.sql.leases.dead.all({ now }), now);
  }

  /** Releases all leases on sites that other workers had, as `recoverLeases`, except those of the run `owner`. */
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
      const { crashes } = getOne(sql.resumed.addCrash, { link });
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
      // An earlier run was stopped before it could retry the start page.
      if (!start || start.status === STATUS.waiting) continue;
      const placed = links.place(linkView(sql, start, 0, site), site);
      sql.internal.place.run({ id: start.id, level: 0, ...placed, at: now });
      links.enqueue(site, start.id, placed);
    }
  }

  /** Lets links wait again that an earlier run skipped and this run admits. Forgets all traps if `traps` is off. */
  #readmit(now: number, isSame: boolean): void {
    const { sql, links, table, crawlLimits } = this.#parts;
    const { traps, admitNofollow, admitForbidden } = crawlLimits.ofRun;
    const mayCome = [
      ...(isSame ? [] : [STATUS['beyond-depth'], STATUS.excluded]),
      ...(traps ? [] : [STATUS.trap]),
      ...(admitNofollow ? [STATUS.nofollow] : []),
      ...([...table.known()].some(({ origin }) => admitForbidden(origin)) ? [STATUS.forbidden] : []),
    ];
    for (const status of mayCome)
      for (const row of skippedLinks(sql, status)) {
        const site = table.get(row.site);
        if (isAdmitted(row, site, crawlLimits) && site.holds(row)) links.admit(site, row, now);
      }
    if (!traps) {
      sql.traps.forget.run({});
      sql.traps.forgetFamilies.run({});
    }
  }
}

type DeadLease = ReturnType<FrontierQueries['leases']['dead']['all']>[number];

/** Yields the skipped links of a status, read in batches, as there may be millions. */
function* skippedLinks(sql: FrontierQueries, status: number) {
  for (let after = 0; ; ) {
    const rows = sql.resumed.skippedLinks.all({ status, after, limit: READ_AT_ONCE });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < READ_AT_ONCE) return;
    after = last.id;
  }
}

/** Tells whether this run may admit a link that an earlier run skipped; `links.admit` checks the patterns. */
function isAdmitted(
  row: { readonly status: number; readonly level: number },
  site: SiteState,
  crawlLimits: CrawlLimits,
) {
  if (row.status === STATUS['beyond-depth']) return row.level <= crawlLimits.depthOf(site);
  return row.status !== STATUS.forbidden || crawlLimits.ofRun.admitForbidden(site.origin);
}
