/** Upper limit of all site rules under link order `level`. */
interface SiteOracle {
  /** F[j], finds with j pages, for j from 0 to the page limit. */
  readonly curve: Float64Array;
  /** Returns the number of pages for each site. Pages without further gain are not allocated. */
  allocation(pages: number): number[];
}

/**
 * Computes the exact best allocation of pages to sites, with each site's pages in level order: a knapsack with one
 * choice per site. With C_i(k) the finds of the first k visits to site i, for one site after the other
 *
 *     F[j] = max over k of F[j - k] + C_i(k),   F = 0 before the first site.
 *
 * Tries only k where C_i grows, and j up to the pages of the sites so far, after which F is constant. Smaller sites are
 * first, to keep that limit low. Memory: a number per site and page of the limit.
 *
 * Upper limit for all crawls in order `level`; other link orders may find more.
 *
 * @param gains gain of each visit in level order, by site (`LabGraph.levelGains`)
 * @param pageLimit page limit, N
 */
export function siteOracle(gains: readonly Float64Array[], pageLimit: number): SiteOracle {
  const steps = gains.map((site, index) => ({ index, ...growth(site, pageLimit) }));
  steps.sort((a, b) => (a.pages.at(-1) ?? 0) - (b.pages.at(-1) ?? 0) || a.index - b.index);
  const choices: { readonly index: number; readonly pages: Int32Array }[] = [];
  let before = new Float64Array(pageLimit + 1);
  let curve = new Float64Array(pageLimit + 1);
  let reach = 0;
  for (const { index, pages, found } of steps) {
    const most = pages.at(-1);
    if (most === undefined) continue;
    const choice = new Int32Array(pageLimit + 1);
    curve.set(before);
    for (let step = 0; step < pages.length; step++)
      improve(
        before,
        curve,
        choice,
        pages[step] ?? 0,
        found[step] ?? 0,
        Math.min(pageLimit, reach + (pages[step] ?? 0)),
      );
    reach = Math.min(pageLimit, reach + most);
    carry(curve, choice);
    choices.push({ index, pages: choice });
    [before, curve] = [curve, before];
  }
  return { curve: before, allocation: (pages) => allocate(choices, gains.length, Math.min(pages, pageLimit)) };
}

/** Returns the numbers of pages at which a site's total grows, with these totals. */
function growth(gains: Float64Array, pageLimit: number): { readonly pages: number[]; readonly found: number[] } {
  const pages: number[] = [];
  const found: number[] = [];
  let total = 0;
  for (const [index, gain] of gains.subarray(0, pageLimit).entries()) {
    if (gain === 0) continue;
    total += gain;
    pages.push(index + 1);
    found.push(total);
  }
  return { pages, found };
}

/** Inner loop: gives the site `pages` pages with `found` finds where that is better. */
function improve(
  before: Float64Array,
  curve: Float64Array,
  choice: Int32Array,
  pages: number,
  found: number,
  last: number,
): void {
  for (let j = pages; j <= last; j++) {
    const value = (before[j - pages] ?? 0) + found;
    if (value > (curve[j] ?? 0)) {
      curve[j] = value;
      choice[j] = pages;
    }
  }
}

/** Makes the curve monotonic: more pages are never worse. */
function carry(curve: Float64Array, choice: Int32Array): void {
  for (let j = 1; j < curve.length; j++) {
    if ((curve[j - 1] ?? 0) <= (curve[j] ?? 0)) continue;
    curve[j] = curve[j - 1] ?? 0;
    choice[j] = choice[j - 1] ?? 0;
  }
}

function allocate(
  choices: readonly { readonly index: number; readonly pages: Int32Array }[],
  sites: number,
  pages: number,
): number[] {
  const allocation = new Array<number>(sites).fill(0);
  let left = pages;
  for (const { index, pages: choice } of [...choices].reverse()) {
    const given = choice[left] ?? 0;
    allocation[index] = given;
    left -= given;
  }
  return allocation;
}
