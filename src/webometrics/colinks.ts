import { type Counted, type CountReport, type Figures, PairCounts, pairRows } from './report.ts';

/**
 * Counts for each pair of sites the documents linked with both.
 *
 * @param each calls `tell` with each document and linked site, grouped by document
 */
function countShared(
  counted: Counted,
  each: (counted: Counted, model: number, tell: (document: number, documentSite: number, site: number) => void) => void,
): Figures {
  const { places, models, self } = counted;
  const counts = new PairCounts(counted);
  for (const model of models.keys()) {
    let last = -1;
    const linked = new Set<number>();
    const count = () => {
      const ordered = [...linked].sort((a, b) => a - b);
      for (const [at, one] of ordered.entries())
        for (let next = at + 1; next < ordered.length; next++) counts.add(one, ordered[next] ?? 0, model);
      linked.clear();
    };
    each(counted, model, (document, documentSite, site) => {
      if (document !== last) count();
      last = document;
      if (site < places.length && (self || site !== documentSite)) linked.add(site);
    });
    count();
  }
  return {
    columns: ['one', 'other', ...models.map((model) => model.name)],
    rows: pairRows(counts, places),
  };
}

/**
 * Report analogous to co-citation (Björneborn & Ingwersen 2004, "Toward a basic framework for webometrics", JASIST
 * 55(14): co-linked).
 */
export const coInlinks: CountReport = {
  name: 'co-inlinks',
  summary: 'documents that link to both of two sites',
  withOutside: false,
  byModel: true,
  figures: (counted) =>
    countShared(counted, ({ models, linksOf }, number, tell) => {
      const model = models[number];
      if (!model) return;
      const { sites, bySource } = linksOf(model);
      bySource((source, target) => tell(source, sites[source] ?? 0, sites[target] ?? 0));
    }),
};

/**
 * Report analogous to bibliographic coupling (Thelwall 2009, "Introduction to Webometrics", ch. 3;
 * Björneborn & Ingwersen: co-linking).
 */
export const coOutlinks: CountReport = {
  name: 'co-outlinks',
  summary: 'documents that both of two sites link to (their bibliographic coupling)',
  withOutside: true,
  byModel: true,
  figures: (counted) =>
    countShared(counted, ({ models, linksOf }, number, tell) => {
      const model = models[number];
      if (!model) return;
      const { sites, byTarget } = linksOf(model);
      byTarget((source, target) => tell(target, sites[target] ?? 0, sites[source] ?? 0));
    }),
};
