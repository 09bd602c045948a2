import { type Kysely, type Migration, sql } from 'kysely';

/** Statuses of links that a later run may take up, by their codes when this was written. */
const TAKEN_UP_LATER = sql.raw('(4, 6, 8, 9, 10, 11)');

/** A crawl opens its database, and takes up what others edited meanwhile, without a look at each link. */
export const quickOpen: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table queue_groups add column waiting integer not null default 0`.execute(db);
    await sql`update queue_groups set waiting = (select count(*) from queue
      where queue.site = queue_groups.site and queue.queue_group = queue_groups.id)`.execute(db);
    // Which links did earlier runs leave aside? Asked by each run that begins.
    await sql`create index internal_links_aside on internal_links (status) where status in ${TAKEN_UP_LATER}`.execute(
      db,
    );
    await sql`create table site_edits (id integer primary key, site integer not null, at bigint not null)`.execute(db);
  },
};
