import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { serveDemo } from '../../src/demo/server.ts';
import { linksTable } from '../../src/export/columns.ts';
import { openStoreToEdit } from '../../src/storage/open.ts';
import { test as base, runCrawl } from '../crawl/demo-web.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';
import { forager, PASSIVE, start } from './forager.ts';

/** `crawled`: the database of a crawl, for tests to copy. */
const test = base.extend<object, { crawled: string }>({
  crawled: [
    async ({ web }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'forager-crawled-'));
      const file = join(folder, 'crawl.sqlite');
      const choice = { strategy: 'beebot', params: {} };
      await runCrawl(file, web.sites('music', 'astro'), web.server, { render: 'http', pageLimit: 25, choice });
      await use(file);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

const rowsOf = (json: string) => z.array(z.looseObject({ id: z.number().optional() })).parse(JSON.parse(json));

/** Output of a command that must succeed. */
async function out(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await forager(args);
  expect(code, `${args.join(' ')}: ${stderr}`).toBe(0);
  return stdout;
}

const list = async (...args: string[]) => rowsOf(await out('links', 'list', '--json', '--limit', '100000', ...args));

test('short names are unique: a duplicate is refused, a default is the whole address', async ({ folder, file }) => {
  const db = ['--db', file];
  await out('sites', 'add', 'http://a.test/', '--short-name', 'X', ...db);
  const taken = 'forager: "X" is already the short name of http://a.test/; choose another one for http://b.test/\n';
  await out('sites', 'rm', 'X', ...db);
  for (const args of [
    ['sites', 'add', 'http://b.test/', '--short-name', 'X'],
    ['sites', 'import', join(folder, 'sites.csv')],
    ['crawl', '--sites', join(folder, 'sites.csv'), '--render', 'http'],
  ]) {
    writeFileSync(join(folder, 'sites.csv'), 'url,short_name\nhttp://b.test/,X\n');
    expect(await forager([...args, ...db])).toMatchObject({ code: 4, stderr: taken });
  }
  writeFileSync(join(folder, 'sites.txt'), 'http://c.test/\nhttps://c.test/\nhttp://c.test/?x=1\nhttp://c.test/?x=2\n');
  for (const done of ['4 sites added\n', '0 sites added, 4 were there already\n'])
    expect(await out('sites', 'import', join(folder, 'sites.txt'), ...db)).toBe(done);
  expect(rowsOf(await out('sites', 'list', '--json', ...db))).toMatchObject([
    { site: 'c.test', name: 'c.test', url: 'http://c.test/' },
    { site: 'https://c.test/', name: 'https://c.test/', url: 'https://c.test/' },
    { site: 'http://c.test/?x=1', url: 'http://c.test/?x=1' },
    { site: 'http://c.test/?x=2', url: 'http://c.test/?x=2' },
  ]);
});

test('deletions report how many links of which sites; a short name of two sites in an older database is refused', async ({
  file,
  crawled,
}) => {
  copyFileSync(crawled, file);
  const db = ['--db', file];
  const sites = z
    .array(z.object({ site: z.string(), url: z.string(), external: z.number() }))
    .parse(JSON.parse(await out('sites', 'list', '--json', ...db)));
  const [one, other] = sites;
  const all = (one?.external ?? 0) + (other?.external ?? 0);
  const rm = ['links', 'rm', '--kind', 'external', '--level', '0-99', ...db];
  const counts = sites.map(({ site, external }) => `${external} of ${site}`).join(', ');
  expect(await out(...rm)).toBe(`${all} external links deleted: ${counts}\n`);
  expect(await out('links', 'restore', '--last', ...db)).toBe(`${all} external links restored: ${counts}\n`);
  expect(JSON.parse(await out(...rm, '--site', one?.site ?? '', '--json'))).toEqual({
    kind: 'external',
    deleted: one?.external,
    sites: [{ site: one?.site, url: one?.url, links: one?.external }],
  });
  expect(JSON.parse(await out('links', 'restore', '--last', '--json', ...db))).toMatchObject({
    kind: 'external',
    restored: one?.external,
    sites: [{ url: one?.url }],
  });

  const store = await openStoreToEdit(file);
  store.connection.exec("update seeds set short_name = 'X'");
  await store.close();
  expect(await forager([...rm, '--site', 'X'])).toMatchObject({
    code: 4,
    stderr: `forager: "X" is ambiguous (${one?.url}, ${other?.url}); give the start address\n`,
  });
  expect(await out(...rm, '--site', other?.url ?? '')).toBe(
    `${other?.external} external links deleted: ${other?.external} of X\n`,
  );
});

test('sites: added, listed, removed, brought back, before the first crawl', async ({ file }) => {
  const db = ['--db', file];
  expect(
    await out('sites', 'add', 'http://a.test/', '--name', 'A', '--short-name', 'a', '--kind', 'institute', ...db),
  ).toBe('1 site added\n');
  expect(await out('sites', 'add', 'http://a.test/', 'http://b.test/', 'http://c.test/x', ...db)).toBe(
    '2 sites added, 1 was there already\n',
  );
  expect(rowsOf(await out('sites', 'list', '--json', ...db))).toMatchObject([
    { site: 'a', name: 'A', url: 'http://a.test/', kind: 'institute', scope: 'host', status: 'waiting', removed: null },
    { site: 'b.test', url: 'http://b.test/', pages: 0, added: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    { site: 'c.test/x' },
  ]);
  expect(await forager(['sites', 'add', 'https://c.test/', '--short-name', 'c.test/x', ...db])).toMatchObject({
    code: 4,
    stderr:
      'forager: "c.test/x" is already the short name of http://c.test/x; choose another one for https://c.test/\n',
  });
  await out('sites', 'add', 'https://c.test/', ...db);
  expect(await out('sites', 'rm', 'https://c.test/', ...db)).toBe('1 site removed\n');
  expect(await forager(['sites', 'rm', 'd', ...db])).toMatchObject({
    code: 4,
    stderr: `forager: no site "d" in ${file}; list them with forager sites list\n`,
  });
  expect(await out('sites', 'rm', 'a', 'http://b.test', ...db)).toBe('2 sites removed\n');
  expect(await out('sites', 'rm', 'a', ...db)).toBe('0 sites removed\n');
  expect(rowsOf(await out('sites', 'list', '--json', ...db))).toMatchObject([{ site: 'c.test/x' }]);
  expect(rowsOf(await out('sites', 'list', '--json', '--removed', ...db)).length).toBe(3);
  expect(JSON.parse(await out('status', '--json', ...db))).toMatchObject({ sites: [{ site: 'c.test/x' }] });
  expect(await out('status', ...db)).toMatch(/all .* not started/);
  expect(await out('sites', 'add', 'http://b.test/', ...db)).toBe('0 sites added, 1 brought back\n');
  expect(await out('sites', 'list', ...db)).toMatch(/b\.test.*waiting[\s\S]*c\.test\/x/);
  const planned = await out('crawl', '--url', 'http://a.test/', '--dry-run', '--json', ...db);
  expect(JSON.parse(planned)).toMatchObject({ sitesBefore: ['http://b.test/', 'http://c.test/x'] });
  await out('sites', 'rm', 'http://b.test/', 'http://c.test/x', ...db);
  expect(await forager(['crawl', '--url', 'http://a.test/', ...db])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('the named ones were removed; restore them with forager sites add'),
  });
});

test('sites are imported from CSV, a list, a sitemap and an index of sitemaps, from files and standard input', async ({
  folder,
  file,
}) => {
  const save = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://s.test/a/b</loc></url>
    <url><loc>https://s.test/c?x=1&amp;y=2</loc></url><url><loc>http://s.test:8080/</loc></url></urlset>`;
  const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <sitemap><loc>http://i.test/sitemap-1.xml.gz</loc></sitemap></sitemapindex>`;
  const db = ['--db', file];
  const importing = (...args: string[]) => out('sites', 'import', ...args, ...db);
  expect(await importing(save('a.csv', 'url,name,kind\nhttp://a.test/,A,university\n'))).toBe('1 site added\n');
  expect(await importing(save('a.txt', '# mine\nhttp://a.test/\nhttp://b.test/\n'))).toBe(
    '1 site added, 1 was there already\n',
  );
  expect(await importing(save('s.xml', sitemap))).toBe('2 sites added\n');
  expect(await importing(save('i.xml.gz', gzipSync(index)))).toBe('1 site added\n');
  const piped = await forager(['sites', 'import', '-', '--scope', 'domain', ...db], 'http://p.test/\n');
  expect(piped).toMatchObject({ code: 0, stdout: '1 site added\n' });
  expect(rowsOf(await out('sites', 'list', '--json', ...db))).toMatchObject([
    { url: 'http://a.test/', name: 'A', kind: 'university' },
    { url: 'http://b.test/' },
    { url: 'https://s.test/' },
    { url: 'http://s.test:8080/' },
    { url: 'http://i.test/' },
    { url: 'http://p.test/', scope: 'domain' },
  ]);
  const bad = save('bad.txt', 'http://c.test/\nnonsense\n');
  const odd = save('odd.xml', sitemap.replace('<loc>', '<loc>ftp://s.test/</loc></url><url><loc>'));
  const mistakes: readonly (readonly [string, RegExp])[] = [
    [odd, /odd\.xml: "ftp:\/\/s\.test\/" is not an http\(s\) address\. Fix it/],
    [bad, /bad\.txt: line 2: "nonsense" is not an http\(s\) address\. Fix the line/],
    ['https://a.test/sitemap.xml', /is a URL: download it first/],
    [join(folder, 'none'), /FILE: no file/],
    [save('cut.xml', sitemap.slice(0, 150)), /can't read all of .*cut\.xml: the document breaks off/],
    [save('empty.xml', '<urlset></urlset>'), /empty\.xml lists no site/],
    [save('cut.gz', gzipSync(index).subarray(0, 40)), /can't unzip .*cut\.gz/],
  ];
  for (const [path, line] of mistakes) {
    const ended = await forager(['sites', 'import', path, ...db]);
    expect(ended).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(line) });
    expect(ended.stderr.trim().split('\n').length, ended.stderr).toBe(1);
  }
  expect(await importing(bad, '--skip-bad-lines')).toBe('1 site added\n');
  expect(await forager(['sites', 'import', odd, '--skip-bad-lines', ...db])).toMatchObject({
    stdout: '0 sites added, 2 were there already\n',
    stderr: expect.stringMatching(/^.*odd\.xml: skipped "ftp:\/\/s\.test\/": not an http\(s\) address\n$/),
  });
});

test('a crawl starts a site added while it runs, and leaves one that is removed', async ({ web, file }) => {
  const [slow, added] = [web.portal('music'), web.portal('astro')];
  const rules = web.server.hostRules;
  const options = ['--db', file, '--host-rules', rules, ...PASSIVE, '--json'];
  const crawl = start(['crawl', '--url', slow.start, '--delay', '0.25', ...options]);
  while (!crawl.stderr().includes('crawling')) await sleep(20);
  expect(await out('sites', 'add', added.start, '--db', file)).toBe('1 site added\n');
  const pages = async () => rowsOf(await out('sites', 'list', '--json', '--db', file))[1]?.pages;
  while ((await pages()) === 0) await sleep(200);
  expect(await out('links', 'rm', '--kind', 'bad', '--site', slow.start, '--level', '0-99', '--db', file)).toMatch(
    /deleted(: \d+ of \S+)?$/m,
  );
  expect(await out('sites', 'rm', slow.start, '--db', file)).toBe('1 site removed\n');
  const { code, stdout } = await crawl.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    stopped: 'done',
    pages: added.pages,
    external: added.externals,
    sites: [{ url: added.start, status: 'finished', pages: added.pages }],
  });
  expect(brokenInvariants(file)).toEqual({});
  const [removed] = rowsOf(await out('sites', 'list', '--removed', '--json', '--db', file));
  expect(Number(removed?.pages)).toBeLessThan(slow.pages);

  expect(await out('sites', 'add', slow.start, '--db', file)).toBe('0 sites added, 1 brought back\n');
  const whole = JSON.parse(await out('crawl', ...options));
  expect(whole).toMatchObject({
    stopped: 'done',
    pages: slow.pages + added.pages,
    external: slow.externals + added.externals,
  });
  expect(brokenInvariants(file)).toEqual({});
});

