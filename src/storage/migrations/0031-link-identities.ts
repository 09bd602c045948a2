import { type Kysely, type Migration, sql } from 'kysely';

/** An internal link's identity stands once, in the table that finds links by it: the link's row had it, too, and an index of its own. */
export const linkIdentities: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Is this link known? Asked for every link of every page. Which links has a site? Asked for its lists.
    await sql`create table internal_link_identities (
      site integer not null, hash bigint not null, link integer not null, primary key (site, hash)) without rowid`.execute(
      db,
    );
    // In the order of the index that it takes the place of: each row is appended.
    await sql`insert into internal_link_identities (site, hash, link)
      select site, hash, id from internal_links order by site, hash`.execute(db);
    await db.schema.dropIndex('internal_links_identity').execute();
    await db.schema.alterTable('internal_links').dropColumn('hash').execute();
  },
};
