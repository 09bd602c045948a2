import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { lostBy, lostOf } from '../../src/lab/missed-links.ts';
import { openWorld } from '../../src/lab/open-world.ts';
import { graphOf } from '../../src/lab/oracle/graph.ts';
import { replay } from '../../src/lab/replay.ts';
import { test } from '../frontier/world.ts';
import { madeGraph } from './oracle/made-world.ts';
import { jsonl, page } from './web-file.ts';

/** The clairvoyant goes from the start page 0 by the list 2 to pages 3 and 4, which have five links and two. */
const graph = {
  ...madeGraph([{ to: [1, 2, 5] }, {}, { to: [3, 4] }, { links: [0, 1, 2, 3, 4] }, { links: [5, 6] }, {}]),
  sections: ['0 ', '0 a', '0 b', '0 b', '0 a', '0 a'],
};
const nothing = { reach: 0, late: 0, site: 0, section: 0, page: 0 };

const cases: readonly (readonly [string, readonly number[], Partial<typeof nothing>])[] = [
  ['what the clairvoyant finds is not lost', [0, 2, 3, 4], {}],
  ['no visited page leads there', [0, 1, 5], { reach: 5 }],
  ['the list is read last', [0, 1, 5, 2], { late: 7 }],
  ['known, and other sections are read, or other pages of the section', [0, 2, 1, 5], { section: 5, page: 2 }],
  ['known, and the site has fewer visits', [0, 2, 1], { site: 7 }],
];
for (const [name, visited, lost] of cases)
  test(`where links are lost: ${name}`, () => {
    // With three pages the clairvoyant has no visit left for page 4.
    const pages = name.startsWith('no visited') ? 3 : 4;
    expect(lostOf(graph, visited, pages)).toEqual({ ...nothing, ...lost });
  });

test('lost links of a recorded web are those that the clairvoyant finds in addition', async ({ folder }) => {
  const external = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `http://x${from + at}.org/`);
  const file = `${folder}/web.jsonl`;
  const pages = [
    page('/', '/a', '/b'),
    page('/a', ...external(0, 1)),
    page('/b', '/c', '/d'),
    page('/c', ...external(1, 9)),
    page('/d', ...external(10, 5)),
  ];
  writeFileSync(file, jsonl('web', ...pages));
  const open = await openWorld([file], undefined);
  const world = open.of(1);
  const strategy = { name: 'by level', choice: { strategy: 'beebot-sequential', params: {} } };
  const lost = await lostBy(world, await graphOf(world), strategy, { pageLimit: 4, workers: 1 });
  // It reads /, /a, /b and /c; the clairvoyant reads /, /b, /c and /d.
  expect(lost).toEqual({ ...nothing, strategy: 'by level', page: 5 });
  const { curve } = await replay(world, strategy.choice, { pageLimit: 4, workers: 1, seed: 1 });
  expect(curve.at(-1)).toBe(10);
});
