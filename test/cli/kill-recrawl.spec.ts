import { copyFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { createRandom } from '../../src/domain/random.ts';
import type { RecrawlSummary } from '../../src/recrawl/recrawl-summary.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { ask, crawlFirst, revisitsOf, runRecrawl, test } from '../recrawl/changing-web.ts';
import { forager, start } from './forager.ts';

test('a recrawl run killed at random moments continues: nothing lost, nothing counted twice, the same pages', async ({
  changingWeb,
  folder,
}) => {
  const [whole, killed] = [`${folder}/whole.sqlite`, `${folder}/killed.sqlite`];
  await crawlFirst(whole, changingWeb, ['music']);
  copyFileSync(whole, killed);
  changingWeb.clock.day = 1;
  const one = await runRecrawl(whole, changingWeb, { pageLimit: 14, newShare: 0 });

  const options = ['--page-limit', '14', '--new-share', '0', '--workers', '2', '--delay', '0.1', '--json'];
  const command = [
    'recrawl',
    '--db',
    killed,
    '--render',
    'http',
    '--host-rules',
    changingWeb.server.hostRules,
    ...options,
  ];
  const random = createRandom('kill a recrawl run');
  const seen: number[] = [];
  for (const [kill, signal] of (['SIGKILL', 'SIGINT'] as const).entries()) {
    const { child, ended } = start(command);
    while (revisitsOf(killed, 1).length <= 5 * kill) await sleep(10);
    await sleep(300 * random.unit());
    child.kill(signal);
    expect((await ended).code).toBe(signal === 'SIGINT' ? 11 : null);
    expect(brokenInvariants(killed), `after ${signal}`).toEqual({});
    seen.push(revisitsOf(killed, 1).length);
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(Math.max(...seen), 'killed in the midst of it').toBeLessThan(14);
  const { code, stdout } = await forager(command);
  expect(code).toBe(0);
  const rest: RecrawlSummary = JSON.parse(stdout);
  expect(rest).toMatchObject({ recrawlRun: 1, stopped: 'page-limit', revisits: 14 });
  const pages = (file: string) => new Set(revisitsOf(file, 1).map(({ page }) => page));
  expect(pages(killed)).toEqual(pages(whole));
  expect(rest.changed + rest.gone + rest.moved).toBe(one.changed + one.gone + one.moved);
  const counts =
    "select sum(revisits) as revisits, (select count(*) from page_revisits where change <> 'unreachable') as rows from recrawl_pages";
  expect(ask(killed, counts)).toEqual([{ revisits: 14, rows: 14 }]);
  const [first, second] = [whole, killed].map((file) =>
    ask(file, 'select ended_at is null as open, left_pool from recrawl_runs'),
  );
  expect(second).toEqual(first);
});

test('mistakes are one line, and a dry run stores nothing', async ({ changingWeb, file, folder }) => {
  const db = `${folder}/none.sqlite`;
  const nothing = await forager(['recrawl', '--db', db, '--page-limit', '5']);
  expect(nothing).toMatchObject({ code: 4, stdout: '' });
  const missing = `forager: no database at ${db}; run forager crawl first, or name another file with --db\n`;
  expect(nothing.stderr).toBe(missing);
  expect((await forager(['recrawl', '--db', db, '--page-limit', '5', '--dry-run'])).stderr).toBe(missing);
  expect(existsSync(db)).toBe(false);
  const unlimited = await forager(['recrawl', '--db', db]);
  expect(unlimited.stderr).toBe('forager: recrawl needs a budget: set --page-limit or --time-limit\n');
  expect((await forager(['recrawl', '--db', db, '--page-limit', '5', '--rule', 'none'])).stderr).toMatch(
    /^forager: --rule must be one of uniform, .*fresh\n$/,
  );
  const wrong = await forager(['recrawl', '--db', db, '--page-limit', '5', '--rule', 'scent', '--param', 'n=1']);
  expect(wrong.stderr).toMatch(/^forager: --param n: .*; scent has delta\n$/);

  await crawlFirst(file, changingWeb, ['music']);
  const dry = await forager(['recrawl', '--db', file, '--page-limit', '5', '--rule', 'scent', '--dry-run', '--json']);
  expect(dry.code).toBe(0);
  const { visits } = JSON.parse(dry.stdout);
  expect(visits).toHaveLength(5);
  expect(visits[0]).toMatchObject({ place: 1, revisits: 0, changes: 0 });
  const worths = visits.map(({ worth }: { worth: number }) => worth);
  expect(worths).toEqual([...worths].sort((a: number, b: number) => b - a));
  expect(worths[0], 'scent in nats: the whole page is fresh').toBeGreaterThan(5);
  expect(ask(file, 'select count(*) as n from recrawl_runs union all select count(*) from recrawl_pages')).toEqual([
    { n: 0 },
    { n: 0 },
  ]);
});
