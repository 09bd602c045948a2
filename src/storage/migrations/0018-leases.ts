import { type Kysely, type Migration, sql } from 'kysely';

/** Leases say whose they are and when they end; their tokens, and other numbers that must not repeat, come from sequences. */
export const leases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null in rows of an earlier Forager: their holder is dead.
    await sql`alter table leases add column owner integer`.execute(db);
    await sql`alter table leases add column ends_at bigint`.execute(db);
    await sql`create table sequences (name text primary key, next bigint not null)`.execute(db);
    // Tokens began at the time at which a run did.
    await sql`insert into sequences (name, next)
      select 'lease', coalesce(max(token), 0) + 1 from leases`.execute(db);
  },
};
