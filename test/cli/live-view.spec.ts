import { expect } from '@playwright/test';
import { type LiveProgress, liveView, progressLine } from '../../src/cli/progress/live-view.ts';
import { test } from '../plain-test.ts';

const usual: LiveProgress = {
  pages: 412,
  pageLimit: 1200,
  elapsed: 65_000,
  left: 124_400,
  rate: { recent: 12.34, overall: 11.8 },
  failed: 3,
  found: { internal: 4792, external: 1935, bad: 108 },
  best: [
    { shortName: 'Botany', rewardSum: 490 },
    { shortName: 'Geology', rewardSum: 351.25 },
  ],
  sites: 11,
  waiting: { sites: 5, wait: 840 },
};

test('a crawl with a limit', () => {
  expect(liveView(usual, 100).split('\n')).toEqual([
    '████████░░░░░░░░░░░░░░░░ 412 of 1,200 pages  1:05 elapsed, about 2:04 left',
    '12.3 pages/s, 11.8 overall; 3 failed',
    'new links: 4,792 internal, 1,935 external, 108 bad',
    'best sites: Botany 490, Geology 351.3',
    '11 sites, 5 waiting; next request in 0.8 s',
  ]);
  expect(progressLine(usual)).toBe(
    '412 of 1200 pages, 12.3 pages/s; 3 failed; new links: 4792 internal, 1935 external, 108 bad; ' +
      '11 sites, 5 waiting; next request in 0.8 s; about 2:04 left',
  );
});

const lines: readonly (readonly [string, Partial<LiveProgress>, number, string])[] = [
  ['no limit', { pageLimit: undefined, left: undefined }, 0, '412 pages  1:05 elapsed'],
  ['hours', { pageLimit: undefined, elapsed: 3_723_000, left: undefined }, 0, '412 pages  1:02:03 elapsed'],
  ['all time used', { pageLimit: undefined, left: -500 }, 0, '412 pages  1:05 elapsed, about 0:00 left'],
  ['no reward yet', { best: [] }, 3, 'best sites: none yet'],
  ['one site', { sites: 1, waiting: { sites: 0, wait: undefined } }, 4, '1 site'],
  ['no known end', { waiting: { sites: 2, wait: undefined } }, 4, '11 sites, 2 waiting'],
  ['late', { waiting: { sites: 2, wait: -30 } }, 4, '11 sites, 2 waiting; next request in 0.0 s'],
  ['names', { best: [{ shortName: '\u001b[2Jx\u0007\u202e y\n z', rewardSum: 1 }] }, 3, 'best sites: x y z 1'],
];
for (const [what, given, line, text] of lines)
  test(`the view: ${what}`, () => expect(liveView({ ...usual, ...given }, 100).split('\n')[line]).toBe(text));

for (const columns of [1, 2, 20, 79])
  test(`the view fits ${columns} columns`, () => {
    const long = { ...usual, best: [{ shortName: '物理学研究所'.repeat(30), rewardSum: 1e9 }] };
    for (const line of liveView(long, columns).split('\n')) expect([...line].length).toBeLessThan(Math.max(2, columns));
  });
