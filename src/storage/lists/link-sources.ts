import { type RawBuilder, sql } from 'kysely';
import type { LinkKind, ListedRole } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import { LINK_KIND, statusCode } from '../schema.ts';

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
  /** The page that it was found on first, an internal link. */
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
  readonly method: string | null;
  readonly first_seen: number | null;
  readonly last_seen: number | null;
  readonly removed: number | null;
  readonly deleted: number | null;
  readonly batch: number | null;
}

/** A stored address in full, in a query that has its site by that name. */
export const address = (table: string, site = 'site') =>
  sql.raw<string>(`case when ${table}.url like '/%'
    then ${site}.origin || ${table}.url else ${table}.url end`);

/** A moment that links are listed as of: what was seen at it and later is not known. Undefined: now. */
type AsOf = number | undefined;

/** What a link of a table had in a column: what it had until it changed first at or after the moment, else what it has. */
const changing = (history: string, column: string, table: string, asOf: AsOf) =>
  asOf === undefined
    ? sql.ref(`${table}.${column}`)
    : sql`coalesce((select earlier.${sql.ref(column)} from ${sql.table(history)} earlier
        where earlier.link = ${sql.ref(`${table}.id`)} and earlier.at >= ${asOf} order by earlier.at limit 1),
        ${sql.ref(`${table}.${column}`)})`;

const levelOf = (table: string, asOf: AsOf) => changing('level_changes', 'level', table, asOf);

/** A link that was being visited then waited for its result. */
const statusOf = (asOf: AsOf) => {
  const status = changing('status_changes', 'status', 'link', asOf);
  return asOf === undefined
    ? status
    : sql`case ${status} when ${sql.lit(statusCode('claimed'))} then ${sql.lit(statusCode('waiting'))} else ${status} end`;
};

/** Since when no page had a link. */
const removedOf = (kind: LinkKind, asOf: AsOf) => {
  if (kind === 'resource') return sql`null`;
  return asOf === undefined
    ? sql`link.removed`
    : sql`(select case event.event when 'removed' then event.at end from link_events event
        where event.kind = ${LINK_KIND[kind]} and event.link = link.id and event.at < ${asOf} order by event.id desc limit 1)`;
};

/** The number of a resource may have been another's before, that proved a link. */
const lastSeenOf = (kind: 'external' | 'resource', asOf: AsOf) =>
  asOf === undefined
    ? sql`link.last_seen`
    : sql`case when link.last_seen < ${asOf} then link.last_seen else coalesce((select max(sighting.at) from link_sightings sighting
        where sighting.kind = ${LINK_KIND[kind]} and sighting.link = link.id and sighting.at >= link.first_seen
          and sighting.at < ${asOf}), link.first_seen) end`;

/** Where a redirect led first, only its versions tell when. */
const foundInternal = sql`coalesce(text.first_seen, (select min(version.at) from page_versions version where version.page = link.id), 0)`;

const isKnown = (foundAt: RawBuilder<unknown>, asOf: AsOf) =>
  asOf === undefined ? sql`` : sql`where ${foundAt} < ${asOf}`;

/** When its user had removed the site of a link. */
const siteRemoved = (asOf: AsOf) =>
  asOf === undefined
    ? sql`site.removed`
    : sql`(select state.removed from ${siteStates(asOf)} state where state.site = link.site)`;

/** How each site stood: as it did until it changed first at or after the moment, else as it does. */
export const siteStates = (asOf: number) => sql`(select seed.id as site,
    coalesce(earlier.status, seed.status) as status, coalesce(earlier.note, seed.note) as note,
    case when earlier.site is null then seed.removed else earlier.removed end as removed
  from seeds seed left join site_changes earlier on earlier.site = seed.id
    and earlier.at = (select min(first.at) from site_changes first where first.site = seed.id and first.at >= ${asOf}))`;

/** How a link was found before it was found in a stronger role. */
const forms = (kind: 'internal' | 'resource', asOf: AsOf) =>
  asOf === undefined
    ? sql``
    : sql`left join earlier_forms form on form.kind = ${sql.lit(LINK_KIND[kind])} and form.link = link.id
        and form.at = (select min(first.at) from earlier_forms first
          where first.kind = ${sql.lit(LINK_KIND[kind])} and first.link = link.id and first.at >= ${asOf})`;

/** What a link's form has in a column. @param own where it stands now */
const formed = (column: string, own: string, asOf: AsOf) =>
  asOf === undefined
    ? sql.ref(own)
    : sql`case when form.link is null then ${sql.ref(own)} else form.${sql.ref(column)} end`;

const formColumns = (names: readonly string[], table: string, asOf: AsOf) =>
  sql.join(names.map((name) => sql`${formed(name, `${table}.${name}`, asOf)} as ${sql.ref(name)}`));

