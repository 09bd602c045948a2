import { sql } from 'kysely';
import type { ScopeKind, SiteKind } from '../../domain/site.ts';
import { asItStood } from '../lists/link-sources.ts';
import { linkQuery } from '../lists/links.ts';
import type { Store } from '../open.ts';
import { PAGE_LINK } from '../schema.ts';
import { rows } from '../statement.ts';

/** A moment that links are read as of, in milliseconds since the epoch: what was seen at it or later is not known. Undefined: now. */
type AsOf = number | undefined;

/** A site that is in the crawl, as what tells which addresses belong to it. */
export interface CrawledSite {
  readonly id: number;
  readonly short_name: string;
  readonly start_url: string;
  readonly home: string | null;
  readonly kind: SiteKind;
  readonly scope: ScopeKind;
}

/** The sites of the crawl, those that were removed left out, in the order in which they were added. */
export function crawledSites(store: Store, asOf: AsOf): CrawledSite[] {
  const { join, column } = asItStood(asOf, 'site_changes', 'state', ['site', 'seed.id']);
  const isKnown = asOf === undefined ? sql`` : sql`and seed.added_at < ${asOf}`;
  const query = sql<CrawledSite>`select seed.id, seed.short_name, seed.start_url, seed.home, seed.kind, seed.scope
    from seeds seed ${join} where ${column('removed', sql.ref('seed.removed'))} is null ${isKnown} order by seed.id`;
  return [...rows(store, query.compile(store.kysely))];
}

interface LinkedAddress {
  readonly id: number;
  /** The site on whose pages it was found. */
  readonly site: number;
  readonly url: string;
}

/** All internal or external links in order of their ids; guesses, deleted links and removed sites are left out. */
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

/** The identities of all internal or external links, in no particular order: equal ones are of one address. */
export const linkIdentities = (store: Store, kind: 'internal' | 'external'): Generator<LinkIdentity, void> =>
  rows(
    store,
    kind === 'internal'
      ? store.kysely.selectFrom('internal_link_identities').select(['link', 'hash'])
      : store.kysely.selectFrom('external_links').select(['id as link', 'hash']),
  );

interface Edge {
  /** The internal link whose page has the link. */
  readonly source: number;
  /** Of PAGE_LINK. */
  readonly kind: number;
  readonly target: number;
}

/** The internal and external links of all pages, each once for its page. */
export const linkEdges = (store: Store, asOf: AsOf): Generator<Edge, void> =>
  rows(store, (asOf === undefined ? edgesNow : edgesAsOf(asOf)).compile(store.kysely));

const isLink = sql`edge.kind in (${sql.lit(PAGE_LINK.internal)}, ${sql.lit(PAGE_LINK.external)})`;

const edgesNow = sql<Edge>`select edge.source, edge.kind, edge.target from page_links edge
  where ${isLink} and edge.removed is null`;

/** Edges whose stretch of time, from when they were added to when they went, has the last moment before. */
function edgesAsOf(asOf: number) {
  const columns = sql`edge.source, edge.kind, edge.target`;
  // What a visit found has no time of its own: it is that of the first visit that read the page, or left from its address.
  const wasAdded = sql`coalesce(edge.added, visited.at, 0) < ${asOf}`;
  return sql<Edge>`with visited as materialized (
      select source, min(at) as at from (
        select page as source, started_at + milliseconds as at from visits where page is not null
        union all select link, started_at + milliseconds from visits where outcome != 'failed')
      group by source)
    select ${columns} from page_links edge left join visited on visited.source = edge.source
      where ${isLink} and ${wasAdded} and (edge.removed is null or edge.removed >= ${asOf})
    union all select ${columns} from earlier_edges edge left join visited on visited.source = edge.source
      where ${isLink} and ${wasAdded} and edge.ended >= ${asOf}`;
}
