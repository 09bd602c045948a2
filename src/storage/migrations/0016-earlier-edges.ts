import { type Kysely, type Migration, sql } from 'kysely';

/** Edges that a page has lost stay, so that a graph is known as it was, and link orders learn again from what they saw. */
export const earlierEdges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table page_links add column added bigint`.execute(db);
    await sql`alter table page_links add column removed bigint`.execute(db);
    // Read by source page, as page_links: how did an edge stand first?
    await sql`create table earlier_edges (
      source integer not null, kind integer not null, target integer not null, ended bigint not null, added bigint,
      place integer not null, anchor integer, tag_path integer,
      primary key (source, kind, target, ended)) without rowid`.execute(db);
  },
};
