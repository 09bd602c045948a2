import { expect } from '@playwright/test';
import { recrawlTable } from '../../src/cli/tables/recrawl-table.ts';
import type { RecrawlSummary } from '../../src/recrawl/recrawl-summary.ts';
import { crawlFirst, test } from '../recrawl/changing-web.ts';
import { forager, PASSIVE } from './forager.ts';

const quiet: RecrawlSummary = {
  ...{ run: 2, recrawlRun: 3, rule: 'fresh', params: {}, stopped: 'done', seconds: 61.2 },
  ...{ pages: 40, revisits: 40, unchanged: 40, changed: 0, gone: 0, back: 0, moved: 0, unreachable: 0, doubted: 0 },
  ...{ stillAway: { gone: 0, moved: 0 }, notModified: 0, newPages: 0, newLinks: 0, removedLinks: 0, returnedLinks: 0 },
  ...{ harvest: 0, stillTrue: 1, revisitTime: { perCharacter: 0, perPage: 1, pages: 0 } },
  ...{ budgetBy: 'pages', pageLimit: null, putOff: [], sessionEnded: [] },
};

/** The rows of the table by name, and the lines around it. */
function read(summary: RecrawlSummary) {
  const lines = recrawlTable(summary).split('\n');
  const cells = lines.map((line) => line.split(/ {2,}/));
  const rows = cells.filter(({ length }) => length === 2);
  return {
    rows: Object.fromEntries(rows.filter(([name = '']) => !name.startsWith('─'))),
    lines: cells.flatMap(([line, ...more]) => (more.length === 0 ? line : [])),
  };
}

test('a recrawl run starts with how many pages were checked, changed, new, gone and failed, and the freshness of the copy', () => {
  const { rows, lines } = read({
    ...quiet,
    ...{
      pages: 8778,
      revisits: 1200,
      unchanged: 900,
      changed: 200,
      gone: 60,
      moved: 10,
      back: 5,
      unreachable: 20,
      doubted: 5,
    },
    ...{
      stillAway: { gone: 56, moved: 4 },
      newPages: 12,
      newLinks: 1500,
      removedLinks: 3,
      harvest: 12.34,
      stillTrue: 0.876,
    },
    ...{ revisitTime: { perCharacter: 0.002, perPage: 310, pages: 1 }, putOff: ['a.test'] },
  });
  expect(rows).toEqual({
    pages: 'how many',
    revisited: '1,200 of 8,778',
    changed: '200',
    new: '12',
    gone: '4',
    failed: '20',
    'stored copies still current': '81.7 %',
  });
  expect(lines).toEqual([
    'run 3: done, 61 s',
    'also: 6 moved, 5 back again, 60 still gone or moved, 5 not trusted',
    'links: 1,500 new, 3 removed',
    'rule fresh: information gained 12.3 nats, estimated share of stored text still current 87.6 %',
    'hosts that did not answer: a.test',
  ]);
});

test('a recrawl run without changes is short, and one without answers reports no freshness', () => {
  expect(read(quiet)).toMatchObject({
    rows: { revisited: '40', 'stored copies still current': '100.0 %' },
    lines: { length: 2 },
  });
  const { rows } = read({ ...quiet, unchanged: 0, unreachable: 40, stillTrue: null });
  expect(rows).toMatchObject({ failed: '40' });
  expect(rows).not.toHaveProperty('stored copies still current');
});

test('pages still gone are distinguished from newly gone ones', async ({ changingWeb, file }) => {
  await crawlFirst(file, changingWeb, ['music', 'hist', 'math']);
  changingWeb.clock.day = 6;
  const command = ['recrawl', '--db', file, '--page-limit', '500', '--render', 'http', ...PASSIVE];
  const recrawl = async () => (await forager([...command, '--host-rules', changingWeb.server.hostRules])).stdout;
  const first = await recrawl();
  expect(first).toMatch(/^gone +[1-9]/m);
  expect(first).toMatch(/^stored copies still current +\d/m);
  const second = await recrawl();
  expect(second).toMatch(/^gone +0$/m);
  expect(second).toMatch(/^also: .*\d still gone or moved/m);
});
