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
  readonly target: number | null;
  readonly outside: string;
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
  const sums = [...rows(store, sumsQuery(store, by))];
  const nodes = new Map<string, { -readonly [K in keyof GraphNode]: GraphNode[K] }>();
  const nodeOf = (id: string, kind: GraphNode['kind'], { name, host }: Pick<GraphNode, 'name' | 'host'>) => {
    const node = nodes.get(id) ?? { id, name, kind, host, sites: 0, linksTo: 0, linksFrom: 0 };
    nodes.set(id, node);
    return node;
  };
  const siteNode = (site: number) => nodeOf(`site ${site}`, 'site', seeds.get(site) ?? { name: '', host: '' });
  const edges = sums.map(({ site, target, outside, links }): GraphEdge => {
    const from = siteNode(site);
    const to = target === null ? nodeOf(outside, 'outside', { name: outside, host: '' }) : siteNode(target);
    from.linksFrom += links;
    to.linksTo += links;
    to.sites++;
    return { from: from.id, to: to.id, links };
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

const sumsQuery = (store: Store, by: GraphOptions['by']) =>
  sql<Sum>`
    select link.site, other.id as target, case when other.id is null then ${sql.ref(`link.${by}`)} else '' end as outside,
      count(*) as links
    from external_links link
      join seeds site on site.id = link.site and site.removed is null
      left join (select host, min(id) as id from seeds where removed is null group by host) other on other.host = link.host
      left join deletions deletion on deletion.kind = ${sql.lit(LINK_KIND.external)} and deletion.link = link.id
    where link.removed is null and deletion.link is null and ${sql.ref(`link.${by}`)} <> ''
    group by 1, 2, 3`.compile(store.kysely);
