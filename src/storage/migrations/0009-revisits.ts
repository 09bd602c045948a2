import { type Kysely, type Migration, sql } from 'kysely';

/** What nights of recrawling know of the pages, and what they did. */
export const revisits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Of a run that serves a night; other runs are crawls.
    await db.schema.alterTable('runs').addColumn('night', 'integer').execute();

    await db.schema
      .createTable('nights')
      .addColumn('step', 'integer', (c) => c.primaryKey())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('rule', 'text', (c) => c.notNull())
      .addColumn('params', 'text', (c) => c.notNull())
      .addColumn('budget', 'text', (c) => c.notNull())
      .addColumn('last_visit', 'integer', (c) => c.notNull())
      .addColumn('pages', 'integer', (c) => c.notNull())
      .addColumn('pool', 'text')
      .addColumn('left_pool', 'text')
      .execute();

    await db.schema
      .createTable('page_groups')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('pattern', 'text', (c) => c.notNull())
      .addUniqueConstraint('page_groups_identity', ['site', 'pattern'])
      .execute();

    await db.schema
      .createTable('revisits')
      .addColumn('page', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('first', 'integer', (c) => c.notNull())
      .addColumn('tried', 'integer', (c) => c.notNull())
      .addColumn('checked_at', 'bigint', (c) => c.notNull())
      .addColumn('checks', 'integer', (c) => c.notNull())
      .addColumn('changes', 'integer', (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('due', 'integer')
      .addColumn('key', 'real')
      .addColumn('facts', 'blob', (c) => c.notNull())
      .execute();
    // A night by a static key reads its head and nothing else; a check moves one entry.
    await sql`create index revisits_key on revisits (key desc, page) where key is not null`.execute(db);
    // Which pages that were gone are to be looked for tonight?
    await sql`create index revisits_due on revisits (due) where due is not null`.execute(db);

    // Written in the order of the nights, read a night at a time.
    await sql`create table checks (
      step integer not null, page integer not null, run integer not null, started_at integer not null,
      milliseconds integer not null, change text not null, way text not null, kept integer not null,
      gone integer not null, fresh integer not null, signal integer, priority real not null, new_links integer not null,
      removed_links integer not null, returned_links integer not null, primary key (step, page)) without rowid`.execute(
      db,
    );

    // Brought up to date with each check, by key.
    await sql`create table night_sums (
      step integer not null, scope text not null, numbers text not null, primary key (step, scope)) without rowid`.execute(
      db,
    );

    await db.schema
      .createTable('validators')
      .addColumn('page', 'integer', (c) => c.primaryKey())
      .addColumn('etag', 'text', (c) => c.notNull())
      .addColumn('last_modified', 'text', (c) => c.notNull())
      .execute();
  },
};
