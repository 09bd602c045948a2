import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { openStore } from '../../src/storage/open.ts';
import { test } from '../crawl/demo-web.ts';
import { forager, PASSIVE, start } from './forager.ts';

const url = 'http://uni.test/';

/** Effect of a mistake: the exit code and one line with the fault. */
const mistakes: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  ['help on an unknown verb', ['help', 'crwl'], 4, /unknown command 'crwl' \(Did you mean crawl\?\)/],
  ['an unknown verb', ['crwl'], 4, /unknown command 'crwl' \(Did you mean crawl\?\)\. Commands: .*crawl, .*lab train/],
  [
    'an unknown option',
    ['crawl', '--pagelimit', '4'],
    4,
    /unknown option '--pagelimit' \(Did you mean --page-limit\?\)/,
  ],
  ['a missing value', ['crawl', '--url'], 4, /'--url <URL>' argument missing/],
  ['a word too many', ['crawl', 'http://a.edu/'], 4, /too many arguments.*Options have names, such as --url/],
  ['no number', ['crawl', '--url', url, '--page-limit', 'many'], 4, /--page-limit must be a number/],
  ['no seconds', ['crawl', '--url', url, '--delay', '1m'], 4, /--delay must be a number of seconds/],
  ['an empty number', ['crawl', '--url', url, '--delay', ''], 4, /--delay must be a number/],
  ['a number too small', ['crawl', '--url', url, '--page-limit', '0'], 4, /--page-limit must be at least 1/],
  ['a broken number', ['crawl', '--url', url, '--workers', '1.5'], 4, /--workers must be a whole number/],
  ['no time', ['crawl', '--url', url, '--time-limit', '0m'], 4, /--time-limit must be more than 0/],
  ['no time for a recrawl run', ['recrawl', '--time-limit', '0'], 4, /--time-limit must be more than 0/],
  ['no contact', ['crawl', '--url', url, '--contact', 'foo'], 4, /--contact must be a web or mail address, such/],
  ['no duration', ['crawl', '--url', url, '--time-limit', '2 weeks'], 4, /--time-limit: "2 weeks" is not a duration/],
  [
    'an unknown strategy',
    ['crawl', '--url', url, '--strategy', 'bebot'],
    4,
    /unknown strategy "bebot": did you mean "beebot"\?/,
  ],
  [
    'an unknown rule',
    ['crawl', '--url', url, '--site-rule', 'gitins'],
    4,
    /unknown site rule "gitins": did you mean "gittins"\?/,
  ],
  [
    'an unknown parameter',
    ['crawl', '--url', url, '--strategy', 'beebot', '--param', 'turn=1'],
    4,
    /--site-rule-param turn: unknown parameter of site rule time-quantum: did you mean "turns"\?/,
  ],
  [
    'two values for one parameter',
    ['crawl', '--url', url, '--param', 'turns=1', '--site-rule-param', 'turns=2'],
    4,
    /--param turns=1 and --site-rule-param turns=2: these are the same option; give one value/,
  ],
  [
    'a parameter without a value',
    ['crawl', '--url', url, '--reward-param', 'types'],
    4,
    /--reward-param must be NAME=VALUE/,
  ],
  ['R1 without a budget', ['crawl', '--url', url, '--strategy', 'beebot-trivial'], 4, /set --page-limit/],
  [
    'no pattern',
    ['crawl', '--url', url, '--exclude', 'news'],
    4,
    /--exclude: "news" is not a pattern: it must begin with \//,
  ],
  [
    'an unknown part of addresses',
    ['crawl', '--url', url, '--ignore-in-urls', 'tracking,session'],
    4,
    /--ignore-in-urls must be some of session-ids, tracking, /,
  ],
  ['an unknown scope', ['crawl', '--url', url, '--scope', 'site'], 4, /--scope must be one of host, domain, prefix/],
  ['no address', ['crawl', '--url', 'htp:/uni.test'], 4, /--url: "htp:\/uni.test" is not an http\(s\) address/],
  ['bad host rules', ['crawl', '--url', url, '--host-rules', 'MAP a'], 4, /--host-rules: can't read "MAP a"/],
  ['no sites', ['crawl', '--db', '/tmp/forager-no-such.sqlite'], 4, /no sites to crawl: give --url or --sites/],
  ['no sites file', ['crawl', '--sites', '/no/sites.csv'], 4, /--sites: no file \/no\/sites.csv/],
  ['no config file', ['crawl', '--config', '/no/forager.yaml'], 4, /--config: can't read \/no\/forager.yaml/],
  ['no database', ['status', '--db', '/no/such.sqlite'], 4, /no database at \/no\/such.sqlite/],
  ['a folder as database', ['crawl', '--url', url, '--db', '/tmp'], 4, /\/tmp is not a file/],
  [
    'no server',
    ['crawl', '--url', url, '--db', 'postgres://127.0.0.1:1/y'],
    4,
    /can't use postgres:\S+: no server listens/,
  ],
  [
    'a list of a shared crawl',
    ['links', 'list', '--db', 'postgres://x/y'],
    4,
    /--db: this command needs a SQLite file; copy a shared crawl with forager pull/,
  ],
];

for (const [what, args, code, line] of mistakes) {
  test(`${what}: exit code ${code} and one line`, async () => {
    const ended = await forager(args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(line);
    expect(ended.stderr.trim().split('\n').length, ended.stderr).toBe(1);
    expect(ended.stdout).toBe('');
  });
}

for (const [group, member] of [
  [[], 'crawl'],
  [['sites'], 'import'],
  [['links'], 'restore'],
  [['topics'], 'import-dict'],
] as const)
  test(`no verb, behind "${['forager', ...group].join(' ')}": help, exit code 4 and one line`, async () => {
    const { code, stdout, stderr } = await forager(group);
    expect({ code, stderr }).toEqual({ code: 4, stderr: 'forager: no command given; choose one of those above\n' });
    expect(stdout).toContain(`  ${member} `);
  });

test('help on help is help', async () => {
  expect(await forager(['help', 'help'])).toMatchObject({ code: 0, stderr: '' });
});

test('a sites file with bad lines stops the command, unless they are skipped', async ({ folder }) => {
  const file = join(folder, 'sites.csv');
  writeFileSync(file, 'url,name,kind\nhttp://a.test/,A,university\nhttp//b,B,\nb,B,\nhttp://c.test/,C,school\n');
  const stopped = await forager(['crawl', '--sites', file, '--dry-run']);
  expect(stopped.code).toBe(4);
  expect(stopped.stderr.replaceAll(folder, '').split('\n')).toEqual([
    '/sites.csv: line 5: unknown kind "school" (using "other"); known kinds are university, institute, other',
    '/sites.csv: line 3: "http//b" is not an http(s) address',
    '/sites.csv: line 4: "b" is not an http(s) address',
    'forager: /sites.csv has 2 bad lines. Fix them, or skip them with --skip-bad-lines',
    '',
  ]);
  const skipped = await forager(['crawl', '--sites', file, '--dry-run', '--skip-bad-lines', '--json']);
  expect(skipped.code).toBe(0);
  expect(JSON.parse(skipped.stdout)).toMatchObject({ sites: [{ kind: 'university' }, { kind: 'other' }] });
  expect(skipped.stderr).toMatch(/line 3 skipped: .*\n.*line 4 skipped: /);
});

test('a dry run shows the crawl that would start, from standard input and a config file, and creates no database', async ({
  folder,
}) => {
  const config = join(folder, 'forager.yaml');
  writeFileSync(
    config,
    `strategy: beebot-institutes\npage-limit: 300\ntime-limit: 2h\nparam: { n: 4 }\nreward: mix\nreward-param: { weights: documents=2 }\ndb: ${folder}/x.sqlite\n`,
  );
  const args = ['crawl', '--config', config, '--page-limit', '500', '--sites', '-', '--dry-run', '--json'];
  const ended = await forager(args, 'http://a.test/\n# a comment\nhttp://b.test/\n');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({
    strategy: { siteRule: 'gittins', params: { n: 4 }, reward: 'mix', rewardParams: { weights: 'documents=2' } },
    pageLimit: 500,
    timeLimit: 7_200_000,
    db: `${folder}/x.sqlite`,
    sites: [{ url: 'http://a.test/' }, { url: 'http://b.test/' }],
  });
  expect((await forager(['status', '--db', `${folder}/x.sqlite`])).code).toBe(4);

  writeFileSync(config, 'page_limit: 300\n');
  expect(await forager(['crawl', '--config', config])).toMatchObject({
    code: 4,
    stderr: `forager: ${config}: unknown option "page_limit": did you mean "page-limit"?\n`,
  });
  writeFileSync(config, 'page-limit: some\n');
  expect((await forager(['crawl', '--config', config])).stderr).toBe(
    `forager: ${config}: page-limit must be a number\n`,
  );
  writeFileSync(config, '- page-limit: 300\n');
  expect((await forager(['crawl', '--config', config])).stderr).toBe(
    `forager: --config: ${config} must name options with their values, such as "page-limit: 200"\n`,
  );
  const one = await forager(['crawl', '--url', url, '--page-limit', '1', '--dry-run', '--db', `${folder}/x.sqlite`]);
  expect(one.stdout).toContain('limits: 1 page\n');
  expect(one.stdout).toContain('\n1 site named:\n');
});

test('a file that is not a Forager database, or of a newer version, is left unchanged', async ({ file, folder }) => {
  const text = join(folder, 'notes.txt');
  writeFileSync(
    text,
    'my notes, which are longer than a header of a hundred bytes, so that nobody takes them for an empty file, ever',
  );
  for (const args of [['status'], ['crawl', '--url', url]]) {
    const ended = await forager([...args, '--db', text]);
    expect(ended).toMatchObject({
      code: 4,
      stderr: `forager: ${text} is not a Forager database; name another with --db\n`,
    });
  }
  const store = await openStore(file);
  store.connection.exec("insert into kysely_migration values ('9999-future', '2030-01-01')");
  await store.close();
  for (const args of [['status'], ['crawl', '--url', url]]) {
    const ended = await forager([...args, '--db', file]);
    expect(ended).toMatchObject({
      code: 4,
      stderr: `forager: ${file} was written by a newer Forager (9999-future); update Forager to use it\n`,
    });
  }
  const db = new Database(file, { readonly: true });
  expect(db.prepare('select count(*) from seeds').pluck().get()).toBe(0);
  db.close();
});

test('the demo does not touch a crawl of other sites', async ({ file }) => {
  await (await openStore(file)).close();
  const db = new Database(file);
  db.exec(`insert into seeds (full_name, short_name, start_url, origin, host, kind, scope, added_at)
    values ('A', 'A', 'http://a.test/', 'http://a.test', 'a.test', 'other', 'host', 0)`);
  db.close();
  expect(await forager(['demo', '--db', file])).toMatchObject({
    code: 4,
    stderr: `forager: ${file} holds a crawl of other sites; name another with --db\n`,
  });
});

test('a headed browser without a display', async ({ file }) => {
  const ended = await forager(['crawl', '--url', url, '--db', file, '--headed'], '', {
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
  });
  expect(ended).toMatchObject({ code: 4, stderr: expect.stringMatching(/^forager: a window needs a display/m) });
});

test('a crawl without a browser needs no display', async ({ web, file }) => {
  const { start: url, pages } = web.portal('hist');
  const rules = ['--host-rules', web.server.hostRules];
  const none = { FORAGER_CHROMIUM: '/nowhere' };
  const crawl = await forager(['crawl', '--url', url, '--db', file, '--render', 'http', '--json', ...rules], '', none);
  expect(JSON.parse(crawl.stdout)).toMatchObject({ stopped: 'done', pages });
  const unknown = await forager(['crawl', '--url', url, '--render', 'magic']);
  expect(unknown).toMatchObject({ code: 4, stderr: 'forager: --render must be one of browser, http, adaptive\n' });
});

test('a port in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  expect(await forager(['demo', '--only-portals', '--port', port])).toMatchObject({
    code: 4,
    stderr: `forager: --port: ${port} is in use; name another port, or 0 for a free one\n`,
  });
  server.close();
});

