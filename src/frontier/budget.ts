import type { Clock } from '../domain/clock.ts';
import { pulls } from '../domain/site.ts';
import type { FrontierLimits, RunLimits } from './frontier.ts';
import type { SiteState } from './site-table.ts';

/** What a crawl may spend: pages that are charged, and pages in flight, which may be. */
export class Budget {
  #limits: RunLimits;
  #charged = 0;
  #inFlight = 0;
  #rewardMax = 0;

  /** @param sites as earlier runs left them */
  constructor(
    limits: Pick<FrontierLimits, 'pageLimit' | 'sitePageLimit'>,
    timeLimit: number | undefined,
    sites: readonly SiteState[],
  ) {
    const { pageLimit, sitePageLimit } = limits;
    this.#limits = { pageLimit, sitePageLimit, timeLimit };
    for (const { visits, rewardMax } of sites) {
      this.#charged += visits;
      this.#rewardMax = Math.max(this.#rewardMax, rewardMax);
    }
  }

  /** From now on other limits hold; what is charged stays so. */
  setLimits(limits: RunLimits): void {
    this.#limits = limits;
  }

  /** Whether nothing is in flight. */
  get isIdle(): boolean {
    return this.#inFlight === 0;
  }

  /** Whether all of it is charged. */
  get isSpent(): boolean {
    return this.#limits.pageLimit !== undefined && this.#charged >= this.#limits.pageLimit;
  }

  /** Whether another page may begin. */
  get isLeft(): boolean {
    return this.#limits.pageLimit === undefined || this.#charged + this.#inFlight < this.#limits.pageLimit;
  }

  /** Whether another page of the site may begin, by the site's own limit. */
  isLeftFor(site: SiteState): boolean {
    return this.#limits.sitePageLimit === undefined || pulls(site) < this.#limits.sitePageLimit;
  }

  begin(site: SiteState): void {
    this.#inFlight++;
    site.inFlight++;
  }

  end(site: SiteState): void {
    this.#inFlight--;
    site.inFlight--;
  }

  charge(site: SiteState, reward: number, milliseconds: number): void {
    this.#charged++;
    this.#rewardMax = Math.max(this.#rewardMax, reward);
    site.visits++;
    site.rewardSum += reward;
    site.rewardMax = Math.max(site.rewardMax, reward);
    site.milliseconds += milliseconds;
  }

  takeBack(site: SiteState, reward: number, milliseconds: number): void {
    this.#charged--;
    site.visits--;
    site.rewardSum -= reward;
    site.milliseconds -= milliseconds;
  }

  /** What site rules see of the crawl. */
  clock(now: number, sites: number): Clock {
    const { pageLimit, timeLimit } = this.#limits;
    const pullsOfAll = this.#charged + this.#inFlight;
    return { now, pulls: pullsOfAll, rewardMax: this.#rewardMax, sites, pageLimit, timeLimit };
  }
}
