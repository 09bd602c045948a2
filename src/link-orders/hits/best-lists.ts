import type { LinkGraph } from '../../analysis/hits/link-graph.ts';

/** By page, what its text says of the topic. */
export interface TopicalTexts {
  /** How near to the topic its text is, or that of the best link to it until it was visited; in [0, 1]. */
  readonly relevance: Float64Array;
  /** How near its title is; UNREAD until it was visited. */
  readonly titles: Float64Array;
}

export const UNREAD = -1;

/** What each step along links counts for, as in PageRank (Brin & Page 1998): ten steps off it is a fifth. */
const DAMPING = 0.85;
/** With 4 the first fifty are the right ones in .57 of all cases, with 10 in .58, with 20, at twice the price, in .58. */
const ITERATIONS = 10;
/** What a link counts for within a folder, where it leads to another part of the same work. Not 0, as some sites have all pages in one. */
const WITHIN_FOLDER = 0.25;
/** Pages without relevance that each list is taken to have as well, so that one good link does not make a good list. */
const UNKNOWN = 1;

/**
 * Ranks pages by their texts and by the best list that has them:
 *
 *     x<p> = r<p> + 0.85 max over q -> p of f(q, p) y<q>
 *     y<q> = t<q> + (sum over q -> p of f(q, p) x<p>) / (1 + sum over q -> p of f(q, p))
 *
 * with x the weights of pages, y those of lists, r the relevance of a page, t that of its title, f 0.25 within a folder and
 * 1 elsewhere. A list is as good as its links are on average (Borodin, Roberts, Rosenthal & Tsaparas 2005, "Link analysis
 * ranking", ACM TOIT 5(1): hub averaging), and its title speaks for its links, as the words around them do in Chakrabarti
 * et al. 1998, "Automatic resource compilation by analyzing hyperlink structure and associated text". Neither is a sum
 * over links that is scaled by the whole web's, so that a tightly linked community takes nothing from pages elsewhere
 * (the effect of Lempel & Moran 2000, "The stochastic approach for link-structure analysis (SALSA) and the TKC effect").
 *
 * @param folders by page; 0: the root of a host, which is no folder
 */
export function byBestLists(
  { nodes, sources, offsets, targets }: LinkGraph,
  folders: Uint32Array,
  { relevance, titles }: TopicalTexts,
): Float64Array {
  const pages = Float64Array.from(relevance);
  const best = new Float64Array(nodes);
  const sums = new Float64Array(nodes);
  const counts = new Float64Array(nodes);
  const linkWeight = (source: number, target: number): number =>
    folders[source] !== 0 && folders[source] === folders[target] ? WITHIN_FOLDER : 1;
  const weights = new Float32Array(targets.length);
  for (let row = 0; row < sources.length; row++) {
    const source = sources[row] ?? 0;
    for (let link = offsets[row] ?? 0; link < (offsets[row + 1] ?? 0); link++) {
      const weight = linkWeight(source, targets[link] ?? 0);
      weights[link] = weight;
      counts[source] = (counts[source] ?? 0) + weight;
    }
  }
  for (let done = 0; done < ITERATIONS; done++) {
    sums.fill(0);
    for (let row = 0; row < sources.length; row++) {
      const source = sources[row] ?? 0;
      const end = offsets[row + 1] ?? 0;
      let sum = 0;
      for (let link = offsets[row] ?? 0; link < end; link++)
        sum += (weights[link] ?? 0) * (pages[targets[link] ?? 0] ?? 0);
      sums[source] = (sums[source] ?? 0) + sum;
    }
    best.fill(0);
    for (let row = 0; row < sources.length; row++) {
      const source = sources[row] ?? 0;
      const end = offsets[row + 1] ?? 0;
      const list = (titles[source] ?? 0) + (sums[source] ?? 0) / (UNKNOWN + (counts[source] ?? 0));
      for (let link = offsets[row] ?? 0; link < end; link++) {
        const target = targets[link] ?? 0;
        const given = list * (weights[link] ?? 0);
        if (given > (best[target] ?? 0)) best[target] = given;
      }
    }
    for (let page = 0; page < nodes; page++) pages[page] = (relevance[page] ?? 0) + DAMPING * (best[page] ?? 0);
  }
  return pages;
}
