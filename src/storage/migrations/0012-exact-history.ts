import { type Kysely, type Migration, sql } from 'kysely';

/** The code of `waiting` when this was written: a migration stays as it was. */
const WAITING = 0;

/** What an export as of a date needs to be the same whatever happened later: how links and sites stood before they changed. */
export const exactHistory: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // All are read by link or site: how did it stand at a moment?
    await sql`create table status_changes (
      link integer not null, at integer not null, status integer not null, primary key (link, at)) without rowid`.execute(
      db,
    );
    await sql`create table earlier_forms (
      kind integer not null, link integer not null, at integer not null, role text not null, source integer, anchor text,
      context text, rel text, element text, tag_path text, frame text, technique text,
      primary key (kind, link, at)) without rowid`.execute(db);
    await sql`create table proved_guesses (
      id integer not null, site integer not null, hash integer not null, method text not null, url text not null,
      role text not null, host text not null, domain text not null, source integer not null, anchor text not null,
      element text not null, tag_path text not null, frame text not null, technique text not null,
      first_seen integer not null, last_seen integer not null, proved_at integer not null,
      primary key (id, proved_at)) without rowid`.execute(db);
    await sql`create table past_deletions (
      kind integer not null, link integer not null, deleted_at integer not null, batch integer not null,
      restored_at integer not null, primary key (kind, link, restored_at)) without rowid`.execute(db);
    await sql`create table site_changes (
      site integer not null, at integer not null, status text not null, note text not null, removed integer,
      primary key (site, at)) without rowid`.execute(db);

    // Is the name of a new site taken? Asked for each that is added.
    await db.schema.createIndex('seeds_short_name').on('seeds').column('short_name').execute();

    // What can be told of the time before: a link that was visited waited until then, and a site was crawled.
    const waiting = sql.lit(WAITING);
    for (const link of ['link', 'page'] as const)
      await sql`insert or ignore into status_changes (link, at, status)
        select ${sql.ref(link)}, started_at + milliseconds, ${waiting} from visits where ${sql.ref(link)} is not null`.execute(
        db,
      );
    await sql`insert or ignore into site_changes (site, at, status, note, removed)
      select site, min(started_at), 'waiting', '', null from visits group by site`.execute(db);
    await sql`insert or ignore into site_changes (site, at, status, note, removed)
      select site, max(started_at + milliseconds), 'crawling', '', null from visits
      group by site having count(*) > 1`.execute(db);
  },
};
