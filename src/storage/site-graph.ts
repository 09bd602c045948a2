import { sql } from 'kysely';
import type { Store } from './open.ts';
import { LINK_KIND } from './schema.ts';
import { rows } from './statement.ts';

/** A site of the crawl, or a host or registrable domain outside of it. */
export interface GraphNode {
  readonly id: string;
  /** Short name of the site; the host or domain. */
  readonly name: string;
  readonly kind: 'site' | 'outside';
  /** Of a site; empty of what is outside. */
  readonly host: string;
  /** Sites that link to it, and external links that lead to it and that it has. */
  readonly sites: number;
  readonly linksTo: number;
  readonly linksFrom: number;
}

/** External links from a site to a node. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly links: number;
}

export interface SiteGraph {
  /** The heaviest ones, by the sites that link to them and then by links; all sites of the crawl that have links come first. */
  readonly nodes: readonly GraphNode[];
  /** Those between them, the heaviest first. */
  readonly edges: readonly GraphEdge[];
  /** How many there are in all. */
  readonly allNodes: number;
  readonly allEdges: number;
}

interface GraphOptions {
  /** What stands for the world outside. */
  readonly by: 'host' | 'domain';
  /** At most so many nodes. */
  readonly most: number;
}

interface Sum {
  readonly site: number;
  readonly host: string;
  readonly domain: string;
  readonly links: number;
}

/**
 * Which sites link to which hosts or domains. A link to the host of a site of the crawl leads to that site, the first
 * where several have the host. Removed links and sites and deleted links are left out.
 */
export function siteGraph(store: Store, { by, most }: GraphOptions): SiteGraph {
  const seeds = new Map(
    [
      ...rows(
        store,
        store.kysely.selectFrom('seeds').select(['id', 'short_name', 'host']).where('removed', 'is', null),
      ),
    ].map(({ id, short_name, host }) => [id, { name: short_name, host }]),
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
  for (const sum of rows(store, sums(store))) count(sum, 1);
  for (const sum of rows(store, deletedSums(store))) count(sum, -1);
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

const sums = (store: Store) =>
  sql<Sum>`select site, host, domain, count(*) as links from external_links where removed is null
    group by site, host, domain`.compile(store.kysely);

/** Those of them that were deleted: few, and joined to all links they would cost most of the time. */
const deletedSums = (store: Store) =>
  sql<Sum>`select link.site, link.host, link.domain, count(*) as links
    from deletions deletion join external_links link on link.id = deletion.link
    where deletion.kind = ${sql.lit(LINK_KIND.external)} and link.removed is null
    group by link.site, link.host, link.domain`.compile(store.kysely);