test('sites set: limits and scope are set, listed, reset, and refused if invalid', async ({ file }) => {
  const db = ['--db', file];
  await out('sites', 'add', 'http://a.test/', 'http://b.test/', ...db);
  const sites = async () => rowsOf(await out('sites', 'list', '--json', ...db));
  const none = { pageLimit: null, depth: null, delay: null, include: [], exclude: [] };
  expect(await sites()).toMatchObject([none, none]);
  const given = ['--page-limit', '500', '--depth', '0', '--delay', '2.5', '--exclude', '/a/**', '--exclude', '*.php'];
  expect(await out('sites', 'set', 'a.test', 'http://b.test/', ...given, ...db)).toBe('2 sites changed\n');
  expect(await out('sites', 'set', 'a.test', '--page-limit', '500', ...db)).toBe('0 sites changed\n');
  const set = { pageLimit: 500, depth: 0, delay: 2.5, include: [], exclude: ['/a/**', '*.php'], scope: 'host' };
  expect(await sites()).toMatchObject([set, set]);
  expect(await out('sites', 'list', ...db)).toContain('500 pages, level 0, 2.5 s, without /a/** *.php');
  await out('sites', 'set', 'b.test', '--no-page-limit', '--no-exclude', '--include', '/b', '--scope', 'domain', ...db);
  expect(await sites()).toMatchObject([
    set,
    { ...set, pageLimit: null, include: ['/b'], exclude: [], scope: 'domain' },
  ]);
  // By their hosts: of sites with other short names.
  await out('sites', 'add', 'http://www.c.test/one/', 'http://d.test/1/', 'http://d.test:8080/', ...db);
  expect(await out('sites', 'set', 'C.test', 'www.c.test', 'D.test', 'd.test:8080', '--depth', '7', ...db)).toBe(
    '3 sites changed\n',
  );
  await out('sites', 'add', 'http://www.d.test/2/', ...db);
  for (const [args, stderr] of [
    [
      ['d.test', '--depth', '1'],
      '"d.test" is ambiguous (http://d.test/1/, http://www.d.test/2/); give the start address',
    ],
    [['a.test'], 'nothing to change: give an option, such as --page-limit 500 or --no-page-limit'],
    [['e.test', '--depth', '1'], `no site "e.test" in ${file}; list them with forager sites list`],
    [['a.test', '--page-limit', '0'], '--page-limit must be at least 1'],
    [['a.test', '--delay', '-1'], '--delay must be at least 0'],
    [['a.test', '--scope', 'page'], '--scope must be one of host, domain, prefix'],
    [
      ['a.test', '--include', 'b'],
      '--include: "b" is not a pattern: it must begin with / (path), or with http or * (whole address)',
    ],
  ] as const)
    expect(await forager(['sites', 'set', ...args, ...db])).toMatchObject({ code: 4, stderr: `forager: ${stderr}\n` });
});

