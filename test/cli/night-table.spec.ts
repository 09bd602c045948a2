import { expect } from '@playwright/test';
import { nightTable } from '../../src/cli/tables/night-table.ts';
import type { NightSummary } from '../../src/recrawl/night-summary.ts';
import { crawlFirst, test } from '../recrawl/night-web.ts';
import { forager, PASSIVE } from './forager.ts';

const quiet: NightSummary = {
  ...{ run: 2, night: 3, rule: 'fresh', params: {}, stopped: 'done', seconds: 61.2 },
  ...{ pages: 40, checks: 40, unchanged: 40, changed: 0, gone: 0, back: 0, moved: 0, unreachable: 0, doubted: 0 },
  ...{ stillAway: { gone: 0, moved: 0 }, notModified: 0, newPages: 0, newLinks: 0, removedLinks: 0, returnedLinks: 0 },
  ...{ harvest: 0, stillTrue: 1, checkTime: { perCharacter: 0, perPage: 1, pages: 0 } },
  ...{ budgetBy: 'pages', pageLimit: null, putOff: [], sessionEnded: [] },
};

/** The rows of the table by their names, and the lines around it. */
function read(summary: NightSummary) {
  const lines = nightTable(summary).split('\n');
  const rows = lines.flatMap((line) =>
    [...line.matchAll(/^│ (.+?) +│ +(.+?) │$/g)].map(([, name, value]) => [name, value]),
  );
  return { rows: Object.fromEntries(rows), lines: lines.filter((line) => !/^[│┌├└]/.test(line)) };
}

test('a night says first how many pages were checked, changed, new, gone and failed, and how fresh the copy was', () => {
  const { rows, lines } = read({
    ...quiet,
    ...{
      pages: 8778,
      checks: 1200,
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
    ...{ checkTime: { perCharacter: 0.002, perPage: 310, pages: 1 }, putOff: ['a.test'] },
  });
  expect(rows).toEqual({
    pages: 'how many',
    checked: '1,200 of 8,778',
    changed: '200',
    new: '12',
    gone: '4',
    failed: '20',
    'were still fresh': '81.7 %',
  });
  expect(lines).toEqual([
    'night 3: done, 61 s',
    'still fresh: the checked pages that were as the copy had them; now it has all of them as they are; 7,578 others were not checked',
    'also: 6 moved, 5 come back, 60 still gone or moved, 5 doubted',
    'links: 1,500 new, 3 removed',
    'rule fresh: harvest 12.3 nats, Q was 87.6 %, a check takes 310 ms and 2.0 ms for each 1,000 characters, by 1 page',
    'hosts that did not answer: a.test',
  ]);
});

test('a night without changes is short, and one without answers tells no freshness', () => {
  expect(read(quiet)).toMatchObject({ rows: { checked: '40', 'were still fresh': '100.0 %' }, lines: { length: 3 } });
  const { rows } = read({ ...quiet, unchanged: 0, unreachable: 40, stillTrue: null });
  expect(rows).toMatchObject({ failed: '40' });
  expect(rows).not.toHaveProperty('were still fresh');
});

test('pages that are still gone are told apart from those that went', async ({ nightWeb, file }) => {
  await crawlFirst(file, nightWeb, ['music', 'hist', 'math']);
  nightWeb.clock.night = 6;
  const command = ['recrawl', '--db', file, '--page-limit', '500', '--render', 'http', ...PASSIVE];
  const night = async () => (await forager([...command, '--host-rules', nightWeb.server.hostRules])).stdout;
  const first = await night();
  expect(first).toMatch(/│ gone +│ +[1-9]/);
  expect(first).toMatch(/^still fresh: /m);
  const second = await night();
  expect(second).toMatch(/│ gone +│ +0 │/);
  expect(second).toMatch(/^also: .*\d still gone or moved/m);
});
