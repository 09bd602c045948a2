import type { Difference } from '../../revisit-rules/revisit-rule.ts';

/**
 * Changing web that can be recrawled repeatedly offline: synthetic, or recorded versions of a real one. Pages are
 * numbered from 0, recrawl runs from 1; run 0 is the first fetch. Deterministic.
 */
export interface VersionedWeb {
  readonly name: string;
  /** Number of the last run. */
  readonly steps: number;
  /** Number of pages that ever exist. */
  readonly pages: number;
  site(page: number): number;
  group(page: number): number;
  /** Returns the characters of a page's visible text after a run's changes; -1 for a missing page. */
  size(page: number, step: number): number;
  /** Returns the difference between a page's text in two runs, for the value of a stored copy. */
  compare(page: number, from: number, to: number): Difference;
  /** Returns the difference as a revisit sees it, including unfiltered blocks that differ at every fetch. */
  check(page: number, from: number, to: number): Difference;
  /** Returns the run of the last change as reported by the server (lastmod); NaN without a report. */
  lastModified(page: number, step: number): number;
}
