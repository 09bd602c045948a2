import type { z } from 'zod';

/** How the text of a page now differs from the text that is stored of it, in characters of visible text. */
export interface Difference {
  /** Stored and still there: ActualSize. */
  readonly kept: number;
  /** Stored, but no longer there. */
  readonly gone: number;
  /** There, but not stored. */
  readonly fresh: number;
}

/** What a check gathers, in nats: CalcInfo(d) = ln(1 + d), d the characters that are gone or fresh (Sotnik, SCENT, CalcInfo). 0 for an unchanged page. */
export const harvest = ({ gone, fresh }: Difference): number => Math.log1p(gone + fresh);

/**
 * The value of what is stored of a page, in nats: V(p) = max(0, ln(1 + ActualSize) - ln(1 + DeletedSize)), DeletedSize
 * the characters that are in one of the two texts only (Sotnik, SCENT, eq. 1; our reading, as the print is lost).
 */
export const value = ({ kept, gone, fresh }: Difference): number =>
  Math.max(0, Math.log1p(kept) - Math.log1p(gone + fresh));

/** The value that a check wins back, in nats: that of a copy just made, less that of the copy that was there. */
export const loss = (difference: Difference): number =>
  Math.log1p(difference.kept + difference.fresh) - value(difference);

/**
 * What is known of a page before it is checked. Time is counted in **steps**: one night of recrawling is one step, the
 * first fetch of the first pages is step 0.
 */
export interface PageFacts {
  readonly id: number;
  /** Characters of visible text, as stored. */
  readonly size: number;
  /** The site, a small whole number (arrays are indexed by it): its signals are true or lies together. */
  readonly site: number;
  /** Pages that are likely to change alike (a template, a section of a site), a small whole number as well. */
  readonly group: number;
  /** What a check is expected to cost, more than 0: 1 where the budget is counted in pages, T = A * size + B where it is time. */
  readonly cost: number;
  /** The step of its last check, or of its first fetch. */
  readonly last: number;
  /**
   * What the server says without being asked for the page (a sitemap's lastmod): NaN where it says nothing, 0 that the
   * page has not changed since `last`, else the first step since `last` at which it said that the page had changed.
   */
  readonly signal: number;
}

/** The numbers that a rule keeps for a page, in the order of `RevisitRule.state`. */
export type State = readonly number[];

/** A page in the hands of its rule. */
export interface PageView extends PageFacts {
  readonly state: State;
}

/**
 * What a check told. A page that is gone has kept 0, and all that was stored is gone; a server that is down was not
 * checked. The page has changed where something is gone or fresh: blocks that differ at every fetch do not count.
 */
export interface Check extends Difference {
  readonly step: number;
}

/**
 * What a rule knows of all pages together, by scope ("all", "site 3", "group 17"): some numbers each. Plain JSON; the
 * store keeps it from night to night.
 */
export type Pool = Readonly<Record<string, readonly number[]>>;

/** What a check teaches: the page's new state, and what it adds to the sums of the night. */
interface Lesson {
  readonly state: State;
  /** Added number by number (`addSums`). */
  readonly sums?: Pool;
}

/** A night, when it is over. */
interface Night {
  readonly step: number;
  /** Pages that could have been checked. */
  readonly pages: number;
  readonly checks: number;
  /** What the night's lessons added up to. */
  readonly sums: Pool;
}

/**
 * Pages column by column: entry i of each is of page i; `state` holds a row for each page, `RevisitRule.state` wide. All
 * columns are of one type, as a loop over a million pages is several times slower where it meets two.
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

/** An order of pages: the larger the sooner, equals by the smaller id. */
export interface Ranking {
  readonly priority: Float64Array;
  /** The pool as the pass over all pages left it. */
  readonly pool: Pool;
}

/**
 * Which pages are worth a visit tonight?
 *
 * Everything is a pure function of what it is given. A page's state is a few numbers (columns). The pool stands still
 * during a night: `rank` may renew it before, `close` makes the next one from the night's sums, so a night that was cut
 * off goes on with the same pool.
 *
 * The order of a rule is one of two kinds. With a **static key** the first number of a page's state is its key, which
 * changes only when the page is checked: the pages of the largest keys come first, and the store needs an index and
 * nothing else. A rule that has `rank` looks at the numbers of all pages once a night.
 */
export interface RevisitRule {
  /** Names of the numbers of a page's state. */
  readonly state: readonly string[];
  /** The pool of a collection of which nothing is known. */
  readonly pool: Pool;
  /** The state of a page at its first fetch, at step `page.last`. */
  begin(page: PageFacts, pool: Pool): State;
  learn(page: PageView, check: Check, pool: Pool): Lesson;
  /** Only of rules without a static key: how much each page is worth tonight. */
  rank?(pages: PageTable, now: number, pool: Pool): Ranking;
  close(pool: Pool, night: Night): Pool;
  /** What a static key stands for, as people know it: scent in nats. The key itself where it is not given. */
  strength?(key: number, pool: Pool): number;
}

/** A member of the registry: a name, the parameters that a user may set, and how a rule is made from them. */
export interface RevisitRuleMaker<P extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  /** Who proposed it and where: author, year, title or section. */
  readonly source?: string;
  readonly params: P;
  make(params: z.infer<P>): RevisitRule;
}

/** Binds the type of `make` to the type of `params`. */
export const revisitRule = <P extends z.ZodObject>(maker: RevisitRuleMaker<P>): RevisitRuleMaker => ({
  ...maker,
  make: (params) => maker.make(maker.params.parse(params)),
});

/** The sums of two lessons, or of a night so far and a lesson. */
export function addSums(sums: Pool, more: Pool): Pool {
  const total: Record<string, readonly number[]> = { ...sums };
  for (const [scope, numbers] of Object.entries(more)) {
    const before = total[scope] ?? [];
    total[scope] = numbers.map((number, index) => number + (before[index] ?? 0));
  }
  return total;
}

/**
 * The rows of the `wanted` pages of largest priority, the largest first, equals by the smaller id. Native sorting finds
 * the smallest priority that is still in, so that only the chosen are sorted with their ids.
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

/** The priorities of all pages under a rule: those that it ranks, or the static keys. */
export function priorities(rule: RevisitRule, pages: PageTable, now: number, pool: Pool) {
  if (rule.rank) return rule.rank(pages, now, pool);
  const width = rule.state.length;
  return { priority: Float64Array.from({ length: pages.count }, (_, row) => pages.state[row * width] ?? 0), pool };
}
