import { type Counted, type CountReport, type Figures, PairCounts, pairRows } from './report.ts';

/** Counts for each pair of sites the documents that link to both (`sources`), or that both link to (`targets`). */
function countShared(counted: Counted, documents: 'sources' | 'targets'): Figures {
  const { places, models, self, linksOf } = counted;
  const counts = new PairCounts(counted);
  for (const [number, model] of models.entries()) {
    const { sites, bySource, byTarget } = linksOf(model);
    let last = -1;
    const linked = new Set<number>();
    const count = () => {
      const ordered = [...linked].sort((a, b) => a - b);
      for (const [at, one] of ordered.entries())
        for (let next = at + 1; next < ordered.length; next++) counts.add(one, ordered[next] ?? 0, number);
      linked.clear();
    };
    const tell = (document: number, other: number) => {
      if (document !== last) count();
      last = document;
      const site = sites[other] ?? 0;
      if (site < places.length && (self || site !== (sites[document] ?? 0))) linked.add(site);
    };
    if (documents === 'sources') bySource(tell);
    else byTarget((source, target) => tell(target, source));
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
  figures: (counted) => countShared(counted, 'sources'),
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
  figures: (counted) => countShared(counted, 'targets'),
};
