import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../frontier/world.ts';
import { forager, hasTerminal, NO_TERMINAL, onTerminal } from './forager.ts';

/** The output does not depend on how pages are read. */
const HTTP = ['--render', 'http'];

/** Final screen of a terminal for given output: supports only the sequences of a redrawn view. */
function shown(written: string): string[] {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is read
  for (const [part, number, command] of written.matchAll(/\x1b\[[?]?([\d;]*)([A-Za-z])|./gs)) {
    const line = lines[row] ?? '';
    if (command === 'A') row = Math.max(0, row - Number(number || 1));
    else if (command === 'B') row += Number(number || 1);
    else if (command === 'G' || part === '\r') column = 0;
    else if (command === 'K') lines[row] = number === '2' ? '' : line.slice(0, column);
    else if (part === '\n') row++;
    else if (command === undefined) {
      lines[row] = line.slice(0, column).padEnd(column) + part + line.slice(column + 1);
      column++;
    }
  }
  return Array.from(lines, (line) => line ?? '');
}

test('on a terminal: log lines once each, above a redrawn view', async ({ folder }) => {
  const args = [
    'demo',
    '--strategy',
    'beebot',
    '--page-limit',
    '24',
    '--db',
    join(folder, 'demo.sqlite'),
    ...HTTP,
    '--verbose',
  ];
  test.skip(!hasTerminal, NO_TERMINAL);
  const { code, stdout } = await onTerminal(args).ended;
  const lines = shown(stdout);
  expect(code, lines.join('\n')).toBe(0);
  const pages = lines.filter((line) => /^http:\S+: (page|file|duplicate|left-site|failed)/.test(line));
  expect(pages.length).toBe(24);
  expect(new Set(pages).size).toBe(24);
  const view = lines.findIndex((line) => /24 of 24 pages/.test(line));
  expect(lines.slice(view, view + 6)).toEqual([
    expect.stringMatching(/^█{24} 24 of 24 pages {2}\d:\d\d elapsed, about 0:00 left$/),
    expect.stringMatching(/^\d+\.\d pages\/s, \d+\.\d overall; \d+ failed$/),
    expect.stringMatching(/^new links: \d+ internal, \d+ external, \d+ bad$/),
    expect.stringMatching(/^best sites: \S+ \d+, \S+ \d+, \S+ \d+$/),
    '12 sites',
    expect.stringMatching(/^site +pages/),
  ]);
  expect(lines.filter((line) => /pages\/s/.test(line))).toHaveLength(1);
  expect(lines.lastIndexOf(pages.at(-1) ?? '')).toBeLessThan(view);
});

test('JSON logs on a terminal: no view, and every line is an object', async ({ folder }) => {
  const demo = ['demo', '--page-limit', '13', '--db', join(folder, 'demo.sqlite'), ...HTTP];
  const args = [...demo, '--log-format', 'json', '--json'];
  test.skip(!hasTerminal, NO_TERMINAL);
  const { stdout } = await onTerminal(args).ended;
  const lines = shown(stdout).filter((line) => line !== '');
  const objects = lines.map((line): unknown => JSON.parse(line));
  expect(objects).toContainEqual(
    expect.objectContaining({ level: 30, time: expect.any(String), msg: 'crawling 12 sites by forager' }),
  );
  expect(objects.at(-1)).toMatchObject({ stopped: 'page-limit' });
});

test('JSON logs with --verbose: a line for every page, with its fields', async ({ folder }) => {
  const demo = ['demo', '--page-limit', '13', '--db', join(folder, 'demo.sqlite'), ...HTTP];
  const args = [...demo, '--log-format', 'json', '--verbose'];
  const { code, stderr } = await forager(args);
  expect(code).toBe(0);
  const logged = stderr
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const pages = logged.filter((line) => typeof line === 'object' && line !== null && 'url' in line);
  expect(pages.length).toBeGreaterThanOrEqual(13);
  for (const page of pages)
    expect(page).toMatchObject({
      level: expect.any(Number),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      msg: expect.stringMatching(/^http:/),
      url: expect.stringMatching(/^http:/),
      site: expect.stringMatching(/./),
      reason: expect.any(String),
    });
  expect(pages).toContainEqual(
    expect.objectContaining({ level: 20, outcome: 'page', milliseconds: expect.any(Number), newExternal: 3 }),
  );
});

test('--quiet and --verbose cannot be combined', async ({ file }) => {
  expect(await forager(['crawl', '--url', 'http://a.test/', '--db', file, '--quiet', '--verbose'])).toMatchObject({
    code: 4,
    stderr: 'forager: --quiet and --verbose do not work together\n',
  });
});
