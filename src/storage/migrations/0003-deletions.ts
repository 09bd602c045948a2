import { type Kysely, type Migration, sql } from 'kysely';

/** Sites and links that their user took out, and when an internal link was found. */
export const deletions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('seeds').addColumn('removed', 'bigint').execute();
    await db.schema.alterTable('internal_link_texts').addColumn('first_seen', 'bigint').execute();

    // Asked before a link is let into the queue, and by every listing: by kind and link.
    await sql`create table deletions (
      kind integer not null, link integer not null, batch integer not null, deleted_at bigint not null,
      primary key (kind, link)) without rowid`.execute(db);
    // The last deletion is the one that is undone.
    await db.schema.createIndex('deletions_batch').on('deletions').column('batch').execute();
  },
};
