import { type Kysely, type Migration, sql } from 'kysely';

/** What went from a page's text, and what came, for each version that changed it. */
export const textDifferences: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Asked for by its version, one at a time.
    await sql`create table text_differences (
      page integer not null, at integer not null, difference blob not null, primary key (page, at))`.execute(db);
  },
};
