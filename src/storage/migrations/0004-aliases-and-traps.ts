import { type Kysely, type Migration, sql } from 'kysely';

export const aliasesAndTraps: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // A crawl that was begun before ignored nothing.
    await sql`insert into crawler_settings (name, value)
      select 'ignore-in-urls', '' from crawler_settings where name = 'fold-case'`.execute(db);

    // Asked by address: whose page is it?
    await sql`create table aliases (
      site integer not null, hash integer not null, kind text not null, link integer not null, url text not null,
      first_seen integer not null, primary key (site, hash, kind, link)) without rowid`.execute(db);

    await db.schema
      .createTable('traps')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('pattern', 'text', (c) => c.notNull())
      .addColumn('links', 'integer', (c) => c.notNull())
      .addColumn('example', 'text', (c) => c.notNull())
      .addColumn('first_seen', 'bigint', (c) => c.notNull())
      .execute();
    // One row for each, whose links are counted as they are set aside.
    await db.schema.createIndex('traps_identity').unique().on('traps').columns(['site', 'kind', 'pattern']).execute();

    await db.schema
      .createTable('link_families')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('pattern', 'text', (c) => c.notNull())
      .addColumn('barren', 'integer', (c) => c.notNull())
      .addColumn('parameters', 'integer', (c) => c.notNull())
      .execute();
    // Read and written for each page that has a family.
    await db.schema
      .createIndex('link_families_identity')
      .unique()
      .on('link_families')
      .columns(['site', 'pattern'])
      .execute();
    await sql`create table family_parameters (
      family integer not null, hash integer not null, first integer not null, primary key (family, hash)) without rowid`.execute(
      db,
    );
  },
};
