import { type RawBuilder, sql } from 'kysely';
import type { LinkKind, ListedRole } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import { LINK_KIND } from '../schema.ts';
import { lastingStatus } from '../sql-texts.ts';

/** Tables by kind of link. */
export const linkTables = {
  internal: 'internal_links',
  external: 'external_links',
  bad: 'bad_links',
  resource: 'resources',
} as const;

/** Row of one of the four link tables, in a common form. */
export interface StoredLink {
  readonly id: number;
  readonly site_id: number;
  readonly site: string;
  readonly site_host: string;
  readonly site_removed: number | null;
  readonly url: string;
  readonly level: number | null;
  readonly status: number | null;
  readonly reason: string | null;
  readonly host: string | null;
  readonly domain: string | null;
  /** Page on which the link was found first, an internal link. */
  readonly source: number | null;
  readonly source_url: string | null;
  readonly anchor: string | null;
  readonly context: string | null;
  readonly rel: string | null;
  readonly element: string | null;
  readonly tag_path: string | null;
  readonly frame: string | null;
  readonly technique: string | null;
  readonly role: ListedRole;
  /** HTTP method; null for bad links. */
  readonly method: string | null;
  readonly first_seen: number | null;
  readonly last_seen: number | null;
  readonly removed: number | null;
  readonly deleted: number | null;
  readonly batch: number | null;
}

/** Returns the full address as SQL, for a query with the site under the name `site`. */
export const address = (table: string, site = 'site') =>
  sql.raw<string>(`case when ${table}.url like '/%'
    then ${site}.origin || ${table}.url else ${table}.url end`);

/** Time of the listed state, which excludes later sightings and sightings at that time. Undefined: now. */
type AsOf = number | undefined;

/**
 * Returns SQL for the state of rows as of a time: from the first row of `history` at or after the time, else from the
 * row itself. `join` provides the earlier rows under the name `as`.
 * @param as name of the earlier rows in the query
 * @param key column of `history`, column that it refers to, and kind of link if `history` has one
 */
export const asItStood = (
  asOf: AsOf,
  history: string,
  as: string,
  [column, row, kind]: readonly [column: string, row: string, kind?: number],
) => {
  const isOf = (one: string) =>
    sql.raw(`${one}.${column} = ${row}${kind === undefined ? '' : ` and ${one}.kind = ${kind}`}`);
  return {
    join:
      asOf === undefined
        ? sql``
        : sql`left join ${sql.table(history)} ${sql.ref(as)} on ${isOf(as)} and ${sql.ref(`${as}.at`)} =
            (select min(first.at) from ${sql.table(history)} first where ${isOf('first')} and first.at >= ${asOf})`,
    /** Returns a column as of the time. @param own column of the current row */
    column: (name: string, own: RawBuilder<unknown>) =>
      asOf === undefined
        ? own
        : sql`case when ${sql.ref(`${as}.at`)} is null then ${own} else ${sql.ref(`${as}.${name}`)} end`,
  };
};

/** Selects the resources, including those that later proved to be links. */
const resources = (asOf: AsOf) => {
  const columns = sql`id, site, method, url, role, host, domain, source, anchor, element, tag_path, frame, technique, first_seen, last_seen`;
  return asOf === undefined
    ? sql`resources`
    : sql`(select ${columns} from resources union all
        select ${columns} from proved_guesses where proved_at >= ${asOf} and first_seen < ${asOf})`;
};

/** Selects the deletions as of the time, including those that were undone later. */
export const deletions = (asOf: AsOf) =>
  asOf === undefined
    ? sql`deletions`
    : sql`(select kind, link, deleted_at, batch from deletions where deleted_at < ${asOf}
        union all select kind, link, deleted_at, batch from past_deletions
        where deleted_at < ${asOf} and restored_at >= ${asOf})`;

/** Returns SQL for the time since when no page had a link. */
const removed = (kind: LinkKind, asOf: AsOf) =>
  asOf === undefined
    ? sql`link.removed`
    : sql`(select case event.event when 'removed' then event.at end from link_events event
        where event.kind = ${LINK_KIND[kind]} and event.link = link.id and event.at < ${asOf} order by event.id desc limit 1)`;

/**
 * Returns SQL for the last sighting. Ignores sightings before `first_seen`, as a resource can reuse the number of a
 * proved guess.
 */
const lastSeen = (kind: LinkKind, asOf: AsOf) =>
  asOf === undefined
    ? sql`link.last_seen`
    : sql`case when link.last_seen < ${asOf} then link.last_seen else coalesce((select max(sighting.at) from link_sightings sighting
        where sighting.kind = ${LINK_KIND[kind]} and sighting.link = link.id and sighting.at >= link.first_seen
          and sighting.at < ${asOf}), link.first_seen) end`;

