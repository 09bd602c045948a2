import { type Kysely, type Migration, sql } from 'kysely';

/** How pages were read, and what was learned of how they may be. */
export const templates: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('visits').addColumn('rendering', 'text').execute();
    // Read as a whole when a crawl begins, written by key.
    await sql`create table templates (
      site integer not null, pattern text not null, shape text not null, state text not null, equal integer not null,
      different integer not null, example text not null, changed_at integer not null,
      primary key (site, pattern, shape)) without rowid`.execute(db);
  },
};
