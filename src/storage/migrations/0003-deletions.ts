import { type Kysely, type Migration, sql } from 'kysely';
import { linkStatuses } from '../../domain/link.ts';

/** Sites and links that their user took out, and when an internal link was found. */
export const deletions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('seeds').addColumn('removed', 'bigint').execute();
    await db.schema.alterTable('internal_link_texts').addColumn('first_seen', 'bigint').execute();

    // Asked before a link is let into the queue, and by every listing: by kind and link.
    await sql`create table deletions (
      kind integer not null, link integer not null, batch integer not null, deleted_at bigint not null,
      primary key (kind, link)) without rowid`.execute(db);
    // The last deletion is the one that is undone.
    await db.schema.createIndex('deletions_batch').on('deletions').column('batch').execute();

    await createViews(db);
  },
};

/** As a person reads the link tables: whole addresses, names for codes; without what was deleted and removed sites. */
async function createViews(db: Kysely<unknown>): Promise<void> {
  for (const kind of ['internal', 'external', 'bad'])
    await db.schema.dropView(`${kind}_links_view`).ifExists().execute();
  const origin = sql.raw(`substr(s.start_url, 1, instr(substr(s.start_url, 9), '/') + 7)`);
  const address = (alias: string) =>
    sql`case when ${sql.raw(alias)}.url like '/%' then ${origin} || ${sql.raw(alias)}.url else ${sql.raw(alias)}.url end`;
  const status = sql.raw(
    `case l.status ${linkStatuses.map((name, code) => `when ${code} then '${name}'`).join(' ')} end`,
  );
  const isKept = (kind: number) =>
    sql.raw(`not exists (select 1 from deletions d where d.kind = ${kind} and d.link = l.id) and s.removed is null`);
  await sql`create view internal_links_view as
    select l.id, s.short_name as site, ${address('l')} as url, l.level, ${status} as status,
      ${address('p')} as source_url, t.anchor, t.context, t.rel, t.element, t.tag_path, t.frame, t.technique, t.first_seen
    from internal_links l join seeds s on s.id = l.site
      left join internal_links p on p.id = l.source left join internal_link_texts t on t.link = l.id
    where ${isKept(0)}`.execute(db);
  await sql`create view external_links_view as
    select l.id, s.short_name as site, l.url, l.host, l.domain, p.level as source_level, ${address('p')} as source_url,
      l.anchor, l.context, l.rel, l.element, l.tag_path, l.frame, l.technique, l.first_seen, l.last_seen, l.removed
    from external_links l join seeds s on s.id = l.site join internal_links p on p.id = l.source
    where ${isKept(1)}`.execute(db);
  await sql`create view bad_links_view as
    select l.id, s.short_name as site, l.raw, l.reason, ${address('p')} as source_url, l.anchor, l.element, l.technique,
      l.first_seen
    from bad_links l join seeds s on s.id = l.site join internal_links p on p.id = l.source
    where ${isKept(2)}`.execute(db);
}
