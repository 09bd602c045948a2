import type { Clock } from '../domain/clock.ts';
import { pulls } from '../domain/site.ts';
import type { FrontierLimits, RunLimits } from './frontier.ts';
import type { SiteState } from './site-table.ts';

type Limits = Pick<FrontierLimits, 'pageLimit' | 'sitePageLimit' | 'follow'>;

/** What a crawl may spend: pages that are charged, and pages in flight, which may be. */
export class Budget {
  #limits: Limits & RunLimits;
  #charged = 0;
  #inFlight = 0;
  #rewardMax = 0;
  /** Sites that were found, and of which a page was visited or is being. */
  #opened = 0;

  /** @param sites as earlier runs left them */
  constructor(limits: Limits, timeLimit: number | undefined, sites: readonly SiteState[]) {
    this.#limits = { ...limits, timeLimit };
    for (const { visits, rewardMax, foundOn, isOpened } of sites) {
      this.#charged += visits;
      this.#rewardMax = Math.max(this.#rewardMax, rewardMax);
      if (foundOn !== undefined && isOpened) this.#opened++;
    }
  }

  /** From now on other limits hold; what is charged stays so. */
  setLimits(limits: RunLimits): void {
    this.#limits = { ...this.#limits, ...limits };
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
    const isLeft = this.#limits.sitePageLimit === undefined || pulls(site) < this.#limits.sitePageLimit;
    return isLeft && (site.foundOn === undefined || this.#isLeftForFound(site));
  }

  #isLeftForFound(site: SiteState): boolean {
    const { follow } = this.#limits;
    if (!follow || pulls(site) >= (follow.newSitePages ?? Number.POSITIVE_INFINITY)) return false;
    return site.isOpened || this.#opened < (follow.newSites ?? Number.POSITIVE_INFINITY);
  }

  /** A page of the site begins. Returns whether it opened the last site that may be. */
  begin(site: SiteState): boolean {
    this.#inFlight++;
    site.inFlight++;
    const isNew = site.foundOn !== undefined && !site.isOpened;
    site.isOpened = true;
    if (isNew) this.#opened++;
    return isNew && this.#opened === this.#limits.follow?.newSites;
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
