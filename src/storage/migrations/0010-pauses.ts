import { type Kysely, type Migration, sql } from 'kysely';

/** Which waiting links pause. */
export const pauses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // A crawl knows its pauses when it opens, without a look at each waiting link: few of them pause.
    await db.schema
      .createIndex('queue_pauses')
      .on('queue')
      .column('not_before')
      .where(sql.ref('not_before'), '>', sql.lit(0))
      .execute();
  },
};
