import { type RawBuilder, sql } from 'kysely';
import { addressParts, withoutPort } from '../../url/address-parts.ts';
import { registrableDomain } from '../../url/scope.ts';
import { indexPlaces, type PlaceIndex, scopeFrom } from '../../url/site-scopes.ts';
import type { Store } from '../open.ts';
import { crawledSites, firstVisits } from '../reports/link-edges.ts';
import { LINK_KIND, PAGE_LINK } from '../schema.ts';
import { siteNamed } from '../sites.ts';
import { rows, statement } from '../statement.ts';
import type { LinkFilter } from './link-filter.ts';
import { address, asItStood, deletions } from './link-sources.ts';
import { has, linksOfAllSites } from './links.ts';

type EdgeKind = keyof typeof PAGE_LINK;

/** Link on one page, with the same keys for all kinds; see docs/exports.md. */
export type EdgeRecord = {
  readonly kind: EdgeKind;
  readonly sourceId: number;
  readonly sourceUrl: string;
  readonly sourceSite: string;
  readonly sourceHost: string;
  readonly sourceDomain: string;
  readonly sourceLevel: number;
  readonly targetId: number;
  readonly targetUrl: string;
  readonly targetSite: string | null;
  readonly targetHost: string | null;
  readonly targetDomain: string | null;
  readonly targetLevel: number | null;
  readonly anchor: string | null;
  readonly context: string | null;
  readonly rel: string | null;
  readonly element: string | null;
  readonly technique: string | null;
  /** Times in milliseconds since the epoch. */
  readonly firstSeen: number | null;
  readonly removed: number | null;
};

type AsOf = number | undefined;

/**
 * Lists the links of each page, once per page, in order of the pages' discovery, without guesses. In the filter, `site`
 * and `level` apply to the page, `text`, `since` and `until` to the link on that page, other conditions to the link.
 * @throws BadInput for an unknown site
 */
export function* listEdges(
  store: Store,
  kinds: readonly EdgeKind[],
  filter: LinkFilter,
  deleted: boolean,
): Generator<EdgeRecord> {
  const hosts = new HostFacts(store, filter.asOf);
  const edgesOf = kinds.map((kind) => [kind, edgesOnPage(store, kind, filter, deleted)] as const);
  for (const { id, url, site, level, visited } of pagesWithEdges(store, kinds, filter, deleted)) {
    const source = hosts.of(addressParts(url).host);
    for (const [kind, edges] of edgesOf)
      for (const edge of edges.all({ page: id, visited: visited ?? UNKNOWN })) {
        const target = hosts.target(kind, edge);
        // One literal with one object shape: with millions of edges, spreads would take a third of the time.
        yield {
          kind,
          sourceId: id,
          sourceUrl: url,
          sourceSite: site,
          sourceHost: source.hostName,
          sourceDomain: source.domain,
          sourceLevel: level,
          targetId: edge.target,
          targetUrl: edge.url,
          targetSite: target.site,
          targetHost: target.hostName,
          targetDomain: target.domain,
          targetLevel: kind === 'internal' ? edge.level : null,
          anchor: edge.anchor,
          context: edge.context,
          rel: edge.rel,
          element: edge.element,
          technique: edge.technique,
          firstSeen: edge.first_seen === UNKNOWN ? null : edge.first_seen,
          removed: edge.removed,
        };
      }
  }
}

/** Time of the visit if no visit is recorded. */
const UNKNOWN = 0;

interface PageRow {
  readonly id: number;
  readonly url: string;
  /** Short name of the site. */
  readonly site: string;
  readonly level: number;
  /** Time of the first visit, or of the redirect. */
  readonly visited: number | null;
}

/**
 * Selects pages that have or had links of some kinds, in id order; deleted pages have only deleted links.
 * @throws BadInput for an unknown site
 */
function pagesWithEdges(
  store: Store,
  kinds: readonly EdgeKind[],
  { site, level, levelFrom, levelTo, asOf }: LinkFilter,
  deleted: boolean,
): Generator<PageRow> {
  const state = asItStood(asOf, 'site_changes', 'state', ['site', 'page.site']);
  const levels = asItStood(asOf, 'level_changes', 'earlier_level', ['link', 'page.id']);
  const ownLevel = levels.column('level', sql.ref('page.level'));
  const codes = sql.join(kinds.map((kind) => sql.lit(PAGE_LINK[kind])));
  const isOnSite =
    site === undefined
      ? sql`${state.column('removed', sql.ref('site.removed'))} is null`
      : sql`page.site = ${siteNamed(store, site).id}`;
  const isThere = deleted
    ? sql``
    : sql`and not exists (select 1 from ${deletions(asOf)} gone where gone.kind = ${LINK_KIND.internal} and gone.link = page.id)`;
  const query = sql<PageRow>`with ${firstVisits}
    select page.id, ${address('page')} as url, site.short_name as site, ${ownLevel} as level, visited.at as visited
    from internal_links page left join seeds site on site.id = page.site ${state.join} ${levels.join}
    left join visited on visited.source = page.id
    where exists (select 1 from page_links edge where edge.source = page.id and edge.kind in (${codes}))
      and ${isOnSite} ${isThere}
      and ${ownLevel} >= ${Math.max(level?.from ?? 0, levelFrom ?? 0)}
      and ${ownLevel} <= ${Math.min(level?.to ?? Number.MAX_SAFE_INTEGER, levelTo ?? Number.MAX_SAFE_INTEGER)}
    order by page.id`;
  return rows(store, query);
}

