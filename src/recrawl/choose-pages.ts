import { fullAddress } from '../frontier/visit/stored-address.ts';
import type { RecrawlRunOptions } from '../options/recrawl.ts';
import { type Pool, strongest } from '../revisit-rules/revisit-rule.ts';
import { harmOfVisit } from '../safety/harm.ts';
import type { Store } from '../storage/open.ts';
import { revisitQueries } from '../storage/recrawl.ts';
import { seedQueries } from '../storage/seeds.ts';
import { internalLinkQueries } from '../storage/visit.ts';
import { bareHost } from '../url/parse.ts';
import { scopeOfSeed } from '../url/scope.ts';
import { type CostOf, PageColumns } from './page-facts.ts';
import type { ChosenRule } from './recrawl-request.ts';
import type { PlannedRevisit } from './revisit-queue.ts';

/** Number of link ids per database query. */
const AT_ONCE = 50_000;
/** Share of a recrawl run for pages that are gone, to find out whether they are back. */
const GONE_SHARE = 0.02;

/** Pages of a recrawl run, in the order of the revisits. */
export interface Choice {
  readonly pages: ArrayLike<number>;
  /** Priorities of the pages; infinite for pages that are gone and due. */
  readonly priorities: ArrayLike<number>;
  /** Rule's knowledge of all pages, after ranking. */
  readonly pool: Pool;
}

interface Choosing {
  readonly step: number;
  readonly chosen: ChosenRule;
  /** Rule's knowledge at the start of the recrawl run. */
  readonly pool: Pool;
  readonly costOf: CostOf;
  readonly over: RecrawlRunOptions['over'];
  /** Maximum number of pages. */
  readonly wanted: number;
  /** Minimum priority; undefined: no minimum. */
  readonly least?: number | undefined;
}

/** Chooses among the pages that were not tried in this step yet. */
export function choosePages(store: Store, choosing: Choosing): Choice {
  const { step, wanted } = choosing;
  const sql = revisitQueries(store);
  const gone = sql.due.all({ step, limit: Math.ceil(GONE_SHARE * Math.min(wanted, Number.MAX_SAFE_INTEGER)) });
  const byIndex = choosing.chosen.rule.rank === undefined && choosing.over === 'all';
  const there = byIndex ? headOfIndex(store, choosing) : ranked(store, choosing);
  const { least = Number.NEGATIVE_INFINITY } = choosing;
  const isWanted = (_: number, at: number) => (there.priorities[at] ?? 0) >= least;
  return {
    pages: [...gone.map(({ page }) => page), ...there.pages.filter(isWanted)],
    priorities: [...gone.map(() => Number.POSITIVE_INFINITY), ...there.priorities.filter(isWanted)],
    pool: there.pool,
  };
}

/** Chooses the first pages of the index, for rules with a static key. */
function headOfIndex(store: Store, { step, pool, wanted }: Choosing) {
  const rows = revisitQueries(store).strongest.all({ step, limit: wanted });
  return { pages: rows.map(({ page }) => page), priorities: rows.map(({ key }) => key ?? 0), pool };
}

function ranked(store: Store, { step, chosen, pool, costOf, over, wanted }: Choosing) {
  const columns = readPages(store, step, chosen.rule.state.length, costOf);
  const width = chosen.rule.state.length;
  const { priority, pool: renewed } = chosen.rule.rank?.(columns, step, pool) ?? {
    priority: Float64Array.from({ length: columns.count }, (_, row) => columns.state[row * width] ?? 0),
    pool,
  };
  const rows = strongest(columns, priority, over === 'all' ? wanted : columns.count);
  const first = over === 'all' ? rows : sharedOut(rows, columns.site, wanted);
  return {
    pages: first.map((row) => columns.id[row] ?? 0),
    priorities: first.map((row) => priority[row] ?? 0),
    pool: renewed,
  };
}

/** Returns all pages that may be revisited, column by column. */
function readPages(store: Store, step: number, width: number, costOf: CostOf): PageColumns {
  const sql = revisitQueries(store);
  const columns = new PageColumns(width, costOf);
  const last = sql.last.get({})?.page ?? 0;
  for (let from = 1; from <= last; from += AT_ONCE) {
    const packed = sql.facts.get({ from, to: from + AT_ONCE, step })?.facts;
    if (packed) columns.add(packed);
  }
  return columns;
}

/**
 * Orders pages so that each site gets its share, as if recrawled alone. The k-th strongest page of n pages of a site
 * has the position (k - 1/2) / n.
 */
function sharedOut(rows: readonly number[], siteOf: ArrayLike<number>, wanted: number): number[] {
  const pages = new Map<number, number>();
  for (const row of rows) pages.set(siteOf[row] ?? 0, (pages.get(siteOf[row] ?? 0) ?? 0) + 1);
  const passed = new Map<number, number>();
  const placed = rows.map((row) => {
    const site = siteOf[row] ?? 0;
    const before = passed.get(site) ?? 0;
    passed.set(site, before + 1);
    return { row, place: (before + 0.5) / (pages.get(site) ?? 1) };
  });
  return placed
    .sort((a, b) => a.place - b.place)
    .slice(0, wanted)
    .map(({ row }) => row);
}

/**
 * Returns a function that plans the revisit at a position; undefined for missing or out-of-scope pages, and for pages
 * that may do harm in a log-in session.
 */
export function planner(
  store: Store,
  { pages, priorities }: Choice,
  isInSession = false,
): (place: number) => PlannedRevisit | undefined {
  const sql = revisitQueries(store);
  const { text } = internalLinkQueries(store);
  const sites = new Map(
    seedQueries(store)
      .all.all({})
      .map((seed) => [seed.id, { origin: seed.origin, scope: scopeOfSeed(seed) }]),
  );
  return (place) => {
    const page = pages[place] ?? 0;
    const row = sql.address.get({ page });
    if (!row) return undefined;
    const { site, level } = row;
    const { origin = '', scope } = sites.get(site) ?? {};
    const url = fullAddress(row.url, origin);
    if (level > 0 && !scope?.(new URL(url))) return undefined;
    const { anchor = '', rel = '' } = (isInSession && text.get({ link: page })) || {};
    if (level > 0 && harmOfVisit({ url, anchor, rel, isGuess: false }, isInSession) !== undefined) return undefined;
    return {
      page,
      place,
      priority: priorities[place] ?? 0,
      site,
      url,
      host: bareHost(new URL(url)),
      level,
      attempts: 0,
      inFull: false,
    };
  };
}
