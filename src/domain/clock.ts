/** Where the crawl stands, as a rule sees it: time and budget are arguments, never read from the machine. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Pages charged and pages in flight, over all sites. */
  readonly pulls: number;
  /** Largest reward of one visit so far, over all sites. */
  readonly rewardMax: number;
  /** Sites in the crawl, finished ones included (K). */
  readonly sites: number;
  /** The crawl's budget of pages (N), or undefined. */
  readonly pageLimit: number | undefined;
  /** The crawl's budget of time in milliseconds, or undefined. */
  readonly timeLimit: number | undefined;
}
