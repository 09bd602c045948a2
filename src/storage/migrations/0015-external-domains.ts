import { type Kysely, type Migration, sql } from 'kysely';

/** Is a registrable domain new to a site? The reward new-external-sites asks it for each that a page links to anew. */
export const externalDomains: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index external_links_domain on external_links (site, domain)`.execute(db);
  },
};