/** What an internal link is to its page. */
const ownRole = sql`case link.tier when ${sql.lit(TIER.guess)} then 'guess' else 'link' end`;

/** Deletions that stood then, also those that were taken back since. */
const deletions = (asOf: AsOf) =>
  asOf === undefined
    ? sql`deletions`
    : sql`(select kind, link, deleted_at, batch from deletions where deleted_at < ${asOf}
        union all select kind, link, deleted_at, batch from past_deletions
        where deleted_at < ${asOf} and restored_at >= ${asOf})`;

/** Where links are followed from site to site, a page's links may be on another. */
const pageSite = sql` left join seeds page_site on page_site.id = page.site`;

const sourceOf = (kind: LinkKind, asOf: AsOf) =>
  kind === 'internal' || kind === 'resource' ? formed('source', 'link.source', asOf) : sql`link.source`;

// All joins are left ones, so that the link table is read in the order of its ids, without sorting.
const joins = (kind: LinkKind, asOf: AsOf) =>
  sql`left join seeds site on site.id = link.site
  left join internal_links page on page.id = ${sourceOf(kind, asOf)}${kind === 'internal' ? pageSite : sql``}
  left join ${deletions(asOf)} deletion on deletion.kind = ${sql.lit(LINK_KIND[kind])} and deletion.link = link.id`;

const always = (
  kind: LinkKind,
  asOf: AsOf,
) => sql`link.id, link.site as site_id, site.short_name as site, site.host as site_host,
  ${siteRemoved(asOf)} as site_removed, ${sourceOf(kind, asOf)} as source,
  ${address('page', kind === 'internal' ? 'page_site' : 'site')} as source_url, deletion.deleted_at as deleted, deletion.batch`;

const IN_TEXTS = ['anchor', 'context', 'rel', 'element', 'tag_path', 'frame', 'technique'];
const OF_RESOURCES = ['anchor', 'element', 'tag_path', 'frame', 'technique', 'role'];

/** The resources, also those that have proved links since. */
const resources = (asOf: AsOf) => {
  const columns = sql`id, site, method, url, role, host, domain, source, anchor, element, tag_path, frame, technique, first_seen, last_seen`;
  return asOf === undefined
    ? sql`resources`
    : sql`(select ${columns} from resources union all
        select ${columns} from proved_guesses where proved_at >= ${asOf} and first_seen < ${asOf})`;
};

/** The links of each kind as rows of one form, as they are or as they were. */
export const linkSources: Readonly<Record<LinkKind, (asOf: AsOf) => RawBuilder<StoredLink>>> = {
  internal: (
    asOf,
  ) => sql`(select ${always('internal', asOf)}, ${address('link')} as url, ${levelOf('link', asOf)} as level,
      ${statusOf(asOf)} as status, null as reason, null as host, null as domain, ${formColumns(IN_TEXTS, 'text', asOf)},
      ${asOf === undefined ? ownRole : sql`coalesce(form.role, ${ownRole})`} as role, 'GET' as method, text.first_seen,
      null as last_seen, ${removedOf('internal', asOf)} as removed
    from internal_links link ${forms('internal', asOf)} ${joins('internal', asOf)}
      left join internal_link_texts text on text.link = link.id
    ${isKnown(foundInternal, asOf)})`,
  external: (
    asOf,
  ) => sql`(select ${always('external', asOf)}, link.url, ${levelOf('page', asOf)} as level, null as status, null as reason,
      link.host, link.domain, link.anchor, link.context, link.rel, link.element, link.tag_path, link.frame, link.technique,
      'link' as role, 'GET' as method, link.first_seen, ${lastSeenOf('external', asOf)} as last_seen,
      ${removedOf('external', asOf)} as removed
    from external_links link ${joins('external', asOf)} ${isKnown(sql`link.first_seen`, asOf)})`,
  bad: (
    asOf,
  ) => sql`(select ${always('bad', asOf)}, link.raw as url, ${levelOf('page', asOf)} as level, null as status, link.reason,
      null as host, null as domain, link.anchor, null as context, null as rel, link.element, null as tag_path, null as frame,
      link.technique, 'link' as role, null as method, link.first_seen, null as last_seen, ${removedOf('bad', asOf)} as removed
    from bad_links link ${joins('bad', asOf)} ${isKnown(sql`link.first_seen`, asOf)})`,
  resource: (
    asOf,
  ) => sql`(select ${always('resource', asOf)}, link.url, ${levelOf('page', asOf)} as level, null as status, null as reason,
      link.host, link.domain, null as context, null as rel, ${formColumns(OF_RESOURCES, 'link', asOf)}, link.method,
      link.first_seen, ${lastSeenOf('resource', asOf)} as last_seen, null as removed
    from ${resources(asOf)} link ${forms('resource', asOf)}
      ${joins('resource', asOf)} ${isKnown(sql`link.first_seen`, asOf)})`,
};
