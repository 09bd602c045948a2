import { type Kysely, type Migration, sql } from 'kysely';

/** What was there before: the versions of pages, when links went and came back, and blocks that differ at every fetch. */
export const history: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Asked for every link of every page that is read: a column of the row that is read anyway.
    for (const table of ['internal_links', 'bad_links'] as const)
      await db.schema.alterTable(table).addColumn('removed', 'bigint').execute();

    // Read from its end: a page's last version is how it stands.
    await sql`create table page_versions (
      page integer not null, at integer not null, state text not null, http_status integer, size integer not null,
      hash integer not null, kept integer not null, gone integer not null, fresh integer not null,
      last_seen integer not null, primary key (page, at)) without rowid`.execute(db);
    await db.schema
      .createTable('page_texts')
      .addColumn('page', 'integer', (c) => c.primaryKey())
      .addColumn('text', 'blob', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('link_events')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('kind', 'integer', (c) => c.notNull())
      .addColumn('link', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .execute();
    // How did a link stand then? Asked for each link of an export as of a date.
    await db.schema.createIndex('link_events_link').on('link_events').columns(['kind', 'link']).execute();
    // What changed since? A crawl's events stand together.
    await db.schema.createIndex('link_events_at').on('link_events').column('at').execute();
    await sql`create table link_sightings (
      kind integer not null, link integer not null, at integer not null, primary key (kind, link, at)) without rowid`.execute(
      db,
    );

    await sql`create table level_changes (
      link integer not null, at integer not null, level integer not null, primary key (link, at)) without rowid`.execute(
      db,
    );

    await sql`create table changing_blocks (
      site integer not null, pattern text not null, key integer not null, kind integer not null, flips integer not null,
      stays integer not null, returns integer not null, primary key (site, pattern, key)) without rowid`.execute(db);
  },
};
