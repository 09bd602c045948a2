import { openWorld } from '../src/lab/open-world.ts';
import { clairvoyant } from '../src/lab/oracle/clairvoyant.ts';
import { graphOf } from '../src/lab/oracle/graph.ts';
import { replay } from '../src/lab/replay.ts';
import type { WebChoice } from '../src/lab/tasks.ts';
import type { World } from '../src/lab/world.ts';

/** Shares of a web's pages that are visited, … */
const SHARES = [0.1, 0.25, 0.5];
/** … and numbers of pages, where the web has twice as many. */
export const NUMBERS = [200, 500, 1000, 2000];

/** Pages a site of a set of many sites. */
const PAGES_A_SITE = [1, 2, 6, 12, 24];
/** Fewer sites are not a set of many. */
const MANY = 60;

/** Links that R1 and the clairvoyant find on a web. */
export interface Bounds {
  readonly web: string;
  readonly choice: WebChoice;
  /** Of a set of many sites; else 0. */
  readonly sites: number;
  /** Numbers of pages that are a share of the web's; of a set of many sites, so many a site. */
  readonly shares: readonly number[];
  /** Numbers of pages that are the same on all webs. */
  readonly numbers: readonly number[];
  /** The largest of both. */
  readonly most: number;
  /** External links that R1 finds, by N. On a web of one site, where R1 does not depend on N, for all up to the largest. */
  readonly trivial: ReadonlyMap<number, number>;
  /** External links that the clairvoyant finds, by N. */
  readonly best: Int32Array;
}

/** @param most pages at most */
export async function boundsOf(web: string, choice: WebChoice, most: number): Promise<Bounds> {
  const open = await openWorld(choice.files, choice.split);
  const world = open.of(1);
  const graph = await graphOf(world);
  const sites = graph.sites >= MANY ? graph.sites : 0;
  const ofSet = PAGES_A_SITE.map((pages) => pages * sites);
  const ofWeb = SHARES.map((share) => Math.round(share * graph.pages));
  const shares = (sites > 0 ? ofSet : ofWeb).filter((pages) => pages <= most);
  const numbers = NUMBERS.filter((pages) => 2 * pages <= graph.pages && pages <= most && sites === 0);
  const longest = Math.max(...shares, ...numbers);
  const trivial = await trivialOf(world, [...shares, ...numbers], longest);
  const best = clairvoyant(graph, { pageLimit: longest });
  return { web, choice, sites, shares, numbers, most: longest, trivial, best };
}

async function trivialOf(world: World, limits: readonly number[], most: number): Promise<Map<number, number>> {
  const curveOf = async (pageLimit: number) =>
    (await replay(world, { strategy: 'beebot-trivial', params: {} }, { pageLimit, workers: 1, seed: 1 })).curve;
  const at = (curve: Float64Array, pages: number) => curve[Math.min(pages, curve.length - 1)] ?? 0;
  const found = new Map<number, number>();
  if (world.sites.length === 1) {
    const curve = await curveOf(most);
    for (let pages = 1; pages <= most; pages++) found.set(pages, at(curve, pages));
  } else for (const pages of limits) found.set(pages, at(await curveOf(pages), pages));
  return found;
}
