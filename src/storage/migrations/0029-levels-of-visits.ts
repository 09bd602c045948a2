import { type Kysely, type Migration, sql } from 'kysely';

/** At which level a page was stored: later it may fall, and what learns from stored visits is to be told what it was told then. */
export const levelsOfVisits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('visits')
      .addColumn('level', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update visits set level = coalesce(
      (select level from level_changes where link = visits.link and at > visits.started_at + visits.milliseconds order by at limit 1),
      (select level from internal_links where id = visits.link), 0)`.execute(db);
  },
};
