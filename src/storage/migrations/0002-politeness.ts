import type { Kysely, Migration } from 'kysely';

export const politeness: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('hosts')
      .addColumn('host', 'text', (c) => c.primaryKey())
      .addColumn('extra_delay', 'integer', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('robots')
      .addColumn('origin', 'text', (c) => c.primaryKey())
      .addColumn('fetched_at', 'bigint', (c) => c.notNull())
      .addColumn('http_status', 'integer', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .execute();
  },
};
