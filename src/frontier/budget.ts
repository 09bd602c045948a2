import { type Clock, pulls } from '../domain/site.ts';
import type { Bounds } from './bounds.ts';
import type { Share } from './share.ts';
import type { SiteState } from './sites/site-table.ts';

/** What a crawl may spend: pages that are charged, and pages in flight, which may be. */
export class Budget {
  readonly #bounds: Bounds;
  readonly #share: Share | undefined;
  #charged = 0;
  #inFlight = 0;
  /** Pages of sites of other workers. */
  #inFlightElsewhere = 0;
  #rewardMax = 0;
  /** Sites that were found, and of which a page was visited or is being. */
  #opened = 0;

  /** @param sites as earlier runs left them @param share undefined: this worker has all sites */
  constructor(bounds: Bounds, sites: Iterable<SiteState>, share: Share | undefined) {
    this.#bounds = bounds;
    this.#share = share;
    this.recount(sites);
  }

  /** Takes the sums over all sites, as the figures of some were replaced. */
  recount(sites: Iterable<SiteState>): void {
    this.#charged = 0;
    this.#inFlightElsewhere = 0;
    this.#opened = 0;
    for (const { visits, inFlight, rewardMax, foundOn, isOpened, isElsewhere } of sites) {
      this.#charged += visits;
      if (isElsewhere) this.#inFlightElsewhere += inFlight;
      this.#rewardMax = Math.max(this.#rewardMax, rewardMax);
      if (foundOn !== undefined && isOpened) this.#opened++;
    }
  }

  /** Whether other workers may bring links, or a grant may come for those that wait here. */
  mayGetMore(isWaiting: boolean): boolean {
    if (!this.#share) return false;
    return this.#share.isWorkElsewhere || (isWaiting && !this.isLeft);
  }

  /** Age of what is known of other workers' sites, in milliseconds; undefined: this worker has all. */
  viewAge(now: number): number | undefined {
    return this.#share?.viewAge(now);
  }

  /** Pages in flight here. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether nothing is in flight. */
  get isIdle(): boolean {
    return this.#inFlight === 0;
  }

  /** Whether all of it is charged. */
  get isSpent(): boolean {
    if (this.#share) return this.#share.isSpent;
    const { pageLimit } = this.#bounds.ofRun;
    return pageLimit !== undefined && this.#charged >= pageLimit;
  }

  /** Whether another page may begin. */
  get isLeft(): boolean {
    if (this.#share) return this.#inFlight < this.#share.granted;
    const { pageLimit } = this.#bounds.ofRun;
    return pageLimit === undefined || this.#charged + this.#inFlight < pageLimit;
  }

  /** Whether another page of the site may begin, by what each site, or this one, may be charged. */
  isLeftFor(site: SiteState): boolean {
    return pulls(site) < this.#bounds.pagesOf(site) && (site.foundOn === undefined || this.#mayVisitFound(site));
  }

  #mayVisitFound({ isOpened }: SiteState): boolean {
    const { follow } = this.#bounds.ofRun;
    return follow !== undefined && (isOpened || this.#opened < (follow.newSites ?? Number.POSITIVE_INFINITY));
  }

  /** A page of the site begins. Returns whether it opened the last site that may be. */
  begin(site: SiteState): boolean {
    this.#inFlight++;
    site.inFlight++;
    const isNew = site.foundOn !== undefined && !site.isOpened;
    site.isOpened = true;
    if (isNew) this.#opened++;
    return isNew && this.#opened === this.#bounds.ofRun.follow?.newSites;
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
    const { pageLimit, timeLimit } = this.#bounds.ofRun;
    const pullsOfAll = this.#charged + this.#inFlight + this.#inFlightElsewhere;
    return { now, pulls: pullsOfAll, rewardMax: this.#rewardMax, sites, pageLimit, timeLimit };
  }
}
