import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test as base } from '../frontier/world.ts';
import { forager, hasTerminal, NO_TERMINAL, onTerminal, PASSIVE } from './forager.ts';

const SECRET = 's3cret';
const PAGES: Readonly<Record<string, { status?: number; location?: string; body?: string }>> = {
  '/robots.txt': { status: 404 },
  '/': {
    body: `<title>\u009b31mhome</title><a href="http://user:${SECRET}@a.test/in">\u202ein\u001b[31m</a>
      <a href="http://user:${SECRET}@b.test/out">out</a> <a href="http://user:${SECRET}@b te st/">bad</a>
      <a href="ftp://user:${SECRET}@b.test/">scheme</a> <a href=/moved>moved</a> <a href=/away>away</a>
      <link rel=canonical href="http://user:${SECRET}@a.test/"><img src="//user:${SECRET}@b.test/i.png">
      <form method=post action="http://user:${SECRET}@a.test/write"></form>
      <script>fetch_later("http://user:${SECRET}@a.test/guessed")</script>`,
  },
  '/in': { body: `<base href="http://user:${SECRET}@a.test/deep/"><a href=er>deeper</a>` },
  '/moved': { status: 302, location: `http://user:${SECRET}@a.test/landed` },
  '/landed': { body: '<a href=/in>in</a>' },
  '/away': { status: 302, location: `http://user:${SECRET}@b.test/elsewhere` },
  '/elsewhere': { body: '' },
};

/** `rules`: host rules that lead a.test and b.test to the test's own server. */
const test = base.extend<{ rules: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  rules: async ({}, use) => {
    const server = createServer(({ url = '/' }, response) => {
      const { status = 200, location, body = '' } = PAGES[url] ?? { status: 404 };
      response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...(location && { location }) })
        .end(body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    await use(`MAP *.test 127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});

const REFUSED =
  'the address of a.test contains a name or password, which would be stored: remove it, and log in with --cookies or --storage-state';

test('a start address with a user name or a password is refused, and not shown', async ({ folder, file }) => {
  const address = `http://user:${SECRET}@a.test/`;
  const list = join(folder, 'sites.txt');
  writeFileSync(list, `${address}\n`);
  for (const [args, where] of [
    [['crawl', '--url', address], '--url: '],
    [['crawl', '--url', 'http://user@a.test/'], '--url: '],
    [['crawl', '--sites', list], `${list}: line 1: `],
    [['sites', 'add', address], 'URL: '],
    [['sites', 'import', list], `${list}: line 1: `],
  ] as const) {
    const { code, stderr, stdout } = await forager([...args, '--db', file]);
    expect({ code, stdout }, args.join(' ')).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain(`forager: ${where}${REFUSED}`);
    expect(stderr.split('\n').length).toBe(2);
    expect(stderr).not.toContain(SECRET);
  }
  for (const url of [address, `user:${SECRET}@a.test`, `ftp://user:${SECRET}@a.test/`]) {
    const { code, stderr } = await forager(['debug', url, '--headless']);
    expect(code).toBe(4);
    expect(stderr).not.toContain(SECRET);
  }
  expect(existsSync(file)).toBe(false);
});

for (const render of ['http', 'browser'] as const)
  test(`user names and passwords in links and redirects are neither stored, logged nor exported: ${render}`, async ({
    folder,
    file,
    rules,
  }) => {
    const crawl = ['crawl', '--url', 'http://a.test/', '--host-rules', rules, '--render', render, '--verbose'];
    const crawled = await forager([...crawl, '--json', '--delay', '0', '--db', file, ...PASSIVE]);
    expect(crawled.code, crawled.stderr).toBe(0);
    const kinds = ['external', 'internal', 'bad', 'resource'].flatMap((kind) => ['--kind', kind]);
    const exported = await forager(['export', '--format', 'jsonl', ...kinds, '--db', file]);
    const urls = exported.stdout.match(/"url":"[^"]*"/g)?.map((field) => field.slice(7, -1)) ?? [];
    expect(urls).toEqual(
      expect.arrayContaining([
        ...['http://a.test/', 'http://a.test/in', 'http://a.test/deep/er', 'http://a.test/landed', 'http://b.test/out'],
        ...['http://b.test/elsewhere', 'http://b te st/', 'ftp://b.test/', 'http://a.test/write'],
      ]),
    );
    expect(crawled.stderr).toContain('redirects out of the site, to http://b.test/elsewhere');
    for (const text of [crawled.stdout, crawled.stderr, exported.stdout]) expect(text).not.toContain(SECRET);
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes(SECRET), name).toBe(false);
  });

test('a database with a session, and its exports, are readable by their owner only', async ({
  folder,
  file,
  rules,
}) => {
  const cookies = join(folder, 'cookies.txt');
  writeFileSync(cookies, '# Netscape HTTP Cookie File\na.test\tFALSE\t/\tFALSE\t0\tsession\tx\n');
  const modes = () => {
    const own = readdirSync(folder).filter((name) => name.startsWith('crawl.sqlite'));
    return [...new Set(own.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8)))];
  };
  const options = ['--host-rules', rules, '--render', 'http', '--delay', '0', '--db', file];
  const crawl = ['crawl', '--url', 'http://a.test/', ...options];
  const out = join(folder, 'links.csv');
  const exported = async () => {
    expect(await forager(['export', '--force', '--out', out, '--db', file])).toMatchObject({ code: 0 });
    return (statSync(out).mode & 0o777).toString(8);
  };
  const umask = process.umask(0o022);
  try {
    expect(await forager([...crawl, '--page-limit', '1'])).toMatchObject({ code: 0 });
    expect(modes()).toEqual(['644']);
    expect(await exported()).toBe('644');
    // Permissions of an existing database are tightened, and stay so without the session.
    for (const session of [['--cookies', cookies], []]) {
      expect(await forager([...crawl, '--page-limit', '2', ...session])).toMatchObject({ code: 0 });
      expect(modes()).toEqual(['600']);
      expect(await exported()).toBe('600');
    }
    chmodSync(file, 0o644);
    const recrawl = ['recrawl', '--page-limit', '1', '--cookies', cookies, ...options];
    expect(await forager(recrawl)).toMatchObject({ code: 0 });
    expect(modes()).toEqual(['600']);
  } finally {
    process.umask(umask);
  }
});

