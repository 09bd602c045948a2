import { makerOf } from '../domain/rule-factory.ts';

/** Difference between a page's current text and its stored text, in characters of visible text. */
export interface Difference {
  /** Stored and still present: ActualSize. */
  readonly kept: number;
  /** Stored, but no longer present. */
  readonly gone: number;
  /** Present, but not stored. */
  readonly fresh: number;
}

/**
 * Returns the harvest of a revisit, in nats: CalcInfo(d) = ln(1 + d), with d the characters that are gone or fresh
 * (Sotnik, SCENT, CalcInfo). 0 for an unchanged page.
 */
export const harvest = ({ gone, fresh }: Difference): number => Math.log1p(gone + fresh);

/**
 * Returns the value of a stored page, in nats: V(p) = max(0, ln(1 + ActualSize) - ln(1 + DeletedSize)), with
 * DeletedSize the characters in only one of the two texts (Sotnik, SCENT, eq. 1; our reading, as the print is lost).
 */
export const value = ({ kept, gone, fresh }: Difference): number =>
  Math.max(0, Math.log1p(kept) - Math.log1p(gone + fresh));

/** Returns the value that a revisit restores, in nats: value of a new copy minus that of the stored copy. */
export const loss = (difference: Difference): number =>
  Math.log1p(difference.kept + difference.fresh) - value(difference);

/**
 * Facts about a page before a revisit. Time is in **steps**: a recrawl run is one step; the first fetch of the first
 * pages is step 0.
 */
export interface PageFacts {
  readonly id: number;
  /** Characters of visible text, as stored. */
  readonly size: number;
  /** Number of the site, a small whole number used as an array index. Signals of a site are equally reliable. */
  readonly site: number;
  /** Number of a group of pages that probably change alike (template, section of a site), also small. */
  readonly group: number;
  /** Expected cost of a revisit, above 0: 1 for a budget in pages, T = A * size + B for a budget of time. */
  readonly cost: number;
  /** Step of the last revisit, or of the first fetch. */
  readonly last: number;
  /**
   * Report of the server without a request for the page (a sitemap's lastmod): NaN for no report, 0 for no change since
   * `last`, else the first step after `last` that reported a change.
   */
  readonly signal: number;
}

/** Numbers that a rule stores for a page, in the order of `RevisitRule.state`. */
export type State = readonly number[];

/** Page as seen by a rule. */
export interface PageView extends PageFacts {
  readonly state: State;
}

/**
 * Result of a revisit. A missing page has kept 0, with all stored text gone; an unreachable server gives no result. The
 * page has changed if text is gone or fresh, except for blocks that differ at every fetch.
 */
export interface Check extends Difference {
  readonly step: number;
}

/**
 * Knowledge of a rule about all pages, by scope ("all", "site 3", "group 17"). Plain JSON, stored between recrawl runs;
 * `close` makes the next pool from a run's sums.
 */
export type Pool = Readonly<Record<string, readonly number[]>>;

/** Lesson of a revisit: new state of the page, and additions to the run's sums. */
interface Lesson {
  readonly state: State;
  /** Sums to be added number by number (`addSums`). */
  readonly sums?: Pool;
}

/** Finished recrawl run. */
interface RecrawlRun {
  readonly step: number;
  /** Number of pages that could be revisited. */
  readonly pages: number;
  readonly revisits: number;
  /** Total of the run's lessons. */
  readonly sums: Pool;
}

/**
 * Pages as columns: entry i of each is for page i; `state` has a row per page, `RevisitRule.state` wide. All columns
 * have one type, as a loop over a million pages is several times slower with two.
 */
export interface PageTable {
  readonly count: number;
  readonly id: Float64Array;
  readonly size: Float64Array;
  readonly site: Float64Array;
  readonly group: Float64Array;
  readonly cost: Float64Array;
  readonly last: Float64Array;
  readonly signal: Float64Array;
  readonly state: Float64Array;
}

/** Order of pages by largest priority; ties by smaller id. */
export interface Ranking {
  readonly priority: Float64Array;
  /** Pool after the pass over all pages. */
  readonly pool: Pool;
}

/**
 * Selects pages to revisit in a recrawl run. All methods are pure functions. The pool is constant during a run, so an
 * interrupted run continues with the same pool.
 */
export interface RevisitRule {
  /**
   * Names of the numbers in a page's state. Without `rank`, the first is a static key that only revisits change: pages
   * with the largest keys are first, and the store only needs an index.
   */
  readonly state: readonly string[];
  /** Pool of a collection before the first run. */
  readonly pool: Pool;
  /** Returns the state of a page after its first fetch, at step `page.last`. */
  begin(page: PageFacts, pool: Pool): State;
  learn(page: PageView, check: Check, pool: Pool): Lesson;
  /** Returns the priority of each page, once per run; may update the pool. Absent in rules with a static key. */
  rank?(pages: PageTable, now: number, pool: Pool): Ranking;
  close(pool: Pool, run: RecrawlRun): Pool;
  /** Converts a static key for display, such as scent in nats. Absent: the key itself. */
  strength?(key: number, pool: Pool): number;
}

/** Binds the type of `make` to the type of `params`. */
export const revisitRule = makerOf<RevisitRule, []>();

/** Adds the sums of two lessons, or of a run so far and a lesson. */
export function addSums(sums: Pool, more: Pool): Pool {
  const total: Record<string, readonly number[]> = { ...sums };
  for (const [scope, numbers] of Object.entries(more)) {
    const before = total[scope] ?? [];
    total[scope] = numbers.map((number, index) => number + (before[index] ?? 0));
  }
  return total;
}

/**
 * Returns the rows of the `wanted` pages with the largest priority, largest first, ties by smaller id. Sorts the
 * priorities natively to find the threshold; only chosen pages are sorted with their ids.
 */
export function strongest(pages: Pick<PageTable, 'count' | 'id'>, priority: Float64Array, wanted: number): number[] {
  if (wanted <= 0) return [];
  const sorted = priority.slice(0, pages.count).sort();
  const least = sorted[Math.max(0, pages.count - wanted)] ?? Number.NEGATIVE_INFINITY;
  const rows: number[] = [];
  for (let row = 0; row < pages.count; row++) if ((priority[row] ?? 0) >= least) rows.push(row);
  const first = (a: number, b: number) =>
    (priority[b] ?? 0) - (priority[a] ?? 0) || (pages.id[a] ?? 0) - (pages.id[b] ?? 0);
  return rows.sort(first).slice(0, wanted);
}

/** Returns the priorities of all pages under a rule: from `rank`, or the static keys. */
export function priorities(rule: RevisitRule, pages: PageTable, now: number, pool: Pool) {
  if (rule.rank) return rule.rank(pages, now, pool);
  const width = rule.state.length;
  return { priority: Float64Array.from({ length: pages.count }, (_, row) => pages.state[row * width] ?? 0), pool };
}
