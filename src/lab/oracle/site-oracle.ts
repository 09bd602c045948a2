/** The best that any site rule can do under link order `level`. */
interface SiteOracle {
  /** F[j], what is found with j pages, for every j from 0 to the page limit. */
  readonly curve: Float64Array;
  /** How many pages each site gets of `pages`, in the order of the sites; pages that bring nothing more are left over. */
  allocation(pages: number): number[];
}

/**
 * The exact best allocation of pages over sites, where each site's pages come in their level order: a knapsack with one
 * choice for each site. With C_i(k) what the first k visits of site i bring, over the sites one by one
 *
 *     F[j] = max over k of F[j - k] + C_i(k),   F = 0 before the first site.
 *
 * Only those k count where C_i grows, and no j beyond the pages of the sites so far, where F stays as it is. Smaller
 * sites come first, as they keep that bound low. Memory: a number for each site and page of the limit.
 *
 * No crawl under `level` finds more, whatever its site rule; another link order may.
 *
 * @param gains for each site, what each visit brings in level order (`LabGraph.levelGains`)
 * @param pageLimit largest number of pages, N
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

/** Numbers of pages at which a site's total grows, and those totals. */
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

/** The inner loop: lets the site have `pages` pages, which bring `found`, wherever that is better. */
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

/** More pages are never worse: what was best with fewer is carried on. */
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
