import { type Kysely, type Migration, sql } from 'kysely';

/** How often the crawler died while it visited a link; apart, as few links have any. */
export const crashes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table crashes (link integer primary key, crashes integer not null)`.execute(db);
    await sql`insert into crashes (link, crashes) select id, crashes from internal_links where crashes > 0`.execute(db);
    await db.schema.alterTable('internal_links').dropColumn('crashes').execute();
  },
};
