import type { Kysely, Migration } from 'kysely';

/** Addresses that no link leads to, and what writes: embedded resources, requests, forms, guesses. */
export const resources: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('seeds')
      .addColumn('resources', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('resources')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('hash', 'bigint', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('domain', 'text', (c) => c.notNull())
      .addColumn('source', 'integer', (c) => c.notNull())
      .addColumn('anchor', 'text', (c) => c.notNull())
      .addColumn('element', 'text', (c) => c.notNull())
      .addColumn('tag_path', 'text', (c) => c.notNull())
      .addColumn('frame', 'text', (c) => c.notNull())
      .addColumn('technique', 'text', (c) => c.notNull())
      .addColumn('first_seen', 'bigint', (c) => c.notNull())
      .addColumn('last_seen', 'bigint', (c) => c.notNull())
      .execute();
    // Is this resource known? Asked for every resource of every page.
    await db.schema.createIndex('resources_identity').unique().on('resources').columns(['site', 'hash']).execute();
  },
};
