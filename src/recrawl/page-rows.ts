import { addSums, type PageFacts, type PageView, type Pool, type RevisitRule } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries, revisitQueries } from '../storage/recrawl.ts';
import { seedQueries } from '../storage/seeds.ts';
import { getOne } from '../storage/statement.ts';
import { patternOf } from '../url/page-pattern.ts';
import { packFacts, unpackFacts } from './page-facts.ts';
import type { ChosenRule } from './recrawl-request.ts';
import { costSums, runSums } from './run-sums.ts';

/**
 * Adds rows for the pages visited since the last recrawl run began. Their step is that of the last recrawl run begun
 * before the visit, or 0. Returns the last visit examined.
 */
export function catchUp(store: Store, rule: RevisitRule, pool: Pool, step: number, after: number): number {
  const sql = revisitQueries(store);
  const runs = recrawlRunQueries(store).all.all({});
  const origins = new Map(
    seedQueries(store)
      .all.all({})
      .map((seed) => [seed.id, new URL(seed.start_url).origin]),
  );
  const groups = groupBook(store);
  const sums = runSums(store, step, 0);
  let last = after;
  for (const { visit, page, site, started_at: at, milliseconds, url, size } of sql.unlisted.all({ after })) {
    last = visit;
    if (page === null || sql.get.get({ page })) continue;
    const first = runs.findLast((run) => run.started_at <= at)?.step ?? 0;
    const group = groups(site, patternOf(new URL(url, origins.get(site))));
    sql.put.run(beginPage({ id: page, site, group, size: size ?? 0, last: first }, at, rule, pool));
    if (size !== null) sums.add({ time: costSums(size, milliseconds) });
  }
  sums.write();
  return last;
}

/** Returns the row of a page first visited at step `last` and not revisited yet. */
export function beginPage(page: Omit<PageFacts, 'cost' | 'signal'>, readAt: number, rule: RevisitRule, pool: Pool) {
  const { id, site, last } = page;
  const facts = { ...page, signal: Number.NaN };
  const state = rule.begin({ ...facts, cost: 1 }, pool);
  return {
    ...{ page: id, site, first: last, tried: last, checked_at: readAt },
    ...{ revisits: 0, changes: 0, failures: 0, due: null },
    key: rule.rank ? null : (state[0] ?? 0),
    facts: packFacts(facts, state),
  };
}

/** Returns a function that looks up group ids, with a cache. */
function groupBook(store: Store): (site: number, pattern: string) => number {
  const sql = revisitQueries(store);
  const known = new Map<string, number>();
  return (site, pattern) => {
    const key = `${site} ${pattern}`;
    const group = known.get(key) ?? (sql.group.get({ site, pattern }) ?? getOne(sql.insertGroup, { site, pattern })).id;
    known.set(key, group);
    return group;
  };
}

/**
 * Computes a new rule's knowledge from the stored revisits of all recrawl runs, for a changed rule or changed
 * parameters. Lessons from ranking all pages are not included; they follow with the next ranking.
 */
export function foldRevisits(store: Store, { rule }: ChosenRule): Pool {
  const sql = revisitQueries(store);
  const rows = new Map(sql.all.all({}).map((row) => [row.page, row]));
  const pages = new Map<number, PageView>();
  let { pool } = rule;
  const begin = (page: number, size: number): PageView | undefined => {
    const row = rows.get(page);
    if (!row) return undefined;
    const { group } = unpackFacts(row.facts, () => 1);
    const facts = { id: page, site: row.site, group, size, last: row.first, signal: Number.NaN, cost: 1 };
    return { ...facts, state: rule.begin(facts, pool) };
  };
  for (const { step, pages: count } of recrawlRunQueries(store).all.all({})) {
    let sums: Pool = {};
    let revisits = 0;
    for (const check of sql.revisitsOf.all({ step })) {
      if (check.change === 'unreachable' || check.change === 'doubted') continue;
      const { page, kept, gone, fresh } = check;
      // The first revisit compared the page with the text stored then.
      const before = pages.get(page) ?? begin(page, kept + gone);
      if (!before) continue;
      const view = { ...before, signal: check.signal ?? Number.NaN };
      const lesson = rule.learn(view, { kept, gone, fresh, step }, pool);
      if (lesson.sums) sums = addSums(sums, lesson.sums);
      pages.set(page, { ...before, size: kept + fresh, last: step, state: lesson.state });
      revisits++;
    }
    pool = rule.close(pool, { step, pages: count, revisits, sums });
  }
  for (const row of rows.values()) {
    const stored = unpackFacts(row.facts, () => 1);
    const page = pages.get(row.page) ?? begin(row.page, stored.size);
    if (!page) continue;
    const key = rule.rank ? null : (page.state[0] ?? 0);
    const facts = packFacts({ ...page, last: stored.last, signal: stored.signal }, page.state);
    sql.put.run({ ...row, key, facts });
  }
  return pool;
}