test('root is warned once that Chromium has no sandbox; other users and --quiet are not', async ({ file, rules }) => {
  const site = ['crawl', '--url', 'http://a.test/', '--host-rules', rules, '--delay', '0', '--page-limit', '1'];
  const crawl = [...site, ...PASSIVE];
  const { stderr } = await forager([...crawl, '--db', file]);
  expect(stderr.match(/as root, Chromium has no sandbox/g)?.length ?? 0).toBe(process.getuid?.() === 0 ? 1 : 0);
  expect((await forager([...crawl, '--quiet', '--db', `${file}-quiet`])).stderr).toBe('');
  expect((await forager([...crawl, '--render', 'http', '--db', `${file}-http`])).stderr).not.toContain('sandbox');
});

test('terminal output has no control sequences, piped output is complete', async ({ file, rules }) => {
  test.skip(!hasTerminal, NO_TERMINAL);
  const crawl = ['crawl', '--url', 'http://a.test/', '--host-rules', rules, '--render', 'http', '--delay', '0'];
  expect((await forager([...crawl, '--db', file])).code).toBe(0);
  for (const args of [
    ['export', '--kind', 'internal'],
    ['export', '--kind', 'internal', '--format', 'jsonl'],
    ['links', 'list', '--kind', 'internal', '--json'],
    ['links', 'list', '--kind', 'internal'],
    ['changes', '--since', '2020-01-01', '--format', 'csv'],
    ['changes', '--since', '2020-01-01'],
  ]) {
    const { code, stdout } = await onTerminal([...args, '--db', file]).ended;
    expect({ code, text: stdout }, args.join(' ')).toEqual({ code: 0, text: expect.stringContaining('a.test') });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there but ends of lines
    expect(stdout, args.join(' ')).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
  expect((await forager(['export', '--kind', 'internal', '--db', file])).stdout).toContain('\u202ein\u001b[31m');
});
