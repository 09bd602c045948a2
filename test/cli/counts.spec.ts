import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { countReports } from '../../src/webometrics/registry.ts';
import { newSite, test } from '../frontier/world.ts';
import { openFresh } from '../storage/fresh-store.ts';
import { crawled } from '../webometrics/crawled.ts';
import { forager } from './forager.ts';

const figures = z.object({
  report: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

/**
 * Two sites that link to each other; one has a name that is a formula to spreadsheets and a control sequence to
 * terminals.
 */
async function crawl(file: string): Promise<void> {
  const sites = [
    newSite('http://a.test/', { shortName: '=1+1,\u001b[31m"x"' }),
    newSite('http://b.test/', { shortName: 'B' }),
  ];
  const store = await crawled(file, sites, {
    'http://a.test/': ['/1', 'http://b.test/', 'http://x.org/'],
    'http://a.test/1': ['http://b.test/'],
    'http://b.test/': ['http://a.test/1'],
  });
  await store.close();
}

test('every report as a table, as CSV and as JSON', async ({ file }) => {
  await crawl(file);
  for (const { name } of countReports) {
    const args = ['counts', '--report', name, '--db', file];
    const json = figures.parse(JSON.parse((await forager([...args, '--json'])).stdout));
    expect(json.report).toBe(name);
    for (const row of json.rows) expect(row.length, name).toBe(json.columns.length);
    const csv = await forager([...args, '--format', 'csv']);
    expect(csv, name).toMatchObject({ code: 0, stderr: '' });
    expect(csv.stdout.split('\r\n').length, name).toBe(json.rows.length + 2);
    const table = await forager(args);
    expect(table, name).toMatchObject({ code: 0, stderr: '' });
    expect(table.stdout, name).not.toContain('\u001b');
  }
});

test('forager counts writes the links between sites, and a matrix of one model to copy', async ({ file, folder }) => {
  await crawl(file);
  const args = ['counts', '--db', file, '--format', 'csv'];
  expect((await forager(args)).stdout).toBe(
    `source,target,page,directory,domain,site\r\n"'=1+1,\u001b[31m""x""",B,2,1,1,1\r\nB,"'=1+1,\u001b[31m""x""",1,1,1,1\r\n`,
  );
  const out = join(folder, 'matrix.csv');
  expect(await forager([...args, '--report', 'matrix', '--model', 'page', '--self', '--out', out])).toMatchObject({
    code: 0,
  });
  expect(readFileSync(out, 'utf8')).toBe(
    `source,"'=1+1,\u001b[31m""x""",B\r\n"'=1+1,\u001b[31m""x""",1,2\r\nB,1,0\r\n`,
  );
  expect(await forager([...args, '--out', out])).toMatchObject({ code: 4, stderr: /already exists/ });
  const targets = join(folder, 'targets.csv');
  writeFileSync(targets, 'name,domain\nX,x.org\n');
  const { rows } = figures.parse(
    JSON.parse(
      (await forager(['counts', '--db', file, '--targets', targets, '--json', '--model', 'site,page'])).stdout,
    ),
  );
  expect(rows[1]).toEqual(['=1+1,\u001b[31m"x"', 'X', 1, 1]);
});

test('mistakes are one line that says how to fix them', async ({ file, folder }) => {
  const empty = join(folder, 'empty.sqlite');
  await (await openFresh(empty)).close();
  await crawl(file);
  const targets = join(folder, 'targets.csv');
  writeFileSync(targets, 'name,domain\nX,x.org\nY,y org\n');
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['--db', empty], /empty\.sqlite has no sites: crawl some with forager crawl/],
    [['--db', file, '--as-of', '1960-01-01'], /has no sites at that date: give a later --as-of, or crawl/],
    [['--db', join(folder, 'none.sqlite')], /none\.sqlite/],
    [['--db', file, '--model', 'page,folder'], /--model must be some of page, directory, domain, site/],
    [['--db', file, '--model', 'page', '--report', 'impact'], /--model does not work with --report impact/],
    [['--db', file, '--report', 'sums'], /--report must be one of links, matrix, sites/],
    [['--db', file, '--as-of', 'May'], /--as-of: "May" is not a date/],
    [['--db', file, '--targets', targets], /--targets: .*targets\.csv: line 3: "y org" is not a domain name/],
    [['--db', file, '--targets', join(folder, 'no.csv')], /--targets: no file .*no\.csv/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr, stdout } = await forager(['counts', ...args]);
    expect({ code, stdout }, args.join(' ')).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n').length).toBe(1);
  }
  expect(existsSync(join(folder, 'none.sqlite'))).toBe(false);
  await (await crawled(join(folder, 'unread.sqlite'), [newSite('http://a.test/')], {})).close();
  const unread = await forager(['counts', '--db', join(folder, 'unread.sqlite')]);
  expect(unread).toMatchObject({ code: 4 });
  expect(unread.stderr).toMatch(/has no links: crawl its sites with forager crawl/);
});
