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

/** How a crawl came on: so many of its visits, evenly apart, with the first and the last of all. Nights are left out. */
export function visitCurve(store: Store, points: number): VisitPoint[] {
  const query = sql<VisitPoint & { readonly all: number }>`
    with run as (select id, started_at,
        (select coalesce(sum(earlier.milliseconds), 0) from runs earlier where earlier.id < runs.id and earlier.night is null) as before
      from runs where night is null),
    visit as (select row_number() over (order by visits.id) as visits, count(*) over () as "all",
        run.before + visits.started_at + visits.milliseconds - run.started_at as milliseconds,
        sum(new_internal) over (order by visits.id) as internal, sum(new_external) over (order by visits.id) as external
      from visits join run on run.id = visits.run)
    select * from visit where visits = 1 or visits = "all"
      or visits * ${points} / "all" > (visits - 1) * ${points} / "all"
    order by visits`;
  return Array.from(rows(store, query.compile(store.kysely)), ({ visits, milliseconds, internal, external }) => ({
    ...{ visits, milliseconds, internal, external },
  }));
}