test('a crawl in another process applies a new site limit, and the site ends there', async ({ web, file }) => {
  const { start: url } = web.portal('music');
  const reach = ['--host-rules', web.server.hostRules, '--render', 'http', '--delay', '0.2'];
  const crawl = start(['crawl', '--url', url, '--json', '--db', file, ...reach]);
  while (!crawl.stderr().includes('crawling')) await sleep(20);
  expect(await out('sites', 'set', url, '--page-limit', '2', '--db', file)).toBe('1 site changed\n');
  const { code, stdout } = await crawl.ended;
  expect(code).toBe(0);
  const summary = z
    .object({ stopped: z.string(), pages: z.number(), sites: z.array(z.unknown()) })
    .parse(JSON.parse(stdout));
  expect(summary).toMatchObject({ stopped: 'done', sites: [{ status: 'finished', note: 'its own limit of pages' }] });
  // It checks about once a second.
  expect(summary.pages).toBeLessThan(15);
  expect(brokenInvariants(file)).toEqual({});
});

test.describe('on a crawled database', () => {
  let db: string[];

  test.beforeEach(async ({ crawled, file }) => {
    copyFileSync(crawled, file);
    db = ['--db', file];
  });

  test('links are listed, chosen, deleted and restored', async ({ file }) => {
    const all = await list(...db);
    const domain = String(all[0]?.domain);
    const chosen = await list(
      '--domain',
      domain,
      '--level',
      '0-9',
      '--since',
      '2020-01-01',
      '--until',
      '2099-12-31',
      ...db,
    );
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen).toEqual(all.filter((link) => link.domain === domain));
    expect(await list('--until', '2020-01-01T00:00:00Z', ...db)).toEqual([]);
    expect(await list('--kind', 'internal', '--status', 'visited', ...db)).not.toEqual([]);

    const { stdout, stderr } = await forager(['links', 'list', '--limit', '2', '--offset', '1', ...db]);
    expect(stdout.match(/^ *\d+ {2}/gm)).toHaveLength(2);
    expect(stdout).toContain(String(all[1]?.url));
    expect(stderr).toBe(`${all.length} external links: 2 to 3 shown\n`);

    const rm = (...args: string[]) => out('links', 'rm', ...args, '--kind', 'external', ...db);
    const [first, second, third] = all.map(({ id }) => String(id));
    expect(await rm('--domain', domain)).toMatch(
      new RegExp(`^${chosen.length} external links? deleted: \\d+ of \\S+(, \\d+ of \\S+)*\\n$`),
    );
    expect(await list(...db)).toEqual(all.filter((link) => link.domain !== domain));
    expect((await list('--deleted', ...db)).map(({ id }) => id)).toEqual(chosen.map(({ id }) => id));
    expect(JSON.parse(await out('status', '--json', ...db))).toMatchObject({ external: all.length - chosen.length });
    expect(await out('links', 'restore', '--last', ...db)).toMatch(/^\d+ external links? restored: \d+ of /);
    expect(await rm(first ?? '', second ?? '')).toMatch(/^2 external links deleted: [12] of /);
    expect(await rm(second ?? '', third ?? '')).toMatch(/^1 external link deleted: 1 of \S+\n$/);
    expect(await out('links', 'restore', first ?? '', '--kind', 'external', ...db)).toMatch(
      /^1 external link restored: 1 of \S+\n$/,
    );
    expect(await out('links', 'restore', '--kind', 'external', '--level', '0-99', ...db)).toMatch(
      /^2 external links restored: /,
    );
    await rm(first ?? '');
    expect((await forager(['links', 'list', '--deleted', ...db])).stderr).toBe('1 deleted external link\n');
    await out('links', 'restore', '--last', ...db);
    expect(await list(...db)).toEqual(all);
    expect(brokenInvariants(file)).toEqual({});
  });

  test('page content does not reach the terminal as control sequences', async ({ file }) => {
    const store = await openStoreToEdit(file);
    const hostile = '\u001b]0;owned\u0007\u001b[31mred\u001b[0m\nnext\u202eline\u0000 \u009b2J end';
    store.connection.prepare('update external_links set anchor = ?').run(hostile);
    store.connection.prepare('update seeds set short_name = ?').run(hostile);
    await store.close();
    for (const args of [
      ['links', 'list'],
      ['sites', 'list'],
    ]) {
      const text = await out(...args, ...db);
      expect(text).toContain('red');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    expect(await list(...db).then(([link]) => link?.anchor)).toBe(hostile);
  });

  test('exports: CSV, JSON lines and SQLite have the same links, to stdout and to files', async ({ folder, file }) => {
    const store = await openStoreToEdit(file);
    store.connection.exec(`insert into resources values
      (999, 1, 1, 'POST', 'http://a.test/', 'write', 'a.test', 'a.test', 1, '', 'form', '', '', 'dom', 1, 1)`);
    await store.close();
    expect(await list('--kind', 'resource', '--role', 'write', '--method', 'post', ...db)).toMatchObject([
      { id: 999, url: 'http://a.test/', role: 'write', method: 'POST' },
    ]);
    expect(await out('links', 'list', '--kind', 'resource', ...db)).toMatch(/write.*POST.*http:/);
    const kinds = ['--kind', 'external', '--kind', 'internal', '--kind', 'bad', '--kind', 'resource'];
    const listed = [];
    for (const kind of ['external', 'internal', 'bad', 'resource']) listed.push(...(await list('--kind', kind, ...db)));
    const jsonl = await out('export', '--format', 'jsonl', ...kinds, ...db);
    expect(
      jsonl
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(listed);

    const csv = join(folder, 'links.csv');
    expect(await out('export', '--out', csv, ...kinds, ...db)).toBe('');
    const rows = parse(readFileSync(csv), { columns: true, record_delimiter: '\r\n' });
    expect(rows.length).toBe(listed.length);
    expect(Object.keys(z.record(z.string(), z.string()).parse(rows[0]))).toEqual(
      linksTable([]).columns.map(({ name }) => name),
    );
    expect(await forager(['export', '--out', csv, ...db])).toMatchObject({
      code: 4,
      stderr: `forager: ${csv} already exists; name another file, or add --force\n`,
    });
    await out('export', '--out', csv, '--force', '--text', 'no such text', ...db);
    expect(readFileSync(csv, 'utf8')).toBe(
      `${linksTable([])
        .columns.map(({ name }) => name)
        .join(',')}\r\n`,
    );

    const edges = await out('export', '--edges', '--format', 'jsonl', ...kinds.slice(0, 6), ...db);
    const pages = z.object({ sourceUrl: z.string(), targetUrl: z.string() });
    const ends = edges
      .trimEnd()
      .split('\n')
      .map((line) => Object.values(pages.parse(JSON.parse(line))).join(' '));
    expect(ends.length).toBeGreaterThan(1);
    expect(new Set(ends).size).toBe(ends.length);

    const sqlite = join(folder, 'links.sqlite');
    await out('export', '--format', 'sqlite', '--out', sqlite, ...kinds, ...db);
    const exported = new Database(sqlite, { readonly: true });
    expect(exported.prepare('select kind, id, url from links').all()).toEqual(
      listed.map(({ kind, id, url }) => ({ kind, id, url })),
    );
    expect(exported.prepare('select count(*) from sites').pluck().get()).toBe(2);
    exported.close();
    const status = await forager(['status', '--db', sqlite]);
    expect(status).toMatchObject({ code: 4, stderr: expect.stringContaining('is not a Forager database') });
  });

  test('exports that cannot be written end with one line and leave no file', async ({ folder, file }) => {
    const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
      [['--out', join(folder, 'no', 'x.csv')], 4, /its folder does not exist/],
      [['--out', folder, '--force'], 4, /is not a regular file/],
      [['--out', file, '--force'], 4, /belongs to the database/],
      [['--out', `${file}-wal`, '--force'], 4, /belongs to the database/],
      [['--out', ''], 4, /--out must not be empty/],
      [['--out', '/dev/null', '--force'], 4, /\/dev\/null is not a regular file/],
      [['--format', 'sqlite'], 4, /--format sqlite needs a file/],
      [['--format', 'xml'], 4, /--format must be one of csv, jsonl, parquet, sqlite, xlsx/],
      [['--edges', '--kind', 'resource'], 4, /--edges does not work with --kind resource/],
      [['--kind', 'bad', '--host', 'x.test'], 4, /--host: bad links have no host/],
      [['--status', 'failed'], 4, /--status works only with --kind internal/],
      [['--domain', 'www.uni.test'], 4, /--domain: "www\.uni\.test" is in the domain uni\.test/],
      [['--site', 'none'], 4, /no site "none" in/],
      [['--level', '3-1'], 4, /--level: "3-1" is not a level/],
      [['--since', 'yesterday'], 4, /--since: "yesterday" is not a date/],
      [['--since', '2026-02-30'], 4, /--since: "2026-02-30" is not a date/],
    ];
    for (const [args, code, line] of cases) {
      const ended = await forager(['export', ...args, ...db]);
      expect(ended, args.join(' ')).toMatchObject({ code, stderr: expect.stringMatching(line), stdout: '' });
      expect(ended.stderr.trim().split('\n').length, ended.stderr).toBe(1);
    }
  });

  test('a full disk, and a closed pipe', async ({ folder, file }) => {
    const store = await openStoreToEdit(file);
    store.connection.exec(`insert into external_links select id + 1000 * n, site, hash + n, url, host, domain, source, anchor,
      context, rel, element, tag_path, frame, technique, first_seen, last_seen, removed
      from external_links, (with recursive k(n) as (select 1 union all select n + 1 from k where n < 300) select n from k)`);
    await store.close();
    const program = join(import.meta.dirname, '..', '..', 'src', 'cli', 'forager.mjs');
    const shell = (line: string) => spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    const run = `${process.execPath} ${program} export --db ${file}`;
    for (const format of ['csv', 'sqlite']) {
      const path = join(folder, `big.${format}`);
      const full = shell(`ulimit -f 400; exec ${run} --format ${format} --out ${path}`);
      expect(full.status, full.stderr).toBe(1);
      expect(full.stderr).toMatch(/^forager: .*big\..*\n$/);
      expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
    }
    for (const words of ['export', 'links list', 'status']) {
      const device = shell(`exec ${process.execPath} ${program} ${words} --db ${file} > /dev/full`);
      expect(device, words).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^forager: can't write the result: ENOSPC.*\n$/),
      });
    }
    const head = shell(`${run} | head -n 1; echo`);
    expect(head).toMatchObject({
      stdout: `${linksTable([])
        .columns.map(({ name }) => name)
        .join(',')}\r\n\n`,
      stderr: '',
    });
  });
});