test('end to end: crawl with --json, status while it runs and after', async ({ web, file }) => {
  const portal = web.portal('music');
  const rules = web.server.hostRules;
  // The delay keeps it alive until the others ask, however slowly they start.
  const options = ['--host-rules', rules, ...PASSIVE, '--delay', '0.3', '--json', '--log-format', 'json'];
  const crawl = start(['crawl', '--url', portal.start, '--db', file, ...options]);
  while (!crawl.stderr().includes('crawling')) await new Promise((done) => setTimeout(done, 20));
  const [during, held] = await Promise.all([
    forager(['status', '--db', file, '--json']),
    forager(['crawl', '--url', portal.start, '--db', file]),
  ]);
  expect(JSON.parse(during.stdout)).toMatchObject({ run: 1, stopped: null, sites: [{ site: 'music.uni.test' }] });
  expect(held).toMatchObject({ code: 4, stderr: expect.stringContaining('is in use by another crawl') });
  const { code, stdout } = await crawl.ended;
  expect(code).toBe(0);
  const summary: unknown = JSON.parse(stdout);
  expect(summary).toMatchObject({
    run: 1,
    strategy: { reward: 'new-external-links', siteRule: 'best-first', linkOrder: 'learned', params: { by: 'pages' } },
    stopped: 'done',
    pages: portal.pages,
    external: portal.externals,
    sites: [{ site: 'music.uni.test', status: 'finished', pages: portal.pages, reward: portal.externals }],
  });
  expect(stdout.trim().split('\n').length).toBe(1);
  const after = await forager(['status', '--db', file, '--json']);
  expect(JSON.parse(after.stdout)).toEqual(summary);
  const table = await forager(['status', '--db', file]);
  expect(table.stdout).toMatch(/music\.uni\.test.*finished/);
  expect(table.stdout).toMatch(
    /^strategy: site rule best-first {"by":"pages","margin":0.7}, link order learned {"prior":"forager"}, reward new-external-links$/m,
  );
});

test('the demo: a crawl of the bundled portals, with a table and next steps', async ({ folder }) => {
  const db = join(folder, 'demo.sqlite');
  const ended = await forager(['demo', '--page-limit', '16', '--db', db]);
  expect(ended.code).toBe(0);
  expect(ended.stderr).toMatch(/^visiting 16 of [\d,]+ pages; --page-limit \d+ visits them all$/m);
  expect(ended.stderr).toMatch(/^added by a script on http:\/\/\w+\.(?:uni|inst)\.test\/: "[^"]+" http\S+$/m);
  expect(ended.stdout).toMatch(/^site .* budget +status$/m);
  expect(ended.stdout).toMatch(/all .* 100\.0 % .* page-limit/);
  expect(ended.stdout).toMatch(/\nworth a look:\n {2}\S.*\n[\s\S]*\nnext steps:\n/);
  expect(ended.stdout).toContain(`npx forager status --db ${db}`);
  const again = await forager(['demo', '--page-limit', '4', '--db', db, '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ run: 1, stopped: 'page-limit' });
  expect(again.stdout.trim().split('\n')).toHaveLength(1);
});
