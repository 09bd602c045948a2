import { type Kysely, type Migration, sql } from 'kysely';

/** New names of tables, before those of columns; every row stays as it is. */
const RENAMES = `
alter table nights rename to recrawl_runs;
alter table night_sums rename to recrawl_sums;
alter table revisits rename to recrawl_pages;
alter table checks rename to page_revisits;
alter table recrawl_pages rename column checks to revisits;
alter table runs rename column night to recrawl_run;
alter table link_families rename column barren to unproductive;
alter table visits rename column site_pulls to site_visits;
alter table visits rename column pulls to all_visits;
drop index revisits_key;
create index recrawl_pages_key on recrawl_pages (key desc, page) where key is not null;
drop index revisits_due;
create index recrawl_pages_due on recrawl_pages (due) where due is not null`;

/** Renames tables, columns and indexes to words of the field. */
export const plainNames: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of RENAMES.trim().split(';\n')) await sql.raw(statement).execute(db);
  },
};
