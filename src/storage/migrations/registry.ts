import { type Kysely, type Migration, sql } from 'kysely';
import { BadInput } from '../../domain/errors.ts';
import { linkStatuses } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import { address } from '../lists/link-sources.ts';
import type { Schema } from '../schema.ts';
import { tables } from './0001-tables.ts';
import { viewAge } from './0002-view-age.ts';
import { runSums } from './0003-night-sums.ts';
import { linkChecks } from './0004-link-checks.ts';
import { plainNames } from './0005-plain-names.ts';

/** Migrations in the order of execution. Released ones never change: add a new file instead. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-tables': tables,
  '0002-view-age': viewAge,
  '0003-night-sums': runSums,
  '0004-link-checks': linkChecks,
  '0005-plain-names': plainNames,
};

/** Returns the number of executed migrations; 0 for a database that is not set up. */
export async function migrationsDone(kysely: Kysely<Schema>, path: string): Promise<number> {
  const table = await kysely
    .withTables<{ sqlite_master: { name: string } }>()
    .selectFrom('sqlite_master')
    .select('name')
    .where('name', '=', 'kysely_migration')
    .executeTakeFirst();
  if (!table) return 0;
  const done = await kysely
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const other = done.find(({ name }) => !(name in migrations));
  if (other && done.some(({ name }) => name in migrations))
    throw new BadInput(`${path} was written by a newer Forager (${other.name}); update Forager to use it`);
  if (other)
    throw new BadInput(`${path} was written by a development version before Forager 0.1; name another file with --db`);
  return done.length;
}

const views = ['internal_links_view', 'external_links_view', 'bad_links_view', 'resources_view', 'aliases_view'];

/**
 * Drops all views before migrations, which could not drop a column of a view otherwise. Views hold no data, and
 * `createViews` creates all views again.
 */
export async function dropViews(db: Kysely<Schema>): Promise<void> {
  for (const name of views) await sql`drop view if exists ${sql.ref(name)}`.execute(db);
}

/**
 * Creates readable views of the link tables: full addresses, names instead of codes, the page of each link; without
 * deleted links and removed sites.
 */
export async function createViews(db: Kysely<Schema>): Promise<void> {
  const status = sql.raw(
    `case l.status ${linkStatuses.map((name, code) => `when ${code} then '${name}'`).join(' ')} end`,
  );
  const isKept = (kind: number) =>
    sql.raw(`not exists (select 1 from deletions d where d.kind = ${kind} and d.link = l.id) and s.removed is null`);
  await sql`create view internal_links_view as
    select l.id, s.short_name as site, ${address('l', 's')} as url, l.level, ${status} as status,
      ${address('p', 'ps')} as source_url, t.anchor, t.context, t.rel, t.element, t.tag_path, t.frame, t.technique,
      case l.tier when ${sql.lit(TIER.guess)} then 'guess' else 'link' end as role, t.first_seen, l.removed
    from internal_links l join seeds s on s.id = l.site
      left join internal_links p on p.id = l.source left join seeds ps on ps.id = p.site
      left join internal_link_texts t on t.link = l.id
    where ${isKept(0)}`.execute(db);
  await sql`create view external_links_view as
    select l.id, s.short_name as site, l.url, l.host, l.domain, p.level as source_level, ${address('p', 's')} as source_url,
      l.anchor, l.context, l.rel, l.element, l.tag_path, l.frame, l.technique, l.first_seen, l.last_seen, l.removed
    from external_links l join seeds s on s.id = l.site join internal_links p on p.id = l.source
    where ${isKept(1)}`.execute(db);
  await sql`create view bad_links_view as
    select l.id, s.short_name as site, l.raw, l.reason, ${address('p', 's')} as source_url, l.anchor, l.element, l.technique,
      l.first_seen, l.removed
    from bad_links l join seeds s on s.id = l.site join internal_links p on p.id = l.source
    where ${isKept(2)}`.execute(db);
  await sql`create view resources_view as
    select l.id, s.short_name as site, l.method, l.url, l.role, l.host, l.domain, p.level as source_level,
      ${address('p', 's')} as source_url, l.anchor, l.element, l.tag_path, l.frame, l.technique, l.first_seen, l.last_seen
    from resources l join seeds s on s.id = l.site join internal_links p on p.id = l.source
    where ${isKept(3)}`.execute(db);
  await sql`create view aliases_view as
    select s.short_name as site, ${address('a', 's')} as url, a.kind, ${address('p', 's')} as page_url, a.first_seen
    from aliases a join seeds s on s.id = a.site join internal_links p on p.id = a.link`.execute(db);
}
