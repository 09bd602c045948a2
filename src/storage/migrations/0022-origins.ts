import { type Kysely, type Migration, sql } from 'kysely';

/** Sites have the scheme and host of their start page in a column of its own: no query takes addresses apart. */
export const origins: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table seeds add column origin text not null default ''`.execute(db);
    const { rows } = await sql<{ id: number; start_url: string }>`select id, start_url from seeds`.execute(db);
    for (const { id, start_url } of rows)
      await sql`update seeds set origin = ${new URL(start_url).origin} where id = ${id}`.execute(db);
  },
};
