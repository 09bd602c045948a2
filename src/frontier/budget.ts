import { type Clock, visitsBegun } from '../domain/site.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { SiteState } from './sites/site-table.ts';
import type { Share } from './worker-share.ts';

/** Budget of a crawl: pages used, and pages in flight, which may be counted later. */
export class Budget {
  readonly #crawlLimits: CrawlLimits;
  readonly #share: Share | undefined;
  #used = 0;
  #inFlight = 0;
  /** Pages in flight on sites of other workers. */
  #inFlightElsewhere = 0;
  #rewardMax = 0;
  /** Discovered sites with a page that was visited or is in flight. */
  #opened = 0;

  /** @param sites with the figures of earlier runs @param share undefined: this worker has all sites */
  constructor(crawlLimits: CrawlLimits, sites: Iterable<SiteState>, share: Share | undefined) {
    this.#crawlLimits = crawlLimits;
    this.#share = share;
    this.recount(sites);
  }

  /** Sums up all sites again, after the figures of some were replaced. */
  recount(sites: Iterable<SiteState>): void {
    this.#used = 0;
    this.#inFlightElsewhere = 0;
    this.#opened = 0;
    for (const { visits, inFlight, rewardMax, foundOn, isOpened, isElsewhere } of sites) {
      this.#used += visits;
      if (isElsewhere) this.#inFlightElsewhere += inFlight;
      this.#rewardMax = Math.max(this.#rewardMax, rewardMax);
      if (foundOn !== undefined && isOpened) this.#opened++;
    }
  }

  /** Tells whether other workers may send links, or this worker may get a grant for its waiting links. */
  mayGetMore(isWaiting: boolean): boolean {
    if (!this.#share) return false;
    return this.#share.isWorkElsewhere || (isWaiting && !this.isLeft);
  }

  /** Returns the age of the figures of other workers' sites, in milliseconds; undefined: this worker has all sites. */
  viewAge(now: number): number | undefined {
    return this.#share?.viewAge(now);
  }

  /** Pages in flight in this worker. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** True if no page is in flight. */
  get isIdle(): boolean {
    return this.#inFlight === 0;
  }

  /** True if all pages of the budget are used. */
  get isSpent(): boolean {
    if (this.#share) return this.#share.isSpent;
    const { pageLimit } = this.#crawlLimits.ofRun;
    return pageLimit !== undefined && this.#used >= pageLimit;
  }

  /** True if another page may begin. */
  get isLeft(): boolean {
    if (this.#share) return this.#inFlight < this.#share.granted;
    const { pageLimit } = this.#crawlLimits.ofRun;
    return pageLimit === undefined || this.#used + this.#inFlight < pageLimit;
  }

  /** Tells whether another page of the site may begin, by the page limits of sites. */
  isLeftFor(site: SiteState): boolean {
    return (
      visitsBegun(site) < this.#crawlLimits.pagesOf(site) && (site.foundOn === undefined || this.#mayVisitFound(site))
    );
  }

  #mayVisitFound({ isOpened }: SiteState): boolean {
    const { follow } = this.#crawlLimits.ofRun;
    return follow !== undefined && (isOpened || this.#opened < (follow.newSites ?? Number.POSITIVE_INFINITY));
  }

  /** Counts a page that begins. Returns true if the page opened the last new site that may be opened. */
  begin(site: SiteState): boolean {
    this.#inFlight++;
    site.inFlight++;
    const isNew = site.foundOn !== undefined && !site.isOpened;
    site.isOpened = true;
    if (isNew) this.#opened++;
    return isNew && this.#opened === this.#crawlLimits.ofRun.follow?.newSites;
  }

  end(site: SiteState): void {
    this.#inFlight--;
    site.inFlight--;
  }

  countVisit(site: SiteState, reward: number, milliseconds: number): void {
    this.#used++;
    this.#rewardMax = Math.max(this.#rewardMax, reward);
    site.visits++;
    site.rewardSum += reward;
    site.rewardMax = Math.max(site.rewardMax, reward);
    site.milliseconds += milliseconds;
  }

  uncountVisit(site: SiteState, reward: number, milliseconds: number): void {
    this.#used--;
    site.visits--;
    site.rewardSum -= reward;
    site.milliseconds -= milliseconds;
  }

  /** Returns the crawl as site rules see it. */
  clock(now: number, sites: number): Clock {
    const { pageLimit, timeLimit } = this.#crawlLimits.ofRun;
    const visits = this.#used + this.#inFlight + this.#inFlightElsewhere;
    return { now, visits, rewardMax: this.#rewardMax, sites, pageLimit, timeLimit };
  }
}