/** Returns SQL for the time of a link's discovery; for redirect targets without a link, that of the first version. */
const found = (kind: LinkKind) =>
  kind === 'internal'
    ? sql`coalesce(text.first_seen, (select min(version.at) from page_versions version where version.page = link.id), 0)`
    : sql`link.first_seen`;

/** SQL for the role of an internal link on its page. */
const ownRole = sql`case link.tier when ${sql.lit(TIER.guess)} then 'guess' else 'link' end`;

/** Selects the links of a kind in a common form, now or as of a time. */
export function linkSource(kind: LinkKind, asOf: AsOf): RawBuilder<StoredLink> {
  const isInternal = kind === 'internal';
  const site = asItStood(asOf, 'site_changes', 'state', ['site', 'link.site']);
  const status = asItStood(asOf, 'status_changes', 'earlier_status', ['link', 'link.id']);
  // Internal links have their own level, other links the level of their page.
  const leveled = isInternal ? 'link' : 'page';
  const level = asItStood(asOf, 'level_changes', 'earlier_level', ['link', `${leveled}.id`]);
  // Forms change when guesses prove to be links and resources are found in stronger roles.
  const form = asItStood(isInternal || kind === 'resource' ? asOf : undefined, 'earlier_forms', 'form', [
    ...(['link', 'link.id'] as const),
    LINK_KIND[kind],
  ]);
  const formed = (table: string, names: readonly string[]) =>
    sql.join(names.map((name) => sql`${form.column(name, sql.ref(`${table}.${name}`))} as ${sql.ref(name)}`));
  const source = form.column('source', sql.ref('link.source'));
  const columns = sql`link.id, link.site as site_id, site.short_name as site, site.host as site_host,
    ${site.column('removed', sql.ref('site.removed'))} as site_removed, ${source} as source,
    ${address('page', isInternal ? 'page_site' : 'site')} as source_url, deletion.deleted_at as deleted, deletion.batch,
    ${level.column('level', sql.ref(`${leveled}.level`))} as level`;
  // If links are followed between sites, the page can be on another site than the link.
  const pageSite = isInternal ? sql`left join seeds page_site on page_site.id = page.site` : sql``;
  // Left joins only, so that SQLite reads the link table in id order without sorting.
  const joins = sql`${form.join} left join seeds site on site.id = link.site
    left join internal_links page on page.id = ${source} ${pageSite} ${level.join} ${site.join}
    left join ${deletions(asOf)} deletion on deletion.kind = ${sql.lit(LINK_KIND[kind])} and deletion.link = link.id`;
  const isKnown = asOf === undefined ? sql`` : sql`where ${found(kind)} < ${asOf}`;
  switch (kind) {
    case 'internal': {
      const own = status.column('status', sql.ref('link.status'));
      return sql`(select ${columns}, ${address('link')} as url, ${asOf === undefined ? own : lastingStatus(own)} as status,
          null as reason, null as host, null as domain,
          ${formed('text', ['anchor', 'context', 'rel', 'element', 'tag_path', 'frame', 'technique'])},
          ${form.column('role', ownRole)} as role, 'GET' as method, text.first_seen, null as last_seen,
          ${removed(kind, asOf)} as removed
        from internal_links link ${joins} ${status.join} left join internal_link_texts text on text.link = link.id
        ${isKnown})`;
    }
    case 'external':
      return sql`(select ${columns}, link.url, null as status, null as reason, link.host, link.domain, link.anchor,
          link.context, link.rel, link.element, link.tag_path, link.frame, link.technique, 'link' as role, 'GET' as method,
          link.first_seen, ${lastSeen(kind, asOf)} as last_seen, ${removed(kind, asOf)} as removed
        from external_links link ${joins} ${isKnown})`;
    case 'bad':
      return sql`(select ${columns}, link.raw as url, null as status, link.reason, null as host, null as domain,
          link.anchor, null as context, null as rel, link.element, null as tag_path, null as frame, link.technique,
          'link' as role, null as method, link.first_seen, null as last_seen, ${removed(kind, asOf)} as removed
        from bad_links link ${joins} ${isKnown})`;
    case 'resource':
      return sql`(select ${columns}, link.url, null as status, null as reason, link.host, link.domain, null as context,
          null as rel, ${formed('link', ['anchor', 'element', 'tag_path', 'frame', 'technique', 'role'])}, link.method,
          link.first_seen, ${lastSeen(kind, asOf)} as last_seen, null as removed
        from ${resources(asOf)} link ${joins} ${isKnown})`;
  }
}
