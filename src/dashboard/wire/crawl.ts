import type { LimitName } from './live.ts';

/** How a crawl came on, one value for each point in time. */
export interface CrawlCurves {
  /** Milliseconds of crawling, over all runs; ascending. */
  readonly at: readonly number[];
  readonly visits: readonly number[];
  /** Links that visits found so far, those that were deleted since among them; start pages are none of these. */
  readonly internal: readonly number[];
  readonly external: readonly number[];
  /** Links that waited, as far as can be told: the share of the found ones that was to be visited is taken for constant. */
  readonly waiting: readonly number[];
}

/** The sites as the site rule sees them, in the order in which it would pick them now. */
export interface Bandit {
  readonly siteRule: string;
  readonly arms: readonly BanditArm[];
  /** Sites with waiting links; the first of them are told. */
  readonly sites: number;
}

interface BanditArm {
  readonly site: string;
  /** Visits, and those in flight. */
  readonly pulls: number;
  /** Mean reward of a visit. */
  readonly mean: number;
  /** The rule's index; null: its turn does not depend on what it has brought. */
  readonly index: number | null;
  readonly waiting: number;
}

/** What a crawl is started with; null: no limit, left out: as in the last run. Times are in milliseconds. */
export interface StartOptions extends Partial<Readonly<Record<LimitName, number | null>>> {
  readonly strategy?: string;
  readonly workers?: number;
  readonly render?: string;
}

/** What may be chosen. */
export interface StartChoices {
  readonly strategies: readonly { readonly name: string; readonly summary: string }[];
  readonly renders: readonly string[];
}
