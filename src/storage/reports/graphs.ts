import { sql } from 'kysely';
import { linkStatuses } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import { address } from '../lists/link-sources.ts';
import type { Store } from '../open.ts';
import { LINK_KIND, PAGE_LINK } from '../schema.ts';
import { isKept } from '../sql-texts.ts';
import { allRows, rows } from '../statement.ts';

/** Site of the crawl, or an external host or registrable domain. */
interface GraphNode {
  readonly id: string;
  /** Short name of a site; host or domain of another node. */
  readonly name: string;
  readonly kind: 'site' | 'outside';
  /** Host of a site; empty for external nodes. */
  readonly host: string;
  /** Number of sites that link to the node, of external links to the node, and of external links from the node. */
  readonly sites: number;
  readonly linksTo: number;
  readonly linksFrom: number;
}

/** Number of external links from a site to a node. */
interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly links: number;
}

interface SiteGraph {
  /** Heaviest nodes: sites of the crawl with links first, then by number of linking sites, then by links. */
  readonly nodes: readonly GraphNode[];
  /** Edges between `nodes`, heaviest first. */
  readonly edges: readonly GraphEdge[];
  /** Total numbers of nodes and edges. */
  readonly allNodes: number;
  readonly allEdges: number;
}

interface GraphOptions {
  /** Unit of external nodes. */
  readonly by: 'host' | 'domain';
  /** Maximum number of nodes. */
  readonly most: number;
}

interface Sum {
  readonly site: number;
  readonly host: string;
  readonly domain: string;
  readonly links: number;
}

/**
 * Returns the graph of sites and the hosts or domains that they link to. A link to a host of a site of the crawl leads
 * to the first site on that host. Leaves out removed links and sites and deleted links.
 */
export function siteGraph(store: Store, { by, most }: GraphOptions): SiteGraph {
  const seeds = new Map(
    allRows(
      store,
      store.kysely.selectFrom('seeds').select(['id', 'short_name', 'host']).where('removed', 'is', null),
    ).map(({ id, short_name, host }) => [id, { name: short_name, host }]),
  );
  const byHost = new Map<string, number>();
  for (const [id, { host }] of seeds) if (!byHost.has(host)) byHost.set(host, id);
  const ends = new Map<string, { readonly site: number; readonly to: number | string; links: number }>();
  const count = ({ site, host, domain, links }: Sum, sign: 1 | -1) => {
    const to = byHost.get(host) ?? (by === 'host' ? host : domain);
    if (!seeds.has(site) || to === '') return;
    const key = `${site} ${to}`;
    const known = ends.get(key);
    if (known) known.links += sign * links;
    else ends.set(key, { site, to, links: sign * links });
  };
  for (const sum of rows(store, sums)) count(sum, 1);
  for (const sum of rows(store, deletedSums)) count(sum, -1);
  const nodes = new Map<string, { -readonly [K in keyof GraphNode]: GraphNode[K] }>();
  const nodeOf = (id: string, kind: GraphNode['kind'], { name, host }: Pick<GraphNode, 'name' | 'host'>) => {
    const node = nodes.get(id) ?? { id, name, kind, host, sites: 0, linksTo: 0, linksFrom: 0 };
    nodes.set(id, node);
    return node;
  };
  const siteNode = (site: number) => nodeOf(`site ${site}`, 'site', seeds.get(site) ?? { name: '', host: '' });
  const edges = [...ends.values()].flatMap(({ site, to: target, links }): GraphEdge[] => {
    if (links === 0) return [];
    const from = siteNode(site);
    const to = typeof target === 'number' ? siteNode(target) : nodeOf(target, 'outside', { name: target, host: '' });
    from.linksFrom += links;
    to.linksTo += links;
    to.sites++;
    return [{ from: from.id, to: to.id, links }];
  });
  const heaviest = [...nodes.values()].sort(
    (a, b) =>
      Number(b.kind === 'site') - Number(a.kind === 'site') ||
      b.sites - a.sites ||
      b.linksTo + b.linksFrom - a.linksTo - a.linksFrom ||
      (a.name < b.name ? -1 : 1),
  );
  const kept = new Set(heaviest.slice(0, most).map(({ id }) => id));
  return {
    nodes: heaviest.slice(0, most),
    edges: edges
      .filter(({ from, to }) => kept.has(from) && kept.has(to))
      .sort((a, b) => b.links - a.links || (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1)),
    allNodes: nodes.size,
    allEdges: edges.length,
  };
}

