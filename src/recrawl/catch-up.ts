import type { Pool, RevisitRule } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { nightQueries, revisitQueries } from '../storage/recrawl.ts';
import { seedQueries } from '../storage/seeds.ts';
import { one } from '../storage/statement.ts';
import { patternOf } from '../url/page-pattern.ts';
import { costSums } from './check-cost.ts';
import { nightSums } from './night-sums.ts';
import { packFacts } from './page-facts.ts';

/**
 * Gives rows to the pages that were read since the last night began: by crawls before the first night at step 0, later
 * ones at the step of the night in which, or after which, they were found. Returns the last visit that was looked at.
 */
export function catchUp(store: Store, rule: RevisitRule, pool: Pool, step: number, after: number): number {
  const sql = revisitQueries(store);
  const nights = nightQueries(store).all.all({});
  const origins = new Map(
    seedQueries(store)
      .all.all({})
      .map((seed) => [seed.id, new URL(seed.start_url).origin]),
  );
  const groups = groupBook(store);
  const sums = nightSums(store, step);
  let last = after;
  for (const { visit, page, site, started_at: at, milliseconds, url, size } of sql.unlisted.all({ after })) {
    last = visit;
    if (page === null || sql.get.get({ page })) continue;
    const first = nights.findLast((night) => night.started_at <= at)?.step ?? 0;
    const group = groups(site, patternOf(new URL(url, origins.get(site))));
    const facts = { id: page, site, group, size: size ?? 0, last: first, signal: Number.NaN };
    const state = rule.begin({ ...facts, cost: 1 }, pool);
    sql.put.run({
      ...{ page, site, first, tried: first, checked_at: at, checks: 0, changes: 0, failures: 0, due: null },
      key: rule.rank ? null : (state[0] ?? 0),
      facts: packFacts(facts, state),
    });
    if (size !== null) sums.add({ time: costSums(size, milliseconds) });
  }
  sums.write();
  return last;
}

/** The numbers of the groups, each asked for once. */
function groupBook(store: Store): (site: number, pattern: string) => number {
  const sql = revisitQueries(store);
  const known = new Map<string, number>();
  return (site, pattern) => {
    const name = `${site} ${pattern}`;
    const group = known.get(name) ?? sql.group.get({ site, pattern })?.id ?? one(sql.insertGroup, { site, pattern }).id;
    known.set(name, group);
    return group;
  };
}
