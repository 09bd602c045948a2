import { type Kysely, type Migration, sql } from 'kysely';

/** Which sites the crawl found itself, and where. */
export const foundSites: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table seeds add column found_on integer`.execute(db);
  },
};
