import type { LinkId } from '../domain/link.ts';
import type { TieredRank } from '../domain/rank.ts';
import type { Budget } from './budget.ts';
import type { Commits } from './commits.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { Claim } from './frontier.ts';
import type { HostSchedule } from './hosts/host-schedule.ts';
import type { Learners } from './learners.ts';
import type { Leases } from './leases.ts';
import type { LinkPlacement } from './queue/link-placement.ts';
import type { ReadySites } from './sites/ready-sites.ts';
import type { SiteState } from './sites/site-table.ts';

interface InFlightParts {
  readonly commits: Commits;
  readonly crawlLimits: CrawlLimits;
  readonly budget: Budget;
  readonly hosts: HostSchedule;
  readonly leases: Leases;
  readonly learners: Learners;
  readonly links: LinkPlacement;
  readonly ready: ReadySites;
}

/** Pages in flight. Each holds a lease on its link, its host, and a page of the budget, all for the same time. */
export class InFlight {
  readonly #parts: InFlightParts;
  readonly budget: Budget;
  readonly leases: Leases;
  readonly ready: ReadySites;

  constructor(parts: InFlightParts) {
    this.#parts = parts;
    this.budget = parts.budget;
    this.leases = parts.leases;
    this.ready = parts.ready;
  }

  /** Tells whether a page of the host may begin now. */
  isFree(host: string, now: number): boolean {
    const at = this.#parts.hosts.freeAt(host, now);
    return at !== undefined && at <= now;
  }

  /** Leases a link that was removed from its queue, inside a transaction. Returns the token of the claim. */
  lease(link: LinkId, site: SiteState, rank: TieredRank, now: number): number {
    const { leases, learners, links } = this.#parts;
    links.rerank(learners.inFlight(site.id, rank, 1), now);
    return leases.begin(link, site.id, now);
  }

  /** Starts a page after its lease is stored. @param all sites, to refresh after the last new site was opened */
  begin(site: SiteState, leased: Omit<Claim, 'scope' | 'scopeFrom' | 'mayLeadTo'>, all: readonly SiteState[]): Claim {
    const { crawlLimits, budget, hosts, leases, ready } = this.#parts;
    const claim = { ...leased, ...crawlLimits.reachOf(site, leased.level) };
    leases.count(claim);
    hosts.begin(claim.host);
    const isLastNew = budget.begin(site);
    const others = isLastNew ? all.filter(({ isOpened }) => !isOpened) : [];
    ready.refresh([site, ...others], claim.claimedAt);
    return claim;
  }

  /** Ends the lease of a claim, inside a transaction. Returns false if the lease is no longer held. */
  endLease(claim: Claim, now: number): boolean {
    const { links, leases, learners } = this.#parts;
    if (leases.isCounted(claim)) links.rerank(learners.inFlight(claim.site, claim.rank, -1), now);
    return leases.end(claim);
  }

  /**
   * Ends a page in flight, after the end of its claim is stored. The host pauses from `askedAt` on; undefined: no
   * request.
   *
   * @param moved other sites whose next link may have changed
   */
  async end(
    site: SiteState,
    claim: Claim,
    askedAt: number | undefined,
    now: number,
    moved: readonly SiteState[] = [],
  ): Promise<void> {
    const { commits, ready, hosts, budget, leases } = this.#parts;
    leases.uncount(claim);
    budget.end(site);
    hosts.end(claim.host, askedAt, now);
    ready.refresh([site, ...moved], now);
    await hosts.saveBy(commits);
  }

  /** Ends a page in flight, as `end`, whose lease was lost; does nothing if the page has already ended. */
  async endLost(site: SiteState, claim: Claim, now: number): Promise<void> {
    if (this.#parts.leases.isCounted(claim)) await this.end(site, claim, now, now);
  }

  /** Undoes the counts of visits, after that is stored. */
  uncountVisits(
    counted: readonly { readonly site: SiteState; readonly reward: number; readonly milliseconds: number }[],
    now: number,
  ): void {
    for (const { site, reward, milliseconds } of counted) this.#parts.budget.uncountVisit(site, reward, milliseconds);
    this.#parts.ready.refresh(
      counted.map(({ site }) => site),
      now,
    );
  }
}
