import { sql } from 'kysely';
import { TIER } from '../domain/rank.ts';
import { address } from './link-sources.ts';
import type { Store } from './open.ts';
import { LINK_KIND, PAGE_LINK } from './schema.ts';
import { rows } from './statement.ts';

/** A page of the crawl, or one that an external link leads to. */
export interface CrawledNode {
  readonly url: string;
  /** Short name of its site; null outside of all sites. */
  readonly site: string | null;
  readonly kind: 'internal' | 'external';
  /** The title that the page had when it was read; null where it was not. */
  readonly title: string | null;
}

/** The links of a crawl as a graph, with numbers from 0 for nodes and sites. */
interface CrawledGraph {
  readonly nodes: readonly CrawledNode[];
  /** Link i leads from node `from[i]` to node `to[i]`. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** By node: its site; outside of the crawl's sites its host. */
  readonly sites: Uint32Array;
}

/**
 * All links that the crawl's pages have now: those of removed sites, deleted ones and guesses left out. An address is one
 * node, whichever sites link to it; one that redirects within its site is the page that it leads to.
 */
export function crawledGraph(store: Store): CrawledGraph {
  const nodes: CrawledNode[] = [];
  const sites: number[] = [];
  const bySite = new Map<string, number>();
  /** By identity, as all addresses of a database have it. */
  const byHash = new Map<number, number>();
  const add = (hash: number, node: CrawledNode, site: string): number => {
    const known = byHash.get(hash);
    if (known !== undefined) return known;
    const number = bySite.get(site) ?? bySite.size;
    bySite.set(site, number);
    byHash.set(hash, nodes.length);
    sites.push(number);
    return nodes.push(node) - 1;
  };

  const internal = new Map<number, number>();
  for (const { id, hash, url, site, title } of rows(store, internalLinks(store)))
    internal.set(id, add(hash, { url, site, kind: 'internal', title }, `site ${site}`));
  for (const { link, page } of rows(store, redirects(store))) {
    const landed = internal.get(page);
    if (landed !== undefined && internal.has(link)) internal.set(link, landed);
  }
  const external = new Map<number, number>();
  for (const { id, hash, url, host } of rows(store, externalLinks(store)))
    external.set(id, add(hash, { url, site: null, kind: 'external', title: null }, `host ${host}`));

  const from: number[] = [];
  const to: number[] = [];
  for (const { source, kind, target } of rows(store, edges(store))) {
    const one = internal.get(source);
    const other = (kind === PAGE_LINK.internal ? internal : external).get(target);
    if (one === undefined || other === undefined) continue;
    from.push(one);
    to.push(other);
  }
  return { nodes, from: Uint32Array.from(from), to: Uint32Array.from(to), sites: Uint32Array.from(sites) };
}

const isKept = (kind: number, alias: string) =>
  sql<boolean>`not exists (select 1 from deletions where deletions.kind = ${sql.lit(kind)} and deletions.link = ${sql.ref(`${alias}.id`)})`;

const internalLinks = (store: Store) =>
  store.kysely
    .selectFrom('internal_links as link')
    .innerJoin('internal_link_identities as identity', 'identity.link', 'link.id')
    .innerJoin('seeds as site', 'site.id', 'link.site')
    .select(['link.id', 'identity.hash', 'site.short_name as site', address('link').as('url')])
    .select(
      sql<string | null>`(select visits.title from visits where visits.page = link.id order by visits.id limit 1)`.as(
        'title',
      ),
    )
    .where('site.removed', 'is', null)
    .where('link.tier', '!=', TIER.guess)
    .where(isKept(LINK_KIND.internal, 'link'))
    .orderBy('link.id');

const redirects = (store: Store) =>
  store.kysely
    .selectFrom('visits')
    .select(['visits.link', 'visits.page'])
    .$narrowType<{ page: number }>()
    .where('visits.page', 'is not', null)
    .whereRef('visits.page', '!=', 'visits.link')
    .orderBy('visits.id');

const externalLinks = (store: Store) =>
  store.kysely
    .selectFrom('external_links as link')
    .innerJoin('seeds as site', 'site.id', 'link.site')
    .select(['link.id', 'link.hash', 'link.url', 'link.host'])
    .where('site.removed', 'is', null)
    .where(isKept(LINK_KIND.external, 'link'))
    .orderBy('link.id');

const edges = (store: Store) =>
  store.kysely
    .selectFrom('page_links')
    .select(['source', 'kind', 'target'])
    .where('kind', 'in', [PAGE_LINK.internal, PAGE_LINK.external])
    .where('removed', 'is', null);