const sums = sql<Sum>`select site, host, domain, count(*) as links from external_links where removed is null
    group by site, host, domain`;

/** Sums of deleted links, subtracted later: a join with all links would take most of the time. */
const deletedSums = sql<Sum>`select link.site, link.host, link.domain, count(*) as links
    from deletions deletion join external_links link on link.id = deletion.link
    where deletion.kind = ${sql.lit(LINK_KIND.external)} and link.removed is null
    group by link.site, link.host, link.domain`;

/** Page of the crawl, or target of an external link. */
export interface CrawledNode {
  readonly url: string;
  /** Short name of the page's site; null for external pages. */
  readonly site: string | null;
  readonly kind: 'internal' | 'external';
  /** Title at the first visit; null without a visit. */
  readonly title: string | null;
}

/** Links of a crawl as a graph, with numbers from 0 for nodes and sites. */
interface CrawledGraph {
  readonly nodes: readonly CrawledNode[];
  /** Link i leads from node `from[i]` to node `to[i]`. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Number of the site of each node; for external nodes of the host. */
  readonly sites: Uint32Array;
}

/**
 * Returns the graph of the current links of the crawl's pages, without removed sites, deleted links and guesses. An
 * address is one node, whichever sites link to it; a redirect within a site is the same node as its target.
 */
export function crawledGraph(store: Store): CrawledGraph {
  const nodes: CrawledNode[] = [];
  const sites: number[] = [];
  const bySite = new Map<string, number>();
  /** Nodes by the hash of their identity, which is the same for all links to an address. */
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

/** Folder of a site with its numbers of links; `prefix` is null for a page. */
interface TreeNode {
  readonly name: string;
  readonly prefix: string | null;
  links: number;
  visited: number;
  waiting: number;
  failed: number;
}

/**
 * Counts the internal links of a site below an address, grouped by the next part of their paths, in alphabetical order.
 * @param prefix address to start at; empty: all links
 */
export function siteTree(store: Store, site: number, prefix: string): TreeNode[] {
  const query = store.kysely
    .selectFrom('internal_links as link')
    .innerJoin('seeds as site', 'site.id', 'link.site')
    .select(['link.status', address('link').as('url')])
    .where('link.id', 'in', ({ selectFrom }) =>
      selectFrom('internal_link_identities').select('link').where('site', '=', site),
    );
  const nodes = new Map<string, TreeNode>();
  for (const { url, status } of rows(store, query)) {
    if (!url.startsWith(prefix)) continue;
    const name = nextPart(url, prefix);
    const known = nodes.get(name);
    const node = known ?? {
      ...{ name, prefix: name.endsWith('/') ? prefix + name : null },
      ...{ links: 0, visited: 0, waiting: 0, failed: 0 },
    };
    if (!known) nodes.set(name, node);
    node.links++;
    const became = linkStatuses[status];
    if (became === 'visited' || became === 'waiting' || became === 'failed') node[became]++;
  }
  return [...nodes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns the next path part: `news/` of `http://a/news/1` after `http://a/`; `http://a/` after an empty prefix. The
 * query belongs to the page.
 */
function nextPart(url: string, prefix: string): string {
  const rest = url.slice(prefix.length);
  const from = prefix === '' ? rest.indexOf('//') + 2 : 0;
  const [path = ''] = rest.slice(from).split(/[?#]/);
  const slash = path.indexOf('/');
  if (slash >= 0) return rest.slice(0, from + slash + 1);
  return rest === '' ? '(the folder itself)' : rest;
}
