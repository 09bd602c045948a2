import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the age of a worker's data about other workers' sites at the choice of a page. */
export const viewAge: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table visits add column view_age integer`.execute(db);
  },
};
