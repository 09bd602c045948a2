import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { openStoreToEdit } from '../../src/storage/open.ts';
import { ask, crawlFirst, test } from '../recrawl/changing-web.ts';
import { forager, PASSIVE, start } from './forager.ts';

test('schedule recrawls at its times, one run at a time, and SIGTERM ends it', async ({ changingWeb, file }) => {
  await crawlFirst(file, changingWeb, ['music']);
  const options = [
    '--db',
    file,
    '--page-limit',
    '3',
    '--host-rules',
    changingWeb.server.hostRules,
    '--json',
    ...PASSIVE,
  ];
  const { child, ended, stdout, stderr } = start([
    'schedule',
    '--cron',
    '*/2 * * * * *',
    '--render',
    'http',
    ...options,
  ]);
  while (stdout().split('\n').length < 3) await sleep(20);
  child.kill('SIGTERM');
  const { code } = await ended;
  expect([0, 11]).toContain(code);
  expect(stderr()).toMatch(/next run: \d{4}-\d\d-\d\dT/);
  const [first, second] = stdout()
    .split('\n')
    .map((line) => (line === '' ? undefined : JSON.parse(line)));
  expect([first, second]).toMatchObject([{ recrawlRun: 1, revisits: 3 }, { recrawlRun: 2 }]);
  const runs = ask(file, 'select started_at, ended_at from recrawl_runs where ended_at is not null order by step');
  for (const [index, run] of runs.entries())
    if (index > 0) expect(Number(run.started_at)).toBeGreaterThanOrEqual(Number(runs[index - 1]?.ended_at));
});

test('missed times are made up for by one run at once', async ({ changingWeb, file }) => {
  await crawlFirst(file, changingWeb, ['music']);
  const options = ['--db', file, '--page-limit', '3', '--render', 'http', '--json', ...PASSIVE];
  expect(await forager(['recrawl', ...options, '--host-rules', changingWeb.server.hostRules])).toMatchObject({
    code: 0,
  });
  const store = await openStoreToEdit(file);
  store.connection.exec(`update recrawl_runs set started_at = started_at - ${3 * 86_400_000}`);
  await store.close();
  const { child, ended, stdout, stderr } = start(['schedule', '--cron', '0 2 * * *', ...options]);
  await expect.poll(() => stderr(), { timeout: 30_000 }).toContain('next run: ');
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  const lines = stdout().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ recrawlRun: 2 }]);
});

test('an error that would fail every run ends the schedule at once', async ({ file }) => {
  expect((await forager(['schedule', '--page-limit', '3'])).stderr).toMatch(/^forager: --cron is required/);
  const wrong = await forager(['schedule', '--cron', 'at night', '--page-limit', '3', '--db', file]);
  expect(wrong).toMatchObject({ code: 4, stdout: '' });
  expect(wrong.stderr).toMatch(/^forager: --cron: .*\n$/);
  const empty = await forager(['schedule', '--cron', '0 2 * * *', '--page-limit', '3', '--db', file]);
  expect(empty.stderr).toBe(
    `forager: no database at ${file}; run forager crawl first, or name another file with --db\n`,
  );
});
