import { measure, NODE_METRICS } from '../analysis/network/metrics.ts';
import { BadInput } from '../domain/errors.ts';
import { listEdges } from '../storage/lists/edges.ts';
import type { Store } from '../storage/open.ts';
import { crawledSites } from '../storage/reports/link-edges.ts';
import { addressParts, countryOf, topLevelDomain, withoutPort } from '../url/address-parts.ts';
import { registrableDomain } from '../url/scope.ts';
import { indexPlaces } from '../url/site-scopes.ts';
import { type Place, placesOf } from '../webometrics/counted-sites.ts';
import type { Target } from '../webometrics/target-list.ts';
import { graphLevels } from './levels.ts';

/** Value of an attribute. */
type Value = string | number;

interface GraphNode {
  readonly label: string;
  /** Values by the names of `GraphAttribute`. */
  readonly attributes: Readonly<Record<string, Value>>;
}

interface GraphEdge {
  /** Index of the source node; below, that of the target node. */
  readonly source: number;
  readonly target: number;
  /** Number of page links in this edge. */
  readonly weight: number;
  /**
   * Time of the edge's first link, and of the removal of its last (null: not removed), in milliseconds since the epoch.
   */
  readonly firstSeen: number | null;
  readonly removed: number | null;
}

interface GraphAttribute {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number';
}

/** Directed graph of links in memory; the size grows with the distinct pairs. */
export interface LinkGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Attributes that all nodes have. */
  readonly attributes: readonly GraphAttribute[];
}

interface GraphOptions {
  /** Name of a level in `graphLevels`. */
  readonly level: string;
  readonly links: 'internal' | 'external' | 'both';
  /** Links of an edge at least; other edges are left out, and nodes without an edge as well. */
  readonly leastWeight: number;
  /** True to include links that were removed from their pages. */
  readonly withRemoved: boolean;
  /** Further sites, which were not crawled. */
  readonly targets: readonly Target[];
  /** Time of the links' state, in milliseconds since the epoch (exclusive); undefined: now. */
  readonly asOf: number | undefined;
}

/** Distinct pairs at most; graph-drawing programs take far fewer. */
const MOST_EDGES = 10_000_000;

interface Unit {
  readonly label: string;
  readonly place: Place | undefined;
  readonly host: string;
}

/**
 * Reads the link graph of a crawl, without links within a unit.
 *
 * @throws BadInput if there are no links or too many pairs
 */
export function readLinkGraph(
  store: Store,
  { level: name, links, leastWeight, withRemoved, targets, asOf }: GraphOptions,
): LinkGraph {
  const level = graphLevels.find((one) => one.name === name);
  if (!level) throw new BadInput(`--level must be one of ${graphLevels.map((one) => one.name).join(', ')}`);
  const { places } = placesOf(crawledSites(store, asOf), targets);
  const placeOf = indexPlaces(places);
  const placeNamed = new Map(places.map((place) => [place.name, place]));
  const units: Unit[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (url: string, ownSite: string | null): number => {
    const parts = addressParts(url);
    const found = placeOf(parts.host)(parts.path);
    const place = found === undefined ? placeNamed.get(ownSite ?? '') : places[found];
    const host = withoutPort(parts.host);
    const label = level.unitOf({ ...parts, url, site: place?.name, domain: () => registrableDomain(host) });
    const known = numbers.get(label);
    if (known !== undefined) return known;
    numbers.set(label, units.length);
    return units.push({ label, place, host }) - 1;
  };
  const edges = new Map<string, { -readonly [K in keyof GraphEdge]: GraphEdge[K] }>();
  let isEmpty = true;
  const kinds = links === 'both' ? (['internal', 'external'] as const) : [links];
  for (const link of listEdges(store, kinds, { asOf }, false)) {
    if (link.removed !== null && !withRemoved) continue;
    isEmpty = false;
    const source = numberOf(link.sourceUrl, link.sourceSite);
    const target = numberOf(link.targetUrl, link.kind === 'internal' ? link.targetSite : null);
    if (source === target) continue;
    const key = `${source} ${target}`;
    const { firstSeen, removed } = link;
    const known = edges.get(key);
    if (!known) edges.set(key, { source, target, weight: 1, firstSeen, removed });
    else {
      known.weight++;
      known.firstSeen = earlier(known.firstSeen, firstSeen);
      known.removed = known.removed === null || removed === null ? null : Math.max(known.removed, removed);
    }
    if (edges.size > MOST_EDGES)
      throw new BadInput(
        `more than ${MOST_EDGES.toLocaleString('en')} pairs of nodes: choose a coarser --level, or use forager export`,
      );
  }
  if (isEmpty)
    throw new BadInput(
      `${store.file} has no ${links === 'both' ? '' : `${links} `}links${asOf === undefined ? '' : ' at that date: give a later --as-of'}: crawl its sites with forager crawl`,
    );
  const kept = [...edges.values()].filter(({ weight }) => weight >= leastWeight);
  return withoutLoneNodes(units.map(nodeOf), kept);
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

const nodeOf = ({ label, place, host }: Unit): GraphNode => {
  const country = place?.country ?? countryOf(topLevelDomain(host)) ?? '';
  return { label, attributes: { site: place?.name ?? '', kind: place?.kind ?? 'outside', country } };
};

/** Removes nodes without an edge, and adds degrees and weights to the others. */
function withoutLoneNodes(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): LinkGraph {
  const sums = nodes.map(() => ({ inDegree: 0, outDegree: 0, inWeight: 0, outWeight: 0 }));
  for (const { source, target, weight } of edges) {
    const [from, to] = [sums[source], sums[target]];
    if (!from || !to) continue;
    from.outDegree++;
    from.outWeight += weight;
    to.inDegree++;
    to.inWeight += weight;
  }
  const places = new Map<number, number>();
  const kept: GraphNode[] = [];
  for (const [at, node] of nodes.entries()) {
    const own = sums[at];
    if (!own || own.inDegree + own.outDegree === 0) continue;
    places.set(at, kept.length);
    kept.push({ label: node.label, attributes: { ...node.attributes, ...own } });
  }
  return {
    nodes: kept,
    edges: edges.map((edge) => ({
      ...edge,
      source: places.get(edge.source) ?? 0,
      target: places.get(edge.target) ?? 0,
    })),
    attributes: [
      ...(['site', 'kind', 'country'] as const).map((name) => ({ name, type: 'text' as const })),
      ...(['inDegree', 'outDegree', 'inWeight', 'outWeight'] as const).map((name) => ({
        name,
        type: 'integer' as const,
      })),
    ],
  };
}

/** Adds node metrics to a graph as attributes. @param seed seed for finding communities */
export function withMetrics(graph: LinkGraph, seed: number): LinkGraph {
  const { nodes } = measure(graph.nodes.length, graph.edges, seed);
  return {
    ...graph,
    nodes: graph.nodes.map(
      ({ label, attributes }, place): GraphNode => ({ label, attributes: { ...attributes, ...nodes[place] } }),
    ),
    attributes: [...graph.attributes, ...Object.entries(NODE_METRICS).map(([name, type]) => ({ name, type }))],
  };
}
