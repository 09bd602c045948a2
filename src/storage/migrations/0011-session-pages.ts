import { type Kysely, type Migration, sql } from 'kysely';

/** What pages of a site look like to a reader who is logged in. */
export const sessionPages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table session_pages (
      site integer primary key, pages integer not null, asks_password integer not null, offers_log_in integer not null,
      offers_log_out integer not null, blocks text not null)`.execute(db);
  },
};
