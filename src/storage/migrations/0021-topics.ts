import { type Kysely, type Migration, sql } from 'kysely';

/** How near to the crawl's topic each visit was, and the topics themselves. */
export const topics: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table visits add column relevance real`.execute(db);
    await sql`create table topics (name text primary key, definition text not null)`.execute(db);
  },
};
