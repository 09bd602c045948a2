import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the table of link checks by `forager dead`. */
export const linkChecks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table link_checks (
      url text primary key, state text not null, reason text not null, http_status integer, moved_to text,
      etag text not null, last_modified text not null, checked_at bigint not null, next_at bigint not null,
      since bigint not null, dead_at bigint, tries integer not null)`.execute(db);
  },
};
