import { type Kysely, type Migration, sql } from 'kysely';

/** Codes of statuses, as they were then. */
const WAITING = 0;
const CLAIMED = 1;

/** The lanes that earlier Foragers kept for the frontier itself, and the tiers that they become. */
const TIERS = sql.raw('case lane when -2000000 then -3 when -1000000 then -2 when -500000 then -1 else 0 end');
const ORDERS_LANE = sql.raw('case when lane in (-2000000, -1000000, -500000) then 0 else lane end');

/** Links wait in groups, and the frontier's own order of them is told from that of link orders. */
export const queueGroups: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Which group is a rank's? And to move one in all tiers: by site, lane and name.
    await db.schema
      .createTable('queue_groups')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('site', 'integer', (c) => c.notNull())
      .addColumn('tier', 'integer', (c) => c.notNull())
      .addColumn('lane', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('value', 'real', (c) => c.notNull())
      .addUniqueConstraint('queue_groups_identity', ['site', 'lane', 'name', 'tier'])
      .execute();

    for (const table of ['internal_links', 'visits']) {
      await db.schema
        .alterTable(table)
        .addColumn('tier', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await sql`update ${sql.table(table)} set tier = ${TIERS}, lane = ${ORDERS_LANE} where lane < 0`.execute(db);
    }
    await db.schema.alterTable('internal_links').addColumn('queue_group', 'integer').execute();
    // A guess that does not wait has no lane: it was known by it.
    const placed = sql`status in (${sql.lit(WAITING)}, ${sql.lit(CLAIMED)})`;
    await sql`update internal_links set lane = null where tier = -3 and rank is null`.execute(db);
    await sql`insert into queue_groups (site, tier, lane, name, value)
      select distinct site, tier, lane, '', 0 from internal_links where ${placed} and lane is not null`.execute(db);
    await sql`update internal_links set queue_group = (select g.id from queue_groups g
        where g.site = internal_links.site and g.lane = internal_links.lane and g.name = '' and g.tier = internal_links.tier)
      where ${placed} and lane is not null`.execute(db);

    await db.schema.alterTable('queue').renameTo('earlier_queue').execute();
    await db.schema.dropIndex('queue_pauses').execute();
    // The key is the order in which a group's links are handed out: a claim reads the head of the group's range.
    await sql`create table queue (
      site integer not null, queue_group integer not null, rank real not null, link integer not null,
      not_before integer not null, primary key (site, queue_group, rank desc, link)) without rowid`.execute(db);
    await sql`insert into queue (site, queue_group, rank, link, not_before)
      select q.site, l.queue_group, q.rank, q.link, q.not_before
      from earlier_queue q join internal_links l on l.id = q.link
      order by q.site, l.queue_group, q.rank desc, q.link`.execute(db);
    await db.schema.dropTable('earlier_queue').execute();
    // A crawl knows its pauses when it opens, without a look at each waiting link: few of them pause.
    await db.schema
      .createIndex('queue_pauses')
      .on('queue')
      .column('not_before')
      .where(sql.ref('not_before'), '>', sql.lit(0))
      .execute();
  },
};