/** Edge of a page, current or earlier. */
interface EdgeRow {
  readonly target: number;
  /** Row of `texts`; null: the link's own anchor. */
  readonly anchor: number | null;
  readonly first_seen: number;
  readonly removed: number | null;
}

/** Selects edges of a page to links that match a filter, in order of the links' ids. */
function edgesOnPage(store: Store, kind: EdgeKind, filter: LinkFilter, deleted: boolean) {
  const { site: _, level: __, levelFrom: ___, levelTo: ____, text, since, until, ...ofLink } = filter;
  const anchor = sql<string | null>`coalesce((select text from texts where texts.id = edge.anchor), link.anchor)`;
  return statement<{ page: number; visited: number }>()(store, (_query, arg) => {
    const edges = edgesAt(filter.asOf, PAGE_LINK[kind], arg('page'), arg('visited'));
    let query = linksOfAllSites(store, kind, ofLink, deleted)
      .innerJoin(edges.as('edge'), 'edge.target', 'link.id')
      .select(['edge.target', 'edge.first_seen', 'edge.removed', anchor.as('anchor')])
      .select(['link.url', 'link.site', 'link.host', 'link.domain', 'link.level'])
      .select(['link.context', 'link.rel', 'link.element', 'link.technique']);
    if (text !== undefined)
      query = query.where(
        has(sql`coalesce(${anchor}, '') || ' ' || coalesce(link.context, '') || ' ' || link.url`, text),
      );
    if (since !== undefined) query = query.where('edge.first_seen', '>=', since);
    if (until !== undefined) query = query.where('edge.first_seen', '<', until);
    return query.orderBy('edge.target');
  });
}

/** Selects edges of a page that were seen before a time. A returned edge has an earlier row for each earlier period. */
function edgesAt(asOf: AsOf, kind: number, page: RawBuilder<number>, visited: RawBuilder<number>) {
  // Edges of a visit have no own time.
  const since = sql`coalesce(edge.added, ${visited})`;
  const ofPage = sql`edge.source = ${page} and edge.kind = ${sql.lit(kind)}`;
  if (asOf === undefined)
    return sql<EdgeRow>`(select edge.target, edge.anchor, edge.removed, coalesce((
          select min(coalesce(former.added, ${visited})) from earlier_edges former
          where former.source = edge.source and former.kind = edge.kind and former.target = edge.target),
        ${since}) as first_seen
      from page_links edge where ${ofPage})`;
  return sql<EdgeRow>`(select target, anchor, case when ended < ${asOf} then ended end as removed, first_seen from (
      select target, anchor, ended, min(since) over (partition by target) as first_seen,
        row_number() over (partition by target order by since desc) as latest
      from (
        select edge.target, edge.anchor, edge.removed as ended, ${since} as since from page_links edge where ${ofPage}
        union all select edge.target, edge.anchor, edge.ended, ${since} from earlier_edges edge where ${ofPage}) stretch
      where since < ${asOf}) known
    where latest = 1)`;
}

/** Maximum number of cached hosts, as a crawl can lead to millions. */
const MOST_HOSTS = 20_000;

interface HostFact {
  readonly hostName: string;
  readonly domain: string;
  readonly placeOf: ReturnType<PlaceIndex>;
}

const NOWHERE = { site: null, hostName: null, domain: null };

/** Cache of facts about addresses that depend on the host. */
class HostFacts {
  readonly #sites: readonly string[];
  readonly #places: PlaceIndex;
  readonly #known = new Map<string, HostFact>();

  constructor(store: Store, asOf: AsOf) {
    const sites = crawledSites(store, asOf);
    this.#sites = sites.map(({ short_name }) => short_name);
    this.#places = indexPlaces(
      sites.map(({ home, start_url, scope }) => ({ scope: scopeFrom(new URL(home ?? start_url), scope) })),
    );
  }

  /** Returns the facts about a host. @param host with the port if there is one */
  of(host: string): HostFact {
    const known = this.#known.get(host);
    if (known) return known;
    if (this.#known.size >= MOST_HOSTS) this.#known.clear();
    const hostName = withoutPort(host);
    const fact = { hostName, domain: registrableDomain(hostName), placeOf: this.#places(host) };
    this.#known.set(host, fact);
    return fact;
  }

  /** Returns the site of a link's target: the link's own site, or the site of the crawl that contains the address. */
  target(kind: EdgeKind, { url, site }: { readonly url: string; readonly site: string }) {
    if (kind === 'bad') return NOWHERE;
    const { host, path } = addressParts(url);
    const { hostName, domain, placeOf } = this.of(host);
    return { site: kind === 'internal' ? site : this.#siteAt(placeOf(path)), hostName, domain };
  }

  #siteAt(place: number | undefined): string | null {
    return place === undefined ? null : (this.#sites[place] ?? null);
  }
}
