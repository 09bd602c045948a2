import { sql } from 'kysely';
import type { Store } from './open.ts';
import { rows } from './statement.ts';

/** Where a crawl stood after a visit. */
interface VisitPoint {
  /** Visits up to it. */
  readonly visits: number;
  /** Milliseconds of crawling up to it, over all runs. */
  readonly milliseconds: number;
  /** Links that were new in them. */
  readonly internal: number;
  readonly external: number;
}

/** How a crawl came on: after its first visit, and after so many others, about evenly apart, the last of all among them. Nights are left out. */
export function visitCurve(store: Store, points: number): VisitPoint[] {
  const query = sql<VisitPoint>`
    with run as (select id, (select coalesce(sum(earlier.milliseconds), 0) from runs earlier
          where earlier.id < runs.id and earlier.night is null) - started_at as shift
        from runs where night is null),
      ends as (select min(id) as first, max(id) as last from visits)
    select count(*) as visits, max(run.shift + visits.started_at + visits.milliseconds) as milliseconds,
      sum(new_internal) as internal, sum(new_external) as external
    from visits join run on run.id = visits.run, ends
    group by case visits.id when first then 0 else 1 + (visits.id - first - 1) * ${sql.lit(points)} / max(1, last - first) end
    order by max(visits.id)`;
  let at: VisitPoint = { visits: 0, milliseconds: 0, internal: 0, external: 0 };
  return Array.from(rows(store, query.compile(store.kysely)), (more) => {
    at = {
      visits: at.visits + more.visits,
      milliseconds: Math.max(at.milliseconds, more.milliseconds),
      internal: at.internal + more.internal,
      external: at.external + more.external,
    };
    return at;
  });
}
