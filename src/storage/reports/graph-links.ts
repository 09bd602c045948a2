import { sql } from 'kysely';
import { TIER } from '../../domain/rank.ts';
import { address } from '../lists/link-sources.ts';
import type { Store } from '../open.ts';
import { PAGE_LINK } from '../schema.ts';
import { rows } from '../statement.ts';

/** A link on a page, with the addresses of both ends. */
interface GraphLink {
  /** Site of the page. */
  readonly site: number;
  readonly source: string;
  readonly target: string;
  /** When it was seen first, and since when its page has it no more; milliseconds since the epoch. */
  readonly firstSeen: number | null;
  readonly removed: number | null;
}

/** The links of one kind on all pages of a crawl; guesses, deleted links and removed sites are left out. */
export function graphLinks(
  store: Store,
  kind: 'internal' | 'external',
  withRemoved: boolean,
): Generator<GraphLink, void> {
  const target =
    kind === 'external'
      ? sql`join external_links link on link.id = edge.target`
      : sql`join internal_links link on link.id = edge.target and link.tier <> ${sql.lit(TIER.guess)}
          join seeds target_site on target_site.id = link.site and target_site.removed is null`;
  const url = kind === 'external' ? sql`link.url` : address('link', 'target_site');
  const code = sql.lit(PAGE_LINK[kind]);
  const query = sql<GraphLink>`with read as materialized (
      select page, min(started_at + milliseconds) as at from visits where page is not null group by page)
    select page.site, ${address('page')} as source, ${url} as target,
      coalesce(edge.added, read.at) as "firstSeen", edge.removed
    from page_links edge
      join internal_links page on page.id = edge.source
      join seeds site on site.id = page.site and site.removed is null
      ${target} left join read on read.page = edge.source
    where edge.kind = ${code} ${withRemoved ? sql`` : sql`and edge.removed is null`}
      and not exists (select 1 from deletions where deletions.kind = ${code} and deletions.link = link.id)
      and not exists (select 1 from deletions where deletions.kind = 0 and deletions.link = page.id)`;
  return rows(store, query.compile(store.kysely));
}
