import { type Counted, type CountReport, PairCounts, pairRows } from './report.ts';

/** Counts links from site to site: distinct pairs of a source and a target document (Thelwall 2002). */
export function countLinks(counted: Counted): PairCounts {
  const { models, places, linksOf, self } = counted;
  const counts = new PairCounts(counted);
  for (const [place, model] of models.entries()) {
    const { sites, bySource } = linksOf(model);
    bySource((source, target) => {
      const from = sites[source] ?? 0;
      const to = sites[target] ?? 0;
      if (from < places.length && to < places.length && (self || from !== to)) counts.add(from, to, place);
    });
  }
  return counts;
}

export const links: CountReport = {
  name: 'links',
  summary: 'links from each site to each other, the models side by side',
  withOutside: false,
  byModel: true,
  figures(counted) {
    const { places, models } = counted;
    return {
      columns: ['source', 'target', ...models.map((model) => model.name)],
      rows: pairRows(countLinks(counted), places),
    };
  },
};

export const matrix: CountReport = {
  name: 'matrix',
  summary: 'the same as a matrix of each model: a row for each crawled site, a column for each site',
  withOutside: false,
  byModel: true,
  figures(counted) {
    const { places, models, self } = counted;
    const counts = countLinks(counted);
    const isOne = models.length === 1;
    return {
      columns: [...(isOne ? [] : ['model']), 'source', ...places.map(({ name }) => name)],
      // Yields row by row, as the matrix of many sites is large.
      rows: (function* () {
        for (const [number, model] of models.entries())
          for (const [from, { name, isCrawled }] of places.entries()) {
            if (!isCrawled) continue;
            const row = places.map((_, to) => (from === to && !self ? null : counts.of(from, to, number)));
            yield [...(isOne ? [] : [model.name]), name, ...row];
          }
      })(),
    };
  },
};

const DIRECTIONS = ['in-links', 'out-links', 'self-links'] as const;

export const sites: CountReport = {
  name: 'sites',
  summary: 'in-links, out-links and self-links of each site, the models side by side',
  withOutside: false,
  byModel: true,
  figures(counted) {
    const { places, models, self } = counted;
    const sums = places.map(() => DIRECTIONS.map(() => new Float64Array(models.length)));
    const add = (place: number, direction: number, model: number, count: number) => {
      const sum = sums[place]?.[direction];
      if (sum) sum[model] = (sum[model] ?? 0) + count;
    };
    for (const [from, to, counts] of countLinks({ ...counted, self: true }).pairs())
      for (const [model, count] of counts.entries()) {
        if (from === to) add(from, 2, model, count);
        if (from === to && !self) continue;
        add(to, 0, model, count);
        add(from, 1, model, count);
      }
    return {
      columns: ['name', 'direction', ...models.map((model) => model.name)],
      rows: places.flatMap(({ name, isCrawled }, place) =>
        DIRECTIONS.flatMap((direction, number) =>
          // Targets were not crawled, so their out-links are unknown.
          isCrawled || number === 0 ? [[name, direction, ...(sums[place]?.[number] ?? [])]] : [],
        ),
      ),
    };
  },
};