const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
  [['sites', 'add'], /missing required argument 'URL'/],
  [['sites', 'add', 'nonsense'], /URL: "nonsense" is not an http\(s\) address/],
  [['sites', 'add', 'http://a.test/', 'http://b.test/', '--name', 'A'], /--name needs exactly one URL, not 2/],
  [['sites', 'add', 'http://a.test/', '--kind', 'school'], /--kind must be one of university, institute, other/],
  [['sites', 'rm', 'a', '--db', '/no/such.sqlite'], /no database at \/no\/such.sqlite/],
  [['sites', 'lst'], /unknown command 'lst' \(Did you mean list\?\)/],
  [['links', 'list', '--kind', 'outer'], /--kind must be one of external, internal, bad, resource/],
  [['links', 'list', '--role', 'write'], /--role: external links have no role write; add --kind resource/],
  [['links', 'list', '--method', 'post'], /--method: only resources have a method other than GET; add --kind resource/],
  [['links', 'list', '--sort', 'size'], /--sort must be one of url, site, level, first-seen, host, domain/],
  [['export', '--out', 'x.xls'], /--out: can't write x.xls as .xls; formats are csv, jsonl, parquet, sqlite, xlsx/],
  [['export', '--out', 'x.json'], /--out: can't write x.json as .json; formats are csv, jsonl/],
  [['export', '--format', 'csv', '--out', 'x.xlsx'], /--out: can't write x.xlsx as csv; formats are csv, jsonl/],
  [['export', '--edges', '--kind', 'internal', '--role', 'guess'], /--edges does not work with --role guess/],
  [['export', '--format', 'xlsx', '--out', '-'], /--format xlsx needs a file/],
  [['links', 'rm', '5'], /--kind must be one of external, internal, bad/],
  [['links', 'rm', 'five', '--kind', 'external'], /ID must be a number/],
  [['links', 'rm', '--kind', 'external'], /no links chosen: give their numbers, or a filter/],
  [['links', 'restore', '--db', 'DB'], /no links chosen: give --last, their numbers, or a filter/],
  [['links', 'restore', '5', '--db', 'DB'], /--kind is required/],
  [['links', 'restore', '5', '--last', '--db', 'DB'], /--last does not work with/],
  [['links', 'restore', '--last', '--db', 'DB'], /--last: no links were deleted/],
];

for (const [args, line] of mistakes) {
  test(`forager ${args.join(' ')}: exit code 4 and one line`, async ({ file }) => {
    await (await openStoreToEdit(file)).close();
    const ended = await forager(args.map((arg) => (arg === 'DB' ? file : arg)));
    expect(ended).toMatchObject({ code: 4, stderr: expect.stringMatching(line), stdout: '' });
    expect(ended.stderr.trim().split('\n').length, ended.stderr).toBe(1);
  });
}

test('a group alone shows its commands', async () => {
  for (const group of ['sites', 'links']) {
    const { code, stdout } = await forager([group]);
    expect(code).toBe(4);
    expect(stdout).toMatch(new RegExp(`Usage: forager ${group}[\\s\\S]*\\n {2}list`));
  }
});

test('the help of links list distinguishes non-http links from malformed ones', async () => {
  const help = await out('links', 'list', '--help', 'all');
  expect(help).toMatch(/^ {2}scheme +not http, such as mailto: or tel:$/m);
  expect(help).toMatch(/^ {2}malformed +no address at all$/m);
});

test('a failed link lists its status, its tries and all pages with it', async ({ file }) => {
  const pages = Array.from({ length: 101 }, (_, at) => `/p${at}`);
  const portal = site('broken.test', {
    '/': html(pages.map((path) => `<a href=${path}>page</a>`).join(' ')),
    ...Object.fromEntries(pages.map((path) => [path, html('<a href=/gone>gone</a> <a href=/>home</a>')])),
  });
  const server = await serveDemo({ portals: [portal] });
  await runCrawl(file, [newSite(portal.start)], server, { render: 'http' });
  await server.close();
  const db = ['--db', file];
  const failed = ['--kind', 'internal', '--status', 'failed', ...db];
  const [link, ...others] = await list(...failed);
  expect(others).toEqual([]);
  expect(link).toMatchObject({ url: 'http://broken.test/gone', reason: 'HTTP 404', httpStatus: 404, tries: 1 });
  expect(link?.foundOn).toEqual(pages.map((path) => `http://broken.test${path}`));
  const [row] = parse(await out('export', ...failed), { columns: true });
  expect(row).toMatchObject({ url: link?.url, httpStatus: '404', tries: '1' });
  const edges = z
    .array(z.looseObject({ sourceUrl: z.string() }))
    .parse(parse(await out('export', '--edges', ...failed), { columns: true }));
  expect(edges.map(({ sourceUrl }) => sourceUrl)).toEqual(link?.foundOn);
  expect((await list('--kind', 'internal', '--status', 'visited', ...db))[0]).toMatchObject({
    httpStatus: null,
    tries: null,
  });
});
