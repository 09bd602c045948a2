import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { packed, pageVersionQueries } from '../../src/storage/page-changes.ts';
import { crawlAll, newSite, open, test } from '../frontier/world.ts';
import { forager, hasTerminal, NO_TERMINAL, onTerminal } from './forager.ts';

/** Three pages; the start page has a text with a control character in it. */
async function crawl(file: string): Promise<void> {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite('http://a.test/')], 0);
  await crawlAll(frontier, { 'http://a.test/': ['/1', '/2', '/gone'], 'http://a.test/1': [], 'http://a.test/2': [] });
  const text = packed(['Courses \u001b[31mof\u001b[0m the year', 'word '.repeat(400)]);
  pageVersionQueries(store).putText.run({ page: 1, text });
  await store.close();
}

const read = (file: string): string => readFileSync(file, 'utf8');

test('forager judge walks through pages by piped keys, goes back, and continues where it stopped', async ({
  file,
  folder,
}) => {
  await crawl(file);
  const qrels = `${folder}/q`;
  writeFileSync(qrels, '# mine\nstaff 0 http://a.test/1 1\n');
  const args = ['judge', '--db', file, '--topic', 'course', '--qrels', qrels];
  // Not relevant, undone, relevant; the second skipped; the end of the input.
  const first = await forager(args, 'n\nu\ny\ns\n');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('(no title)\nhttp://a.test/\nCourses of the year word word');
  expect(first.stdout).toContain('[3 left] y relevant, n not relevant, s skip, u undo, q quit: not relevant\n');
  expect(first.stdout.split('\n').every((line) => line.length < 700)).toBe(true);
  expect(first.stdout).toContain('course: 1 judged, 1 of them relevant; 1 left\n');
  expect(read(qrels)).toBe('staff 0 http://a.test/1 1\ncourse 0 http://a.test/ 1\n');

  const second = await forager(args, 'x?Nyq');
  expect(second.stdout).toContain('http://a.test/1\nits text is not stored\n[2 left]');
  expect(second.stdout).toContain('course: 3 judged, 2 of them relevant; 0 left\n');
  expect(read(qrels)).toContain('course 0 http://a.test/1 0\ncourse 0 http://a.test/2 1\n');
  expect((await forager(args, 'y')).stdout).toBe('\ncourse: 3 judged, 2 of them relevant; 0 left\n');
});

test('forager judge judges the results of a run, best first, and reports its scores', async ({ file, folder }) => {
  await crawl(file);
  writeFileSync(`${folder}/r`, 'course Q0 http://a.test/2 1 0.5 x\ncourse Q0 http://x.test/ 1 0.75 x\n');
  const args = ['judge', '--db', file, '--topic', 'course', '--qrels', `${folder}/q`, '--run', `${folder}/r`];
  expect((await forager(args, 'yn')).stdout).toContain('[score 0.75, 2 left]');
  expect(read(`${folder}/q`)).toBe('course 0 http://x.test/ 1\ncourse 0 http://a.test/2 0\n');
  const other = [...args.slice(0, 4), 'other', ...args.slice(5)];
  expect((await forager(other, '')).stderr).toBe(`forager: --run: ${folder}/r has no results for other\n`);
});

test('on a terminal, a single key is enough', async ({ file, folder }) => {
  test.skip(!hasTerminal, NO_TERMINAL);
  await crawl(file);
  const judge = onTerminal(['judge', '--db', file, '--topic', 'course', '--qrels', `${folder}/q`]);
  await expect(() => expect(judge.stdout()).toContain('3 left')).toPass({ timeout: 10_000 });
  judge.child.stdin?.write('y');
  await expect(() => expect(judge.stdout()).toContain('2 left')).toPass({ timeout: 10_000 });
  judge.child.stdin?.write('\u0003');
  expect((await judge.ended).stdout).toContain('1 judged, 1 of them relevant; 2 left');
  expect(read(`${folder}/q`)).toBe('course 0 http://a.test/ 1\n');
});
