import type { Kysely, Migration } from 'kysely';

/** Where a site's start page was read, which tells the folder of a site by `prefix`. */
export const homesOfSites: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('seeds').addColumn('home', 'text').execute();
  },
};
