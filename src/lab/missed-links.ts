import type { StrategyChoice } from '../strategies/strategy.ts';
import { storedKey } from '../url/normalise.ts';
import { clairvoyantVisits } from './oracle/clairvoyant.ts';
import type { LabGraph, NumberedGraph } from './oracle/graph.ts';
import { type ReplayOptions, replay } from './replay.ts';
import type { World } from './world.ts';

/** External links found by the clairvoyant but not by a crawl with as many pages, by reason. */
interface Lost {
  /** Links on pages without a link on a visited page. */
  readonly reach: number;
  /** Links on pages found in the last quarter of the crawl's visits. */
  readonly late: number;
  /** Links on earlier found pages of sites with fewer visits than the clairvoyant's. */
  readonly site: number;
  /** Links on other pages of sections (first two folders of an address) with fewer visits. */
  readonly section: number;
  /** Links on other pages of sections with enough visits. */
  readonly page: number;
}

/** Losses of one strategy. */
export interface LostBy extends Lost {
  readonly strategy: string;
}

/** Share of the visits after which the discovery of a page is late. */
const LATE = 0.75;

/** Crawls a world and compares the finds with the clairvoyant's. */
export async function lostBy(
  world: World,
  graph: NumberedGraph,
  { name, choice }: { readonly name: string; readonly choice: StrategyChoice },
  options: Pick<ReplayOptions, 'pageLimit' | 'workers'>,
): Promise<LostBy> {
  const visited: number[] = [];
  await replay(world, choice, {
    ...options,
    seed: 1,
    onVisit({ claim }) {
      const page = graph.pageOf[claim.site - 1]?.get(storedKey(new URL(claim.url), world.identity));
      if (page !== undefined) visited.push(page);
    },
  });
  return { strategy: name, ...lostOf(graph, visited, options.pageLimit) };
}

type SectionedGraph = LabGraph & Pick<NumberedGraph, 'sections'>;

/** @param visited pages of the crawl, in order of visits */
export function lostOf(graph: SectionedGraph, visited: readonly number[], pageLimit: number): Lost {
  const best = [...clairvoyantVisits(graph, { pageLimit })].map(({ page }) => page);
  const knownAt = whenKnown(graph, visited);
  const found = new Set(visited.flatMap((page) => rowOf(graph.links, page)));
  const siteOf = (page: number) => (graph.sections[page] ?? '').split(' ')[0] ?? '';
  const sectionOf = (page: number) => graph.sections[page] ?? '';
  const fewerOf = (groupOf: (page: number) => string) => {
    const [own, others] = [countsOf(visited, groupOf), countsOf(best, groupOf)];
    return (page: number) => (own.get(groupOf(page)) ?? 0) < (others.get(groupOf(page)) ?? 0);
  };
  const [hasFewerOfSite, hasFewerOfSection] = [fewerOf(siteOf), fewerOf(sectionOf)];
  const why = (page: number): keyof Lost => {
    const known = knownAt.get(page);
    if (known === undefined) return 'reach';
    if (known > LATE * visited.length) return 'late';
    if (hasFewerOfSite(page)) return 'site';
    return hasFewerOfSection(page) ? 'section' : 'page';
  };
  const lost = { reach: 0, late: 0, site: 0, section: 0, page: 0 };
  for (const page of best)
    for (const link of rowOf(graph.links, page)) {
      if (found.has(link)) continue;
      found.add(link);
      lost[why(page)]++;
    }
  return lost;
}

/** Returns the number of visits before the discovery of each page. */
function whenKnown({ starts, targets }: LabGraph, visited: readonly number[]): ReadonlyMap<number, number> {
  const known = new Map([...starts].map((page) => [page, 0]));
  for (const [at, page] of visited.entries())
    for (const target of rowOf(targets, page)) if (!known.has(target)) known.set(target, at + 1);
  return known;
}

const rowOf = ({ offsets, items }: LabGraph['links'], row: number): number[] => [
  ...items.subarray(offsets[row] ?? 0, offsets[row + 1] ?? 0),
];

function countsOf(pages: readonly number[], groupOf: (page: number) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const page of pages) counts.set(groupOf(page), (counts.get(groupOf(page)) ?? 0) + 1);
  return counts;
}
