import { type Kysely, type Migration, sql } from 'kysely';

/**
 * The columns of a key come first: of a table without rowid whose key has another order than its columns, the
 * `pragma integrity_check` of SQLite 3.40, which Debian 12 has, says that values are missing which are there.
 */
export const keysFirst: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('proved_guesses').renameTo('earlier_guesses').execute();
    await sql`create table proved_guesses (
      id integer not null, proved_at integer not null, site integer not null, hash integer not null,
      method text not null, url text not null, role text not null, host text not null, domain text not null,
      source integer not null, anchor text not null, element text not null, tag_path text not null,
      frame text not null, technique text not null, first_seen integer not null, last_seen integer not null,
      primary key (id, proved_at)) without rowid`.execute(db);
    await sql`insert into proved_guesses (id, proved_at, site, hash, method, url, role, host, domain, source, anchor,
        element, tag_path, frame, technique, first_seen, last_seen)
      select id, proved_at, site, hash, method, url, role, host, domain, source, anchor,
        element, tag_path, frame, technique, first_seen, last_seen from earlier_guesses order by id, proved_at`.execute(
      db,
    );
    await db.schema.dropTable('earlier_guesses').execute();

    await db.schema.alterTable('past_deletions').renameTo('earlier_deletions').execute();
    await sql`create table past_deletions (
      kind integer not null, link integer not null, restored_at integer not null, deleted_at integer not null,
      batch integer not null, primary key (kind, link, restored_at)) without rowid`.execute(db);
    await sql`insert into past_deletions (kind, link, restored_at, deleted_at, batch)
      select kind, link, restored_at, deleted_at, batch from earlier_deletions order by kind, link, restored_at`.execute(
      db,
    );
    await db.schema.dropTable('earlier_deletions').execute();
  },
};
