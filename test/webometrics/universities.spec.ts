import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { countLinks } from '../../src/webometrics/count-links.ts';
import { runCrawl } from '../crawl/demo-web.ts';
import { test } from '../frontier/world.ts';
import {
  type PlannedLink,
  type PlannedPage,
  plannedLinks,
  portals,
  trueCounts,
  trueSelfLinks,
  UNIVERSITIES,
  universities,
} from './universities.ts';

/** The document of each model that a planned page is in. */
const documents: readonly ((page: PlannedPage) => string)[] = [
  ({ university, host, directory, page }) => `${university} ${host} ${directory} ${page}`,
  ({ university, host, directory }) => `${university} ${host} ${directory}`,
  ({ university, host }) => `${university} ${host}`,
  ({ university }) => `${university}`,
];

/**
 * Number of documents linked with both universities, by the plan: those that `shared` returns for a link, linked with
 * `other`.
 */
const shared = (
  one: number,
  two: number,
  own: (link: PlannedLink) => PlannedPage,
  far: (link: PlannedLink) => PlannedPage,
) =>
  documents.map((documentOf) => {
    const linked = (university: number) =>
      new Set(plannedLinks.filter((link) => far(link).university === university).map((link) => documentOf(own(link))));
    const both = [...linked(one)].filter((document) => linked(two).has(document));
    return both.filter((document) => ![one, two].includes(Number(document.split(' ')[0]))).length;
  });

test('twelve universities, crawled: links, co-links and impact equal the plan', async ({ file }) => {
  test.setTimeout(120_000);
  const server = await serveDemo({ portals });
  try {
    await runCrawl(file, universities, server, { render: 'http' });
  } finally {
    await server.close();
  }
  const store = await openStoreToRead(file);
  const figures = (report: string, self = false) => {
    const { columns, rows } = countLinks(store, { report, models: undefined, targets: [], self, asOf: undefined });
    return { columns, rows: [...rows] };
  };
  const all = [...Array(UNIVERSITIES).keys()];
  const name = (university: number) => `u${university + 1}`;
  const pairs = all.flatMap((one) => all.map((other) => [one, other] as const));
  const told = (counts: readonly number[]) => counts.some((count) => count > 0);

  const across = pairs.flatMap(([one, other]) => {
    const counts = trueCounts(one, other);
    return told(counts) ? [[name(one), name(other), ...counts]] : [];
  });
  expect(figures('links')).toEqual({
    columns: ['source', 'target', 'page', 'directory', 'domain', 'site'],
    rows: across,
  });
  const own = figures('links', true).rows.filter(([from, to]) => from === to);
  expect(own).toEqual(all.map((university) => [name(university), name(university), ...trueSelfLinks]));

  expect(figures('matrix').rows).toEqual(
    ['page', 'directory', 'domain', 'site'].flatMap((model, number) =>
      all.map((one) => [
        model,
        name(one),
        ...all.map((other) => (one === other ? null : trueCounts(one, other)[number])),
      ]),
    ),
  );

  const sum = (counts: readonly (readonly number[])[]) =>
    counts.reduce((all, one) => all.map((count, at) => count + (one[at] ?? 0)), [0, 0, 0, 0]);
  expect(figures('sites').rows).toEqual(
    all.flatMap((university) => [
      [name(university), 'in-links', ...sum(all.map((other) => trueCounts(other, university)))],
      [name(university), 'out-links', ...sum(all.map((other) => trueCounts(university, other)))],
      [name(university), 'self-links', ...trueSelfLinks],
    ]),
  );

  const sharedPairs = (own: 'from' | 'to', far: 'from' | 'to') =>
    pairs.flatMap(([one, two]) => {
      if (one >= two) return [];
      const counts = shared(
        ...([one, two] as const),
        (link) => link[own],
        (link) => link[far],
      );
      return told(counts) ? [[name(one), name(two), ...counts]] : [];
    });
  expect(figures('co-inlinks').rows).toEqual(sharedPairs('from', 'to'));
  expect(figures('co-outlinks').rows).toEqual(sharedPairs('to', 'from'));

  const linking = (university: number, documentOf: (page: PlannedPage) => string) =>
    new Set(plannedLinks.filter(({ to }) => to.university === university).map(({ from }) => documentOf(from))).size;
  expect(figures('impact').rows).toEqual(
    all.map((university) => {
      const [pages, , hosts, sites] = documents.map((documentOf) => linking(university, documentOf));
      return [name(university), 'university', null, pages, hosts, sites, sites, 1, 0];
    }),
  );
  expect(figures('domains').rows).toEqual([]);
  await store.close();
});
