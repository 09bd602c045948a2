import { type Kysely, type Migration, sql } from 'kysely';

/** How old a worker's view of the other workers' sites was when a page was chosen. */
export const viewAge: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table visits add column view_age integer`.execute(db);
  },
};
