import { type Kysely, type Migration, sql } from 'kysely';

/** Why a link order refused a link; apart, as few links are, and each reason is one of few texts. */
export const refusals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table refusals (link integer primary key, reason integer not null)`.execute(db);
  },
};
