import { type Kysely, type Migration, sql } from 'kysely';

/** What link orders learn from: the own text of each page's links, and which visit read a page. */
export const observations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table texts (id integer primary key, text text not null unique)`.execute(db);
    await sql`alter table page_links add column anchor integer`.execute(db);
    await sql`alter table page_links add column tag_path integer`.execute(db);
    await sql`alter table internal_link_texts add column role text`.execute(db);
    // What did the page bring that a link stands on? Asked for links that are ranked by it.
    await sql`create index visits_page on visits (page) where page is not null`.execute(db);
  },
};
