import { type Kysely, type Migration, sql } from 'kysely';

/** What a link order has learned, so that it need not learn again from all visits when a crawl goes on. */
export const keptStates: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table kept_states (key text primary key, last_visit bigint not null, visits bigint not null,
      sum_of_ids bigint not null, sum_of_links bigint not null, state blob not null)`.execute(db);
  },
};
