import { type Kysely, type Migration, sql } from 'kysely';

export const spine: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('crawler_settings')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('seeds')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('full_name', 'text', (c) => c.notNull())
      .addColumn('short_name', 'text', (c) => c.notNull())
      .addColumn('start_url', 'text', (c) => c.notNull().unique())
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull().defaultTo('waiting'))
      .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('pages', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('failed', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('internal', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('external', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('bad', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('reward_sum', 'real', (c) => c.notNull().defaultTo(0))
      .addColumn('reward_max', 'real', (c) => c.notNull().defaultTo(0))
      .addColumn('milliseconds', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('added_at', 'bigint', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('internal_links')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('hash', 'bigint', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('level', 'integer', (c) => c.notNull())
      .addColumn('source', 'integer')
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('lane', 'integer')
      .addColumn('rank', 'real')
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('crashes', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    // Is this link known? Asked for every link of every page; an integer key costs 2.7 times less than the text.
    await db.schema
      .createIndex('internal_links_identity')
      .unique()
      .on('internal_links')
      .columns(['site', 'hash'])
      .execute();

    await db.schema
      .createTable('internal_link_texts')
      .addColumn('link', 'integer', (c) => c.primaryKey())
      .addColumn('anchor', 'text', (c) => c.notNull())
      .addColumn('context', 'text', (c) => c.notNull())
      .addColumn('rel', 'text', (c) => c.notNull())
      .addColumn('element', 'text', (c) => c.notNull())
      .addColumn('tag_path', 'text', (c) => c.notNull())
      .addColumn('frame', 'text', (c) => c.notNull())
      .addColumn('technique', 'text', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('external_links')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('hash', 'bigint', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('domain', 'text', (c) => c.notNull())
      .addColumn('source', 'integer', (c) => c.notNull())
      .addColumn('anchor', 'text', (c) => c.notNull())
      .addColumn('context', 'text', (c) => c.notNull())
      .addColumn('rel', 'text', (c) => c.notNull())
      .addColumn('element', 'text', (c) => c.notNull())
      .addColumn('tag_path', 'text', (c) => c.notNull())
      .addColumn('frame', 'text', (c) => c.notNull())
      .addColumn('technique', 'text', (c) => c.notNull())
      .addColumn('first_seen', 'bigint', (c) => c.notNull())
      .addColumn('last_seen', 'bigint', (c) => c.notNull())
      .addColumn('removed', 'bigint')
      .execute();
    // Is it new to its site? The reward of every page depends on it.
    await db.schema
      .createIndex('external_links_identity')
      .unique()
      .on('external_links')
      .columns(['site', 'hash'])
      .execute();

    await db.schema
      .createTable('bad_links')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('hash', 'bigint', (c) => c.notNull())
      .addColumn('raw', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('source', 'integer', (c) => c.notNull())
      .addColumn('anchor', 'text', (c) => c.notNull())
      .addColumn('element', 'text', (c) => c.notNull())
      .addColumn('technique', 'text', (c) => c.notNull())
      .addColumn('first_seen', 'bigint', (c) => c.notNull())
      .execute();
    // The same text counts once for a site.
    await db.schema.createIndex('bad_links_identity').unique().on('bad_links').columns(['site', 'hash']).execute();

    // The key is the order in which a site's links are handed out: a claim reads the head of the site's range.
    await sql`create table queue (
      site integer not null, lane integer not null, rank real not null, link integer not null, not_before integer not null,
      primary key (site, lane desc, rank desc, link)) without rowid`.execute(db);

    await db.schema
      .createTable('leases')
      .addColumn('link', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('token', 'integer', (c) => c.notNull())
      .addColumn('claimed_at', 'bigint', (c) => c.notNull())
      .execute();

    // Read by source page (levels, HITS, exports), so that is how it is kept together.
    await sql`create table page_links (
      source integer not null, kind integer not null, target integer not null,
      primary key (source, kind, target)) without rowid`.execute(db);

    await db.schema
      .createTable('visits')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('run', 'integer', (c) => c.notNull())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('link', 'integer', (c) => c.notNull())
      .addColumn('page', 'integer')
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('milliseconds', 'integer', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('http_status', 'integer')
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('new_internal', 'integer', (c) => c.notNull())
      .addColumn('new_external', 'integer', (c) => c.notNull())
      .addColumn('reward', 'real', (c) => c.notNull())
      .addColumn('lane', 'integer', (c) => c.notNull())
      .addColumn('rank', 'real', (c) => c.notNull())
      .addColumn('site_pulls', 'integer', (c) => c.notNull())
      .addColumn('site_reward', 'real', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('runs')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('milliseconds', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('stopped', 'text')
      .addColumn('pid', 'integer', (c) => c.notNull())
      .addColumn('config', 'text', (c) => c.notNull())
      .execute();
  },
};
