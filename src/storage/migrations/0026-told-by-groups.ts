import { type Kysely, type Migration, sql } from 'kysely';

/** What its group tells of a link is not stored with each: the site of a place in the queue, and the lane of a rank. */
export const toldByGroups: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('queue').renameTo('earlier_queue').execute();
    await db.schema.dropIndex('queue_pauses').execute();
    // The key is the order in which a group's links are handed out: a claim reads the head of the group's range.
    await sql`create table queue (
      queue_group integer not null, rank real not null, link integer not null, not_before integer not null,
      primary key (queue_group, rank desc, link)) without rowid`.execute(db);
    await sql`insert into queue (queue_group, rank, link, not_before)
      select queue_group, rank, link, not_before from earlier_queue order by queue_group, rank desc, link`.execute(db);
    await db.schema.dropTable('earlier_queue').execute();
    // A crawl knows its pauses when it opens, without a look at each waiting link: few of them pause.
    await db.schema
      .createIndex('queue_pauses')
      .on('queue')
      .column('not_before')
      .where(sql.ref('not_before'), '>', sql.lit(0))
      .execute();
    await db.schema.alterTable('internal_links').dropColumn('lane').execute();
  },
};
