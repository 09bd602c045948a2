import { type RawBuilder, sql } from 'kysely';
import { PAGE_LINK } from '../schema.ts';
import { address } from './link-sources.ts';

/** SQL to find destinations; `tables` are common table expressions, for use after `with`. */
interface Destinations {
  readonly tables: RawBuilder<unknown>;
  /** Returns joins of the destination to rows with a page's id and the time of its version. */
  join(page: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown>;
  /** URL of the destination; null if unknown. */
  readonly url: RawBuilder<string | null>;
}

/**
 * Finds new places of pages that moved or disappeared in a time span, as known at its end: the page of the same site or
 * the external address that they redirect to, or the only page with the same whole text.
 * @param since start in milliseconds since the epoch
 * @param until end in milliseconds since the epoch
 */
export function destinations(since: number, until: number): Destinations {
  const edges = (table: 'page_links' | 'earlier_edges', ended: 'removed' | 'ended') => {
    const text = (column: 'anchor' | 'tag_path') =>
      sql`coalesce((select text from texts where texts.id = ${sql.ref(`edge.${column}`)}), ${sql.ref(`link.${column}`)})`;
    const end = sql.ref(`edge.${ended}`);
    return sql`select lost.page, lost.at, link.url, ${text('anchor')} || ${text('tag_path')} as texts
      from lost join ${sql.table(table)} edge on edge.source = lost.page and edge.kind = ${sql.lit(PAGE_LINK.external)}
      join external_links link on link.id = edge.target
      where lost.state = 'gone' and coalesce(edge.added, 0) <= lost.at and (${end} is null or ${end} > lost.at)`;
  };
  // Cross joins keep their order: few pages disappear, and the other tables have no index for the join.
  const tables = sql`lost as materialized (
      select version.page, version.at, version.state, earlier.hash, earlier.size, earlier.last_seen
      from page_versions version left join page_versions earlier on earlier.page = version.page and earlier.at =
        (select max(at) from page_versions before where before.page = version.page and before.at < version.at)
      where version.state <> 'there' and version.at >= ${since} and version.at < ${until}),
    redirected as materialized (
      select lost.page, lost.at, ${address('target')} as url, max(alias.first_seen)
      from aliases alias cross join internal_link_identities own on own.site = alias.site and own.hash = alias.hash
      cross join lost on lost.page = own.link and lost.state = 'moved' and alias.first_seen <= lost.at
      join internal_links target on target.id = alias.link join seeds site on site.id = target.site
      where alias.kind = 'redirect' group by lost.page, lost.at),
    left_site as materialized (
      select page, at, max(url) as url
      from (${edges('page_links', 'removed')} union all ${edges('earlier_edges', 'ended')})
      group by page, at having count(*) = 1 and max(texts) = ''),
    same_text as materialized (
      select lost.page, lost.at, ${address('target')} as url
      from page_versions other cross join lost on lost.hash = other.hash and lost.page <> other.page
        and lost.state = 'gone' and lost.size > 0
      join internal_links target on target.id = other.page join seeds site on site.id = target.site
      where other.state = 'there' and other.at < ${until}
      group by lost.page, lost.at having count(distinct other.page) = 1 and min(other.at) > lost.last_seen)`;
  const places = ['redirected', 'left_site', 'same_text'];
  return {
    tables,
    join: (page, at) =>
      sql.join(
        places.map(
          (one) => sql`left join ${sql.table(one)} on ${sql.ref(`${one}.page`)} = ${page}
          and ${sql.ref(`${one}.at`)} = ${at}`,
        ),
        sql` `,
      ),
    url: sql`coalesce(${sql.join(places.map((one) => sql.ref(`${one}.url`)))})`,
  };
}
