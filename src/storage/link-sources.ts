import { type RawBuilder, sql } from 'kysely';
import type { LinkKind, ListedRole } from '../domain/link.ts';
import { GUESS_LANE } from '../domain/rank.ts';
import { statusCode } from './internal-links.ts';
import { LINK_KIND } from './schema.ts';

/** A row of the four link tables, brought to one form. */
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
  readonly source_url: string | null;
  readonly anchor: string | null;
  readonly context: string | null;
  readonly rel: string | null;
  readonly element: string | null;
  readonly tag_path: string | null;
  readonly frame: string | null;
  readonly technique: string | null;
  readonly role: ListedRole;
  readonly method: string | null;
  readonly first_seen: number | null;
  readonly last_seen: number | null;
  readonly removed: number | null;
  readonly deleted: number | null;
  readonly batch: number | null;
}

const address = (table: string) =>
  sql.raw(`case when ${table}.url like '/%'
    then substr(site.start_url, 1, instr(substr(site.start_url, 9), '/') + 7) || ${table}.url else ${table}.url end`);

/** A moment that links are listed as of: what was seen at it and later is not known. Undefined: now. */
type AsOf = number | undefined;

/** The level that a link of a table had. */
const levelOf = (table: string, asOf: AsOf) =>
  asOf === undefined
    ? sql.raw(`${table}.level`)
    : sql`coalesce((select earlier.level from level_changes earlier where earlier.link = ${sql.ref(`${table}.id`)}
        and earlier.at >= ${asOf} order by earlier.at limit 1), ${sql.ref(`${table}.level`)})`;

/** Since when no page had a link. */
const removedOf = (kind: LinkKind, asOf: AsOf) => {
  if (kind === 'resource') return sql`null`;
  return asOf === undefined
    ? sql`link.removed`
    : sql`(select case event.event when 'removed' then event.at end from link_events event
        where event.kind = ${LINK_KIND[kind]} and event.link = link.id and event.at < ${asOf} order by event.id desc limit 1)`;
};

const lastSeenOf = (kind: 'external' | 'resource', asOf: AsOf) =>
  asOf === undefined
    ? sql`link.last_seen`
    : sql`case when link.last_seen < ${asOf} then link.last_seen else coalesce((select max(sighting.at) from link_sightings sighting
        where sighting.kind = ${LINK_KIND[kind]} and sighting.link = link.id and sighting.at < ${asOf}), link.first_seen) end`;

/** A link that was visited later was waiting. */
const statusOf = (asOf: AsOf) =>
  asOf === undefined
    ? sql`link.status`
    : sql`case when link.id in (select link from visits where started_at + milliseconds >= ${asOf}
          union select page from visits where started_at + milliseconds >= ${asOf} and page is not null)
        then ${sql.lit(statusCode('waiting'))} else link.status end`;

/** Where a redirect led first, only its versions tell when. */
const foundInternal = sql`coalesce(text.first_seen, (select min(version.at) from page_versions version where version.page = link.id), 0)`;

const isKnown = (foundAt: RawBuilder<unknown>, asOf: AsOf) =>
  asOf === undefined ? sql`` : sql`where ${foundAt} < ${asOf}`;

const ifBefore = (column: string, asOf: AsOf) =>
  asOf === undefined ? sql.ref(column) : sql`case when ${sql.ref(column)} < ${asOf} then ${sql.ref(column)} end`;

// All joins are left ones, so that the link table is read in the order of its ids, without sorting.
const joins = (kind: LinkKind, asOf: AsOf) => sql`left join seeds site on site.id = link.site
  left join internal_links page on page.id = link.source
  left join deletions deletion on deletion.kind = ${sql.lit(LINK_KIND[kind])} and deletion.link = link.id
    ${asOf === undefined ? sql`` : sql`and deletion.deleted_at < ${asOf}`}`;

const always = (asOf: AsOf) => sql`link.id, link.site as site_id, site.short_name as site, site.host as site_host,
  ${ifBefore('site.removed', asOf)} as site_removed, ${address('page')} as source_url, deletion.deleted_at as deleted, deletion.batch`;

/** The links of each kind as rows of one form, as they are or as they were. */
export const linkSources: Readonly<Record<LinkKind, (asOf: AsOf) => RawBuilder<StoredLink>>> = {
  internal: (asOf) => sql`(select ${always(asOf)}, ${address('link')} as url, ${levelOf('link', asOf)} as level,
      ${statusOf(asOf)} as status, null as reason, null as host,
      null as domain, text.anchor, text.context, text.rel, text.element, text.tag_path, text.frame, text.technique,
      case link.lane when ${sql.lit(GUESS_LANE)} then 'guess' else 'link' end as role, 'GET' as method, text.first_seen,
      null as last_seen, ${removedOf('internal', asOf)} as removed
    from internal_links link ${joins('internal', asOf)} left join internal_link_texts text on text.link = link.id
    ${isKnown(foundInternal, asOf)})`,
  external: (
    asOf,
  ) => sql`(select ${always(asOf)}, link.url, ${levelOf('page', asOf)} as level, null as status, null as reason,
      link.host, link.domain, link.anchor, link.context, link.rel, link.element, link.tag_path, link.frame, link.technique,
      'link' as role, 'GET' as method, link.first_seen, ${lastSeenOf('external', asOf)} as last_seen,
      ${removedOf('external', asOf)} as removed
    from external_links link ${joins('external', asOf)} ${isKnown(sql`link.first_seen`, asOf)})`,
  bad: (
    asOf,
  ) => sql`(select ${always(asOf)}, link.raw as url, ${levelOf('page', asOf)} as level, null as status, link.reason,
      null as host, null as domain, link.anchor, null as context, null as rel, link.element, null as tag_path, null as frame,
      link.technique, 'link' as role, null as method, link.first_seen, null as last_seen, ${removedOf('bad', asOf)} as removed
    from bad_links link ${joins('bad', asOf)} ${isKnown(sql`link.first_seen`, asOf)})`,
  resource: (
    asOf,
  ) => sql`(select ${always(asOf)}, link.url, ${levelOf('page', asOf)} as level, null as status, null as reason,
      link.host, link.domain, link.anchor, null as context, null as rel, link.element, link.tag_path, link.frame, link.technique,
      link.role, link.method, link.first_seen, ${lastSeenOf('resource', asOf)} as last_seen, null as removed
    from resources link ${joins('resource', asOf)} ${isKnown(sql`link.first_seen`, asOf)})`,
};
