import { compareTiered } from '../domain/rank.ts';
import { type Clock, visitsBegun } from '../domain/site.ts';
import { bareHost } from '../url/parse.ts';
import type { Commits } from './commits.ts';
import type { Claim, Decision } from './frontier.ts';
import type { InFlight } from './in-flight.ts';
import type { Learners } from './learners.ts';
import type { FrontierQueries } from './queries.ts';
import type { LinkPlacement, SkipReason } from './queue/link-placement.ts';
import { addressOfPage } from './queue/link-view.ts';
import type { SiteQueues, WaitingLink } from './queue/site-queues.ts';
import type { SiteStatuses } from './sites/site-status.ts';
import type { SiteState, SiteTable } from './sites/site-table.ts';
import { fullAddress } from './visit/stored-address.ts';

/** Most links that a claim ranks again before taking the first one. */
const MOST_RESCORED = 16;
/** Milliseconds before another try at a ready site whose queue turned out to be empty. */
const LOOK_AGAIN = 1000;
/** Longest pause of a host that a worker waits for, in milliseconds: longer pauses are outages or busy servers. */
const LONGEST_WAIT = 10_000;

interface ClaimNextParts {
  readonly sql: FrontierQueries;
  readonly commits: Commits;
  readonly learners: Learners;
  readonly table: SiteTable;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly siteStatuses: SiteStatuses;
  readonly inFlight: InFlight;
}

/** Claims links: the site rule picks a site, and the site's best link is leased. */
export class ClaimNext {
  readonly #parts: ClaimNextParts;

  constructor(parts: ClaimNextParts) {
    this.#parts = parts;
  }

  /** Leases the next link; undefined: no link now. */
  async claim(now: number): Promise<Claim | undefined> {
    const { learners, table, inFlight } = this.#parts;
    let rescored = 0;
    while (inFlight.budget.isLeft) {
      const clock = inFlight.budget.clock(now, table.all.length);
      const pick = learners.siteRule.pick(table.toPickFrom(clock), clock);
      if (pick === undefined) return undefined;
      const { visits: n, rewardMax } = clock;
      const viewAge = inFlight.budget.viewAge(now);
      const decision = { ready: table.ready.length, visits: n, rewardMax, viewAge, ...pick };
      const site = table.get(pick.site);
      if (learners.linkOrder.rescoresHead && rescored < MOST_RESCORED && (await this.#rerankHead(site, now))) {
        rescored++;
        continue;
      }
      if (this.#waits(site, clock)) return undefined;
      const before = site.waiting;
      const claim = await this.#claimFrom(site, decision, now);
      if (claim) return claim;
      // Avoids picking a site without a free link again and again.
      if (site.place >= 0 && site.waiting === before) table.sleep(site, now + LOOK_AGAIN);
    }
    return undefined;
  }

  /** Tells whether the rule waits for a busy host instead of claiming from ready sites. */
  isWaiting(now: number): boolean {
    const { learners, table, inFlight } = this.#parts;
    if (!learners.siteRule.waits) return false;
    const clock = inFlight.budget.clock(now, table.all.length);
    const pick = learners.siteRule.pick(table.toPickFrom(clock), clock);
    return pick !== undefined && this.#waits(table.get(pick.site), clock);
  }

  /**
   * Tells whether the rule prefers to wait for a site whose host is busy. Never waits without an end in sight: a page
   * in flight, or the pause between two requests of that host.
   */
  #waits(site: SiteState, clock: Clock): boolean {
    const { learners, table, inFlight } = this.#parts;
    if (!learners.siteRule.waits) return false;
    const busy = table.firstBusy(clock.now + LONGEST_WAIT);
    if (!busy || (busy.wakeAt === undefined && inFlight.budget.isIdle)) return false;
    return learners.siteRule.waits(site, busy, clock);
  }

  /** Ranks the first link of a site again. Returns true if the site's first link is worse now. */
  async #rerankHead(site: SiteState, now: number): Promise<boolean> {
    const { commits, links, inFlight } = this.#parts;
    const first = site.heads[0];
    if (!first) return false;
    const { link } = first;
    const moved = await commits.run(() => links.rerank([{ link }], now), 'later');
    inFlight.ready.refresh([...moved], now);
    return site.heads[0] === undefined || compareTiered(site.heads[0].place, first.place) > 0;
  }

  /** Leases the site's best link with a free host. Without such a link, the site is no longer ready. */
  async #claimFrom(site: SiteState, decision: Decision, now: number): Promise<Claim | undefined> {
    const { commits, inFlight, table } = this.#parts;
    await inFlight.leases.reserve(commits);
    // Sends the lease at once, so that other processes know the link if its page kills the crawler.
    const leased = await commits.run(() => this.#lease(site, now), 'unawaited');
    if (!leased) {
      inFlight.ready.refresh([site], now);
      return undefined;
    }
    const { token, row, url, foundOn, host } = leased;
    const { link, level, attempts, place: rank } = row;
    const of = { siteVisits: visitsBegun(site), siteReward: site.rewardSum, decision };
    const claim = { token, link, site: site.id, url, foundOn, host, level, attempts, claimedAt: now, rank, ...of };
    return inFlight.begin(site, claim, table.all);
  }

  /** Leases the first link to visit, inside a transaction, and removes skipped links before it. */
  #lease(site: SiteState, now: number): Leased | undefined {
    const { sql, queues, links, siteStatuses, inFlight } = this.#parts;
    const head = queues.first(site);
    // Another process deleted the links of the queue in the meantime.
    if (head.length === 0) queues.read(site, now);
    for (const row of head) {
      const { link } = row;
      const url = fullAddress(row.url, site.origin);
      const skipped = links.skipReason(site, row, url);
      if (skipped !== undefined) {
        this.#skip(site, row, skipped, now);
        continue;
      }
      const host = site.host ?? bareHost(new URL(url));
      if (!inFlight.isFree(host, now)) continue;
      // The link no longer waits.
      if (!queues.remove(site, link, row, row.next)) continue;
      sql.leases.claim.run({ link });
      const token = inFlight.lease(link, site, row.place, now);
      siteStatuses.change(site, { kind: 'claimed' }, now);
      const { page_site: pageSite, page_url: pageUrl } = row;
      const isFound = pageSite !== null && pageUrl !== null;
      const foundOn = isFound ? addressOfPage(sql, pageSite, pageUrl, site) : undefined;
      return { token, row, url, foundOn, host };
    }
    return undefined;
  }

  /** Removes a waiting link from the queue and skips it. */
  #skip(site: SiteState, row: WaitingLink, skipped: SkipReason, now: number): void {
    const { queues, links, siteStatuses } = this.#parts;
    queues.remove(site, row.link, row, row.next);
    links.skip(site, row, skipped, now);
    if (site.waiting > 0 || site.inFlight > 0) return;
    siteStatuses.change(site, { kind: 'dealt-with', startFailed: undefined }, now);
  }
}

interface Leased extends Pick<Claim, 'token' | 'url' | 'foundOn' | 'host'> {
  readonly row: WaitingLink;
}
