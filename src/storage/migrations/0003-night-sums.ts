import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Splits the sums of a recrawl run by row of `runs`, as several workers may share a recrawl run. The new column is the
 * last, as in rows of the workers' record.
 */
export const runSums: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table night_sums_by_run (
      step integer not null, scope text not null, numbers text not null, run integer not null default 0,
      primary key (step, scope, run))`.execute(db);
    await sql`insert into night_sums_by_run (step, scope, numbers) select step, scope, numbers from night_sums`.execute(
      db,
    );
    await sql`drop table night_sums`.execute(db);
    await sql`alter table night_sums_by_run rename to night_sums`.execute(db);
  },
};
