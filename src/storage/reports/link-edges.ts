import { sql } from 'kysely';
import type { ScopeKind, SiteKind } from '../../domain/site.ts';
import { asItStood } from '../lists/link-sources.ts';
import { linkQuery } from '../lists/links.ts';
import type { Store } from '../open.ts';
import { PAGE_LINK } from '../schema.ts';
import { allRows, rows } from '../statement.ts';

/**
 * Time of the state to read, in milliseconds since the epoch, excluding later sightings and sightings at that time.
 * Undefined: now.
 */
type AsOf = number | undefined;

/** Site of the crawl, with the fields that decide which addresses belong to it. */
export interface CrawledSite {
  readonly id: number;
  readonly short_name: string;
  readonly start_url: string;
  readonly home: string | null;
  readonly kind: SiteKind;
  readonly scope: ScopeKind;
}

/** Returns the sites of the crawl without removed ones, in the order of their addition. */
export function crawledSites(store: Store, asOf: AsOf): CrawledSite[] {
  const { join, column } = asItStood(asOf, 'site_changes', 'state', ['site', 'seed.id']);
  const isKnown = asOf === undefined ? sql`` : sql`and seed.added_at < ${asOf}`;
  const query = sql<CrawledSite>`select seed.id, seed.short_name, seed.start_url, seed.home, seed.kind, seed.scope
    from seeds seed ${join} where ${column('removed', sql.ref('seed.removed'))} is null ${isKnown} order by seed.id`;
  return allRows(store, query);
}

interface LinkedAddress {
  readonly id: number;
  /** Site on whose pages the link was found. */
  readonly site: number;
  readonly url: string;
}

/** Lists internal or external links in id order, without guesses, deleted links and removed sites. */
export function linkedAddresses(
  store: Store,
  kind: 'internal' | 'external',
  asOf: AsOf,
): Generator<LinkedAddress, void> {
  const query = linkQuery(store, kind, { asOf }, false)
    .select(['link.id', 'link.site_id as site', 'link.url'])
    .where('link.role', '!=', 'guess')
    .orderBy('link.id');
  return rows(store, query);
}

interface LinkIdentity {
  readonly link: number;
  readonly hash: number;
}

/**
 * Lists the identities of internal or external links, in no particular order; links to one address have equal hashes.
 */
export const linkIdentities = (store: Store, kind: 'internal' | 'external'): Generator<LinkIdentity, void> =>
  rows(
    store,
    kind === 'internal'
      ? store.kysely.selectFrom('internal_link_identities').select(['link', 'hash'])
      : store.kysely.selectFrom('external_links').select(['id as link', 'hash']),
  );

interface Edge {
  /** Internal link of the page that has the link. */
  readonly source: number;
  /** Code from PAGE_LINK. */
  readonly kind: number;
  readonly target: number;
}

/** Lists the internal and external links of all pages, once per page. */
export const linkEdges = (store: Store, asOf: AsOf): Generator<Edge, void> =>
  rows(store, asOf === undefined ? edgesNow : edgesAsOf(asOf));

/** Table `visited` with the time of each page's first visit, or of the redirect; for use after `with`. */
export const firstVisits = sql`visited as materialized (
  select source, min(at) as at from (
    select page as source, started_at + milliseconds as at from visits where page is not null
    union all select link, started_at + milliseconds from visits where outcome != 'failed')
  group by source)`;

const isLink = sql`edge.kind in (${sql.lit(PAGE_LINK.internal)}, ${sql.lit(PAGE_LINK.external)})`;

const edgesNow = sql<Edge>`select edge.source, edge.kind, edge.target from page_links edge
  where ${isLink} and edge.removed is null`;

/** Selects edges that existed just before the time `asOf`. */
function edgesAsOf(asOf: number) {
  const columns = sql`edge.source, edge.kind, edge.target`;
  // Edges of a visit have no own time; their time is that of the first visit of the page, or of the redirect.
  const wasAdded = sql`coalesce(edge.added, visited.at, 0) < ${asOf}`;
  return sql<Edge>`with ${firstVisits}
    select ${columns} from page_links edge left join visited on visited.source = edge.source
      where ${isLink} and ${wasAdded} and (edge.removed is null or edge.removed >= ${asOf})
    union all select ${columns} from earlier_edges edge left join visited on visited.source = edge.source
      where ${isLink} and ${wasAdded} and edge.ended >= ${asOf}`;
}
