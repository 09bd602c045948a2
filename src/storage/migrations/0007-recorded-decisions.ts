import type { Kysely, Migration } from 'kysely';

/** What a crawl is replayed from: the place of each link on its page, and what each decision was made on. */
export const recordedDecisions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('page_links')
      .addColumn('place', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    for (const name of ['pulls', 'ready', 'next_site'] as const)
      await db.schema.alterTable('visits').addColumn(name, 'integer').execute();
    for (const name of ['site_score', 'next_score', 'reward_max'] as const)
      await db.schema.alterTable('visits').addColumn(name, 'real').execute();
  },
};
