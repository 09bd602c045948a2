import { expect } from '@playwright/test';
import { z } from 'zod';
import { ask, crawlFirst, runRecrawl, test } from '../recrawl/changing-web.ts';
import { forager } from './forager.ts';

const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      z.looseObject({ at: z.string(), change: z.string(), movedTo: z.string().nullable() }).parse(JSON.parse(line)),
    );

const minute = (at: unknown): string => new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ');

test('changes lists everything since the last recrawl, with its date, moved pages and text differences', async ({
  changingWeb,
  file,
}) => {
  await crawlFirst(file, changingWeb, ['music', 'hist']);
  const changes = async (...args: string[]) => await forager(['changes', '--db', file, ...args]);
  const [crawl] = ask(file, 'select started_at from runs');
  const first = await changes();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(`since ${minute(crawl?.started_at)} UTC, the start of the last crawl\n`);

  changingWeb.clock.day = 4;
  await runRecrawl(file, changingWeb, { pageLimit: 1000 });
  const [run] = ask(file, 'select started_at from recrawl_runs');
  const table = (await changes('--kind', 'pages', '--text')).stdout;
  expect(table.split('\n')[0]).toBe(`since ${minute(run?.started_at)} UTC, the start of the last recrawl`);
  expect(table).toContain('moved to');
  expect(table).toMatch(/\nhttp.*, \d{4}-.*\n([-+] .*\n)+/);

  const all = lines((await changes('--format', 'jsonl', '--text')).stdout);
  expect(all.length).toBeGreaterThan(0);
  for (const { at } of all) expect(Date.parse(at)).toBeGreaterThanOrEqual(Number(run?.started_at));
  const moved = all.filter(({ change }) => change === 'moved');
  expect(moved.length).toBeGreaterThan(0);
  for (const { movedTo } of moved) expect(movedTo).toMatch(/^http/);
  for (const { change, kind, text } of all) expect(text !== undefined, `${kind} ${change}`).toBe(change === 'changed');

  const sinceCrawl = new Date(Number(crawl?.started_at)).toISOString();
  const dated = await changes('--since', sinceCrawl, '--until', '2999-01-01');
  expect(dated.stdout).toMatch(/^since .* UTC, until 2999-01-01 23:59 UTC\n/);
  expect(lines((await changes('--since', sinceCrawl, '--format', 'jsonl')).stdout).length).toBeGreaterThan(all.length);
});

test('before a crawl there are no changes, and formats that cannot hold texts refuse them', async ({ file }) => {
  await forager(['sites', 'add', 'http://a.test/', '--db', file]);
  expect((await forager(['changes', '--db', file])).stdout).toMatch(/^nothing was crawled before\n/);
  const wrong = await forager(['changes', '--text', '--format', 'csv', '--db', file]);
  expect(wrong).toMatchObject({ code: 4, stdout: '' });
  expect(wrong.stderr).toBe('forager: --text works with --format table or jsonl, not csv\n');
});
