import { hits, linkGraph } from '../analysis/hits.ts';
import { BadInput } from '../domain/errors.ts';
import type { LinkId } from '../domain/link.ts';
import type { SiteId } from '../domain/site.ts';
import type { CrawlStep } from '../domain/visit.ts';
import { storedObservations } from '../frontier/visit/observations.ts';
import { listLinks } from '../storage/lists/links.ts';
import { countRelevantPages, type RelevantPage, relevantPages } from '../storage/lists/pages.ts';
import type { Store } from '../storage/open.ts';
import { observedQueries } from '../storage/past-visits.ts';
import { type CrawledNode, crawledGraph } from '../storage/reports/graphs.ts';
import { seedQueries } from '../storage/seeds.ts';
import { internalLinkQueries, pageLinkQueries } from '../storage/visit.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { documentTypes } from '../url/file-types.ts';
import { lastRun, storedTopic, topicsOfRuns } from './runs.ts';

/** Iterations after which weights are stable, except on graphs with two equally strong communities. */
const ITERATIONS = 100;

export interface RankedPage extends CrawledNode {
  readonly list: 'authorities' | 'hubs';
  /** Rank in the list, from 1. */
  readonly rank: number;
  readonly weight: number;
}

interface RankedOptions {
  /** Number of pages in each list. */
  readonly top: number;
  /** Weight of a link within a site, in [0, 1]. */
  readonly withinSite: number;
  /**
   * True if links from k pages of a site to one page count 1/k each, and likewise links from one page to k pages of a
   * site.
   */
  readonly shared: boolean;
}

/** Returns the best authorities and hubs among a crawl's pages and their link targets, by HITS. */
export function rankedPages(store: Store, { top, withinSite, shared }: RankedOptions) {
  const { nodes, from, to, sites } = crawledGraph(store);
  const { authorities, hubs } = hits(linkGraph(nodes.length, from, to, { sites, withinSite, shared }), {
    iterations: ITERATIONS,
  });
  const best = (list: RankedPage['list'], weights: Float64Array) =>
    largest(weights, top, nodes).map((at, place): RankedPage => {
      const { url, site, kind, title } = nodes[at] ?? { url: '', site: null, kind: 'external', title: null };
      return { list, rank: place + 1, weight: weights[at] ?? 0, url, site, kind, title };
    });
  return {
    authorities: best('authorities', authorities),
    hubs: best('hubs', hubs),
    pages: nodes.length,
    links: from.length,
  };
}

/** Returns the nodes with the largest positive weights; equal ones in the order of their addresses. */
function largest(weights: Float64Array, top: number, nodes: readonly CrawledNode[]): number[] {
  const weighed = [...weights.keys()].filter((at) => (weights[at] ?? 0) > 0);
  const url = (at: number): string => nodes[at]?.url ?? '';
  weighed.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || (url(a) < url(b) ? -1 : 1));
  return weighed.slice(0, top);
}

/** Findings of a crawl for its topic. */
interface FoundOfTopic {
  readonly topic: string;
  /** Pages with words of the topic, nearest first. */
  readonly pages: { readonly all: number; readonly nearest: readonly Omit<RelevantPage, 'page'>[] };
  /** Links to target documents of the topic, internal ones first, in the order of discovery. */
  readonly documents: { readonly all: number; readonly first: readonly FoundDocument[] };
}

interface FoundDocument {
  readonly url: string;
  readonly site: string;
  readonly anchor: string | null;
  readonly sourceUrl: string | null;
}

/**
 * Returns the findings for the last run's topic. Documents are recognised by their addresses.
 * @param limit maximum number of pages, and of documents, that are named
 * @returns undefined if no run had a topic
 */
export function foundOfTopic(store: Store, limit: number): FoundOfTopic | undefined {
  const [last] = topicsOfRuns(store);
  const topic = last && storedTopic(store, last.name);
  if (!topic) return undefined;
  const { isDocument } = documentTypes(topic.targets.types);
  const first: FoundDocument[] = [];
  let all = 0;
  for (const kind of ['internal', 'external'] as const)
    for (const { url, site, anchor, sourceUrl } of listLinks(store, kind, {}, false)) {
      if (!isDocument(url)) continue;
      all++;
      if (first.length < limit) first.push({ url, site, anchor, sourceUrl });
    }
  const nearest = relevantPages(store, last.runs, { limit, offset: 0 }).map(({ page: _, ...one }) => one);
  return {
    topic: topic.name,
    pages: { all: countRelevantPages(store, last.runs), nearest },
    documents: { all, first },
  };
}

/** Returns all observations of a stored crawl, for a link order to learn again, and the queries that read them. */
export function observedBy(store: Store) {
  const [internal, pageLinks, observed] = [internalLinkQueries(store), pageLinkQueries(store), observedQueries(store)];
  const sql = { internal, pageLinks, observed, seeds: seedQueries(store) };
  const origins = new Map(sql.seeds.all.all({}).map(({ id, origin }) => [id, origin]));
  const sites = { get: (id: SiteId) => ({ id, origin: origins.get(id) ?? '' }) };
  return { sql, observations: () => storedObservations(sql, sites) };
}

/** Step with addresses instead of links. */
export interface StepOutput extends Omit<CrawlStep, 'authorities' | 'hubs'> {
  /** Number of the step, from 1. */
  readonly step: number;
  readonly authorities: readonly string[];
  readonly hubs: readonly string[];
}

/**
 * Returns the steps of a stored crawl: the link order of its last run learns again from all visits.
 * @throws BadInput if the crawl has no steps
 */
export function crawlSteps(store: Store): StepOutput[] {
  const run = lastRun(store);
  if (!run) throw new BadInput('--steps: the database contains no crawl yet');
  const { choice, pageLimit, strategy } = run.config;
  const order = makeStrategy(choice, pageLimit).linkOrder;
  if (!order.steps) throw new BadInput(`--steps: the link order ${strategy.linkOrder} has no steps`);
  const addresses = new Map<LinkId, string>();
  for (const observation of observedBy(store).observations()) {
    order.learn?.(observation);
    addresses.set(observation.claimed.id, observation.claimed.url);
    for (const { id, url } of observation.links) addresses.set(id, url);
  }
  const addressesOf = (links: readonly LinkId[]) => links.map((link) => addresses.get(link) ?? '');
  return order.steps().map(({ authorities, hubs, ...step }, at) => ({
    ...{ step: at + 1, ...step },
    ...{ authorities: addressesOf(authorities), hubs: addressesOf(hubs) },
  }));
}
