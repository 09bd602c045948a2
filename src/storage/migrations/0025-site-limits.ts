import { type Kysely, type Migration, sql } from 'kysely';

/** What limits a site by itself: nothing, where its user did not say so. */
export const siteLimits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of ['page_limit', 'depth', 'delay'])
      await sql`alter table seeds add column ${sql.ref(name)} integer`.execute(db);
    for (const name of ['include', 'exclude'])
      await sql`alter table seeds add column ${sql.ref(name)} text not null default '[]'`.execute(db);
  },
};
