import { expect } from '@playwright/test';
import { clairvoyant } from '../../../src/lab/oracle/clairvoyant.ts';
import { graphOf, inverse, type Rows, RowsBuilder } from '../../../src/lab/oracle/graph.ts';
import { test } from '../../plain-test.ts';
import { madeWorld } from './made-world.ts';

const listed = ({ offsets, items }: Rows): number[][] =>
  [...offsets.subarray(1)].map((end, row) => [...items.subarray(offsets[row], end)]);

test('pages in level order, their targets and their external links, each once', async () => {
  const graph = await graphOf(
    madeWorld([
      {
        '/': { links: ['/b', '/a', '/b', 'x', 'y', 'x', '/'] },
        '/a': { links: ['y', 'z', '/c'] },
        '/b': { links: ['/a', '!/c'] },
        '/c': { outcome: 'failed', links: ['never'] },
      },
      { '/': { links: ['x'] } },
    ]),
  );
  expect(graph).toMatchObject({ sites: 2, pages: 5, externals: 4 });
  expect([...graph.starts]).toEqual([0, 4]);
  expect(listed(graph.targets)).toEqual([[1, 2], [2], [3], [], []]);
  expect(listed(graph.links), 'what two sites link to counts for each').toEqual([[0, 1], [], [1, 2], [], [3]]);
  expect(graph.levelGains.map((gains) => [...gains])).toEqual([[2, 0, 1, 0], [1]]);
});

test('if documents are counted, links to them replace external links', async () => {
  const web = {
    '/': { links: ['/a', '/cv.pdf', 'x', '/b'] },
    '/a': { links: ['/cv.pdf', '/notes.ps', '/talk.html'] },
    '/b': { links: ['/notes.ps', 'mailto:b@a.test', '/slides.pdf'] },
  };
  const graph = await graphOf(madeWorld([web, { '/': { links: ['/cv.pdf'] } }]), 'documents');
  expect(graph.externals).toBe(4);
  expect(listed(graph.links)).toEqual([[0], [0, 1], [1, 2], [3]]);
  expect(graph.levelGains.map((gains) => [...gains])).toEqual([[1, 1, 1], [1]]);
  expect([...clairvoyant(graph, { pageLimit: 4 })], '/a brings nothing after /b').toEqual([0, 1, 3, 4, 4]);
});

test('all addresses that redirect to a page are that page', async () => {
  const graph = await graphOf(
    madeWorld([
      {
        '/': { links: ['/old', '/older', '/new'] },
        '/old': { landsOn: '/new', links: ['x', '/'] },
        '/older': { landsOn: '/new', links: ['x', '/'] },
        '/new': { links: ['x', '/'] },
      },
    ]),
  );
  expect(listed(graph.targets)).toEqual([[1], [0]]);
  expect([...(graph.levelGains[0] ?? [])], 'the second redirect is charged').toEqual([0, 1, 0]);
});

test('a site whose start page was not recorded has an empty start page', async () => {
  const graph = await graphOf(madeWorld([{}, { '/': { links: ['x'] } }]));
  expect([...graph.starts]).toEqual([0, 1]);
  expect(listed(graph.links)).toEqual([[], [0]]);
});

test('transposed rows', () => {
  const builder = new RowsBuilder();
  for (const row of [[2, 0], [], [2]]) builder.add(row);
  expect(listed(inverse(builder.rows(), 4))).toEqual([[0], [], [0, 2], []]);
});
