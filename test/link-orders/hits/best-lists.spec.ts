import { expect } from '@playwright/test';
import fc from 'fast-check';
import { hits, linkGraph } from '../../../src/analysis/hits.ts';
import { byBestLists, KnownWeb, UNREAD } from '../../../src/link-orders/hits/known-web.ts';
import { rankWeb } from '../../../src/link-orders/hits/rank-web.ts';
import { must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

type Links = readonly (readonly [number, number])[];

const graphOf = (nodes: number, links: Links) =>
  linkGraph(
    nodes,
    Uint32Array.from(links, ([from]) => from),
    Uint32Array.from(links, ([, to]) => to),
  );

/** Each of some pages links to all others of them. */
const clique = (first: number, size: number): Links =>
  Array.from({ length: size ** 2 }, (_, at) => [first + Math.floor(at / size), first + (at % size)] as const);

const bestOf = (weights: Float64Array, most: number): number[] =>
  [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b).slice(0, most);

test('list pages whose title names the topic come first, where HITS prefers the tightest community', () => {
  // 0 lists the courses 1 to 4, which link to nothing; 5 to 10 all link to one another.
  const graph = graphOf(11, [...[1, 2, 3, 4].map((course) => [0, course] as const), ...clique(5, 6)]);
  const relevance = Float64Array.from({ length: 11 }, () => 0.1);
  const titles = Float64Array.from({ length: 11 }, (_, page) => (page === 0 ? 0.5 : 0));
  const plain = hits(graph, { relevance }).authorities;
  expect(bestOf(plain, 6)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(bestOf(byBestLists(graph, new Uint32Array(11), { relevance, titles }), 4)).toEqual([1, 2, 3, 4]);
});

test('a list without a descriptive title is recognised by the pages it links to', () => {
  // 0 links to five pages, four of which are near the topic; 6 to five, one of which is.
  const graph = graphOf(12, [
    ...[1, 2, 3, 4, 5].map((to) => [0, to] as const),
    ...[7, 8, 9, 10, 11].map((to) => [6, to] as const),
  ]);
  const relevance = Float64Array.from({ length: 12 }, (_, page) => ([1, 2, 3, 4, 7].includes(page) ? 0.3 : 0));
  const weights = byBestLists(graph, new Uint32Array(12), { relevance, titles: new Float64Array(12) });
  expect(weights[5]).toBeGreaterThan(2 * (weights[8] ?? 0));
});

const PAGES = 12;
const someWeb = fc.record({
  links: fc.array(fc.tuple(fc.nat(PAGES - 1), fc.nat(PAGES - 1)), { maxLength: 50 }),
  folders: fc.array(fc.nat(3), { minLength: PAGES, maxLength: PAGES }),
  relevance: fc.array(fc.constantFrom(0, 0.1, 0.4), { minLength: PAGES, maxLength: PAGES }),
  titles: fc.array(fc.constantFrom(0, 0.2, 0.5), { minLength: PAGES, maxLength: PAGES }),
});

test('weights equal the formula, and an unrelated community of any size changes none of them', () => {
  fc.assert(
    fc.property(someWeb, fc.integer({ min: 2, max: 12 }), ({ links, folders, relevance, titles }, size) => {
      const texts = { relevance: Float64Array.from(relevance), titles: Float64Array.from(titles) };
      const weights = byBestLists(graphOf(PAGES, links), Uint32Array.from(folders), texts);

      const distinct = [...new Set(links.filter(([from, to]) => from !== to).map(([from, to]) => from * PAGES + to))];
      const pairs = distinct.map((key) => ({ from: Math.floor(key / PAGES), to: key % PAGES }));
      const share = ({ from, to }: (typeof pairs)[number]) =>
        folders[from] !== 0 && folders[from] === folders[to] ? 0.25 : 1;
      let expected: readonly number[] = relevance;
      for (let step = 0; step < 10; step++) {
        const before = expected;
        const lists = titles.map((title, page) => {
          const own = pairs.filter(({ from }) => from === page);
          const sum = own.reduce((all, pair) => all + share(pair) * (before[pair.to] ?? 0), 0);
          return title + sum / (1 + own.reduce((all, pair) => all + share(pair), 0));
        });
        expected = relevance.map((near, page) => {
          const given = pairs.filter(({ to }) => to === page).map((pair) => share(pair) * (lists[pair.from] ?? 0));
          return near + 0.85 * Math.max(0, ...given);
        });
      }
      const apart = expected.map((weight, page) => Math.abs(weight - (weights[page] ?? 0)));
      must(Math.max(...apart) < 1e-9, 'the weights are those of the formula');

      const more = (given: readonly number[], value: number) => [
        ...given,
        ...Array.from({ length: size }, () => value),
      ];
      const beside = byBestLists(
        graphOf(PAGES + size, [...links, ...clique(PAGES, size)]),
        Uint32Array.from(more(folders, 0)),
        { relevance: Float64Array.from(more(relevance, 1)), titles: Float64Array.from(more(titles, 1)) },
      );
      must(
        weights.every((weight, page) => weight === beside[page]),
        'pages elsewhere have the same weights',
      );
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('with a topic the results are visited pages, and parts of one work in its folder come after lists', () => {
  const web = new KnownWeb();
  const page = (id: number, path: string, near = 0) => web.numberOf(id, 1, `http://a.test${path}`, () => near);
  const list = page(1, '/projects');
  const projects = [page(2, '/~one/'), page(3, '/~two/home.html')];
  const parts = [page(4, '/~one/people.html'), page(5, '/~one/papers.html'), page(6, '/~one/talks.html')];
  const unvisited = page(7, '/~three', 1);
  web.visited(list, [...projects, unvisited], 0.1, 0.2);
  for (const project of projects) web.visited(project, project === projects[0] ? parts : [], 0.1, 0.4);
  for (const part of parts) web.visited(part, [], 0.1, 0);
  const options = {
    last: new Float64Array(0),
    most: 9,
    indexed: Uint32Array.of(),
    withinSite: 1,
    discountCommon: true,
  };
  const { byAuthority } = rankWeb({ ...web.snapshot(), ...options, texts: web.texts() });
  expect([...byAuthority]).toEqual([...projects, ...parts, list]);
  expect(web.texts().titles[unvisited]).toBe(UNREAD);
});
